"""The rule language: its words, its faults explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ask
from ._answers import Checked, Explained, Vocabulary
from ._ask import Cost

if TYPE_CHECKING:
    from typing_extensions import Unpack


def check(text: str, **cost: Unpack[Cost]) -> Checked:
    """Look at a rule text without solving anything.

    >>> import grundy
    >>> grundy.check("state n; move take(k in 1..3) -> [n-k]").diagnostics
    []
    """
    return Checked._read(_ask.ask("check", {"text": _ask.text("text", text)}, cost))


def explain(code: str, **cost: Unpack[Cost]) -> Explained:
    """Return the page about a fault such as ``E020``."""
    return Explained._read(_ask.ask("explain", {"code": _ask.text("code", code)}, cost))


def words(**cost: Unpack[Cost]) -> Vocabulary:
    """Return the words of the rule language, and texts to begin with."""
    return Vocabulary._read(_ask.ask("words", {}, cost))
