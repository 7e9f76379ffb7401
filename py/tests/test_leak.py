"""Thousands of repetitions under a limit of memory: nothing is kept that is not needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("resource")

#: Repeats work under a limit that a small leak reaches, and tells the growth of the heap.
PROGRAM = """
import gc
import resource

import numpy as np
import grundy

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

def work(i):
    {work}

for i in range({warm}):
    work(i)
gc.collect()
before = resident()
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
# What is mapped now and a little more: whatever grows with repetition fails.
resource.setrlimit(resource.RLIMIT_AS, (size + ({room} << 20),) * 2)
for i in range({times}):
    work(i)
gc.collect()
print(resident() - before)
"""

#: Name, work, repetitions before and after the limit, room in megabytes.
WORK = {
    "solve": ('grundy.solve("nim", [3, 5, i % 50]).winning_moves', 300, 20_000),
    "big": ('grundy.solve("nim", [10**300 + i, 5]).value', 300, 5_000),
    # 32 MB each: two that stay are too many.
    "table": ('grundy.game("nim").table(1000, 1000).values.sum()', 3, 20),
    "sequence": ('grundy.octal("{1,2}").sequence(300_000)[-1]', 5, 60),
    "period": ('grundy.octal("0.77").period().certificate.text', 30, 400),
    "law": ("grundy.law([0, 1, 2, 3] * 10).laws[0].function()(5)", 10, 150),
    "graph": ("grundy.graph([(i, i + 1), (i + 1, i)], values=True).value(i)", 300, 4_000),
    "match": ('grundy.game("nim").match([1, 2]).move("1: take 1").reply().svg', 100, 1_000),
    "rules": (
        'grundy.rules("state n; move m(k in 1..%d) -> [n-k]" % (i % 7 + 1)).solve(9)',
        50,
        1_000,
    ),
    "errors": (
        """
    for asked in (lambda: grundy.solve("nim", "3,x"), lambda: grundy.game("nmi"),
                  lambda: grundy.solve("nim", [1.5]), lambda: grundy.octal("0.9x"),
                  lambda: grundy.octal("0.007").sequence(5000, states=100)):
        try:
            asked()
        except (grundy.GrundyError, TypeError):
            pass
""",
        200,
        2_000,
    ),
    "stopped": (
        """
    def stop(_):
        raise LookupError
    try:
        grundy.rules("state n; move up -> [n+1]").solve(3, progress=stop)
    except LookupError:
        pass
""",
        6,
        24,
    ),
}

#: Growth in bytes that is no leak. Work that is stopped holds tens of megabytes each time on a
#: thread of its own, and the allocator keeps some of what such threads gave back: kept each time,
#: it would be hundreds.
ROOM = {"stopped": 64 << 20}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", sorted(WORK))
def test_nothing_is_kept(name: str) -> None:
    work, warm, times = WORK[name]
    program = PROGRAM.format(work=work.strip(), warm=warm, times=times, room=256)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    grown = int(done.stdout)
    # A leak of 1 KB each would be some megabytes of `solve`; arrays are 8 MB each.
    assert grown < ROOM.get(name, 12 << 20), f"{name} grew by {grown} bytes in {times} repetitions"
    print(f"{name}: {grown / 1024:.0f} KB more after {times} repetitions")
