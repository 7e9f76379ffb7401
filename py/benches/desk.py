"""What the way through Python costs, and what it saves.

Ratios and differences within one run; prints a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import grundy
from grundy import _core


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of several rounds, in seconds."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def overhead() -> None:
    """One call of ``solve`` from Python against the same question in Rust."""
    print("| position of Nim | Rust | Python | difference |\n|---|---|---|---|")
    calls = 2000
    nim = grundy.game("nim")
    for position in ("1", "3,5,7", "12,99,1000,123456789"):

        def ask(position: str = position) -> None:
            for _ in range(calls):
                nim.solve(position)

        def rust(position: str = position) -> float:
            return _core.time_solve("nim", position, calls)

        rust()
        inside = min(rust() for _ in range(5)) / calls * 1e6
        outside = best(ask) / calls * 1e6
        print(f"| {position} | {inside:.2f} µs | {outside:.2f} µs | {outside - inside:.2f} µs |")


def wythoff(side: int) -> list[list[int]]:
    """A table as people write it."""
    table = [[0] * side for _ in range(side)]
    for a in range(side):
        for b in range(side):
            seen = set(table[a][:b])
            seen |= {table[i][b] for i in range(a)}
            seen |= {table[a - i][b - i] for i in range(1, min(a, b) + 1)}
            value = 0
            while value in seen:
                value += 1
            table[a][b] = value
    return table


def kayles(heaps: int) -> list[int]:
    """A sequence as people write it."""
    values = [0]
    for n in range(1, heaps):
        seen = set()
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1):
                seen.add(values[left] ^ values[n - taken - left])
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values


def against_python() -> None:
    """Tables and sequences against the usual programs in Python."""
    rules = "state a, b; move l(k in 1..a) -> [a-k, b]; move r(k in 1..b) -> [a, b-k]"
    rules += "; move d(k in 1..min(a, b)) -> [a-k, b-k]"
    text = grundy.rules(rules)
    octal = grundy.octal("0.77")
    print("\n| table | Python | grundy | ratio |\n|---|---|---|---|")
    for name, ours, usual in (
        ("Wythoff 300×300, rules as text", lambda: text.table(300, 300), lambda: wythoff(300)),
        ("Kayles, 3000 heaps", lambda: octal.sequence(3000), lambda: kayles(3000)),
    ):
        slow, quick = best(usual, 2), best(ours)
        print(f"| {name} | {slow * 1e3:.0f} ms | {quick * 1e3:.2f} ms | {slow / quick:.0f} |")
    assert text.table(300, 300).values.tolist() == wythoff(300)
    assert octal.sequence(3000).tolist() == kayles(3000)


def without_a_copy() -> None:
    """The array that numpy sees is the memory that Rust filled."""
    table = grundy.rules("state a, b; move l(k in 1..a) -> [a-k, b]; move r(k in 1..b) -> [a, b-k]")
    answer = table.table(1000, 1000)
    seen = np.asarray(answer)
    address = answer.values.__array_interface__["data"][0]
    same = seen.__array_interface__["data"][0] == address
    print(f"\ntable(1000, 1000): {seen.nbytes} bytes, one address: {same}")


if __name__ == "__main__":
    overhead()
    against_python()
    without_a_copy()
