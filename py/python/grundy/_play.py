"""A board to play on in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from . import _ask
from ._match import Match
from ._ruleset import Ruleset

if TYPE_CHECKING:
    from ._ask import Convention, Lang, Position
    from ._widget import Board

#: What the board is made with, beyond what this package needs.
_NEEDED = ("anywidget", "ipywidgets", "traitlets", "comm")


def play(
    game: str | Ruleset,
    position: Position | None = None,
    *,
    first: Literal["you", "engine"] = "you",
    level: int = 5,
    two: bool = False,
    seed: int = 1,
    marks: bool = False,
    why: bool = False,
    numbers: bool = False,
    colours: Literal["auto", "light", "dark"] = "auto",
    lang: Lang | None = None,
    convention: Convention | None = None,
    compound: str | None = None,
    params: Mapping[str, object] | None = None,
) -> Board:
    """Return a board to play on, against the engine or between two people.

    A notebook shows it; what is played there can be read here, and what is set here is shown there.

    >>> import grundy
    >>> board = grundy.play("nim", [3, 5, 7])
    >>> board.moves = ["3: take 1"]     # or a click on the board
    >>> board.position, board.over
    ('3,5,6', False)
    >>> board.match.rated().why.outcome
    'P'

    - ``position``: where it begins; without it, the first example of the game;
    - ``first``: who begins, ``"you"`` or the ``"engine"``;
    - ``level``: how many of five moves of the engine are good ones; ``seed`` decides which;
    - ``two``: two people play, and the engine only looks after the rules;
    - ``marks``, ``why``, ``numbers``: show what each move brings, who wins and why, and the numbers
      that decide;
    - ``colours``: ``"light"``, ``"dark"``, or ``"auto"``: as the notebook is;
    - ``convention``, ``compound``, ``params``: as for :func:`grundy.solve`.

    It needs anywidget: ``pip install anywidget``.
    """
    if isinstance(game, Ruleset):
        if not (convention is None and compound is None and params is None):
            raise TypeError("convention, compound and params belong to the Ruleset")
        rules = game
    else:
        rules = Ruleset(game, params, convention, compound)
    _one_of("first", first, ("you", "engine"))
    _one_of("colours", colours, ("auto", "light", "dark"))
    if _ask.count("level", level) > 5:
        raise ValueError(f"level must be at most 5, not {level}")
    if _ask.count("seed", seed) > 10**9:
        raise ValueError(f"seed must be at most 10**9, not {seed}")
    spoken = _ask.language_of({"lang": lang})
    fields = rules._fields()
    # An error in the game or the position is one here, not on the board.
    begun = Match(fields, position, (), {"lang": spoken})
    try:
        from ._widget import Board
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _NEEDED:
            raise
        raise ImportError(
            "grundy.play shows a board by anywidget, which is not installed: "
            "pip install anywidget, or pip install 'grundy[notebook]'",
            name=error.name,
        ) from None
    return Board(
        begun,
        game=fields["game"],
        params=fields["params"] or {},
        convention=fields["convention"] or "",
        compound=fields["compound"] or "",
        start="" if position is None else _ask.written("position", position),
        first=first,
        level=int(level),
        two=bool(two),
        seed=int(seed),
        marks=bool(marks),
        why=bool(why),
        numbers=bool(numbers),
        colours=colours,
        lang=spoken,
    )


def _one_of(name: str, value: object, words: tuple[str, ...]) -> None:
    if value not in words:
        listed = " or ".join(repr(word) for word in words)
        raise ValueError(f"{name} must be {listed}, not {value!r}")
