"""Polynomials, matrices, ordinals and the calculator."""

from __future__ import annotations

import copy
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import nimber
from grundy.nimber import Calculator, Matrix, Nimber, Ordinal, Polynomial, calc, ordinal

# How long an example takes says how busy the machine is.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")

WIDTHS = [8, 16, 32, 64, 128]
coefficients = st.integers(3, 7).flatmap(
    lambda k: st.lists(st.integers(0, 2 ** (1 << k) - 1), max_size=9)
)
polynomials = coefficients.map(lambda row: Polynomial(row))


def by_definition(f, g):
    a = [int(x) for x in nimber.from_uint128(nimber.to_uint128(f.coefficients))]
    b = [int(x) for x in nimber.from_uint128(nimber.to_uint128(g.coefficients))]
    product = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] ^= nimber.mul(x, y)
    return Polynomial(product)


@given(polynomials, polynomials, polynomials)
def test_polynomials_are_a_ring(f, g, h):
    assert f * g == g * f == by_definition(f, g)
    assert (f + g) * h == f * h + g * h
    assert f + f == 0
    assert f - g == f + g
    assert -f == f
    assert f**3 == f * f * f
    assert hash(f * g) == hash(g * f)
    if g:
        quotient, rest = divmod(f, g)
        assert quotient * g + rest == f
        assert rest.degree < g.degree
        assert f // g == quotient
        assert f % g == rest
        d = f.gcd(g)
        assert f % d == 0
        assert g % d == 0
        assert d.monic() == d
    assert (f * g).derivative() == f.derivative() * g + f * g.derivative()


@given(polynomials, st.lists(st.integers(0, 2**128 - 1), min_size=1, max_size=5))
def test_values(f, points):
    for x in points:
        value = Nimber(0)
        for i, c in enumerate(nimber.from_uint128(nimber.to_uint128(f.coefficients))):
            value += Nimber(int(c)) * Nimber(x) ** i
        assert f(x) == f(Nimber(x)) == value
        assert type(f(x)) is Nimber
    many = f(nimber.to_uint128(points))
    assert nimber.from_uint128(many).tolist() == [int(f(x)) for x in points]


@pytest.mark.parametrize("bits", WIDTHS)
def test_long_products(bits):
    rng = np.random.default_rng(5)
    a = rng.integers(0, 2 ** min(bits, 64), 700, f"u{min(bits, 64) // 8}")
    b = rng.integers(0, 2 ** min(bits, 64), 300, a.dtype)
    f, g = Polynomial(a, bits), Polynomial(b, bits)
    assert f.bits == (f * g).bits == bits
    assert f * g == by_definition(f, g)


@pytest.mark.parametrize("bits", WIDTHS)
def test_roots_and_interpolation(bits):
    roots = sorted({int(x) % 2**bits for x in (0, 1, 5, 77, 2**bits - 1, 2 ** (bits // 2))})
    f = Polynomial.from_roots(nimber.to_uint128(roots) if bits == 128 else _row(roots, bits))
    assert f.bits == bits
    assert f.degree == len(roots)
    assert f.roots() == roots
    irreducible = Polynomial([1 << (bits - 1), 1, 1], bits)
    assert irreducible.roots() == []
    assert (f * irreducible).roots() == roots
    values = [nimber.square(x) for x in roots]
    assert Polynomial.interpolate(roots, values) == Polynomial([0, 0, 1])
    rng = np.random.default_rng(6)
    points, free = rng.permutation(200).astype(np.uint8), rng.integers(0, 256, 200, np.uint8)
    g = Polynomial.interpolate(points, free)
    assert g.degree < 200
    assert g(points).tolist() == free.tolist()


def _row(values, bits):
    return np.array(values, f"u{bits // 8}")


def test_a_polynomial_is_a_value():
    f = Polynomial([1, 2, 0, 3, 0, 0])
    assert f.degree == 3
    assert Polynomial([]).degree == -1
    assert not Polynomial([0])
    assert str(f) == "3*x^3 + 2*x + 1"
    assert str(Polynomial([])) == "0"
    assert f._repr_latex_() == r"$3 x^{3}\oplus 2 x\oplus 1$"
    assert f == Polynomial(np.array([1, 2, 0, 3], np.uint8))
    assert hash(f) == hash(Polynomial(np.array([1, 2, 0, 3], np.uint8)))
    assert copy.deepcopy(f) == pickle.loads(pickle.dumps(f)) == f
    assert eval(repr(f)) == f
    assert f * 2 == 2 * f == f * Nimber(2) == Polynomial([2, 3, 0, 1])
    assert f + 1 == 1 + f == Polynomial([0, 2, 0, 3])
    assert Polynomial([5]) == 5
    assert hash(Polynomial([5])) == hash(5)
    source = np.array([1, 2, 3], np.uint8)
    g = Polynomial(source)
    source[0] = 9
    assert g == Polynomial([1, 2, 3])
    with pytest.raises(ValueError, match="read-only"):
        g.coefficients[0] = 1
    assert (Polynomial([2**100]) * f).bits == 128
    assert f.roots() == [x for x in f.roots() if f(x) == 0]


def test_matrices():
    rng = np.random.default_rng(7)
    for bits in WIDTHS:
        raw = rng.integers(0, 2 ** min(bits, 64), (9, 9), f"u{min(bits, 64) // 8}")
        m = Matrix(nimber.to_uint128(raw) if bits == 128 else raw)
        assert m.bits == bits
        one = Matrix.identity(9, bits)
        assert m @ one == one @ m == m
        wanted = [
            [int(sum((m[i, k] * m[k, j] for k in range(9)), Nimber(0))) for j in range(9)]
            for i in range(9)
        ]
        assert m @ m == Matrix(wanted) == m**2
        if m.rank() == 9:
            assert m @ m.inverse() == one == m**3 @ m**-3
            assert m.det() != 0
            assert m.solve(m @ m) == m
        assert m.det() == m.T.det()
        assert (m @ m).det() == m.det() ** 2
        assert (m * 3).det() == m.det() * Nimber(3) ** 9
        assert (m + m) == m * 0
        assert (m + m).rank() == 0


@settings(max_examples=50)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 6), st.integers(0, 1000))
def test_rank_and_kernel(rows, columns, rank, seed):
    rng = np.random.default_rng(seed)
    rank = min(rank, rows, columns)
    left = Matrix(rng.integers(0, 256, (rows, rank), np.uint8))
    right = Matrix(rng.integers(0, 256, (rank, columns), np.uint8))
    m = left @ right
    assert m.shape == (rows, columns)
    assert m.rank() <= rank
    kernel = m.kernel()
    assert kernel.shape == (columns - m.rank(), columns)
    assert not (m @ kernel.T).to_array().any()
    assert kernel.rank() == kernel.shape[0]


def test_determinants_by_expansion():
    def expanded(rows):
        if not rows:
            return Nimber(1)
        total = Nimber(0)
        for j, x in enumerate(rows[0]):
            total += Nimber(x) * expanded([row[:j] + row[j + 1 :] for row in rows[1:]])
        return total

    rng = np.random.default_rng(8)
    for n in range(1, 6):
        rows = rng.integers(0, 16, (n, n)).tolist()
        assert Matrix(rows).det() == expanded(rows)


def test_a_matrix_is_a_value():
    m = Matrix([[1, 2], [3, 4]])
    assert m.shape == (2, 2)
    assert m[1, 0] == 3
    assert repr(m) == "Matrix([[1, 2], [3, 4]])"
    assert m._repr_latex_() == r"$\begin{pmatrix}1 & 2 \\ 3 & 4\end{pmatrix}$"
    assert hash(m) == hash(Matrix(np.array([[1, 2], [3, 4]], np.uint8)))
    assert copy.deepcopy(m) == pickle.loads(pickle.dumps(m)) == m
    assert m != Matrix([[1, 2]])
    big = Matrix(np.zeros((20, 30), np.uint8))
    assert repr(big) == "<Matrix of 20 × 30 nimbers of 8 bits>"
    assert r"\vdots" in big._repr_latex_()
    with pytest.raises(ValueError, match="read-only"):
        m.entries[0, 0] = 1


def test_ordinals():
    w = Ordinal("w")
    assert w**3 == 2
    assert w * w == Ordinal("w^2")
    assert Ordinal("ω^(ω^2·4)+ω·3+5") == Ordinal("w^(w^2*4)+w*3+5")
    assert Ordinal(4).root(5) == Ordinal("w^w")
    assert Ordinal("w^w") ** 5 == 4
    assert Ordinal("w^(w^2)") ** 7 == Ordinal("w+1")
    assert (w + 1) / (w + 1) == 1
    assert 1 / w * w == 1
    assert Nimber(3) * w == w * 3 == 3 * w
    assert w + Nimber(1) == Ordinal("w+1")
    assert w.sqrt() ** 2 == w
    assert w.degree() == 6
    assert w > 10**100
    assert Ordinal(3) < 4 <= Ordinal(4) < w
    assert Ordinal(7) == 7 == Nimber(7) == Ordinal(7)
    assert hash(Ordinal(7)) == hash(7)
    assert hash(w) == hash(Ordinal("ω"))
    assert int(Ordinal(7)) == 7
    assert Ordinal(7).is_finite
    assert not w.is_finite
    assert copy.deepcopy(w) == pickle.loads(pickle.dumps(w)) == w
    assert eval(repr(w + 5)) == w + 5
    assert ordinal("w^(w^2*4+w)*7 + 5")._repr_latex_() == (
        r"$\omega ^{\omega ^{2} \cdot 4 + \omega } \cdot 7 + 5$"
    )
    assert ordinal("w^w")._repr_latex_() == r"$\omega ^{\omega }$"
    with pytest.raises(AttributeError):
        w._inner = None
    with pytest.raises(ValueError, match="not finite"):
        int(w)
    with pytest.raises(TypeError):
        w + 1.5
    with pytest.raises(TypeError):
        w**1.5


terms = st.lists(
    st.tuples(st.sampled_from(["w^2*{}", "w*{}", "{}"]), st.integers(1, 255)), max_size=3
)


@settings(max_examples=60)
@given(terms, terms, terms)
def test_ordinals_are_a_field(x, y, z):
    def total(parts):
        return sum((Ordinal(form.format(c)) for form, c in parts), Ordinal(0))

    a, b, c = total(x), total(y), total(z)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + a == 0
    if b:
        assert a / b * b == a
        assert b**-2 * b**2 == 1


def test_the_calculator():
    assert calc("2 * 2 + w") == Ordinal("w+3")
    assert calc("(24 ⊗ 17) ⊕ 8^-1") == 138
    assert type(calc("3")) is Nimber
    assert type(calc("order(4)")) is int
    assert calc("order(4)") == 15
    assert calc("solve(1, 1, 2)") == [4, 5]
    assert calc("minpoly(4)") == Polynomial([1, 1, 0, 0, 1])
    assert calc("(w^(w^42))^193") == Ordinal("w+65536")
    c = Calculator()
    c.run("x = w + 1")
    assert c.run("x * x") == Ordinal("w^2+1")
    assert "root(a, n)" in c.help
    assert "方根" in Calculator("zh").help
    with pytest.raises(nimber.BadExpression, match="column 10") as caught:
        calc("2 * (3 + ")
    assert caught.value.column == 10
    assert isinstance(caught.value, grundy.GrundyError)
    with pytest.raises(nimber.BadExpression, match="第 2 列"):
        calc("1/(3+3)", lang="zh")


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: Polynomial([1, -1]), ValueError, "^coefficients: .*-1"),
        (lambda: Polynomial([1.5]), TypeError, "^coefficients: .*float"),
        (lambda: Polynomial(np.zeros((2, 2), np.uint8)), ValueError, "^coefficients: .*one axis"),
        (lambda: Polynomial(np.zeros(2)), TypeError, "^coefficients: .*float64"),
        (lambda: Polynomial([300], bits=8), ValueError, "^coefficients: .*8 bits"),
        (lambda: Polynomial([3], bits=7), ValueError, "^bits: "),
        (lambda: Polynomial([1, 1]) // 0, ZeroDivisionError, "degree 1 by zero"),
        (lambda: Polynomial([0]).roots(), ValueError, "every"),
        (lambda: Polynomial([1]) ** -1, ValueError, "^n: "),
        (lambda: Polynomial([1]) + -1, ValueError, "^other: "),
        (lambda: Polynomial([1]) * 1.5, TypeError, "float"),
        (lambda: Polynomial([1]) + np.ones(1), TypeError, None),
        (lambda: Polynomial([1])(-1), ValueError, "negative"),
        (lambda: Polynomial([1]).gcd(3), TypeError, "^other: .*int"),
        (lambda: Polynomial.interpolate([1, 1], [2, 3]), ValueError, "^points: .*equal"),
        (lambda: Polynomial.interpolate([1, 2], [2]), ValueError, "^values: "),
        (lambda: Matrix([1, 2]), ValueError, "^entries: .*2 axes"),
        (lambda: Matrix([[1], [2, 3]]), (TypeError, ValueError), "^entries: "),
        (lambda: Matrix([[1, -1]]), ValueError, "^entries: "),
        (lambda: Matrix([[1, 2]]).det(), ValueError, "1 × 2"),
        (lambda: Matrix([[1, 2]]).inverse(), ValueError, "1 × 2"),
        (lambda: Matrix([[1, 2]]) @ Matrix([[1, 2]]), ValueError, "^other: "),
        (lambda: Matrix([[1, 2]]) @ [1, 2, 3], ValueError, "^other: "),
        (lambda: Matrix([[1, 2]]) + Matrix([[1]]), ValueError, "^other: "),
        (lambda: Matrix([[1, 2], [2, 3]]).inverse(), nimber.Singular, "rank 1 of 2"),
        (lambda: Matrix([[1, 0], [0, 1]]).solve([1]), ValueError, "^right: "),
        (lambda: Matrix([[1]]) @ 3, TypeError, None),
        (lambda: Matrix([[1]])[3, 0], IndexError, None),
        (lambda: Matrix([[1]])[0], TypeError, "^index: "),
        (lambda: Matrix.identity(-1), ValueError, "^n: "),
        (lambda: ordinal("w^w^w"), nimber.BadExpression, "column"),
        (lambda: ordinal("5+w"), nimber.BadExpression, "descend"),
        (lambda: ordinal(""), nimber.BadExpression, "column 1"),
        (lambda: ordinal("w^99999999999999999999999"), nimber.TooLarge, "64"),
        (lambda: ordinal("9" * 30000), nimber.TooLarge, "20000"),
        (lambda: ordinal("(" * 100000), nimber.BadExpression, "column 1"),
        (lambda: ordinal(5), TypeError, "^text: "),
        (lambda: Ordinal(1.5), TypeError, "^value: .*float"),
        (lambda: Ordinal(-1), ValueError, "^value: "),
        (lambda: Ordinal("w") / 0, ZeroDivisionError, "by zero"),
        (lambda: Ordinal("w").root(0), ValueError, "^n: "),
        (lambda: Ordinal("w").root(10**9 + 7), nimber.TooLarge, "limit"),
        (lambda: calc(5), TypeError, "^line: "),
        (lambda: calc("w" * 20000), nimber.BadExpression, "20000"),
        (lambda: calc("(" * 5000), nimber.BadExpression, "64"),
        (lambda: calc("2^2^2^2^100"), nimber.BadExpression, "limit"),
        (lambda: calc("3", lang="fr"), ValueError, "^lang: "),
    ],
)
def test_errors_name_the_argument(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_sides_without_entries():
    nothing = Matrix(np.zeros((0, 0), np.uint8))
    assert nothing.det() == 1
    assert nothing.rank() == 0
    assert nothing.inverse() == nothing
    flat = Matrix(np.zeros((0, 3), np.uint8))
    assert flat.rank() == 0
    assert flat.kernel() == Matrix.identity(3)
    assert (flat.T @ flat) == Matrix(np.zeros((3, 3), np.uint8))


def test_many_coefficients_do_not_exhaust_the_stack():
    n = 100_000
    f = Polynomial(np.ones(n, np.uint64))
    assert (f * f).degree == 2 * n - 2
    assert len(str(f)) < 1000
    assert len(repr(f)) < 1000
    assert sys.getrecursionlimit() < n
