"""The workbench for impartial combinatorial games."""

from __future__ import annotations

from . import nimber
from ._errors import GrundyError

__all__ = ["GrundyError", "nimber"]
