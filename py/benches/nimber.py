"""Figures of ``grundy.nimber``: what crossing into Python costs, and what it saves.

All ratios are taken within one run; times are minima over repeats. Run it with a release build:

    maturin develop --release && python benches/nimber.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from grundy import _core, nimber

N = 10**6


def least(f: Callable[[], object], repeats: int) -> float:
    """Return the least seconds that a call takes."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - start)
    return best


def plain(x: int, y: int, level: int = 32) -> int:
    """Return the nim product as it is usually written in Python: Karatsuba on the halves."""
    if x < 2 or y < 2:
        return x * y
    while not (x | y) >> level:
        level >>= 1
    mask = (1 << level) - 1
    a, b, c, d = x >> level, x & mask, y >> level, y & mask
    ac = plain(a, c, level)
    bd = plain(b, d, level)
    cross = plain(a ^ b, c ^ d, level)
    return (cross ^ bd) << level ^ bd ^ plain(ac, 1 << (level - 1), level)


def cached() -> Callable[[int, int], int]:
    """Return the same with a table of all products below 256, as contest code has it."""
    low = [[plain(x, y) for y in range(256)] for x in range(256)]

    def product(x: int, y: int, level: int = 32) -> int:
        if x < 256 and y < 256:
            return low[x][y]
        while not (x | y) >> level:
            level >>= 1
        mask = (1 << level) - 1
        a, b, c, d = x >> level, x & mask, y >> level, y & mask
        ac, bd = product(a, c, level), product(b, d, level)
        cross = product(a ^ b, c ^ d, level) ^ bd
        return cross << level ^ bd ^ product(ac, 1 << (level - 1), level)

    return product


def main() -> int:
    """Print the tables; the exit code says whether every figure was reached."""
    rng = np.random.default_rng(1)
    a = rng.integers(0, 2**64, N, np.uint64)
    b = rng.integers(0, 2**64, N, np.uint64)
    out = np.zeros(N, np.uint64)
    few = 2000
    xs, ys = a[:few].tolist(), b[:few].tolist()
    product = cached()
    for f in (plain, product, nimber.mul):
        assert [f(x, y) for x, y in zip(xs, ys, strict=True)] == nimber.mul(a, b)[:few].tolist()

    # Rust and Python in turn, since the machine may be shared; in the same memory, since numpy asks
    # for large pages, which make it quicker. New memory is each one's own, and may differ in that.
    kept = made = into = fresh = float("inf")
    for _ in range(30):
        once, anew = _core.nim_slice_seconds(a, b, out, 5)
        kept, made = min(kept, once), min(made, anew)
        into = min(into, least(lambda: nimber.mul(a, b, out=out), 5))
        fresh = min(fresh, least(lambda: nimber.mul(a, b), 5))

    def each(f: Callable[[int, int], int]) -> float:
        return least(lambda: [f(x, y) for x, y in zip(xs, ys, strict=True)], 5) / few

    by_hand, by_table, single = each(plain), each(product), each(nimber.mul)
    figures = [
        ("mul(a, b, out=c) / Rust slice, same memory", into / kept, "<=", 1.2),
        ("mul(a, b) / Rust slice into new memory", fresh / made, "<=", 1.2),
        ("plain Python / mul of arrays", by_hand / (fresh / N), ">=", 50.0),
        ("Python with a table / mul of arrays", by_table / (fresh / N), ">=", 50.0),
        ("plain Python / mul of two ints", by_hand / single, ">=", 50.0),
    ]
    reached = True
    print(f"10^6 products of 64 bits, on {sys.version.split()[0]}, numpy {np.__version__}\n")
    print("| figure | bound | measured | |\n|---|---|---|---|")
    for name, ratio, sign, bound in figures:
        good = ratio <= bound if sign == "<=" else ratio >= bound
        reached &= good
        print(f"| {name} | {sign} {bound:g} | {ratio:.2f} | {'reached' if good else 'missed'} |")

    print("\n| | ns per product |\n|---|---|")
    for name, seconds in [
        ("Rust slice, same memory", kept / N),
        ("mul(a, b, out=c)", into / N),
        ("Rust slice, new memory", made / N),
        ("mul(a, b)", fresh / N),
        ("mul(x, y), two ints", single),
        ("Nimber(x) * Nimber(y)", _objects(xs, ys)),
        ("plain Python", by_hand),
        ("Python with a table of 256 × 256", by_table),
    ]:
        print(f"| {name} | {seconds * 1e9:.3f} |")

    print("\n| function of 10^6 elements, ns each | 8 | 16 | 32 | 64 | 128 |\n" + 6 * "|---" + "|")
    operations: list[tuple[str, Callable[..., object]]] = [
        ("add", lambda x, y, o: nimber.add(x, y, out=o)),
        ("mul", lambda x, y, o: nimber.mul(x, y, out=o)),
        ("mul by a number", lambda x, y, o: nimber.mul(x, 77, out=o)),
        ("mul, every other element", lambda x, y, o: nimber.mul(x[::2], y[::2])),
        ("div", lambda x, y, o: nimber.div(x, y)),
        ("inv", lambda x, y, o: nimber.inv(y)),
        ("square", lambda x, y, o: nimber.square(x, out=o)),
        ("sqrt", lambda x, y, o: nimber.sqrt(x, out=o)),
        ("pow(x, 1000)", lambda x, y, o: nimber.pow(x, 1000, out=o)),
    ]
    for name, operation in operations:
        cells = []
        for bits in (8, 16, 32, 64, 128):
            x, y = _random(rng, bits), _random(rng, bits)
            o = np.zeros_like(x)
            cells.append(f"{least(partial(operation, x, y, o), 5) / N * 1e9:.2f}")
        print(f"| {name} | {' | '.join(cells)} |")
    return 0 if reached else 1


def _objects(xs: list[int], ys: list[int]) -> float:
    pairs = [(nimber.Nimber(x), nimber.Nimber(y)) for x, y in zip(xs, ys, strict=True)]
    return least(lambda: [x * y for x, y in pairs], 5) / len(pairs)


def _random(rng: np.random.Generator, bits: int) -> nimber.Array:
    if bits < 128:
        return rng.integers(1, 2**bits, N, f"u{bits // 8}")
    array = np.empty(N, nimber.uint128)
    array["low"] = rng.integers(1, 2**64, N, np.uint64)
    array["high"] = rng.integers(0, 2**64, N, np.uint64)
    return array


if __name__ == "__main__":
    sys.exit(main())
