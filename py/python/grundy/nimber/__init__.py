"""Nimbers: the numbers of impartial games, with nim addition and nim multiplication.

x ⊕ y is exclusive or, and x ⊗ y is the least number that is not forced to be something else,
x ⊗ y = mex { x'⊗y ⊕ x⊗y' ⊕ x'⊗y' : x' < x, y' < y }. With these the natural numbers are a field
(Conway, *On Numbers and Games*, ch. 6), and so are those below 2^8, 2^16, 2^32, 2^64, 2^128.

The functions of this module take integers of any size (up to four million bits), nimbers of class
:class:`Nimber`, and numpy arrays of unsigned integers, which they broadcast as numpy's own
functions do. Arrays of different widths meet in the wider one, since a nimber is the same in
every field that contains it; an ``int`` beside an array must fit into its elements. Elements of
128 bits have the type :data:`uint128`. The interpreter's lock is released, and Ctrl-C stops long
work.

>>> import numpy as np
>>> from grundy import nimber
>>> a = np.arange(1, 9, dtype=np.uint64)
>>> nimber.mul(a, a)
array([ 1,  3,  2,  6,  7,  5,  4, 13], dtype=uint64)
>>> nimber.mul(a, nimber.inv(a))
array([1, 1, 1, 1, 1, 1, 1, 1], dtype=uint64)
>>> nimber.Nimber(3) * 2
Nimber(1)

Limits: logarithms are for up to 128 bits, orders, roots and norms for up to 4096; ordinals lie
below ω^ω^ω.
"""

from __future__ import annotations

from ._calculator import Calculator, calc
from ._elements import Array, from_uint128, to_uint128, uint128
from ._errors import (
    BadExpression,
    BadShape,
    DivisionByZero,
    NoSolution,
    Singular,
    TooLarge,
)
from ._functions import (
    add,
    artin_schreier,
    cumprod,
    degree,
    div,
    dot,
    frobenius,
    generator,
    inv,
    log,
    mul,
    norm,
    order,
    pow,  # noqa: A004
    root,
    solve_quadratic,
    sqrt,
    square,
    table,
    trace,
)
from ._matrix import Matrix
from ._ordinal import Ordinal, ordinal
from ._polynomial import Polynomial
from ._scalar import Nimber

__all__ = [
    "Array",
    "BadExpression",
    "BadShape",
    "Calculator",
    "DivisionByZero",
    "Matrix",
    "Nimber",
    "NoSolution",
    "Ordinal",
    "Polynomial",
    "Singular",
    "TooLarge",
    "add",
    "artin_schreier",
    "calc",
    "cumprod",
    "degree",
    "div",
    "dot",
    "frobenius",
    "from_uint128",
    "generator",
    "inv",
    "log",
    "mul",
    "norm",
    "order",
    "ordinal",
    "pow",
    "root",
    "solve_quadratic",
    "sqrt",
    "square",
    "table",
    "to_uint128",
    "trace",
    "uint128",
]
