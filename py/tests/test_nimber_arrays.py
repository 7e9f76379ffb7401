"""Arrays: every function against that of single nimbers, in every layout of memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import nimber
from grundy.nimber import Nimber

# How long an example takes says how busy the machine is.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")

WIDTHS = [8, 16, 32, 64, 128]
#: Lengths around the block sizes of vectors and buffers.
LENGTHS = [0, 1, 5, 6, 63, 64, 65, 300, 2047, 2049, 5000]


def dtype(bits):
    return nimber.uint128 if bits == 128 else np.dtype(f"u{bits // 8}")


def ints(array):
    """The elements as integers of Python, in a list like the array."""
    if np.asarray(array).dtype.names:
        return nimber.from_uint128(np.asarray(array)).tolist()
    return np.asarray(array).tolist()


def random(bits, shape, seed=1):
    rng = np.random.default_rng(seed)
    if bits < 128:
        return rng.integers(0, 2**bits, shape, dtype(bits))
    array = np.empty(shape, nimber.uint128)
    array["low"] = rng.integers(0, 2**64, shape, np.uint64)
    array["high"] = rng.integers(0, 2**64, shape, np.uint64)
    return array


def nonzero(array):
    words = array["low"] if array.dtype == nimber.uint128 else array
    words[words == 0] = 1
    return array


def same(got, wanted):
    assert np.asarray(got).shape == np.asarray(wanted, dtype=object).shape
    assert ints(got) == wanted


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("n", LENGTHS)
def test_functions_of_one_array(bits, n):
    a = nonzero(random(bits, n))
    values = ints(a)
    keep = a.copy()
    for f in (nimber.square, nimber.sqrt, nimber.inv):
        got = f(a)
        assert got.dtype == a.dtype
        same(got, [f(x) for x in values])
    few, listed = a[:40], values[:40]
    same(nimber.order(few), [nimber.order(x) for x in listed])
    same(nimber.degree(few), [nimber.degree(x) for x in listed])
    same(nimber.root(few, 7), [nimber.pow(x, pow(7, -1, 2**bits - 1)) for x in listed])
    for k in (0, 1, 3, bits - 1, bits, bits + 2):
        same(nimber.frobenius(few, k), [nimber.pow(x, 2 ** (k % bits)) for x in listed])
    for down in (1, 4, bits // 2, bits):
        traces, norms = [], []
        for x in listed:
            conjugates = [nimber.frobenius(x, k) for k in range(0, bits, down)]
            trace, norm = 0, 1
            for y in conjugates:
                trace, norm = nimber.add(trace, y), nimber.mul(norm, y)
            traces.append(trace)
            norms.append(norm)
        same(nimber.trace(few, down), traces)
        same(nimber.norm(few, down), norms)
    half = [x >> 1 for x in values]
    solvable = nimber.to_uint128(half) if bits == 128 else np.array(half, dtype(bits))
    same(nimber.artin_schreier(solvable), [nimber.artin_schreier(x) for x in half])
    same(a, ints(keep))


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("n", LENGTHS)
def test_functions_of_two_arrays(bits, n):
    a, b = random(bits, n), nonzero(random(bits, n, 2))
    pairs = list(zip(ints(a), ints(b), strict=True))
    for f in (nimber.add, nimber.mul, nimber.div):
        got = f(a, b)
        assert got.dtype == a.dtype
        same(got, [f(x, y) for x, y in pairs])
    c = int(pairs[0][1]) if n else 3
    for f in (nimber.add, nimber.mul):
        same(f(a, c), [f(x, c) for x, _ in pairs])
        same(f(Nimber(c), a), [f(x, c) for x, _ in pairs])
    same(nimber.div(a, c), [nimber.div(x, c) for x, _ in pairs])
    same(nimber.div(c, b), [nimber.div(c, y) for _, y in pairs])
    assert nimber.dot(a, b) == sum((Nimber(x) * y for x, y in pairs), Nimber(0))
    product, running = 1, []
    for _, y in pairs:
        product = nimber.mul(product, y)
        running.append(product)
    same(nimber.cumprod(b), running)


@pytest.mark.parametrize("bits", WIDTHS)
def test_powers(bits):
    a = random(bits, 300)
    order = 2**bits - 1
    for n in (0, 1, 2, 5, order - 1, order, order + 1, 10 * order, 3**200):
        same(nimber.pow(a, n), [nimber.pow(x, n) for x in ints(a)])
    b = nonzero(a.copy())
    for n in (-1, -2, -order, -(3**200)):
        same(nimber.pow(b, n), [nimber.pow(x, n) for x in ints(b)])
    rng = np.random.default_rng(3)
    for n in (
        rng.integers(-(2**63), 2**63 - 1, 300),
        rng.integers(0, 2**64, 300, np.uint64),
        rng.integers(-5, 6, 300, np.int8),
        np.arange(300),
        [5] * 300,
        [-(10**30)] * 300,
    ):
        wanted = [nimber.pow(x, int(k)) for x, k in zip(ints(b), n, strict=True)]
        same(nimber.pow(b, n), wanted)
    zeros = np.zeros(3, dtype(bits))
    same(nimber.pow(zeros, np.array([0, 1, order % 2**62])), [1, 0, 0])
    same(nimber.pow(zeros, [0, 1, order]), [1, 0, 0])
    with pytest.raises(ZeroDivisionError):
        nimber.pow(zeros, [0, 1, -1])
    with pytest.raises(ZeroDivisionError):
        nimber.pow(zeros, -1)
    same(nimber.pow(3, np.arange(4)), [1, 3, 2, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for n in (-1, 0, 1):
            same(nimber.pow(b[:5], np.array(n)), [nimber.pow(x, n) for x in ints(b[:5])])


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_logarithms(bits):
    a = nonzero(random(bits, 200))
    g = nimber.generator(bits)
    logs = nimber.log(a)
    same(logs, [nimber.log(x, g) for x in ints(a)])
    same(nimber.pow(np.array(g, dtype(bits)), logs), ints(a))
    with pytest.raises(nimber.NoSolution, match="0 is not a power"):
        nimber.log(np.array([3, 0, 1], dtype(bits)))


def test_a_wide_logarithm():
    a = nimber.to_uint128([nimber.pow(nimber.generator(128), 12345)])
    same(nimber.log(a), [12345])


@pytest.mark.parametrize("bits", WIDTHS)
def test_quadratics(bits):
    a, b, x = random(bits, 400), random(bits, 400, 2), random(bits, 400, 3)
    a = nonzero(a)
    c = nimber.add(nimber.mul(a, nimber.square(x)), nimber.mul(b, x))
    low, high = nimber.solve_quadratic(a, b, c)
    for y in (low, high):
        same(nimber.add(nimber.mul(a, nimber.square(y)), nimber.mul(b, y)), ints(c))
    for wanted, p, q in zip(ints(x), ints(low), ints(high), strict=True):
        assert wanted in (p, q)
        assert p <= q
    with pytest.raises(nimber.NoSolution, match="no solution"):
        nimber.solve_quadratic(1, 1, nimber.to_uint128([1 << 127]))


def layouts(a):
    """The same elements in every way that memory can hold them."""
    yield a
    yield np.asfortranarray(a)
    spread = np.zeros((*a.shape[:-1], 3 * a.shape[-1]), a.dtype)[..., 1::3]
    spread[...] = a
    yield spread
    backwards = a[..., ::-1].copy()[..., ::-1]
    yield backwards
    yield a.T.copy().T
    # Not aligned.
    raw = np.zeros(a.nbytes + 1, np.uint8)[1:].view(a.dtype).reshape(a.shape)
    raw[...] = a
    yield raw
    yield a.astype(a.dtype.newbyteorder("S"))
    frozen = a.copy()
    frozen.flags.writeable = False
    yield frozen


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("shape", [(7,), (300, 5), (5, 300), (3, 4, 5), (2, 3000), (1, 1, 4)])
def test_layouts(bits, shape):
    a, b = random(bits, shape), random(bits, shape, 2)
    wanted = nimber.mul(a.reshape(-1), b.reshape(-1)).reshape(shape)
    root = nimber.sqrt(a.reshape(-1)).reshape(shape)
    for x in layouts(a):
        same(nimber.sqrt(x), ints(root))
        for y in layouts(b):
            got = nimber.mul(x, y)
            assert got.dtype == dtype(bits)
            assert got.dtype.isnative
            same(got, ints(wanted))
            same(x, ints(a))


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((4, 1), (1, 5)),
        ((300, 1), (1, 300)),
        ((), (7,)),
        ((2, 1, 3), (4, 1)),
        ((0, 3), (1, 3)),
        ((1,), (1, 1)),
        ((), ()),
        ((3, 1, 2, 1), (5, 1, 4)),
    ],
)
def test_broadcasting(bits, left, right):
    a, b = random(bits, left), random(bits, right, 2)
    x = nimber.from_uint128(a) if bits == 128 else a.astype(object)
    y = nimber.from_uint128(b) if bits == 128 else b.astype(object)
    wanted = np.frompyfunc(nimber.mul, 2, 1)(x, y)
    got = nimber.mul(a, b)
    assert np.shape(got) == np.shape(wanted)
    assert ints(got) == (wanted.tolist() if isinstance(wanted, np.ndarray) else wanted)


def test_widths_meet_in_the_wider_one():
    for narrow in WIDTHS:
        for wide in WIDTHS:
            if narrow <= wide:
                a, b = random(narrow, 50), random(wide, 50, 2)
                for got in (nimber.mul(a, b), nimber.mul(b, a)):
                    assert got.dtype == dtype(wide)
                    pairs = zip(ints(a), ints(b), strict=True)
                    same(got, [nimber.mul(x, y) for x, y in pairs])
    assert nimber.mul([2, 3], [3, 2**64]).dtype == nimber.uint128
    assert nimber.mul(np.uint8(3), np.uint16(2)) == np.uint16(1)
    assert type(nimber.mul(np.uint8(3), np.uint16(2))) is np.uint16
    assert type(nimber.mul(np.uint8(3), 2)) is np.uint8


@pytest.mark.parametrize("bits", WIDTHS)
def test_out(bits):
    a, b = random(bits, 5000), nonzero(random(bits, 5000, 2))
    wanted, quotient = ints(nimber.mul(a, b)), ints(nimber.div(a, b))
    out = np.zeros_like(a)
    assert nimber.mul(a, b, out=out) is out
    same(out, wanted)
    # Into an operand, and into both.
    x = a.copy()
    nimber.mul(x, b, out=x)
    same(x, wanted)
    y = b.copy()
    nimber.div(a, y, out=y)
    same(y, quotient)
    z = a.copy()
    nimber.mul(z, z, out=z)
    same(z, ints(nimber.square(a)))
    # Shifted, backwards, with holes.
    for view, source in [
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:-1], np.s_[1:]),
        (np.s_[::-1], np.s_[:]),
        (np.s_[::2], np.s_[1::2]),
        (np.s_[:2500], np.s_[::2]),
    ]:
        whole = a.copy()
        expected = ints(nimber.mul(a[source], b[: len(a[source])]))
        nimber.mul(whole[source], b[: len(a[source])], out=whole[view])
        same(whole[view], expected)
    square = random(bits, (70, 70), 4)
    wanted = ints(nimber.mul(square.copy(), square.T.copy()))
    nimber.mul(square, square.T, out=square)
    same(square, wanted)
    # Other layouts of the output; it may be wider, and of a larger shape.
    for made in (
        np.zeros((5000, 3), a.dtype)[:, 1],
        np.zeros(5000, a.dtype.newbyteorder("S")),
        np.zeros(5000, nimber.uint128),
        np.zeros(5000 * a.itemsize + 1, np.uint8)[1:].view(a.dtype),
    ):
        nimber.sqrt(a, out=made)
        native = made.astype(made.dtype.newbyteorder("="))
        same(native, ints(nimber.sqrt(a)))
    large = np.zeros((2, 5000), a.dtype)
    nimber.add(a, 1, out=large)
    same(large, [ints(nimber.add(a, 1))] * 2)


def test_nothing_is_written_if_it_fails():
    a = np.array([1, 2, 0, 3] * 2000, np.uint64)
    out = np.full(8000, 7, np.uint64)
    for f in (nimber.inv, nimber.log, nimber.order, lambda a, out: nimber.div(1, a, out=out)):
        with pytest.raises((ZeroDivisionError, ValueError)):
            f(a, out=out)
        assert (out == 7).all()
        assert a[2] == 0
    a = np.array([1, 2**63] * 3, np.uint64)
    with pytest.raises(nimber.NoSolution):
        nimber.artin_schreier(a, out=a)
    assert a.tolist() == [1, 2**63] * 3


U8 = np.arange(6, dtype=np.uint8)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: nimber.mul(np.arange(3), U8[:3]), TypeError, "^a: .*int64.*astype"),
        (lambda: nimber.mul(U8, np.zeros(6)), TypeError, "^b: .*float64"),
        (lambda: nimber.mul(U8, np.zeros(6, bool)), TypeError, "^b: .*bool"),
        (lambda: nimber.mul(U8, np.zeros(6, object)), TypeError, "^b: .*object"),
        (lambda: nimber.mul(U8, np.zeros(6, "u8,u8")), TypeError, "^b: "),
        (lambda: nimber.mul(U8, np.zeros(6, "V16")), TypeError, "^b: "),
        (lambda: nimber.mul(np.int64(3), U8), TypeError, "^a: .*int64"),
        (lambda: nimber.mul(U8, 1.0), TypeError, "^b: .*float"),
        (lambda: nimber.mul(U8, "x"), TypeError, "^b: .*str"),
        (lambda: nimber.mul(U8, [1, 2.0]), TypeError, "^b: .*float"),
        (lambda: nimber.mul(U8, [1, None]), TypeError, "^b: .*NoneType"),
        (lambda: nimber.mul(U8, [[1], [2, 3]]), (TypeError, ValueError), "^b: .*lengths"),
        (lambda: nimber.mul(U8, [1, -2]), ValueError, "^b: .*-2"),
        (lambda: nimber.mul(U8, [2**128]), ValueError, "^b: .*129 bits"),
        (lambda: nimber.mul(U8, 256), ValueError, "^b: .*9 bits"),
        (lambda: nimber.mul(U8, -1), ValueError, "^b: .*negative"),
        (lambda: nimber.mul(np.ma.masked_array(U8, U8 > 2), U8), TypeError, "^a: .*masked"),
        (lambda: nimber.mul(U8, U8[:4]), ValueError, r"^a, b: .*\(6,\) and \(4,\)"),
        (lambda: nimber.mul(U8, U8, out=3), TypeError, "^out: .*int"),
        (lambda: nimber.pow(U8, 2, out=[0] * 6), TypeError, "^out: .*list"),
        (lambda: nimber.log(U8, out=[0] * 6), TypeError, "^out: .*list"),
        (lambda: nimber.mul(U8, U8, out=[0] * 6), TypeError, "^out: .*list"),
        (lambda: nimber.mul(2, 3, out=np.zeros(1)), TypeError, "^out: .*float64"),
        (lambda: nimber.mul(U8, U8, out=np.zeros(5, np.uint8)), ValueError, "^out: .*shape"),
        (lambda: nimber.mul(U8, [1] * 6, out=U8.copy()), TypeError, "^out: .*8 bits"),
        (
            lambda: nimber.mul(U8, U8, out=np.broadcast_to(np.uint8(3), 6)),
            ValueError,
            "^out: .*read-only",
        ),
        (lambda: nimber.inv(U8), ZeroDivisionError, "zero"),
        (lambda: nimber.div(U8, U8), ZeroDivisionError, "0 by zero"),
        (lambda: nimber.pow(U8, 0.5), TypeError, "^n: .*float"),
        (lambda: nimber.pow(U8, np.zeros(6)), TypeError, "^n: .*float64"),
        (lambda: nimber.pow(U8, [1, 2.0]), TypeError, "^n: .*float"),
        (lambda: nimber.pow(U8, np.arange(4)), ValueError, "^a, n: "),
        (lambda: nimber.trace(U8, 3), ValueError, "3 bits"),
        (lambda: nimber.trace(U8, 16), ValueError, "16 bits"),
        (lambda: nimber.norm(U8, 0), ValueError, "0 bits"),
        (lambda: nimber.dot(U8, U8[:3]), ValueError, "^a, b: .*6 and 3"),
        (lambda: nimber.dot(U8[:, None], U8), ValueError, "^a: .*one axis"),
        (lambda: nimber.cumprod(np.uint8(3)), ValueError, "^a: .*one axis"),
        (lambda: nimber.to_uint128([-1]), ValueError, "^values: "),
        (lambda: nimber.to_uint128([2**128]), ValueError, "^values: "),
        (lambda: nimber.to_uint128(np.arange(3)), TypeError, "^values: "),
        (lambda: nimber.from_uint128(U8), TypeError, "^array: "),
    ],
)
def test_errors_name_the_argument(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_tables():
    for op, f in (("add", nimber.add), ("mul", nimber.mul)):
        for n in (0, 1, 17, 256, 257):
            table = nimber.table(op, n)
            assert table.dtype == (np.uint8 if n <= 256 else np.uint16)
            assert table.shape == (n, n)
        assert nimber.table(op, 17).tolist() == [[f(i, j) for j in range(17)] for i in range(17)]


def test_128_bits_there_and_back():
    values = [[0, 1], [2**64 - 1, 2**64], [2**128 - 1, 12345 << 70]]
    array = nimber.to_uint128(values)
    assert array.shape == (3, 2)
    assert nimber.from_uint128(array).tolist() == values
    assert nimber.from_uint128(nimber.to_uint128(np.array(values, dtype=object))).tolist() == values
    assert ints(nimber.to_uint128(np.arange(3, dtype=np.uint16))) == [0, 1, 2]
    assert nimber.to_uint128([]).shape == (0,)


@settings(max_examples=60)
@given(st.data())
def test_any_views_of_any_shapes(data):
    """Slices, transposes and broadcasts of one block of memory, the output among them."""
    bits = data.draw(st.sampled_from(WIDTHS))
    memory = random(bits, (6, 7, 8), data.draw(st.integers(0, 99)))
    steps = st.sampled_from([1, 2, 3, -1, -2])

    def view():
        index = tuple(
            slice(None, None, data.draw(steps))
            if data.draw(st.booleans())
            else slice(data.draw(st.integers(0, side - 1)), None)
            for side in memory.shape
        )
        return memory[index].transpose(data.draw(st.permutations(range(3))))

    a, b = view(), view()
    shape = tuple(min(x, y) for x, y in zip(a.shape, b.shape, strict=True))
    cut = tuple(slice(0, side) for side in shape)
    a, b = a[cut], b[cut]
    wanted = ints(nimber.mul(np.ascontiguousarray(a), np.ascontiguousarray(b)))
    same(nimber.mul(a, b), wanted)
    out = view()
    if all(x >= y for x, y in zip(out.shape, shape, strict=True)):
        out = out[cut]
        nimber.mul(a, b, out=out)
        same(out, wanted)


def test_other_threads_run_meanwhile():
    a = random(128, 400_000)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        start = time.monotonic()
        nimber.pow(a, 2**127 - 1)
        took = time.monotonic() - start
    finally:
        stop.set()
        thread.join()
    during = [t for t in ticks if start < t < start + took]
    assert len(during) >= min(5, took / 0.1)


def seconds_of(pid):
    """Processor time that a process has used: what a busy machine does not change."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="processor time of a process")
@pytest.mark.parametrize(
    "work",
    [
        "nimber.pow(np.full(20_000_000, 77, np.uint64), 2**63 - 1)",
        "nimber.log(np.full(10_000_000, 77, np.uint64))",
        "nimber.Polynomial(np.arange(1, 20000, dtype=np.uint64)).roots()",
        "nimber.Matrix(np.frombuffer(np.random.bytes(1 << 27), 'u8').reshape(4096, 4096)).rank()",
        "nimber.pow(2**65536 - 1, 2**65536 // 3)",
        "[nimber.log(2**127 + k) for k in range(1000)]",
    ],
)
def test_ctrl_c_stops_at_once(work):
    code = f"import numpy as np\nfrom grundy import nimber\nprint('go', flush=True)\n{work}\n"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "go\n"
    time.sleep(1.0)
    assert child.poll() is None, "the work was done too soon to be stopped"
    before = seconds_of(child.pid)
    child.send_signal(signal.SIGINT)
    assert child.stderr is not None
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    child.stderr.close()
    assert usage.ru_utime + usage.ru_stime - before < 1.5
    assert "KeyboardInterrupt" in errors
    assert child.returncode != 0


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
def test_nothing_leaks():
    """Many repetitions, also of what fails, under a limit of memory that a leak would meet."""
    code = """
import resource
import numpy as np
from grundy import nimber

a = np.arange(1, 200_001, dtype=np.uint64)
w = nimber.to_uint128(list(range(1, 2001)))
zero = np.zeros(200_000, np.uint64)
big = 2**20000 + 12345

def once():
    out = nimber.mul(a, a)
    nimber.mul(a, 3, out=out)
    nimber.mul(a[::2], a[1::2])
    nimber.sqrt(w)
    nimber.mul(big, big)
    f = nimber.Polynomial(a[:500])
    f * f, divmod(f, f), f(a[:50])
    m = nimber.Matrix(a[:100].reshape(10, 10))
    m @ m, m.rank()
    nimber.ordinal("w^w+w*3+5") * nimber.ordinal("w+1")
    nimber.calc("3 * w + 5")
    for wrong in (
        lambda: nimber.inv(zero),
        lambda: nimber.mul(a, -1),
        lambda: nimber.mul(a, zero[:7]),
        lambda: nimber.log(zero),
        lambda: nimber.mul(a, 1.5),
        lambda: nimber.ordinal("w^"),
        lambda: nimber.calc("1/0"),
    ):
        try:
            wrong()
        except (ValueError, TypeError, ZeroDivisionError):
            pass
        else:
            raise AssertionError

for _ in range(20):
    once()
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
limit = used + (48 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for _ in range(400):
    once()
try:
    nimber.mul(np.arange(10**7, dtype=np.uint64), 2)
except MemoryError:
    print("kept")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.stdout == "kept\n", done.stderr
