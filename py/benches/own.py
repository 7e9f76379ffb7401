"""A game in Python against the memo loop that its author would write otherwise.

    python benches/own.py [--rounds 5]

Each game is solved by `grundy.Game`, by a recursive function with a dictionary and a set for the
mex, and by the same without recursion. All list their options by the very same function. Times are
processor seconds of all threads, the best of several rounds, taken in turn in one run; the ratio
is to the quicker of the two loops by hand that can do the game at all. Bytes are what the process
grew by, for each position kept, in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from grundy._own import Game

Options = Callable[[Any], Iterable[Any]]


def recursive(options: Options, position: Hashable) -> tuple[int, dict[Any, int]]:
    """Value a position as a textbook does."""
    memo: dict[Any, int] = {}

    def value(position: Hashable) -> int:
        if position in memo:
            return memo[position]
        found = {value(to) for to in options(position)}
        mex = 0
        while mex in found:
            mex += 1
        memo[position] = mex
        return mex

    return value(position), memo


def iterative(options: Options, position: Hashable) -> tuple[int, dict[Any, int]]:
    """Value a position with a stack of its own: any depth, each list of options made once."""
    memo: dict[Any, int] = {}
    lists: dict[Any, list[Any]] = {}
    stack = [position]
    while stack:
        at = stack[-1]
        if at in memo:
            stack.pop()
            continue
        after = lists.get(at)
        if after is None:
            after = lists[at] = list(options(at))
            missing = [to for to in after if to not in memo]
            if missing:
                stack.extend(missing)
                continue
        found = {memo[to] for to in after}
        mex = 0
        while mex in found:
            mex += 1
        memo[at] = mex
        del lists[at]
        stack.pop()
    return memo[position], memo


def ours(options: Options, position: Hashable) -> tuple[int, Game[Any]]:
    """Value a position with the package."""

    class Own(Game[Any]):
        def options(self, position: Any) -> Iterable[Any]:
            return options(position)

    Own.options = staticmethod(options)  # type: ignore[assignment]
    game = Own()
    return game.grundy(position), game


SUBTRACT = (1, 4, 6, 9, 11)


def subtraction(n: int) -> list[int]:
    """Take some of a few numbers of stones."""
    return [n - k for k in SUBTRACT if k <= n]


def chomp(rows: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Bite a square and all beyond it; the poisoned one may not be bitten."""
    for i, length in enumerate(rows):
        for left in range(length):
            if i or left:
                after = rows[:i] + tuple(min(row, left) for row in rows[i:])
                yield tuple(row for row in after if row)


def kayles(rows: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Take one or two neighbouring pins; rows are searched together here."""
    for i, n in enumerate(rows):
        if i and rows[i - 1] == n:
            continue
        rest = rows[:i] + rows[i + 1 :]
        for k in (1, 2):
            for left in range((n - k) // 2 + 1):
                parts = [part for part in (left, n - k - left) if part]
                yield tuple(sorted((*rest, *parts)))


def cram_set(free: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
    """Put a domino on two free neighbouring squares."""
    for x, y in free:
        for to in ((x + 1, y), (x, y + 1)):
            if to in free:
                yield free - {(x, y), to}


WIDTH, HEIGHT = 5, 4
DOMINOES = [
    1 << (WIDTH * y + x) | 1 << (WIDTH * (y + dy) + x + dx)
    for y in range(HEIGHT)
    for x in range(WIDTH)
    for dx, dy in ((1, 0), (0, 1))
    if x + dx < WIDTH and y + dy < HEIGHT
]


def cram_bits(free: int) -> list[int]:
    """Put a domino on a board that is a number."""
    return [free ^ d for d in DOMINOES if free & d == d]


GAMES: list[tuple[str, Options, Hashable]] = [
    ("subtraction, ints", subtraction, 300_000),
    ("Chomp, tuples", chomp, (9, 9, 9, 9, 9, 9)),
    ("Kayles, tuples", kayles, (32,)),
    ("Cram, frozensets", cram_set, frozenset((x, y) for x in range(4) for y in range(4))),
    ("Cram, bits", cram_bits, (1 << (WIDTH * HEIGHT)) - 1),
]


def measured(name: str, rounds: int) -> None:
    """Print a line of the table."""
    _, options, position = next(game for game in GAMES if game[0] == name)
    ways = [("ours", ours), ("recursive", recursive), ("iterative", iterative)]
    best: dict[str, float] = {}
    values = set()
    size = 0
    for turn in range(rounds):
        for way, solve in ways[turn % 3 :] + ways[: turn % 3]:
            gc.collect()
            start = time.process_time()
            try:
                value, kept = solve(options, position)
            except RecursionError:
                continue
            took = time.process_time() - start
            best[way] = min(best.get(way, took), took)
            values.add(value)
            size = count(kept)
            del kept
    assert len(values) == 1, values
    by_hand = min(best[way] for way in ("recursive", "iterative") if way in best)
    cells = [f"{best[way]:8.3f}" if way in best else "   depth" for way, _ in ways]
    ratio = best["ours"] / by_hand
    print(f"{name:20} {size:9,} {' '.join(cells)}   {ratio:5.2f}", end="", flush=True)


def weighed(name: str, way: str) -> None:
    """Print what a position takes."""
    _, options, position = next(game for game in GAMES if game[0] == name)
    solve: Callable[[Options, Hashable], tuple[int, Any]] = ours if way == "ours" else iterative
    # What every first question takes, whatever its size, is not counted.
    solve(subtraction, 100)
    gc.collect()
    before = held()
    _, kept = solve(options, position)
    gc.collect()
    size = count(kept)
    print(round((held() - before) / size))


def count(kept: Any) -> int:
    """Return how many positions are kept."""
    return kept.explored if isinstance(kept, Game) else len(kept)


def held() -> int:
    """Return the bytes that this process has in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return 4096 * int(file.read().split()[1])


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--weigh", nargs=2)
    arguments = parser.parse_args()
    if arguments.weigh:
        weighed(*arguments.weigh)
        return
    head = f"{'game':20} {'positions':>9} {'ours':>8} {'recurs.':>8} {'iterat.':>8}   ratio"
    print(head + "   bytes: ours  by hand")
    for name, _, _ in GAMES:
        measured(name, arguments.rounds)
        weights = []
        for way in ("ours", "iterative"):
            command = [sys.executable, __file__, "--weigh", name, way]
            weights.append(subprocess.run(command, capture_output=True, text=True, check=True))
        told = [weight.stdout.strip() for weight in weights]
        print(f"        {told[0]:>5}    {told[1]:>5}")


if __name__ == "__main__":
    # Room for the recursive form, where the depth is in thousands.
    sys.setrecursionlimit(20_000)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
