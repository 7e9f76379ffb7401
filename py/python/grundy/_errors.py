"""What can go wrong, as exceptions.

Each is a :class:`GrundyError` with a stable ``code`` and a sentence; those about something that
was given are a :class:`ValueError` as well.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = [
    "BadCertificate",
    "BadCode",
    "BadLaw",
    "BadParameter",
    "BadPosition",
    "BadQuestion",
    "BadRules",
    "BudgetExceeded",
    "Cancelled",
    "GrundyError",
    "IllegalMove",
    "NoValue",
    "UnknownGame",
    "Unsupported",
]


class GrundyError(Exception):
    """Any error of this package."""

    #: A word for programs, which stays the same in both languages.
    code: str = "error"

    def __init__(self, message: str = "", /, **numbers: Any) -> None:
        """Keep the sentence, and the numbers as attributes."""
        super().__init__(message)
        for name, value in numbers.items():
            setattr(self, name, value)


class BudgetExceeded(GrundyError):
    """More states, bytes or time were needed than allowed."""

    #: What ran out: ``states``, ``bytes`` or ``milliseconds``.
    resource: str = ""
    #: How much was used or would have been needed.
    used: int = 0
    #: How much was allowed.
    limit: int = 0


class Cancelled(GrundyError):
    """The work was stopped."""


class BadPosition(GrundyError, ValueError):
    """A position that cannot be read."""

    #: Where in the text, from 1; 0 if that is not known.
    column: int = 0


class IllegalMove(GrundyError, ValueError):
    """A move that the rules do not allow, or that cannot be read."""


class UnknownGame(GrundyError, LookupError):
    """A game that is not in the catalogue."""


class BadCode(GrundyError, ValueError):
    """A code of a heap game that cannot be read."""

    #: Where in the text, from 1; 0 if that is not known.
    column: int = 0


class BadLaw(GrundyError, ValueError):
    """A conjecture that cannot be read."""

    #: Where in the text, from 1; 0 if that is not known.
    column: int = 0


class BadParameter(GrundyError, ValueError):
    """A parameter that the game does not have, or a value that it cannot take."""


class BadRules(GrundyError, ValueError):
    """A text that is no game, or one whose moves break its own rules."""


class BadCertificate(GrundyError, ValueError):
    """A certificate that does not prove what it claims."""


class BadQuestion(GrundyError, ValueError):
    """An argument that cannot be used, in a way that has no class of its own."""


class NoValue(GrundyError, ValueError):
    """A position without a Grundy value."""


class Unsupported(GrundyError):
    """A question that has no answer here; the sentence says why."""


# Tracebacks name the classes as users do.
for _name in __all__:
    globals()[_name].__module__ = "grundy"

_CLASSES: dict[str, type[GrundyError]] = {
    "over_budget": BudgetExceeded,
    "cancelled": Cancelled,
    "bad_position": BadPosition,
    "bad_move": IllegalMove,
    "unknown_game": UnknownGame,
    "bad_code": BadCode,
    "bad_law": BadLaw,
    "bad_parameter": BadParameter,
    "bad_rules": BadRules,
    "faulty_rules": BadRules,
    "cycle": NoValue,
    "not_well_founded": NoValue,
    "no_value": NoValue,
    "bad_certificate": BadCertificate,
    "unsupported": Unsupported,
}


def raised(code: str, message: str, numbers: str = "{}") -> GrundyError:
    """Make the exception for an error of the desk; ``numbers`` is an object of JSON."""
    error = _CLASSES.get(code, BadQuestion)(message, **json.loads(numbers))
    error.code = code
    return error
