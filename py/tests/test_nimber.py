"""Single nimbers: against the definition, the laws of a field, and what is known."""

from __future__ import annotations

import copy
import doctest
import importlib
import pickle
import pkgutil
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import nimber
from grundy.nimber import Nimber, Ordinal

# How long an example takes says how busy the machine is.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")


@cache
def by_definition(x: int, y: int) -> int:
    """x ⊗ y = mex { x'⊗y ⊕ x⊗y' ⊕ x'⊗y' : x' < x, y' < y }."""
    excluded = {
        by_definition(u, y) ^ by_definition(x, v) ^ by_definition(u, v)
        for u in range(x)
        for v in range(y)
    }
    least = 0
    while least in excluded:
        least += 1
    return least


def by_recursion(x: int, y: int) -> int:
    """The product by the two laws of Fermat powers, with nothing of the library in it."""
    if x < 2 or y < 2:
        return x * y
    half = 1
    while max(x, y) >> (2 * half):
        half *= 2
    mask = (1 << half) - 1
    a, b, c, d = x >> half, x & mask, y >> half, y & mask
    ac, bd = by_recursion(a, c), by_recursion(b, d)
    cross = by_recursion(a ^ b, c ^ d) ^ bd
    return cross << half ^ bd ^ by_recursion(ac, 1 << (half - 1))


numbers = st.one_of(
    st.integers(0, 20),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**128 - 1),
    st.integers(0, 2**300),
    st.integers(0, 12).map(lambda k: 2**2**k),
)


def test_products_are_the_definition():
    for x in range(32):
        for y in range(32):
            assert nimber.mul(x, y) == by_definition(x, y) == by_recursion(x, y)


@given(numbers, numbers)
def test_products_are_the_recursion(x, y):
    assert nimber.mul(x, y) == by_recursion(x, y)
    assert nimber.add(x, y) == x ^ y


@given(numbers, numbers, numbers)
def test_laws_of_a_field(x, y, z):
    a, b, c = Nimber(x), Nimber(y), Nimber(z)
    assert a + b == b + a
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + a == 0
    assert a * 1 == a
    assert a - b == a + b
    assert -a == a == +a
    assert a.square() == a * a == a**2
    assert a.sqrt() ** 2 == a
    if b:
        assert a / b * b == a
        assert b.inverse() * b == 1
        assert b**-1 == b.inverse()
        assert b**-3 * b**3 == 1
    y1, y2 = nimber.artin_schreier(x), nimber.artin_schreier(x) ^ 1
    for solution in (y1, y2):
        assert nimber.add(nimber.square(solution), solution) == x


@given(numbers, st.integers(-40, 40), st.integers(-40, 40))
def test_powers_add_up(x, m, n):
    if x == 0 and min(m, n, m + n) < 0:
        return
    a = Nimber(x)
    if x:
        assert a**m * a**n == a ** (m + n)
        if a.degree() <= 256:
            order = 2 ** a.degree() - 1
            assert a ** (m + 5 * order) == a**m
    product = Nimber(1)
    for _ in range(abs(m)):
        product *= a
    if m >= 0:
        assert a**m == product


@given(numbers, numbers, numbers)
def test_quadratics(a, b, c):
    if a == b == 0:
        with pytest.raises(nimber.NoSolution):
            nimber.solve_quadratic(a, b, c)
        return
    solutions = nimber.solve_quadratic(a, b, c)
    assert len(solutions) == (2 if a and b else 1)
    assert list(solutions) == sorted(solutions)
    for x in solutions:
        left = nimber.add(nimber.mul(a, nimber.square(x)), nimber.mul(b, x))
        assert left == c


def test_known_products():
    known = [(2, 2, 3), (4, 4, 6), (8, 8, 13), (16, 16, 24), (24, 17, 128), (3, 128, 64)]
    for x, y, product in known:
        assert nimber.mul(x, y) == product
    assert nimber.mul(2**63, 2**62) == 0xB9C5_9257_C544_5713
    for k in (64, 128, 1024, 4096):
        assert nimber.mul(2**k, 2**k) == 2**k ^ 2 ** (k - 1)


@given(st.integers(1, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_logarithms(x, base):
    g = nimber.generator(64)
    n = nimber.log(x, g)
    assert 0 <= n < 2**64 - 1
    assert nimber.pow(g, n) == x
    try:
        m = nimber.log(x, base)
    except nimber.NoSolution:
        assert nimber.order(base) % nimber.order(x) != 0
    else:
        assert nimber.pow(base, m) == x
        assert m < nimber.order(base)


def test_a_wide_logarithm():
    g = nimber.generator(128)
    assert nimber.log(nimber.pow(g, 10**30), g) == 10**30


@given(st.integers(1, 2**128 - 1))
def test_orders_roots_and_conjugates(x):
    a = Nimber(x)
    n = a.order()
    assert a**n == 1
    assert (2 ** a.degree() - 1) % n == 0
    assert a.root(7) ** 7 == a
    conjugates = a.conjugates()
    assert len(conjugates) == a.degree() == len(set(conjugates))
    assert sum(conjugates, Nimber(0)) == a.trace()
    product = Nimber(1)
    for y in conjugates:
        product *= y
    assert product == a.norm() == 1
    f = a.minimal_polynomial()
    assert f(a) == 0
    assert f.degree == a.degree()


def test_roots_that_do_not_exist():
    with pytest.raises(nimber.NoSolution, match="no root of degree 3"):
        nimber.root(2, 3)
    assert Ordinal(2).root(3) == Ordinal("w")


def test_a_nimber_is_a_value():
    a = Nimber(6)
    assert a == 6
    assert a == 6
    assert a != 7
    assert a != "6"
    assert hash(a) == hash(6)
    assert {6: "six"}[a] == "six"
    assert (repr(a), str(a), a._repr_latex_()) == ("Nimber(6)", "*6", r"$\ast 6$")
    assert int(a) == 6
    assert sorted([Nimber(3), Nimber(1)]) == [1, 3]
    assert Nimber(1) < 2 <= Nimber(2) < Nimber(3) > 2 >= Nimber(2)
    assert not Nimber(0)
    assert copy.deepcopy(a) == pickle.loads(pickle.dumps(a)) == a
    with pytest.raises(AttributeError):
        a._value = 3
    with pytest.raises(AttributeError):
        del a._value
    assert type(3 * Nimber(2)) is Nimber
    assert 1 / Nimber(2) == 3
    assert np.uint64(3) * Nimber(2) == Nimber(2) * np.uint64(3) == 1
    assert type(nimber.mul(Nimber(3), 2)) is Nimber


def test_nothing_is_mixed():
    a, array = Nimber(3), np.arange(3, dtype=np.uint64)
    for wrong in (1.5, "2", None, [1], array, 2j, np.float64(2), Ordinal):
        for f in (
            lambda x: a + x,
            lambda x: x + a,
            lambda x: a * x,
            lambda x: x * a,
            lambda x: a / x,
            lambda x: a - x,
        ):
            with pytest.raises(TypeError):
                f(wrong)
    with pytest.raises(TypeError):
        a ** Nimber(2)
    with pytest.raises(TypeError):
        2**a
    with pytest.raises(TypeError):
        a**1.0
    for f in (lambda: a + -1, lambda: -1 * a, lambda: a / -2):
        with pytest.raises(ValueError, match=r"-\d is negative"):
            f()
    with pytest.raises(ValueError, match="value"):
        Nimber(-1)
    for wrong in (1.0, "3", None, [3], array):
        with pytest.raises(TypeError):
            Nimber(wrong)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: nimber.mul(-1, 2), ValueError, "^a: "),
        (lambda: nimber.mul(2, -(10**40)), ValueError, "^b: "),
        (lambda: nimber.add(2, -1), ValueError, "^b: "),
        (lambda: nimber.mul(1.5, 2), TypeError, "^a: .*float"),
        (lambda: nimber.mul(2, None), TypeError, "^b: .*NoneType"),
        (lambda: nimber.mul("2", 2), TypeError, "^a: .*str"),
        (lambda: nimber.pow(2, 1.0), TypeError, "^n: .*float"),
        (lambda: nimber.pow(2, Nimber(2)), TypeError, "^n: "),
        (lambda: nimber.pow(-2, 3), ValueError, "^a: "),
        (lambda: nimber.pow(0, -1), ZeroDivisionError, "by zero"),
        (lambda: nimber.div(7, 0), ZeroDivisionError, "7 by zero"),
        (lambda: nimber.div(1 << 500, 0), ZeroDivisionError, "501 bits by zero"),
        (lambda: nimber.inv(0), ZeroDivisionError, "by zero"),
        (lambda: nimber.log(0), ValueError, "0 is not a power"),
        (lambda: nimber.log(1 << 200), nimber.TooLarge, "201"),
        (lambda: nimber.order(0), ValueError, "no multiplicative order"),
        (lambda: nimber.order(1 << 5000), nimber.TooLarge, "8192"),
        (lambda: nimber.norm(1 << 5000), nimber.TooLarge, "8192"),
        (lambda: nimber.mul(1 << (1 << 22), 2), nimber.TooLarge, "4194305"),
        (lambda: nimber.trace(5, 3), ValueError, "3 bits"),
        (lambda: nimber.trace(5, -1), ValueError, "^bits"),
        (lambda: nimber.root(5, -1), ValueError, "^n"),
        (lambda: nimber.root(5, 1.5), TypeError, "^n"),
        (lambda: nimber.generator(7), ValueError, "^bits"),
        (lambda: nimber.table("sub", 3), ValueError, "^op"),
        (lambda: nimber.table("mul", -3), ValueError, "^n"),
        (lambda: nimber.table("mul", 2.0), TypeError, "^n"),
        (lambda: nimber.solve_quadratic(0, 0, 0), ValueError, "every nimber"),
        (lambda: nimber.solve_quadratic(1, -1, 0), ValueError, "^b"),
    ],
)
def test_errors_name_the_argument(call, error, match):
    with pytest.raises(error, match=match) as caught:
        call()
    if error in (ZeroDivisionError, nimber.TooLarge):
        assert isinstance(caught.value, grundy.GrundyError)


def test_errors_carry_numbers():
    with pytest.raises(nimber.TooLarge) as caught:
        nimber.order(1 << 5000)
    assert (caught.value.size, caught.value.limit) == (8192, 4096)
    assert caught.value.code == "too_large"


def test_documentation_runs():
    package = importlib.import_module("grundy.nimber")
    names = ["grundy.nimber"] + [
        f"grundy.nimber.{module.name}" for module in pkgutil.iter_modules(package.__path__)
    ]
    tried = failed = 0
    for name in names:
        result = doctest.testmod(
            importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL
        )
        failed += result.failed
        tried += result.attempted
    assert failed == 0
    assert tried > 80


def test_everything_public_is_documented():
    for name in nimber.__all__:
        public = getattr(nimber, name)
        if callable(public):
            assert public.__doc__, name
