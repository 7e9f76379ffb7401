"""Tables of values as arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from . import _ask
from ._study import Study

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._ask import Cost


class Table(NDArrayOperatorsMixin):
    """Grundy values over a line, a rectangle or a box, or outcomes where there are no values.

    It is an array to numpy (``numpy.asarray(table)`` copies nothing), can be indexed like one,
    and computes like one: ``table == 0`` is an array, too.

    >>> import grundy
    >>> t = grundy.game("wythoff").table(4, 5)
    >>> t.shape, int(t[1, 2]), t[3].tolist()
    ((4, 5), 0, [3, 4, 5, 6, 2])
    """

    __slots__ = ("_rest", "game", "values")

    #: The values, the shape of the table; -1 where there is no position. Of a table of
    #: outcomes: 0 for P, 1 for N, 2 for a draw.
    values: NDArray[np.int64]
    #: What it is a table of.
    game: str

    def __init__(self, game: str, values: NDArray[np.int64], rest: dict[str, Any]) -> None:
        """Keep the array and what was said about it."""
        self.game = game
        self.values = values
        self._rest = rest

    @classmethod
    def _read(cls, game: str, values: NDArray[np.int64] | None, rest: str) -> Table:
        told = json.loads(rest)
        if values is None:
            codes = np.full(256, -1, dtype=np.int64)
            codes[[ord("P"), ord("N"), ord("D")]] = 0, 1, 2
            letters = np.frombuffer(told["outcomes"].encode("ascii"), dtype=np.uint8)
            values = codes[letters].reshape(told["size"])
        return cls(game, values, told)

    @property
    def has_values(self) -> bool:
        """Whether it holds Grundy values; otherwise it holds outcomes."""
        return "outcomes" not in self._rest

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each side."""
        return self.values.shape

    @property
    def status(self) -> str:
        """``proven``, ``computed`` or ``observed to N``."""
        return str(self._rest["status"])

    @property
    def reason(self) -> str:
        """Why the values are right."""
        return str(self._rest["reason"])

    @property
    def lost(self) -> NDArray[np.intp]:
        """The coordinates of the P-positions, one in each row.

        >>> import grundy
        >>> grundy.game("wythoff").table(8, 8).lost.tolist()
        [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7], [5, 3], [7, 4]]
        """
        return np.argwhere(self.values == 0)

    def law(
        self,
        **cost: Unpack[Cost],
    ) -> Study:
        """Look for laws of these numbers alone; they are *observed*, not proven.

        >>> import grundy
        >>> grundy.game("nim").table(16, 16).law().law
        'g(x, y) = x ⊕ y'
        """
        return Study.of_table(self.values, not self.has_values, cost)

    def to_list(self) -> list[Any]:
        """Return the values as lists of lists."""
        listed: list[Any] = self.values.tolist()
        return listed

    def to_pandas(self) -> Any:
        """Return the values as a frame (or a series, of a line); pandas must be installed."""
        try:
            import pandas
        except ImportError:
            raise ImportError("Table.to_pandas needs pandas: pip install pandas") from None
        if self.values.ndim == 1:
            return pandas.Series(self.values, name="value")
        if self.values.ndim == 2:
            return pandas.DataFrame(self.values)
        index = pandas.MultiIndex.from_product([range(side) for side in self.shape])
        return pandas.Series(self.values.ravel(), index=index, name="value")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Give the array itself to numpy, or a copy if that is asked for."""
        if dtype is None or np.dtype(dtype) == self.values.dtype:
            return self.values.copy() if copy else self.values
        if copy is False:
            raise ValueError(f"values of {self.values.dtype} cannot be {dtype} without a copy")
        return self.values.astype(dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **rest: Any) -> Any:
        """Compute with the array."""
        out = rest.get("out")
        if out is not None:
            rest["out"] = tuple(_values(array) for array in out)
        result = getattr(ufunc, method)(*map(_values, inputs), **rest)
        return out[0] if out is not None and len(out) == 1 else result

    def __getitem__(self, index: Any) -> Any:
        """Index the array."""
        return self.values[index]

    def __len__(self) -> int:
        """Return the length of the first side."""
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        """Go through the first side."""
        return iter(self.values)

    def __repr__(self) -> str:
        """Say what it is a table of, and how sure it is."""
        sides = "×".join(str(side) for side in self.shape)
        what = "values" if self.has_values else "outcomes"
        return f"<{what} of {self.game}, {sides}, {self.status}>"

    def _repr_html_(self) -> str | None:
        """Show the first cells, a colour for each value."""
        if self.values.ndim > 2:
            return None
        from html import escape

        square = np.atleast_2d(self.values)
        rows, columns = (min(side, 20) for side in square.shape)
        most = max(1, int(square[:rows, :columns].max()))
        cut = (rows, columns) != square.shape
        lines = []
        for row in range(rows):
            cells = []
            for column in range(columns):
                value = int(square[row, column])
                if value < 0:
                    cells.append("<td></td>")
                    continue
                # Zeros stand out: they are the lost positions.
                shade = "#f5c542" if value == 0 else f"hsl(212 60% {92 - 45 * value // most}%)"
                shown = value if self.has_values else "PND"[value]
                cells.append(f'<td style="background:{shade};color:#111">{shown}</td>')
            head = f"<th>{row}</th>" if self.values.ndim == 2 else ""
            lines.append(f"<tr>{head}{''.join(cells)}</tr>")
        heads = "".join(f"<th>{column}</th>" for column in range(columns))
        corner = "<th></th>" if self.values.ndim == 2 else ""
        more = " …" if cut else ""
        caption = escape(f"{self!r}"[1:-1]) + more
        return (
            f"<table><caption>{caption}</caption><tr>{corner}{heads}</tr>{''.join(lines)}</table>"
        )


def _values(given: Any) -> Any:
    return given.values if isinstance(given, Table) else given


def shape_of(name: str, sides: tuple[object, ...]) -> list[int]:
    """Return the largest coordinate of each axis from the lengths of the sides."""
    if len(sides) == 1 and isinstance(sides[0], (tuple, list)):
        sides = tuple(sides[0])
    if not sides:
        raise TypeError(f"{name} needs the length of each side")
    return [_ask.count(f"side {at}", side, least=1) - 1 for at, side in enumerate(sides, 1)]
