"""Games in Python whose rules are broken: an exception that says so, never a crash."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from grundy._errors import BudgetExceeded
from grundy._own import Game


class Rules(Game[Any]):
    """A game of one function."""

    def __init__(self, options: Any, **settings: Any) -> None:
        self.function = options
        self.__dict__.update(settings)

    def options(self, position: Any) -> Any:
        return self.function(position)


def stones(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if k <= n]


# ---------------------------------------------------------------- exceptions of the user


class BrokenError(Exception):
    pass


def test_an_exception_comes_through_and_the_memo_stays_good() -> None:
    raised = BrokenError("here")
    armed = [True]

    def options(n: int) -> Iterator[int]:
        for to in stones(n):
            if armed[0] and n == 13:
                raise raised
            yield to

    game = Rules(options)
    with pytest.raises(BrokenError) as caught:
        game.value(40)
    assert caught.value is raised
    names = []
    trace = caught.value.__traceback__
    while trace is not None:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    assert names[-1] == "options"
    # What does not need the broken position works, what does is still broken.
    assert [game.value(n) for n in range(13)] == [n % 4 for n in range(13)]
    with pytest.raises(BrokenError):
        game.value(14)
    armed[0] = False
    assert [game.value(n) for n in range(60)] == [n % 4 for n in range(60)]
    assert game.explored == 60


@pytest.mark.parametrize("hook", ["components", "terminal"])
def test_exceptions_of_other_hooks(hook: str) -> None:
    armed = [True]

    def broken(position: int) -> Any:
        if armed[0] and position == 5:
            raise BrokenError(hook)
        return [position] if hook == "components" else None

    game = Rules(stones, **{hook: broken})
    with pytest.raises(BrokenError, match=hook):
        game.value(9)
    armed[0] = False
    assert [game.value(n) for n in range(20)] == [n % 4 for n in range(20)]


def test_an_exception_in_a_conjecture_or_a_table() -> None:
    def broken(*_: Any) -> int:
        raise BrokenError

    with pytest.raises(BrokenError):
        Rules(stones).check(broken, [1])
    with pytest.raises(BrokenError):
        Rules(stones).table(broken, 3)


def test_stop_iteration_and_base_exceptions() -> None:
    def stop(_: int) -> list[int]:
        raise StopIteration

    def leave(_: int) -> list[int]:
        raise SystemExit(3)

    with pytest.raises(StopIteration):
        Rules(stop).outcome(1)
    with pytest.raises(SystemExit):
        Rules(leave).outcome(1)


# ---------------------------------------------------------------- what options return


@pytest.mark.parametrize("returned", [None, 7, 2.5, object])
def test_options_that_are_no_list(returned: Any) -> None:
    game = Rules(lambda n: returned if n == 3 else [n - 1])
    with pytest.raises(TypeError, match=r"options\(3\) returned .*iterable"):
        game.outcome(5)


@pytest.mark.parametrize("option", [[1, 2], {1}, {}, ([],), bytearray(b"x")])
def test_options_that_cannot_be_hashed_name_their_position(option: Any) -> None:
    game = Rules(lambda n: [option] if n == 3 else [n - 1])
    with pytest.raises(TypeError, match=r"option .* of position 3 cannot be hashed: ") as caught:
        game.outcome(5)
    assert isinstance(caught.value.__cause__, TypeError)
    with pytest.raises(TypeError, match=r"option .* of position 3"):
        game.moves(3)
    with pytest.raises(TypeError, match=r"position .* cannot be hashed"):
        game.outcome(option)
    parts = Rules(stones, components=lambda n: [option] if n == 3 else [n])
    with pytest.raises(TypeError, match=r"component .* of position 3 cannot be hashed"):
        parts.outcome(5)


@pytest.mark.parametrize("said", ["D", "yes", 2.5, []])
def test_terminal_that_says_something_else(said: Any) -> None:
    game = Rules(stones, terminal=lambda n: said if n == 2 else None)
    with pytest.raises(TypeError, match=r"terminal\(2\) returned"):
        game.outcome(4)


class Key:
    """A position whose hash and equality do what a test wants."""

    def __init__(self, n: int, hashed: Any = None, equal: Any = None) -> None:
        self.n = n
        self.hashed = hashed
        self.equal = equal

    def __hash__(self) -> int:
        return self.hashed(self) if self.hashed else 1

    def __eq__(self, other: object) -> bool:
        if self.equal:
            return bool(self.equal(self, other))
        return isinstance(other, Key) and self.n == other.n


def keyed(**settings: Any) -> Rules:
    return Rules(
        lambda key: [Key(n, key.hashed, key.equal) for n in stones(key.n)], states=3000, **settings
    )


def test_equality_is_the_users() -> None:
    # All hashes are the same: equality alone tells them apart.
    game = keyed()
    assert [game.value(Key(n)) for n in range(30)] == [n % 4 for n in range(30)]
    assert game.explored == 30


def test_hash_or_equality_that_raises() -> None:
    def broken(*_: Any) -> int:
        raise BrokenError

    def type_error(*_: Any) -> int:
        raise TypeError("mine")

    with pytest.raises(BrokenError):
        keyed().outcome(Key(5, broken))
    with pytest.raises(BrokenError):
        keyed().outcome(Key(5, None, broken))
    with pytest.raises(TypeError, match=r"^mine$"):
        keyed().outcome(Key(5, type_error))
    armed = [True]

    def sometimes(a: Key, b: Any) -> bool:
        if armed[0] and a.n == 2:
            raise BrokenError
        return isinstance(b, Key) and a.n == b.n

    game = keyed()
    with pytest.raises(BrokenError):
        game.outcome(Key(9, None, sometimes))
    armed[0] = False
    values = [game.value(Key(n, None, sometimes)) for n in range(20)]
    assert values == [n % 4 for n in range(20)]


def test_hashes_that_change_and_equality_that_lies() -> None:
    count = [0]

    def changing(_: Key) -> int:
        count[0] += 1
        return count[0]

    # Every position looks new: correct, but never shared; 3^n of them do not fit.
    assert keyed().outcome(Key(4, changing)) == "P"
    with pytest.raises(BudgetExceeded):
        keyed().outcome(Key(40, changing))
    # Everything is equal: a game with one position and a move to itself.
    assert keyed().outcome(Key(9, None, lambda a, b: True)) == "D"
    # Nothing is equal, not even to itself.
    assert keyed().outcome(Key(4, None, lambda a, b: False)) == "P"
    flip = [False]

    def undecided(a: Key, b: Key) -> bool:
        flip[0] = not flip[0]
        return flip[0]

    with contextlib.suppress(BudgetExceeded):
        assert keyed().outcome(Key(9, None, undecided)) in "NPD"


def test_positions_that_change() -> None:
    class Mutable:
        def __init__(self, n: int) -> None:
            self.n = n

        def __hash__(self) -> int:
            return hash(self.n)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Mutable) and self.n == other.n

    def options(at: Mutable) -> Iterator[Mutable]:
        while at.n > 0:
            at.n -= 1
            yield at

    game = Rules(options, states=10_000)
    for n in range(20):
        with contextlib.suppress(BudgetExceeded):
            assert game.outcome(Mutable(n)) in "NPD"


def test_equality_that_asks_the_game_or_clears_it() -> None:
    game = keyed()

    busy = [False]

    def asking(a: Key, b: Any) -> bool:
        if a.n == 3 and not busy[0]:
            busy[0] = True
            assert game.outcome(Key(2)) == "N"
            busy[0] = False
        return isinstance(b, Key) and a.n == b.n

    def clearing(a: Key, b: Any) -> bool:
        game.clear()
        return isinstance(b, Key) and a.n == b.n

    assert game.outcome(Key(8, None, asking)) == "P"
    game.clear()
    assert game.outcome(Key(8, None, clearing)) == "P"


# ---------------------------------------------------------------- endless games


def endless(n: int) -> Iterator[int]:
    k = 0
    while True:
        yield n + k
        k += 1


def the_same(_: int) -> Iterator[int]:
    while True:
        yield 1


@pytest.mark.parametrize(
    "options", [endless, the_same, lambda n: [n + 1], lambda n: [2 * n, 2 * n + 1]]
)
def test_endless_games_exceed_the_budget(options: Any) -> None:
    game = Rules(options, states=20_000)
    for question in (game.outcome, game.value, game.remoteness, game.best, game.solve):
        with pytest.raises(BudgetExceeded) as caught:
            question(1)
        assert caught.value.resource == "states"
        assert caught.value.limit == 20_000
        assert caught.value.used > 20_000
    assert game.explored <= 20_000
    game.states = 30_000
    with pytest.raises(BudgetExceeded, match="30,000"):
        game.outcome(1)


def test_endless_components() -> None:
    game = Rules(stones, components=endless, states=5000)
    with pytest.raises(BudgetExceeded):
        game.outcome(4)


def test_components_that_come_back_are_searched_as_wholes() -> None:
    # A token may become two, or stop: the parts of a position come back beside it.
    class Growing(Game[tuple[int, ...]]):
        def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            for i, n in enumerate(position):
                rest = position[:i] + position[i + 1 :]
                if n and len(position) < 3:
                    yield tuple(sorted((*rest, n, n)))
                yield tuple(sorted((*rest, n - 1))) if n > 1 else rest

        def components(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            return [(n,) for n in position]

    class Whole(Growing):
        def components(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            return [position]

    # Three tokens are the most, so that parts and wholes differ: the wholes are what is meant.
    for position in [(1,), (2,), (1, 1)]:
        assert Growing().outcome(position) == Whole().outcome(position)


def test_components_may_name_the_position_itself_or_nothing() -> None:
    game = Rules(lambda n: [n - 1] if n else [], components=lambda n: [n, 0])
    assert [game.value(n) for n in range(6)] == [0, 1, 0, 1, 0, 1]
    nothing = Rules(lambda n: [n - 1] if n else [], components=lambda n: [])
    assert nothing.value(5) == 0


# ---------------------------------------------------------------- depth, questions in questions


def test_a_million_deep() -> None:
    game = Rules(lambda n: [n - 1] if n else [])
    assert game.remoteness(1_000_000) == 1_000_000
    assert game.value(999_999) == 1
    ring = Rules(lambda n: [(n + 1) % 1_000_000])
    assert ring.outcome(0) == "D"


def test_options_may_ask_about_other_positions() -> None:
    game: Rules

    def options(n: int) -> list[int]:
        # Only to positions whose value is even: asks the game that is being searched.
        return [to for to in stones(n) if game.grundy(to) % 2 == 0]

    game = Rules(options)
    memo: list[int] = []
    for n in range(200):
        found = {memo[to] for to in stones(n) if memo[to] % 2 == 0}
        memo.append(next(m for m in range(5) if m not in found))
    assert [game.value(n) for n in range(200)] == memo
    assert game.explored == 200


def test_options_that_ask_about_themselves() -> None:
    game: Rules
    game = Rules(lambda n: [n - 1] if n and game.outcome(n) else [])
    with pytest.raises(RecursionError, match="options of 4"):
        game.outcome(4)
    with pytest.raises(RecursionError):
        game.outcome(3)
    game.function = stones
    assert game.outcome(4) == "P"


def test_options_that_clear_the_game() -> None:
    game: Rules

    def options(n: int) -> list[int]:
        game.clear()
        return stones(n)

    game = Rules(options)
    assert game.value(30) == 2


def test_threads() -> None:
    asked = []

    def options(n: int) -> Iterator[int]:
        asked.append(n)
        if n % 7 == 0:
            time.sleep(0)
        yield from stones(n)

    game = Rules(options)
    wrong: list[Any] = []

    def ask(start: int) -> None:
        try:
            for n in range(start, 3000, 37):
                if game.value(n) != n % 4:
                    wrong.append(n)
        except BaseException as error:
            wrong.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=ask, args=(start,)) for start in (5, 17, 29, 2999)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not wrong
    assert game.value(2999) == 3


# ---------------------------------------------------------------- signals


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
@pytest.mark.parametrize("kind", ["python", "one position", "many positions"])
def test_an_interrupt_stops_the_search(kind: str) -> None:
    game = Rules(lambda n: [n + 1], states=2**40)
    if kind != "python":
        # No code of Python runs here: the search itself must look for signals.
        listed: Any = itertools.repeat(0) if kind == "one position" else itertools.count(1)
        game.__dict__["options"] = {0: listed}.__getitem__
    start = time.monotonic()
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.outcome(0)
    timer.join()
    assert time.monotonic() - start < 20
    # It can be asked again.
    assert Rules(stones).outcome(4) == "P"


# ---------------------------------------------------------------- memory


def test_a_game_and_its_positions_go_together() -> None:
    class Position:
        def __init__(self, game: Any, n: int) -> None:
            self.game, self.n = game, n

        def __hash__(self) -> int:
            return hash(self.n)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Position) and self.n == other.n

    game = Rules(lambda at: [Position(at.game, n) for n in stones(at.n)])
    assert game.outcome(Position(game, 10)) == "N"
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


LEAK = """
import resource, sys
from grundy._own import Game

class Stones(Game):
    def options(self, n):
        if n == self.bad:
            raise ValueError(n)
        return [(n[0] - k,) for k in (1, 2, 3) if k <= n[0]]
    bad = None

def held():
    with open("/proc/self/statm") as file:
        return 4096 * int(file.read().split()[1])

def once():
    game = Stones()
    game.outcome((3000,))
    (game((50,)) + game((60,))).winning_moves()
    game.draw((5,)).svg
    game.table(lambda n: (n,), 40)
    game.check(lambda n: n[0] % 4, [(n,) for n in range(50)])
    broken = Stones()
    broken.bad = (7,)
    for question in (broken.outcome, broken.best):
        try:
            question((300,))
        except ValueError:
            pass
    for wrong in ([], 5):
        try:
            broken.outcome([wrong])
        except TypeError:
            pass
    misere = Stones()
    misere.convention = "misere"
    misere.sum((9,), (8,)).best()

for _ in range(10):
    once()
before = held()
limit = before + (400 << 20)
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
for _ in range(150):
    once()
grown = held() - before
print(grown)
sys.exit(grown > (12 << 20))
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_nothing_leaks() -> None:
    # 150 rounds of 3,400 positions: if they stayed, there would be 100 megabytes more.
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(LEAK)], capture_output=True)
    assert run.returncode == 0, (run.stdout, run.stderr[-2000:])
