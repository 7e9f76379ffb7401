"""Games that are being played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _answers, _ask
from ._picture import Picture

if TYPE_CHECKING:
    from ._ask import Cost, Position


class Match(_answers.Table):
    """A game after some moves. Nothing changes: a move makes a new match.

    >>> import grundy
    >>> m = grundy.game("nim").match([3, 5, 7])
    >>> [choice.move for choice in m.choices][:3]
    ['1: take 1', '1: take 2', '1: take 3']
    >>> m = m.move("3: take 7").reply()     # the opponent never errs
    >>> m.replied, m.position
    ('2: take 2', '3,3,0')
    """

    __slots__ = ("_cost", "_of_game", "_start")

    def __init__(
        self,
        of_game: Mapping[str, Any],
        position: Position | None,
        moves: Sequence[str],
        cost: Cost,
        **more: Any,
    ) -> None:
        """Ask for the table; :meth:`grundy.Ruleset.match` is the way to begin."""
        self._of_game = of_game
        self._start = None if position is None else _ask.written("position", position)
        self._cost = cost
        played = _ask.texts("moves", moves)
        fields = {**of_game, "position": self._start, "moves": played or None, **more}
        self._text = _ask.ask("play", fields, cost)
        self._known = None

    def _again(self, moves: Sequence[str], **more: Any) -> Match:
        return Match(self._of_game, self._start, moves, self._cost, **more)

    def move(self, move: str) -> Match:
        """Make a move, written as in :attr:`choices`."""
        return self._again([*self.played, _ask.text("move", move)])

    def reply(self, level: int = 5, seed: int | None = None) -> Match:
        """Let the engine move: of five moves ``level`` are good ones, at 5 all of them."""
        wanted = {"level": _ask.count("level", level)}
        if seed is not None:
            wanted["seed"] = _ask.count("seed", seed)
        return self._again(self.played, reply=wanted)

    def back(self, moves: int = 1) -> Match:
        """Take moves back."""
        keep = len(self.played) - _ask.count("moves", moves)
        if keep < 0:
            raise ValueError(f"only {len(self.played)} moves were made")
        return self._again(self.played[:keep])

    def rated(self) -> Match:
        """Return the same with who wins after each move, why, and the mistakes so far."""
        return self._again(self.played, rate=True, why=True, history=True)

    @property
    def picture(self) -> Picture:
        """The position as a picture."""
        return Picture(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    @classmethod
    def _copied(
        cls, of_game: Mapping[str, Any], start: str | None, cost: Cost, data: dict[str, Any]
    ) -> Match:
        self = cls._of(data)
        self._of_game, self._start, self._cost = of_game, start, cost
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Matches can be copied and pickled; who listens to progress is left behind."""
        cost = {name: value for name, value in self._cost.items() if name != "progress"}
        return (type(self)._copied, (self._of_game, self._start, cost, self._data))

    def __repr__(self) -> str:
        """Show the position and how far it is."""
        over = f", {self.over.winner} player won" if self.over else ""
        return f"<Match {self.title}: {self.position} after {len(self.played)} moves{over}>"
