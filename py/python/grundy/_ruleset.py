"""Games that the workbench knows: by name, or as a text in the rule language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _answers, _ask, _core
from ._answers import Annotated, Card, Catalogue, Checked, Decision, Drawn, Page, Task, Tested
from ._ask import Convention, Cost, Position, language_of, limits, written
from ._match import Match
from ._picture import Picture
from ._progress import listener
from ._study import Study
from ._table import Table, shape_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Solution(_answers.Solved):
    """Who wins a position, and by which moves."""

    __slots__ = ()

    @property
    def value(self) -> int | str | None:  # type: ignore[override]
        """The Grundy value, where it is known; a text where it is no number."""
        return number(self._data.get("value"))

    @property
    def winning_moves(self) -> list[Move]:  # type: ignore[override]
        """The winning moves; at most as many as were asked for."""
        return [Move._of(move) for move in self._data.get("winning_moves") or ()]

    @property
    def drawing_moves(self) -> list[Move]:  # type: ignore[override]
        """In a draw: the moves that keep it."""
        return [Move._of(move) for move in self._data.get("drawing_moves") or ()]

    @property
    def is_win(self) -> bool:
        """Whether the player to move wins."""
        return bool(self.outcome == "N")

    def __repr__(self) -> str:
        """Say who wins, and why."""
        value = "" if self.value is None else f", value {self.value}"
        return f"<{self.game} {self.position}: {self.outcome}{value}, {self.status}>"


class Move(_answers.Move):
    """A move and where it leads."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the move as it is written."""
        return self.move

    def __repr__(self) -> str:
        """Show the move and where it leads."""
        return f"<{self.move} → {self.to}>" if self.to else f"<{self.move}>"


def number(text: str | None) -> int | str | None:
    """Return a value as a number if it is one."""
    return int(text) if text is not None and text.isdecimal() else text


class Ruleset:
    """A game with its parameters and its convention, ready for questions.

    Made by :func:`game` from a name and by :func:`rules` from a text.
    """

    __slots__ = ("_compound", "_convention", "_game", "_page", "_params", "_usual")

    def __init__(
        self,
        game: str,
        params: Mapping[str, object] | None = None,
        convention: Convention | None = None,
        compound: str | None = None,
    ) -> None:
        """Keep what is played; :func:`game` and :func:`rules` also look whether it exists."""
        self._game = _ask.text("game", game)
        if params is not None and not isinstance(params, Mapping):
            raise TypeError(f"params must be a mapping, not {type(params).__name__}")
        self._params = {
            _ask.text("params", name): written(name, value)
            for name, value in (params or {}).items()
        }
        self._convention = _ask.checked_convention(convention)
        self._compound = None if compound is None else _ask.text("compound", compound)
        self._page: dict[str, Page] = {}
        self._usual: dict[str, Any] = {
            "params": self._params or None,
            "convention": convention,
            "compound": compound,
            "lang": "en",
            "states": None,
            "bytes": None,
            "milliseconds": None,
        }

    def _fields(self, **more: Any) -> dict[str, Any]:
        return {
            "game": self._game,
            "params": self._params or None,
            "convention": self._convention,
            "compound": self._compound,
            **more,
        }

    def _terms(self, cost: Cost) -> dict[str, Any]:
        if not cost:
            # Most questions: nothing is said, nothing has changed since the last one.
            lang = _ask.language()
            if self._usual["lang"] != lang:
                self._usual = {**self._usual, "lang": lang}
            return self._usual
        return {
            "params": self._params or None,
            "convention": self._convention,
            "compound": self._compound,
            "lang": language_of(cost),
            **limits(cost),
        }

    def about(self, **cost: Unpack[Cost]) -> Page:
        """Return the page about the game: rules, theorem, source, notation, examples.

        >>> import grundy
        >>> grundy.game("kayles").about().examples[0]
        '7'
        """
        lang = language_of(cost)
        if lang not in self._page:
            self._page[lang] = Page._read(_ask.ask("game", self._fields(), cost))
        return self._page[lang]

    @property
    def name(self) -> str:
        """What people call it, in the language of :func:`grundy.language`."""
        return self.about().name

    @property
    def convention(self) -> Convention:
        """Who wins at the end: ``normal`` if whoever moves last, else ``misere``."""
        return self._convention or self.about().convention

    @property
    def rule_text(self) -> str | None:
        """The game in the rule language, if it can be written in it."""
        return self.about().rule_text

    def misere(self) -> Ruleset:
        """Return the same game where whoever moves last loses.

        >>> import grundy
        >>> nim = grundy.game("nim")
        >>> nim.solve([1, 1, 1]).outcome, nim.misere().solve([1, 1, 1]).outcome
        ('N', 'P')
        """
        return Ruleset(self._game, self._params, "misere", self._compound)

    def solve(
        self,
        position: Position | None = None,
        *,
        moves: int | None = None,
        all: bool = False,  # noqa: A002
        **cost: Unpack[Cost],
    ) -> Solution:
        """Tell who wins from a position, and every winning move (at most ``moves``).

        With ``all``, every move is named with who wins after it, in :attr:`Solution.moves`.

        >>> import grundy
        >>> grundy.game("nim").solve([3, 5, 7]).winning_moves
        [<1: take 1 → 2,5,7>, <2: take 1 → 3,4,7>, <3: take 1 → 3,5,6>]
        """
        at = None if position is None else written("position", position)
        most = None if moves is None else _ask.count("moves", moves)
        terms = self._terms(cost)
        if "progress" not in cost:
            return Solution._read(_core.solve(self._game, at, terms, most, bool(all)))
        with listener(cost["progress"]) as hear:
            answer = _core.solve(self._game, at, terms, most, bool(all), hear)
        return Solution._read(answer)

    def table(self, *sides: int, **cost: Unpack[Cost]) -> Table:
        """Return the values of all positions whose coordinates lie below the sides.

        One side alone is for all axes of the game.

        >>> import grundy
        >>> grundy.game("wythoff").table(3, 4).values.tolist()
        [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
        """
        to = shape_of("table", sides)
        with listener(cost.get("progress")) as hear:
            values, rest = _core.table(self._game, to, self._terms(cost), hear)
        return Table._read(self._title(), values, rest)

    def study(self, *, for_all: str | None = None, **cost: Unpack[Cost]) -> Study:
        """Find the law of the game and prove it.

        With ``for_all``, the name of a parameter, find one law for all its values; it is
        in :attr:`Study.family`.

        >>> import grundy
        >>> s = grundy.rules("state n; move take(k in 1..3) -> [n-k]").study(seconds=60)
        >>> s.law, s.status
        ('g(n) = n mod 4', 'proven')
        >>> text = "game bachet(most = 3); state n; move take(k in 1..most) -> [n-k]"
        >>> grundy.rules(text).study(for_all="most").law
        'g(n) = n mod (most+1)'
        """
        fields = self._fields(for_all=None if for_all is None else _ask.text("for_all", for_all))
        return Study._read(_ask.ask("study", fields, cost))

    def prove(
        self, conjecture: str, *, for_all: str | None = None, **cost: Unpack[Cost]
    ) -> Decision:
        """Decide whether a law of one's own is true of all positions.

        With ``for_all``, the name of a parameter, it is about all its values.

        >>> import grundy
        >>> bachet = grundy.rules("state n; move take(k in 1..3) -> [n-k]")
        >>> bachet.prove("g(n) = n mod 4").verdict
        'proven'
        >>> wrong = bachet.prove("P iff n mod 5 = 0")
        >>> wrong.verdict, wrong.numbers[0].number, wrong.claimed, wrong.found
        ('refuted', 4, 'N', 'P')
        """
        fields = self._fields(
            conjecture=_ask.text("conjecture", conjecture),
            for_all=None if for_all is None else _ask.text("for_all", for_all),
        )
        return Decision._read(_ask.ask("prove", fields, cost))

    def match(self, position: Position | None = None, *moves: str, **cost: Unpack[Cost]) -> Match:
        """Begin to play, from a position or from the first example."""
        return Match(self._fields(), position, moves, cost)

    def show(self, position: Position | None = None, **cost: Unpack[Cost]) -> Picture:
        """Return a position as a picture."""
        return self.match(position, **cost).picture

    def draw(
        self, position: Position, *, depth: int | None = None, **cost: Unpack[Cost]
    ) -> Diagram:
        """Return the graph of everything that can happen from a position.

        >>> import grundy
        >>> grundy.game("nim").draw([1, 2]).positions
        5
        """
        fields = self._fields(
            position=written("position", position),
            depth=None if depth is None else _ask.count("depth", depth),
        )
        return Diagram._read(_ask.ask("draw", fields, cost))

    def annotate(self, position: Position, moves: Sequence[str], **cost: Unpack[Cost]) -> Annotated:
        """Tell of a played game who was winning when, and the better move after a mistake.

        >>> import grundy
        >>> played = grundy.game("nim").annotate([1, 2], ["2: take 2", "1: take 1"])
        >>> [turn.mistake for turn in played.positions]
        [False, True, False]
        """
        fields = self._fields(
            position=written("position", position), moves=_ask.texts("moves", moves)
        )
        return Annotated._read(_ask.ask("annotate", fields, cost))

    def count(
        self,
        position: Position,
        *,
        form: Literal["subsets", "tuples", "arrangements", "multisets"] = "subsets",
        size: int | None = None,
        won: bool = False,
        modulo: int | None = None,
        **cost: Unpack[Cost],
    ) -> int:
        """Count the choices of components of a position that are lost, or won.

        >>> import grundy
        >>> grundy.game("nim").count([1, 2, 3])
        2
        """
        fields = self._fields(
            position=written("position", position),
            form=_ask.text("form", form),
            size=None if size is None else _ask.count("size", size),
            won=bool(won),
            modulo=None if modulo is None else str(_ask.natural("modulo", modulo, 1)),
        )
        counted = _answers.Counted._read(_ask.ask("count", fields, cost))
        return int(counted.count)

    def check(self, **cost: Unpack[Cost]) -> Checked:
        """Look at a rule text without solving anything: faults, whether play ends, the engine."""
        return Checked._read(_ask.ask("check", {"text": self._text()}, cost))

    def test(self, **cost: Unpack[Cost]) -> Tested:
        """Look at the expectations that a rule text states."""
        return Tested._read(_ask.ask("test", {"text": self._text()}, cost))

    def _text(self) -> str:
        text = self.rule_text
        if text is None:
            raise ValueError(f"{self._title()} has no text in the rule language")
        return text

    def _title(self) -> str:
        # A text goes by the name that it gives itself.
        for page in self._page.values():
            if not page.listed:
                return page.name
        return self._game if len(self._game) <= 40 and "\n" not in self._game else "rules"

    def __eq__(self, other: object) -> bool:
        """Two are equal if they are the same name or text, played in the same way."""
        return isinstance(other, Ruleset) and self._fields() == other._fields()

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        return hash((self._game, self._convention, self._compound))

    def __repr__(self) -> str:
        """Show how it is made."""
        parts = [repr(self._title()), *(f"{k}={v!r}" for k, v in self._params.items())]
        if self._convention:
            parts.append(f"convention={self._convention!r}")
        if self._compound:
            parts.append(f"compound={self._compound!r}")
        return f"<Ruleset {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        from html import escape

        page = self.about()
        parts = [f"<p><b>{escape(page.name)}</b></p>"]
        parts += [f"<p>{escape(line)}</p>" for line in (page.rules, page.theorem) if line]
        if page.svg:
            parts.append(page.svg)
        return "".join(parts)


class Diagram(Drawn):
    """A graph of positions; notebooks show it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file: for Graphviz if the name ends in ``.dot``, else as SVG."""
        text = self.dot if str(path).endswith(".dot") else self.svg
        Path(path).write_text(text, encoding="utf-8")

    def __repr__(self) -> str:
        """Say how many positions it shows."""
        return f"<Diagram of {self.positions} positions>"


def games(search: str | None = None, **cost: Unpack[Cost]) -> list[Card]:
    """Return the games of the catalogue, or those with a word in one of their names.

    >>> import grundy
    >>> [card.id for card in grundy.games("威佐夫")]
    ['wythoff', 't-wythoff', 'wythoff-heaps']
    """
    fields = {"search": None if search is None else _ask.text("search", search)}
    return Catalogue._read(_ask.ask("games", fields, cost)).games


def game(
    name: str,
    *,
    convention: Convention | None = None,
    compound: str | None = None,
    **params: object,
) -> Ruleset:
    """Return a game of the catalogue by its name, with values of its parameters.

    A sum such as ``"nim:3,5 + kayles:7"`` is a game whose position is in its name.

    >>> import grundy
    >>> grundy.game("bachet", k=4).solve(10).outcome
    'P'
    >>> grundy.game("nim:3,5 + kayles:7").solve().value
    4
    """
    made = Ruleset(name, params, convention, compound)
    if ":" not in name:
        made.about()
    return made


def rules(
    text: str,
    *,
    convention: Convention | None = None,
    compound: str | None = None,
    **params: object,
) -> Ruleset:
    """Return the game that a text in the rule language describes.

    >>> import grundy
    >>> lasker = grundy.rules(
    ...     "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]"
    ... )
    >>> [lasker.solve(n).value for n in range(9)]
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    made = Ruleset(_ask.text("text", text), params, convention, compound)
    if made.about().listed:
        raise ValueError(f"text is the name of a game, not its rules: use grundy.game({text!r})")
    return made


def solve(
    game: str | Ruleset,
    position: Position | None = None,
    *,
    convention: Convention | None = None,
    compound: str | None = None,
    params: Mapping[str, object] | None = None,
    moves: int | None = None,
    all: bool = False,  # noqa: A002
    **cost: Unpack[Cost],
) -> Solution:
    """Tell who wins a position of a game, and by which moves.

    >>> import grundy
    >>> s = grundy.solve("nim", "3,5,7")
    >>> s.outcome, s.value, s.status
    ('N', 1, 'proven')
    """
    if isinstance(game, Ruleset):
        if not (convention is None and compound is None and params is None):
            raise TypeError("convention, compound and params belong to the Ruleset")
    else:
        game = Ruleset(game, params, convention, compound)
    return game.solve(position, moves=moves, all=all, **cost)


def exercise(
    seed: int = 0,
    *,
    games: Sequence[str] = (),
    families: Sequence[str] = (),
    **cost: Unpack[Cost],
) -> Task:
    """Return a small position to practise on; another seed is another position."""
    fields = {
        "seed": _ask.count("seed", seed),
        "games": _ask.texts("games", games) or None,
        "families": _ask.texts("families", families) or None,
    }
    return Task._read(_ask.ask("exercise", fields, cost))
