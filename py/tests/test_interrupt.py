"""Long work beside a living interpreter: Ctrl-C, other threads, progress."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import grundy

#: A game whose play never ends: a search goes on until something stops it.
UP = "state n; move up -> [n+1]"

THREE = (
    "state a, b, c; move x(k in 1..a) -> [a-k, b, c]; move y(k in 1..b) -> [a, b-k, c]; "
    "move z(k in 1..c) -> [a, b, c-k]; move w(k in 1..min(a, b)) -> [a-k, b-k, c]"
)

WIDE = (
    "state x, y; move first(k in 1..x) -> [x-k, y]; move second(k in 1..y) -> [x, y-k]; "
    "move more_second(k in 1..min(x, y), l in k..3*k) -> [x-k, y-l]; "
    "move more_first(k in 1..min(x, y), l in k+1..3*k) -> [x-l, y-k]"
)

#: What takes minutes, or for ever; of the study many seconds.
LONG = {
    "solve": f"grundy.rules({UP!r}).solve(3, **cost)",
    "table": f"grundy.rules({THREE!r}).table(400, 400, 400, **cost)",
    "study": f"grundy.rules({WIDE!r}).study(**cost)",
    "period": "grundy.octal('0.007').period(**cost)",
    "sequence": "grundy.octal('0.007').sequence(4_000_000, **cost)",
    "misere": "grundy.octal('0.3102').misere(2000, **cost)",
}

#: Tells when work is under way, then how it ended.
PROGRAM = """
import sys
import grundy

def told(news):
    heard.append(news)
    if len(heard) == 1:
        print("working", flush=True)

heard = []
cost = dict(progress=told, memory=1 << 40)
try:
    {work}
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", len(heard) > 0, flush=True)
    # The package is as good as before.
    print(grundy.solve("nim", [3, 5, 7]).value, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("work", sorted(LONG))
def test_ctrl_c_stops_long_work(work: str) -> None:
    program = PROGRAM.replace("{work}", LONG[work])
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        if first != "working\n":
            child.kill()
            pytest.fail(f"{work} told nothing before it ended: {first!r} {child.communicate()}")
        child.send_signal(signal.SIGINT)
        try:
            out, err = child.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            child.kill()
            pytest.fail(f"{work} was not stopped")
    assert out.splitlines() == ["interrupted True", "1"], err
    assert child.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_any_handler_may_stop_the_work() -> None:
    class AlarmError(Exception):
        pass

    def ring(*_: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(AlarmError):
            grundy.rules(UP).solve(3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_handler_that_returns_lets_the_work_go_on() -> None:
    rung = []
    before = signal.signal(signal.SIGINT, lambda *_: rung.append(1))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(grundy.BudgetExceeded):
            grundy.rules(UP).solve(3, seconds=1)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert rung == [1]


def test_other_threads_run_meanwhile() -> None:
    turns = 0
    done = threading.Event()

    def count() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        before = turns
        with pytest.raises(grundy.BudgetExceeded):
            grundy.rules(UP).solve(3, seconds=1)
        after = turns
    finally:
        done.set()
        counter.join()
    # With the lock held it could not have taken a single turn.
    assert after - before > 20


def test_many_threads_ask_at_once() -> None:
    wrong: list[Any] = []

    def ask(n: int) -> None:
        try:
            for k in range(30):
                if grundy.solve("nim", [n, k]).value != n ^ k:
                    wrong.append((n, k))
            if grundy.game("nim").table(20, 20)[n, 3] != n ^ 3:
                wrong.append(n)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_progress_is_told() -> None:
    heard: list[grundy.Progress] = []
    with pytest.raises(grundy.BudgetExceeded):
        grundy.rules(UP).solve(3, seconds=1.5, progress=heard.append)
    assert len(heard) >= 2
    assert all(isinstance(news, grundy.Progress) for news in heard)
    states = [news.states for news in heard]
    assert states == sorted(states)
    assert states[-1] > states[0] > 0
    assert heard[0].what == "search"
    assert heard[-1].seconds > 0
    told: list[str] = []
    with pytest.raises(grundy.BudgetExceeded):
        grundy.rules(UP).solve(3, seconds=1, lang="zh", progress=lambda p: told.append(p.text))
    assert "搜索" in told[0]


def test_an_exception_of_the_listener_stops_the_work() -> None:
    error = LookupError("enough")
    calls = 0

    def hear(_: grundy.Progress) -> None:
        nonlocal calls
        calls += 1
        raise error

    for work in (
        lambda: grundy.rules(UP).solve(3, progress=hear),
        lambda: grundy.octal("0.007").period(progress=hear),
        lambda: grundy.octal("0.007").sequence(4_000_000, progress=hear),
    ):
        with pytest.raises(LookupError) as caught:
            work()
        assert caught.value is error
    assert calls == 3
    assert grundy.solve("nim", [1, 2]).value == 3


class Bar:
    """As much of a bar of tqdm's as the package uses."""

    def __init__(self) -> None:
        self.n = 0
        self.total: int | None = None
        self.updates: list[int] = []

    def update(self, by: int) -> None:
        self.n += by
        self.updates.append(by)


def test_a_bar_is_moved() -> None:
    bar = Bar()
    with pytest.raises(grundy.BudgetExceeded):
        grundy.rules(UP).solve(3, seconds=1.5, progress=bar)
    assert bar.updates
    assert min(bar.updates) >= 0
    assert bar.n == sum(bar.updates) > 0


def test_a_bar_begins_anew_with_each_phase() -> None:
    bar = Bar()
    hear = grundy._progress._to_bar(bar)
    hear('{"states": 50, "share": 0.5}')
    assert (bar.n, bar.total) == (50, 100)
    hear('{"states": 20}')
    assert (bar.n, bar.total) == (20, None)
    # A bar never goes back.
    assert bar.updates == [50, 20]


def test_tqdm_draws_its_bar(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    with pytest.raises(grundy.BudgetExceeded):
        grundy.rules(UP).solve(3, seconds=1, progress=True)
    assert "states" in capsys.readouterr().err


def test_what_is_over_at_once_tells_nothing() -> None:
    heard: list[grundy.Progress] = []
    assert grundy.solve("nim", [1, 2], progress=heard.append).value == 3
    assert heard == []
