"""The calculator: expressions as text."""

from __future__ import annotations

from typing import TypeAlias

from .. import _core
from ._ordinal import Ordinal
from ._polynomial import Polynomial
from ._scalar import Nimber

__all__ = ["Calculator", "calc"]

#: What an expression may be worth.
Value: TypeAlias = Nimber | Ordinal | int | list[Nimber | Ordinal] | Polynomial


def _nimber(core: _core.OrdinalCore) -> Nimber | Ordinal:
    number = core.as_int()
    return Ordinal._of(core) if number is None else Nimber._of(number)


class Calculator:
    """A calculator with memory: ``ans`` is the last nimber, ``name = …`` keeps one.

    >>> from grundy.nimber import Calculator
    >>> c = Calculator()
    >>> c.run("x = 24 * 17"), c.run("x + ans"), c.run("x / w")
    (Nimber(128), Nimber(0), Ordinal('w^2*64'))
    """

    __slots__ = ("_calculator", "_lang")

    def __init__(self, lang: str = "en") -> None:
        """Choose the language of errors and help: ``en`` or ``zh``."""
        if lang not in ("en", "zh"):
            raise ValueError(f'lang: "en" or "zh" is expected, not {lang!r}')
        self._calculator = _core.CalculatorCore()
        self._lang = lang

    def run(self, line: str) -> Value:
        """Compute one line; if it fails, nothing is remembered."""
        if not isinstance(line, str):
            raise TypeError(f"line: a str is expected, not {type(line).__name__}")
        kind, value = self._calculator.run(line, self._lang)
        if isinstance(value, _core.OrdinalCore):
            return _nimber(value)
        if isinstance(value, list):
            return [_nimber(x) for x in value]
        return Polynomial._of_bits(value) if kind == "polynomial" else value

    @property
    def help(self) -> str:
        """What can be written."""
        return _core.nim_calculator_help(self._lang)


def calc(expression: str, lang: str = "en") -> Value:
    """Compute an expression: the calculator of the command ``grundy nim``.

    ``+`` is the nim sum, ``*`` the nim product, ``/`` the quotient; after ``^`` stands an ordinary
    integer; ``w`` is the first infinite ordinal. ``Calculator().help`` lists the functions.

    >>> from grundy.nimber import calc
    >>> calc("2 * 2 + w"), calc("(24 ⊗ 17) ⊕ 8^-1"), calc("root(2, 3)")
    (Ordinal('w+3'), Nimber(138), Ordinal('w'))
    >>> calc("order(4)"), calc("solve(1, 1, 2)"), str(calc("minpoly(4)"))
    (15, [Nimber(4), Nimber(5)], 'x^4 + x + 1')
    >>> calc("1/(3+3)")
    Traceback (most recent call last):
    grundy.nimber._errors.BadExpression: column 2: division of 1 by zero
    """
    return Calculator(lang).run(expression)
