"""What can go wrong with nimbers, as exceptions."""

from __future__ import annotations

import json

from .._errors import Cancelled, GrundyError

__all__ = ["BadExpression", "BadShape", "DivisionByZero", "NoSolution", "Singular", "TooLarge"]


class DivisionByZero(GrundyError, ZeroDivisionError):
    """Zero has no inverse."""

    code = "division_by_zero"


class NoSolution(GrundyError, ValueError):
    """An equation without a solution in the field asked: a root, a logarithm, an order."""

    code = "no_solution"


class Singular(NoSolution):
    """A matrix without an inverse."""

    code = "singular"
    #: The rank that was found.
    rank: int = 0
    #: The rank that is needed.
    size: int = 0


class TooLarge(GrundyError, ValueError):
    """Something larger than can be computed with; it was not tried."""

    code = "too_large"
    #: What is too large.
    what: str = ""
    #: How large it is, or would be at least.
    size: int = 0
    #: How large it may be.
    limit: int = 0


class BadShape(GrundyError, ValueError):
    """Sides or lengths that do not fit together."""

    code = "shape"
    #: The length that was wanted.
    wanted: int = 0
    #: The length that was found.
    found: int = 0


class BadExpression(GrundyError, ValueError):
    """A text that is no nimber, or that cannot be computed."""

    code = "bad_expression"
    #: Where in the text, from 1.
    column: int = 0


class _NoSubfield(GrundyError, ValueError):
    """A width that is not the width of a subfield."""


_CLASSES: dict[str, type[GrundyError]] = {
    "bad_expression": BadExpression,
    "cancelled": Cancelled,
    "division_by_zero": DivisionByZero,
    "no_solution": NoSolution,
    "no_subfield": _NoSubfield,
    "shape": BadShape,
    "singular": Singular,
    "too_large": TooLarge,
}


def raised(code: str, message: str, numbers: str = "{}") -> GrundyError:
    """Make the exception for an error of the nimbers; ``numbers`` is an object of JSON."""
    error = _CLASSES.get(code, GrundyError)(message, **json.loads(numbers))
    error.code = code
    return error
