"""Ordinals as nimbers."""

from __future__ import annotations

import re
from typing import Any

from .. import _core
from ._scalar import Nimber

__all__ = ["Ordinal", "ordinal"]

_LATEX = {"^(": "^{", ")": "}", "*": r" \cdot ", "w": r"\omega ", "+": " + "}


class Ordinal:
    r"""An ordinal below ω^ω^ω with nim addition and nim multiplication.

    It is made from a text in Cantor normal form, where ``w`` or ``ω`` is the first infinite
    ordinal and ``+ * ^`` are those of the ordinals, or from a finite nimber. The operators
    ``+ - * /`` are those of the nimbers, and the exponent of ``**`` is an ordinary integer. In
    this field every equation has a solution.

    >>> from grundy.nimber import Ordinal
    >>> w = Ordinal("w")
    >>> w * w, w * w * w, 1 / w
    (Ordinal('w^2'), Ordinal('2'), Ordinal('w^2*3'))
    >>> (w + 1) ** 7, w**-1 == 1 / w
    (Ordinal('w^2*3'), True)
    >>> Ordinal(4).root(5)
    Ordinal('w^w')
    >>> print(Ordinal("w^(w^2*4) + w*3 + 5"))
    ω^(ω^2·4)+ω·3+5
    """

    __slots__ = ("_inner",)
    _inner: _core.OrdinalCore
    __array_ufunc__ = None

    def __init__(self, value: str | int | Nimber | Ordinal = 0) -> None:
        """Read a text, or take a finite nimber."""
        if isinstance(value, Ordinal):
            made = value._inner
        elif isinstance(value, str):
            made = _core.OrdinalCore.read(value)
        elif isinstance(value, (int, Nimber)):
            made = _core.OrdinalCore.finite(int(value))
        else:
            kind = type(value).__name__
            raise TypeError(f"value: a text, an int or a Nimber is expected, not {kind}")
        object.__setattr__(self, "_inner", made)

    @classmethod
    def _of(cls, core: _core.OrdinalCore) -> Ordinal:
        self = object.__new__(cls)
        object.__setattr__(self, "_inner", core)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        """Ordinals do not change."""
        raise AttributeError(f"an Ordinal cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        """Ordinals do not change."""
        raise AttributeError(f"an Ordinal cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Ordinals can be copied and pickled."""
        return (Ordinal, (self._inner.text(False),))

    @staticmethod
    def _other(x: object) -> _core.OrdinalCore | None:
        if isinstance(x, Ordinal):
            return x._inner
        if isinstance(x, (int, Nimber)):
            return _core.OrdinalCore.finite(int(x))
        return None

    def __add__(self, other: int | Nimber | Ordinal) -> Ordinal:
        """Nim sum."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(self._inner.plus(x))

    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __mul__(self, other: int | Nimber | Ordinal) -> Ordinal:
        """Nim product."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(self._inner.times(x))

    __rmul__ = __mul__

    def __truediv__(self, other: int | Nimber | Ordinal) -> Ordinal:
        """Nim quotient."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(self._inner.divided(x))

    def __rtruediv__(self, other: int | Nimber) -> Ordinal:
        """Nim quotient."""
        x = self._other(other)
        return NotImplemented if x is None else self._of(x.divided(self._inner))

    def __pow__(self, n: int) -> Ordinal:
        """Nim power; n is an ordinary integer of either sign."""
        if not isinstance(n, int):
            return NotImplemented
        if n < 0:
            return self.inverse() ** -n
        return self._of(self._inner.power(n))

    def __neg__(self) -> Ordinal:
        """Every nimber is its own negative."""
        return self

    def __bool__(self) -> bool:
        """Zero is false."""
        return self._inner.terms() > 0

    def __int__(self) -> int:
        """Return the natural number that it is, if it is finite."""
        number = self._inner.as_int()
        if number is None:
            raise ValueError(f"{self} is not finite")
        return number

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number."""
        return self._inner.as_int() is not None

    def inverse(self) -> Ordinal:
        """Return 1/x."""
        return self._of(self._inner.inverse())

    def sqrt(self) -> Ordinal:
        """Return the one y with y ⊗ y = x."""
        return self._of(self._inner.sqrt())

    def root(self, n: int) -> Ordinal:
        """Return a y with yⁿ = x, for n ≥ 1: there always is one.

        >>> from grundy.nimber import Ordinal
        >>> Ordinal(2).root(3)
        Ordinal('w')
        """
        if not isinstance(n, int):
            raise TypeError(f"n: an int is expected, not {type(n).__name__}")
        if not 0 < n < 2**64:
            raise ValueError("n: a natural number from 1 to 2^64 - 1 is expected")
        return self._of(self._inner.root(n))

    def degree(self) -> int:
        """Return the degree over GF(2).

        >>> from grundy.nimber import Ordinal
        >>> Ordinal("w").degree(), Ordinal("w^w").degree()
        (6, 20)
        """
        return self._inner.degree()

    def __eq__(self, other: object) -> bool:
        """Equal to an ordinal, a nimber or an ``int`` that is the same number."""
        if isinstance(other, int) and other < 0:
            return False
        x = self._other(other)
        return NotImplemented if x is None else self._inner.compare(x) == 0

    def __hash__(self) -> int:
        """Equal to that of the ``int``, if it is finite."""
        number = self._inner.as_int()
        return hash(self._inner.hashed() if number is None else number)

    def __lt__(self, other: int | Nimber | Ordinal) -> bool:
        """In the order of the ordinals, which is not one of the field."""
        x = self._other(other)
        return NotImplemented if x is None else self._inner.compare(x) < 0

    def __le__(self, other: int | Nimber | Ordinal) -> bool:
        """In the order of the ordinals."""
        x = self._other(other)
        return NotImplemented if x is None else self._inner.compare(x) <= 0

    def __gt__(self, other: int | Nimber | Ordinal) -> bool:
        """In the order of the ordinals."""
        x = self._other(other)
        return NotImplemented if x is None else self._inner.compare(x) > 0

    def __ge__(self, other: int | Nimber | Ordinal) -> bool:
        """In the order of the ordinals."""
        x = self._other(other)
        return NotImplemented if x is None else self._inner.compare(x) >= 0

    def __repr__(self) -> str:
        """As it is made."""
        return f"Ordinal({self._inner.text(False)!r})"

    def __str__(self) -> str:
        """Cantor's normal form with ``ω`` and ``·``."""
        return self._inner.text(True)

    def _repr_latex_(self) -> str:
        text = re.sub(r"\^(\d+|w)", r"^{\1}", self._inner.text(False))
        for plain, latex in _LATEX.items():
            text = text.replace(plain, latex)
        return f"${text}$"


def ordinal(text: str) -> Ordinal:
    """Return the ordinal that a text in Cantor normal form means.

    >>> from grundy.nimber import ordinal
    >>> ordinal("w^w + 3") + ordinal("w^w + 5")
    Ordinal('6')
    >>> ordinal("w +")
    Traceback (most recent call last):
    grundy.nimber._errors.BadExpression: column 4: a number is expected
    """
    if not isinstance(text, str):
        raise TypeError(f"text: a str is expected, not {type(text).__name__}")
    return Ordinal(text)
