"""Polynomials over the nimbers of one width."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from ._elements import (
    Array,
    ArrayLike,
    Scalar,
    as_array,
    bits_of,
    dtype_of,
    element,
    frozen,
    integers,
    scalar,
    widened,
)
from ._functions import _row
from ._scalar import Nimber

__all__ = ["Polynomial"]


class Polynomial:
    r"""A polynomial whose coefficients are nimbers of 8, 16, 32, 64 or 128 bits.

    ``coefficients`` are given from the constant one up: an array, whose elements say the width, or
    a list, for 64 bits unless a coefficient needs 128; ``bits`` widens it. The width is that of
    the field in which roots are sought; otherwise it does not matter, and a result has the larger
    one of the operands'.

    Long products go through an additive Fourier transform; division, greatest common divisors and
    interpolation take time that is quadratic in the degree.

    >>> from grundy.nimber import Polynomial
    >>> f = Polynomial.from_roots([5, 7])
    >>> print(f, "|", f * f)
    x^2 + 2*x + 13 | x^4 + 3*x^2 + 10
    >>> f(5), f(0), f([5, 6, 7])
    (Nimber(0), Nimber(13), array([0, 3, 0], dtype=uint64))
    >>> f.roots()
    [Nimber(5), Nimber(7)]
    >>> divmod(f * f + 1, f)
    (Polynomial([13, 2, 1], bits=64), Polynomial([1], bits=64))
    """

    __slots__ = ("_bits", "_coefficients")
    _bits: int
    _coefficients: Array
    __array_ufunc__ = None

    def __init__(self, coefficients: ArrayLike, bits: int | None = None) -> None:
        """Keep a copy of the coefficients without the zeros at the end."""
        row = _row(coefficients, "coefficients")
        own = bits_of(row, "coefficients")
        if bits is None:
            bits = own
        elif bits not in (8, 16, 32, 64, 128):
            raise ValueError(f"bits: 8, 16, 32, 64 or 128 is expected, not {bits!r}")
        elif bits < own and not isinstance(coefficients, (np.ndarray, np.generic)):
            row = _narrowed(row, bits)
        self._keep(widened(row, bits, "coefficients"), bits)

    def _keep(self, row: Array, bits: int) -> None:
        words = row if row.dtype.names is None else row["low"] | row["high"]
        places = np.flatnonzero(words)
        length = int(places[-1]) + 1 if len(places) else 0
        self._bits = bits
        self._coefficients = frozen(row[:length].copy())

    @classmethod
    def _of(cls, row: Array, bits: int) -> Polynomial:
        self = object.__new__(cls)
        self._keep(row.view(dtype_of(bits)), bits)
        return self

    @classmethod
    def _of_bits(cls, bits: int) -> Polynomial:
        """Return a polynomial over GF(2): bit i is the coefficient of x^i."""
        return cls._of(np.array([bits >> i & 1 for i in range(bits.bit_length())], np.uint8), 8)

    @classmethod
    def from_roots(cls, roots: ArrayLike) -> Polynomial:
        """Return the product of all x ⊕ r."""
        row = _row(roots, "roots")
        bits = bits_of(row, "roots")
        return cls._of(_core.nim_through(bits, widened(row, bits, "roots")), bits)

    @classmethod
    def interpolate(cls, points: ArrayLike, values: ArrayLike) -> Polynomial:
        """Return the polynomial of least degree with these values at these points.

        The points must be different.

        >>> from grundy.nimber import Polynomial
        >>> Polynomial.interpolate([1, 2, 3], [0, 7, 7])([1, 2, 3])
        array([0, 7, 7], dtype=uint64)
        """
        x, y = _row(points, "points"), _row(values, "values")
        if len(x) != len(y):
            raise ValueError(f"values: {len(y)} values are given for {len(x)} points")
        if len(np.unique(x)) < len(x):
            raise ValueError("points: two of them are equal")
        bits = max(bits_of(x, "points"), bits_of(y, "values"))
        row = _core.nim_through(bits, widened(x, bits, "points"), widened(y, bits, "values"))
        return cls._of(row, bits)

    @property
    def coefficients(self) -> Array:
        """The coefficients from the constant one up, as an array that cannot be written to."""
        return self._coefficients

    @property
    def bits(self) -> int:
        """The width of the coefficients."""
        return self._bits

    @property
    def degree(self) -> int:
        """The degree; -1 for the polynomial 0."""
        return len(self._coefficients) - 1

    def _pair(self, other: object) -> tuple[int, Array, Array] | None:
        if isinstance(other, Nimber) or (isinstance(other, int) and other >= 0):
            number = int(other)
            bits = max(self._bits, next((b for b in (8, 16, 32, 64) if number >> b == 0), 128))
            row = scalar(number, bits, "other").reshape(1)
            return bits, widened(self._coefficients, bits, "self"), row
        if isinstance(other, int):
            raise ValueError("other: nimbers are 0, 1, 2, …; this is a negative number")
        if not isinstance(other, Polynomial):
            return None
        bits = max(self._bits, other._bits)
        mine = widened(self._coefficients, bits, "self")
        return bits, mine, widened(other._coefficients, bits, "other")

    def _with(self, op: str, other: object, swapped: bool = False) -> Any:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        bits, mine, its = pair
        a, b = (its, mine) if swapped else (mine, its)
        rows = _core.nim_polynomials(op, bits, a, b)
        return tuple(self._of(row, bits) for row in rows)

    def __add__(self, other: Polynomial | Scalar) -> Polynomial:
        """Sum; the difference is the same."""
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        bits, a, b = pair
        if len(a) < len(b):
            a, b = b, a
        total = a.copy()
        for field in total.dtype.names or (...,):
            total[field][: len(b)] ^= b[field]
        return self._of(total, bits)

    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __neg__(self) -> Polynomial:
        """Every polynomial over nimbers is its own negative."""
        return self

    def __mul__(self, other: Polynomial | Scalar) -> Polynomial:
        """Product."""
        made = self._with("mul", other)
        return NotImplemented if made is NotImplemented else made[0]

    __rmul__ = __mul__

    def __divmod__(self, other: Polynomial | Scalar) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder."""
        return self._with("divmod", other)  # type: ignore[no-any-return]

    def __rdivmod__(self, other: Scalar) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder."""
        return self._with("divmod", other, swapped=True)  # type: ignore[no-any-return]

    def __floordiv__(self, other: Polynomial | Scalar) -> Polynomial:
        """Quotient."""
        made = self._with("divmod", other)
        return NotImplemented if made is NotImplemented else made[0]

    def __mod__(self, other: Polynomial | Scalar) -> Polynomial:
        """Remainder."""
        made = self._with("divmod", other)
        return NotImplemented if made is NotImplemented else made[1]

    def __pow__(self, n: int) -> Polynomial:
        """Power; n is an ordinary natural number."""
        if not isinstance(n, int):
            return NotImplemented
        if n < 0:
            raise ValueError(f"n: {n} is negative, and a polynomial has no inverse")
        result, base = Polynomial([1], self._bits), self
        while n:
            if n & 1:
                result = result * base
            n >>= 1
            if n:
                base = base * base
        return result

    def gcd(self, other: Polynomial) -> Polynomial:
        """Return the greatest common divisor with leading coefficient 1 (0 only of two zeros).

        >>> from grundy.nimber import Polynomial
        >>> Polynomial.from_roots([1, 2, 3]).gcd(Polynomial.from_roots([2, 3, 4])).roots()
        [Nimber(2), Nimber(3)]
        """
        if not isinstance(other, Polynomial):
            raise TypeError(f"other: a Polynomial is expected, not {type(other).__name__}")
        return self._with("gcd", other)[0]  # type: ignore[no-any-return]

    def monic(self) -> Polynomial:
        """Return the multiple with leading coefficient 1."""
        if not len(self._coefficients):
            return self
        return self * Nimber(element(self._coefficients, -1)).inverse()

    def derivative(self) -> Polynomial:
        """Return the formal derivative: only odd powers have one, since 1 ⊕ 1 = 0."""
        row = self._coefficients[1:].copy()
        row[1::2] = np.zeros((), row.dtype)
        return self._of(row, self._bits)

    def __call__(self, x: ArrayLike | Scalar) -> Any:
        """Return the value at x: a Nimber, or an array for an array."""
        if isinstance(x, (int, Nimber)):
            number = int(Nimber(x))
            bits = max(self._bits, next((b for b in (8, 16, 32, 64) if number >> b == 0), 128))
            points = scalar(number, bits, "x")
        else:
            points = as_array(x, "x")
            bits = max(self._bits, bits_of(points, "x"))
            points = widened(points, bits, "x")
        row = widened(self._coefficients, bits, "self")
        values = _core.nim_evaluate(bits, row, points).view(dtype_of(bits))
        if isinstance(x, (int, Nimber)):
            return Nimber._of(element(values, 0))
        return values.reshape(points.shape)

    def roots(self) -> list[Nimber]:
        """Return the different roots in the field of its width, in ascending order.

        >>> from grundy.nimber import Polynomial
        >>> Polynomial([2, 1, 1], bits=8).roots()
        [Nimber(4), Nimber(5)]
        >>> Polynomial([2, 0, 0, 1]).roots()
        []
        """
        found = _core.nim_roots(self._bits, self._coefficients).view(dtype_of(self._bits))
        return [Nimber._of(x) for x in integers(found)]

    def __bool__(self) -> bool:
        """Zero is false."""
        return len(self._coefficients) > 0

    def __eq__(self, other: object) -> bool:
        """Equal if all coefficients are; the width does not matter."""
        if isinstance(other, Polynomial):
            return integers(self._coefficients) == integers(other._coefficients)
        if isinstance(other, (int, Nimber)):
            return integers(self._coefficients) == ([int(other)] if int(other) else [])
        return NotImplemented

    def __hash__(self) -> int:
        """Equal polynomials have equal ones, and constants that of the number."""
        row = integers(self._coefficients)
        return hash(row[0] if row else 0) if len(row) < 2 else hash(tuple(row))

    def __reduce__(self) -> tuple[Any, ...]:
        """Polynomials can be copied and pickled."""
        return (Polynomial, (self._coefficients, self._bits))

    def __repr__(self) -> str:
        """As it is made, long ones cut."""
        row = integers(self._coefficients)
        shown = ", ".join(map(str, row[:20])) + (", …" if len(row) > 20 else "")
        return f"Polynomial([{shown}], bits={self._bits})"

    def _terms(self, times: str, power: str, plus: str) -> str:
        terms = []
        for i, c in reversed(list(enumerate(integers(self._coefficients)))):
            if c:
                x = "" if i == 0 else "x" if i == 1 else power.format(i)
                terms.append(str(c) if not x else x if c == 1 else f"{c}{times}{x}")
        if len(terms) > 40:
            terms[20:-20] = ["…"]
        return plus.join(terms) or "0"

    def __str__(self) -> str:
        """With ``*`` and ``+`` for nim product and nim sum."""
        return self._terms("*", "x^{}", " + ")

    def _repr_latex_(self) -> str:
        return f"${self._terms(' ', 'x^{{{}}}', chr(92) + 'oplus ')}$"


def _narrowed(row: Array, bits: int) -> Array:
    """Return the elements of a list with fewer bits, if they fit."""
    for i, x in enumerate(integers(row)):
        if x >> bits:
            raise ValueError(f"coefficients: number {i} has more than {bits} bits")
    words: Array = row.astype(dtype_of(bits)) if row.dtype.names is None else row["low"]
    return words.astype(dtype_of(bits))
