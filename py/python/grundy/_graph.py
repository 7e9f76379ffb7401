"""Games on graphs: a token moves along arrows, whoever cannot move loses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import _answers, _ask
from ._ask import Convention, Cost
from ._ruleset import number

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Decided(_answers.Graph):
    """A graph with every vertex decided.

    >>> import grundy
    >>> decided = grundy.graph([("a", "b"), ("b", "a"), ("b", "c")])
    >>> decided.outcome("a"), decided.outcome("b"), decided["b"].best
    ('P', 'N', 'c')
    """

    __slots__ = ("_names",)
    _names: dict[str, int]

    def __getitem__(self, vertex: object) -> _answers.Vertex:
        """Return what is known of a vertex by its name."""
        if not hasattr(self, "_names"):
            self._names = {v["name"]: at for at, v in enumerate(self._data["vertices"])}
        try:
            at = self._names[str(vertex)]
        except KeyError:
            raise KeyError(f"the graph has no vertex {vertex!r}") from None
        return _answers.Vertex._of(self._data["vertices"][at])

    def outcome(self, vertex: object) -> str:
        """Who wins from a vertex: ``N``, ``P`` or ``D``."""
        return self[vertex].outcome

    def value(self, vertex: object) -> int | str | None:
        """The value of a vertex, if values were asked for; a text if it is loopy."""
        return number(self[vertex].value)

    def __repr__(self) -> str:
        """Count the vertices of each outcome."""
        c = self.counts
        return f"<graph of {len(self.vertices)} vertices: {c.N} N, {c.P} P, {c.D} D>"


def graph(
    edges: str | Iterable[Sequence[object]] | Any,
    *,
    convention: Convention | None = None,
    targets: Sequence[object] | None = None,
    values: bool = False,
    start: Sequence[object] | None = None,
    **cost: Unpack[Cost],
) -> Decided:
    """Decide every vertex of a directed graph, draws included.

    ``edges`` are pairs, a text (an edge list, DOT or GraphML), or a graph of networkx. With
    ``values``, Grundy values, loopy ones where there are cycles; with ``start``, also who wins
    with tokens on all these vertices. Reaching one of ``targets`` wins at once.
    """
    given: Any
    if isinstance(edges, str):
        given = _ask.text("edges", edges)
    else:
        inner = getattr(edges, "edges", None)
        pairs = inner if inner is not None and not isinstance(edges, (list, tuple)) else edges
        pairs = pairs() if callable(pairs) else pairs
        given = [_pair(pair) for pair in _ask.several("edges", pairs)]
    fields = {
        "graph": given,
        "convention": _ask.checked_convention(convention),
        "targets": None if targets is None else _names("targets", targets),
        "values": bool(values),
        "start": None if start is None else _names("start", start),
    }
    return Decided._read(_ask.ask("graph", fields, cost))


def _pair(pair: Sequence[object]) -> list[str]:
    try:
        source, target = pair
    except (TypeError, ValueError):
        raise TypeError(f"edges must be pairs of vertices, not {pair!r}") from None
    return [_ask.text("edges", str(source)), _ask.text("edges", str(target))]


def _names(name: str, vertices: object) -> list[str]:
    return [_ask.text(name, str(vertex)) for vertex in _ask.several(name, vertices)]
