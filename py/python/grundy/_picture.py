"""Pictures that a notebook shows."""

from __future__ import annotations

from os import PathLike
from pathlib import Path


class Picture:
    """A picture as SVG: shown by notebooks, saved with :meth:`save`."""

    __slots__ = ("svg",)

    def __init__(self, svg: str) -> None:
        """Keep the text of the picture."""
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        """Say how long it is: the text itself is nothing to read."""
        return f"<{type(self).__name__}, {len(self.svg)} characters of SVG>"
