"""One finite nimber of any size."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from ._polynomial import Polynomial

__all__ = ["Nimber"]


def power(a: int, n: int) -> int:
    """Return the nim power of a finite nimber, for any integer n; 0⁰ is 1."""
    if n < 0:
        a, n = _core.nim_inv(a), -n
    if a > 1:
        # The order of the group of the field divides this.
        n %= (1 << degree_of(a)) - 1
    elif n:
        return a
    return _core.nim_pow(a, n)


def degree_of(a: int) -> int:
    """Return the width in bits of the smallest field that contains a."""
    bits = max(1, a.bit_length())
    return 1 << (bits - 1).bit_length()


class Nimber:
    r"""A finite nimber: a natural number with nim addition and nim multiplication.

    Both operands of ``+ - * /`` are nimbers, also where one is written as an ``int``; the exponent
    of ``**`` is an ordinary integer. Sum and difference are the same. A nimber equals the ``int``
    with its name, and is ordered as it.

    >>> from grundy.nimber import Nimber
    >>> Nimber(3) * 2
    Nimber(1)
    >>> Nimber(24) * 17 + 128
    Nimber(0)
    >>> 1 / Nimber(8), Nimber(2) ** -1, Nimber(2).sqrt()
    (Nimber(10), Nimber(3), Nimber(3))
    >>> print(Nimber(2**128) ** 2 - 2**128 == 2**127, Nimber(5))
    True *5
    """

    __slots__ = ("_value",)
    _value: int

    #: Arrays leave operators to this class, which refuses them: use the functions of the module.
    __array_ufunc__ = None

    def __init__(self, value: int | Nimber = 0) -> None:
        """Take a natural number."""
        if isinstance(value, Nimber):
            number = value._value
        else:
            try:
                number = operator.index(value)
            except TypeError:
                kind = type(value).__name__
                raise TypeError(f"value: an int is expected, not {kind}") from None
        if number < 0:
            raise ValueError("value: nimbers are 0, 1, 2, …; this is a negative number")
        object.__setattr__(self, "_value", number)

    @classmethod
    def _of(cls, value: int) -> Nimber:
        self = object.__new__(cls)
        object.__setattr__(self, "_value", value)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        """Nimbers do not change."""
        raise AttributeError(f"a Nimber cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        """Nimbers do not change."""
        raise AttributeError(f"a Nimber cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Nimbers can be copied and pickled."""
        return (Nimber, (self._value,))

    @staticmethod
    def _other(x: object) -> int | None:
        if isinstance(x, Nimber):
            return x._value
        if not isinstance(x, (int, np.integer)):
            return None
        number = int(x)
        if number < 0:
            raise ValueError(f"nimbers are 0, 1, 2, …; {number} is negative")
        return number

    def __add__(self, other: int | Nimber) -> Nimber:
        """Nim sum."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(self._value ^ x)

    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __mul__(self, other: int | Nimber) -> Nimber:
        """Nim product."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(_core.nim_mul(self._value, x))

    __rmul__ = __mul__

    def __truediv__(self, other: int | Nimber) -> Nimber:
        """Nim quotient."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(_core.nim_div(self._value, x))

    def __rtruediv__(self, other: int) -> Nimber:
        """Nim quotient."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(_core.nim_div(x, self._value))

    def __pow__(self, n: int) -> Nimber:
        """Nim power; n is an ordinary integer of either sign."""
        if not isinstance(n, (int, np.integer)):
            return NotImplemented
        return self._of(power(self._value, int(n)))

    def __neg__(self) -> Nimber:
        """Every nimber is its own negative."""
        return self

    def __pos__(self) -> Nimber:
        """Return the nimber itself."""
        return self

    def __bool__(self) -> bool:
        """Zero is false."""
        return self._value != 0

    def __int__(self) -> int:
        """Return the natural number with the same name."""
        return self._value

    def __hash__(self) -> int:
        """Equal to that of the ``int``."""
        return hash(self._value)

    def __eq__(self, other: object) -> bool:
        """Equal to a nimber or an ``int`` of the same name."""
        if isinstance(other, Nimber):
            return self._value == other._value
        if isinstance(other, int):
            return self._value == other
        return NotImplemented

    def __lt__(self, other: int | Nimber) -> bool:
        """In the order of the natural numbers, which is not one of the field."""
        if isinstance(other, (int, Nimber)):
            return self._value < int(other)
        return NotImplemented

    def __le__(self, other: int | Nimber) -> bool:
        """In the order of the natural numbers."""
        if isinstance(other, (int, Nimber)):
            return self._value <= int(other)
        return NotImplemented

    def __gt__(self, other: int | Nimber) -> bool:
        """In the order of the natural numbers."""
        if isinstance(other, (int, Nimber)):
            return self._value > int(other)
        return NotImplemented

    def __ge__(self, other: int | Nimber) -> bool:
        """In the order of the natural numbers."""
        if isinstance(other, (int, Nimber)):
            return self._value >= int(other)
        return NotImplemented

    def __repr__(self) -> str:
        """As it is made."""
        return f"Nimber({self._value})"

    def __str__(self) -> str:
        """As it is usually written: ``*3``."""
        return f"*{self._value}"

    def _repr_latex_(self) -> str:
        return rf"$\ast {self._value}$"

    def square(self) -> Nimber:
        """Return x ⊗ x."""
        return self._of(_core.nim_square(self._value))

    def sqrt(self) -> Nimber:
        """Return the one y with y ⊗ y = x."""
        return self._of(_core.nim_sqrt(self._value))

    def inverse(self) -> Nimber:
        """Return 1/x."""
        return self._of(_core.nim_inv(self._value))

    def root(self, n: int) -> Nimber:
        """Return a y with yⁿ = x among the finite nimbers, if there is one.

        >>> from grundy.nimber import Nimber
        >>> Nimber(8).root(7)
        Nimber(14)
        """
        return self._of(_core.nim_root(self._value, n))

    def log(self, base: int | Nimber | None = None) -> int:
        """Return the least n ≥ 0 with baseⁿ = x, for up to 128 bits.

        Without a base it is that of the generator of the smallest field of 8, 16, 32, 64 or 128
        bits that holds x.

        >>> from grundy.nimber import Nimber
        >>> Nimber(3).log(2)
        2
        """
        if base is None:
            return _core.nim_log(self._value)
        return _core.nim_log(self._value, int(Nimber(base)))

    def order(self) -> int:
        """Return the least n > 0 with xⁿ = 1, for up to 4096 bits.

        >>> from grundy.nimber import Nimber
        >>> Nimber(2).order(), Nimber(4).order()
        (3, 15)
        """
        return _core.nim_order(self._value)

    def degree(self) -> int:
        """Return the degree over GF(2): the width of the smallest field that contains x.

        >>> from grundy.nimber import Nimber
        >>> [Nimber(x).degree() for x in (1, 2, 4, 15, 16)]
        [1, 2, 4, 4, 8]
        """
        return degree_of(self._value)

    def trace(self, bits: int = 1) -> Nimber:
        """Return the trace from the smallest field that contains x to that of ``bits`` bits."""
        return self._of(_core.nim_trace(self._value, _width(bits)))

    def norm(self, bits: int = 1) -> Nimber:
        """Return the norm from the smallest field that contains x to that of ``bits`` bits."""
        return self._of(_core.nim_norm(self._value, _width(bits)))

    def conjugates(self) -> list[Nimber]:
        """Return x, x², x⁴, …: all conjugates over GF(2).

        >>> from grundy.nimber import Nimber
        >>> Nimber(4).conjugates()
        [Nimber(4), Nimber(6), Nimber(5), Nimber(7)]
        """
        return [self._of(x) for x in _core.nim_conjugates(self._value)]

    def minimal_polynomial(self) -> Polynomial:
        """Return the polynomial over GF(2) of least degree that vanishes at x.

        >>> from grundy.nimber import Nimber
        >>> print(Nimber(0x60).minimal_polynomial())
        x^8 + x^4 + x^3 + x + 1
        """
        from ._polynomial import Polynomial

        return Polynomial._of_bits(_core.nim_minimal_polynomial(self._value))


def _width(bits: int) -> int:
    """Return a width that Rust can be asked about; it says what is wrong with it."""
    width = operator.index(bits)
    return width if 0 < width < 2**32 else 0
