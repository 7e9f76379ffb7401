"""What the desk answers, a class for each kind of answer.

Written by scripts/answers.py from the schema of the desk; do not edit.
"""

from __future__ import annotations

from typing import Literal

from ._answer import Answer


class Catalogue(Answer):
    """The games that were asked for, by families."""

    __slots__ = ()
    _fields = ("families", "games")

    @property
    def families(self) -> list[FamilyName]:
        """The families in their order."""
        value = self._data["families"]
        return [FamilyName._of(x) for x in value]

    @property
    def games(self) -> list[Card]:
        """The games."""
        value = self._data["games"]
        return [Card._of(x) for x in value]


class FamilyName(Answer):
    """A family of games."""

    __slots__ = ()
    _fields = ("id", "name")

    @property
    def id(self) -> str:
        """Its name in questions."""
        return self._data["id"]  # type: ignore[no-any-return]

    @property
    def name(self) -> Both:
        """Its name for people."""
        value = self._data["name"]
        return Both._of(value)


class Both(Answer):
    """A text in both languages."""

    __slots__ = ()
    _fields = ("en", "zh")

    @property
    def en(self) -> str:
        """English."""
        return self._data["en"]  # type: ignore[no-any-return]

    @property
    def zh(self) -> str:
        """Chinese."""
        return self._data["zh"]  # type: ignore[no-any-return]


class Card(Answer):
    """What a list tells of a game."""

    __slots__ = ()
    _fields = (
        "id",
        "family",
        "name",
        "summary",
        "names",
        "variants",
        "parameters",
        "examples",
        "dimension",
        "svg",
    )

    @property
    def id(self) -> str:
        """Its name in questions."""
        return self._data["id"]  # type: ignore[no-any-return]

    @property
    def family(self) -> str:
        """Its family."""
        return self._data["family"]  # type: ignore[no-any-return]

    @property
    def name(self) -> Both:
        """Its name for people."""
        value = self._data["name"]
        return Both._of(value)

    @property
    def summary(self) -> Both:
        """In a few words."""
        value = self._data["summary"]
        return Both._of(value)

    @property
    def names(self) -> list[str]:
        """Every other name, in both languages."""
        return self._data["names"]  # type: ignore[no-any-return]

    @property
    def variants(self) -> list[VariantCard]:
        """Games that are this one under other parameters or conventions."""
        value = self._data["variants"]
        return [VariantCard._of(x) for x in value]

    @property
    def parameters(self) -> list[ParameterCard]:
        """Its parameters."""
        value = self._data["parameters"]
        return [ParameterCard._of(x) for x in value]

    @property
    def examples(self) -> list[str]:
        """Positions; play begins at the first."""
        return self._data["examples"]  # type: ignore[no-any-return]

    @property
    def dimension(self) -> int:
        """How many coordinates its table has; 0 if it has none."""
        return self._data["dimension"]  # type: ignore[no-any-return]

    @property
    def svg(self) -> str | None:
        """The first example as a picture, if asked for."""
        return self._data.get("svg")


class VariantCard(Answer):
    """A variant of a game."""

    __slots__ = ()
    _fields = ("id", "name", "convention", "params")

    @property
    def id(self) -> str:
        """Its name in questions."""
        return self._data["id"]  # type: ignore[no-any-return]

    @property
    def name(self) -> Both:
        """Its name for people."""
        value = self._data["name"]
        return Both._of(value)

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]

    @property
    def params(self) -> dict[str, str]:
        """The parameters it sets."""
        return self._data["params"]  # type: ignore[no-any-return]


class ParameterCard(Answer):
    """A parameter of a game."""

    __slots__ = ()
    _fields = ("name", "default", "meaning")

    @property
    def name(self) -> str:
        """Its name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def default(self) -> str:
        """Its value unless it is set."""
        return self._data["default"]  # type: ignore[no-any-return]

    @property
    def meaning(self) -> Both:
        """What it means."""
        value = self._data["meaning"]
        return Both._of(value)


class Page(Answer):
    """The page about a game."""

    __slots__ = ()
    _fields = (
        "game",
        "name",
        "convention",
        "compound",
        "listed",
        "rules",
        "theorem",
        "source",
        "position",
        "moves",
        "parameters",
        "examples",
        "dimension",
        "rule_text",
        "termination",
        "engine",
        "svg",
        "components",
    )

    @property
    def game(self) -> str:
        """Its name in questions."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """Its name for people."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]

    @property
    def compound(self) -> str | None:
        """How components are played, if not one at a time to the end."""
        return self._data.get("compound")

    @property
    def listed(self) -> bool:
        """Whether it is of the catalogue."""
        return self._data["listed"]  # type: ignore[no-any-return]

    @property
    def rules(self) -> str:
        """The rules; empty for a rule text."""
        return self._data["rules"]  # type: ignore[no-any-return]

    @property
    def theorem(self) -> str:
        """The theorem that decides it; empty if none is known."""
        return self._data["theorem"]  # type: ignore[no-any-return]

    @property
    def source(self) -> str:
        """Where it is from."""
        return self._data["source"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """How positions are written."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> str:
        """How moves are written."""
        return self._data["moves"]  # type: ignore[no-any-return]

    @property
    def parameters(self) -> list[ParameterValue]:
        """Its parameters."""
        value = self._data["parameters"]
        return [ParameterValue._of(x) for x in value]

    @property
    def examples(self) -> list[str]:
        """Positions; play begins at the first."""
        return self._data["examples"]  # type: ignore[no-any-return]

    @property
    def dimension(self) -> int:
        """How many coordinates its table has; 0 if it has none."""
        return self._data["dimension"]  # type: ignore[no-any-return]

    @property
    def rule_text(self) -> str | None:
        """The game in the rule language, if it can be written in it."""
        return self._data.get("rule_text")

    @property
    def termination(self) -> str | None:
        """Of a rule text: whether play ends, and why."""
        return self._data.get("termination")

    @property
    def engine(self) -> str | None:
        """Of a rule text: how it is solved."""
        return self._data.get("engine")

    @property
    def svg(self) -> str | None:
        """A position as a picture."""
        return self._data.get("svg")

    @property
    def components(self) -> list[ComponentPage] | None:
        """Of several games at once, such as `nim:3,5 + kayles:7`: each of them."""
        value = self._data.get("components")
        return None if value is None else [ComponentPage._of(x) for x in value]


class ParameterValue(Answer):
    """A parameter and its value."""

    __slots__ = ()
    _fields = ("name", "default", "value", "meaning")

    @property
    def name(self) -> str:
        """Its name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def default(self) -> str:
        """Its value unless it is set."""
        return self._data["default"]  # type: ignore[no-any-return]

    @property
    def value(self) -> str:
        """Its value here."""
        return self._data["value"]  # type: ignore[no-any-return]

    @property
    def meaning(self) -> str:
        """What it means."""
        return self._data["meaning"]  # type: ignore[no-any-return]


class ComponentPage(Answer):
    """One of several games that are played at once."""

    __slots__ = ()
    _fields = ("game", "name", "position", "rules", "moves")

    @property
    def game(self) -> str:
        """Its name in questions."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """Its name for people."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """Where it begins."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def rules(self) -> str:
        """Its rules; empty for a rule text."""
        return self._data["rules"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> str:
        """How its moves are written, behind the number of the component."""
        return self._data["moves"]  # type: ignore[no-any-return]


class Solved(Answer):
    """Who wins, and by which moves."""

    __slots__ = ()
    _fields = (
        "game",
        "position",
        "convention",
        "outcome",
        "value",
        "remoteness",
        "drawing_moves",
        "winning_moves",
        "winning_moves_truncated",
        "reason",
        "status",
        "compound",
        "moves",
        "choice",
    )

    @property
    def game(self) -> str:
        """The game."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """The position as the game writes it."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def value(self) -> str | None:
        """The Grundy value, where it is known."""
        return self._data.get("value")

    @property
    def remoteness(self) -> int | None:
        """How many moves are left under best play, where it is known."""
        return self._data.get("remoteness")

    @property
    def drawing_moves(self) -> list[Move] | None:
        """In a draw: moves that keep it."""
        value = self._data.get("drawing_moves")
        return None if value is None else [Move._of(x) for x in value]

    @property
    def winning_moves(self) -> list[Move] | None:
        """The winning moves."""
        value = self._data.get("winning_moves")
        return None if value is None else [Move._of(x) for x in value]

    @property
    def winning_moves_truncated(self) -> bool | None:
        """Whether there are more."""
        return self._data.get("winning_moves_truncated")

    @property
    def reason(self) -> str:
        """Why."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`proven`, `computed` or `observed to N`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def compound(self) -> str | None:
        """How components are played, if not one at a time to the end."""
        return self._data.get("compound")

    @property
    def moves(self) -> list[Rated] | None:
        """Every move, if all were asked for."""
        value = self._data.get("moves")
        return None if value is None else [Rated._of(x) for x in value]

    @property
    def choice(self) -> EngineChoice | None:
        """Which engines were chosen, if that was asked for."""
        value = self._data.get("choice")
        return None if value is None else EngineChoice._of(value)


class Move(Answer):
    """A move and where it leads."""

    __slots__ = ()
    _fields = ("move", "to")

    @property
    def move(self) -> str:
        """The move."""
        return self._data["move"]  # type: ignore[no-any-return]

    @property
    def to(self) -> str:
        """The position after it; empty where that would be very long."""
        return self._data["to"]  # type: ignore[no-any-return]


class Rated(Answer):
    """A move and who wins after it."""

    __slots__ = ()
    _fields = ("move", "to", "outcome")

    @property
    def move(self) -> str:
        """The move."""
        return self._data["move"]  # type: ignore[no-any-return]

    @property
    def to(self) -> str:
        """The position after it; empty where that would be very long."""
        return self._data["to"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins then."""
        return self._data["outcome"]  # type: ignore[no-any-return]


class EngineChoice(Answer):
    """Which engines were chosen for a question, and which were not."""

    __slots__ = ()
    _fields = ("tried", "passed_over")

    @property
    def tried(self) -> list[Tried]:
        """What was begun, in order."""
        value = self._data["tried"]
        return [Tried._of(x) for x in value]

    @property
    def passed_over(self) -> list[PassedOver]:
        """What was passed over."""
        value = self._data["passed_over"]
        return [PassedOver._of(x) for x in value]


class Tried(Answer):
    """An engine that was begun for a question."""

    __slots__ = ()
    _fields = ("engine", "name", "because", "expected", "positions", "ended", "end")

    @property
    def engine(self) -> str:
        """Which.

        `theorem`, `law`, `values`, `outcomes`, `components`, `cycles`, `blocking` or `compound`.
        """
        return self._data["engine"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What it is called."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def because(self) -> str:
        """Why it was chosen."""
        return self._data["because"]  # type: ignore[no-any-return]

    @property
    def expected(self) -> str:
        """What it was expected to cost, before it began, in words."""
        return self._data["expected"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> int | None:
        """About so many positions, where that is known beforehand."""
        return self._data.get("positions")

    @property
    def ended(self) -> str:
        """`answered`, `limit`, `silent` or `failed`."""
        return self._data["ended"]  # type: ignore[no-any-return]

    @property
    def end(self) -> str:
        """The same in words."""
        return self._data["end"]  # type: ignore[no-any-return]


class PassedOver(Answer):
    """An engine that was passed over."""

    __slots__ = ()
    _fields = ("engine", "name", "because")

    @property
    def engine(self) -> str:
        """Which."""
        return self._data["engine"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What it is called."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def because(self) -> str:
        """Why."""
        return self._data["because"]  # type: ignore[no-any-return]


class Tokens(Answer):
    """Who wins with tokens on the vertices of a graph."""

    __slots__ = ()
    _fields = (
        "position",
        "convention",
        "outcome",
        "remoteness",
        "value",
        "best",
        "moves",
        "reason",
        "status",
    )

    @property
    def position(self) -> str:
        """The vertices where they stand."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def remoteness(self) -> int | None:
        """How many moves are left under best play; nothing where play need not end."""
        return self._data.get("remoteness")

    @property
    def value(self) -> str | None:
        """The value, of several tokens."""
        return self._data.get("value")

    @property
    def best(self) -> str | None:
        """A best move."""
        return self._data.get("best")

    @property
    def moves(self) -> list[TokenMove] | None:
        """The moves, if some were asked for."""
        value = self._data.get("moves")
        return None if value is None else [TokenMove._of(x) for x in value]

    @property
    def reason(self) -> str:
        """Why."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`computed`."""
        return self._data["status"]  # type: ignore[no-any-return]


class TokenMove(Answer):
    """A move of a token."""

    __slots__ = ()
    _fields = ("token", "to", "outcome", "remoteness", "value")

    @property
    def token(self) -> int | None:
        """Which token, from 1, if there are several."""
        return self._data.get("token")

    @property
    def to(self) -> str:
        """Where it goes."""
        return self._data["to"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins then."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def remoteness(self) -> int | None:
        """How many moves are left then."""
        return self._data.get("remoteness")

    @property
    def value(self) -> str | None:
        """The value then, of several tokens."""
        return self._data.get("value")


class Table(Answer):
    """The table after some moves."""

    __slots__ = ()
    _fields = (
        "title",
        "start",
        "position",
        "convention",
        "compound",
        "played",
        "replied",
        "record",
        "over",
        "svg",
        "choices",
        "more",
        "numbers",
        "why",
        "unrated",
        "history",
    )

    @property
    def title(self) -> str:
        """What is played."""
        return self._data["title"]  # type: ignore[no-any-return]

    @property
    def start(self) -> str:
        """Where it began."""
        return self._data["start"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """Where it is now."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]

    @property
    def compound(self) -> str | None:
        """How components are played, if not one at a time to the end."""
        return self._data.get("compound")

    @property
    def played(self) -> list[str]:
        """All moves so far, a reply included."""
        return self._data["played"]  # type: ignore[no-any-return]

    @property
    def replied(self) -> str | None:
        """The move of the engine, if it made one."""
        return self._data.get("replied")

    @property
    def record(self) -> list[str]:
        """The same moves as `annotate` reads them."""
        return self._data["record"]  # type: ignore[no-any-return]

    @property
    def over(self) -> Over | None:
        """Who has won, when play is over."""
        value = self._data.get("over")
        return None if value is None else Over._of(value)

    @property
    def svg(self) -> str:
        """The position as a picture; its elements have `data-id`."""
        return self._data["svg"]  # type: ignore[no-any-return]

    @property
    def choices(self) -> list[Choice]:
        """The legal moves."""
        value = self._data["choices"]
        return [Choice._of(x) for x in value]

    @property
    def more(self) -> bool:
        """Whether there are more."""
        return self._data["more"]  # type: ignore[no-any-return]

    @property
    def numbers(self) -> Numbers | None:
        """The numbers that decide, where there are some."""
        value = self._data.get("numbers")
        return None if value is None else Numbers._of(value)

    @property
    def why(self) -> Why | None:
        """Who wins, and why, if asked for."""
        value = self._data.get("why")
        return None if value is None else Why._of(value)

    @property
    def unrated(self) -> str | None:
        """Why something that was asked for could not be told."""
        return self._data.get("unrated")

    @property
    def history(self) -> list[Turn] | None:
        """The positions so far, if asked for."""
        value = self._data.get("history")
        return None if value is None else [Turn._of(x) for x in value]


class Over(Answer):
    """The end of a game."""

    __slots__ = ()
    _fields = ("winner",)

    @property
    def winner(self) -> Literal["first", "second"]:
        """Who has won."""
        return self._data["winner"]  # type: ignore[no-any-return]


class Choice(Answer):
    """A legal move."""

    __slots__ = ()
    _fields = ("move", "to", "touches", "after")

    @property
    def move(self) -> str:
        """What it is called."""
        return self._data["move"]  # type: ignore[no-any-return]

    @property
    def to(self) -> str | None:
        """The position after it, where that is short."""
        return self._data.get("to")

    @property
    def touches(self) -> list[str]:
        """The elements that a person points at."""
        return self._data["touches"]  # type: ignore[no-any-return]

    @property
    def after(self) -> Literal["N", "P", "D"] | None:
        """Who wins after it, if asked for."""
        return self._data.get("after")


class Numbers(Answer):
    """The numbers that decide who wins."""

    __slots__ = ()
    _fields = ("modulo", "balanced", "each")

    @property
    def modulo(self) -> int:
        """Their binary digits are added without carry, modulo this."""
        return self._data["modulo"]  # type: ignore[no-any-return]

    @property
    def balanced(self) -> bool:
        """Whether all columns add up to 0: then whoever is to move loses."""
        return self._data["balanced"]  # type: ignore[no-any-return]

    @property
    def each(self) -> list[Number]:
        """The numbers."""
        value = self._data["each"]
        return [Number._of(x) for x in value]


class Number(Answer):
    """A number of some part of the position."""

    __slots__ = ()
    _fields = ("of", "value", "counts")

    @property
    def of(self) -> str:
        """Of what."""
        return self._data["of"]  # type: ignore[no-any-return]

    @property
    def value(self) -> str:
        """The number."""
        return self._data["value"]  # type: ignore[no-any-return]

    @property
    def counts(self) -> bool:
        """Whether it counts."""
        return self._data["counts"]  # type: ignore[no-any-return]


class Why(Answer):
    """Who wins, and why."""

    __slots__ = ()
    _fields = ("outcome", "text", "value", "remoteness", "reason", "status", "best", "defence")

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """The same in words."""
        return self._data["text"]  # type: ignore[no-any-return]

    @property
    def value(self) -> str | None:
        """The Grundy value, where it is known."""
        return self._data.get("value")

    @property
    def remoteness(self) -> int | None:
        """How many moves are left under best play, where it is known."""
        return self._data.get("remoteness")

    @property
    def reason(self) -> str:
        """The reason."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`proven`, `computed` or `observed to N`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def best(self) -> str | None:
        """A move that wins, or keeps a draw."""
        return self._data.get("best")

    @property
    def defence(self) -> Defence | None:
        """In a lost position: the move after which play lasts longest."""
        value = self._data.get("defence")
        return None if value is None else Defence._of(value)


class Defence(Answer):
    """The longest defence."""

    __slots__ = ()
    _fields = ("move", "left")

    @property
    def move(self) -> str:
        """The move."""
        return self._data["move"]  # type: ignore[no-any-return]

    @property
    def left(self) -> int:
        """How many moves are left after it."""
        return self._data["left"]  # type: ignore[no-any-return]


class Turn(Answer):
    """A position of a played game."""

    __slots__ = ()
    _fields = ("move", "position", "outcome", "mistake", "better")

    @property
    def move(self) -> str | None:
        """The move that led here; none at the start."""
        return self._data.get("move")

    @property
    def position(self) -> str:
        """The position; empty where that would be very long."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins from here."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def mistake(self) -> bool:
        """Whether the move gave something away."""
        return self._data["mistake"]  # type: ignore[no-any-return]

    @property
    def better(self) -> str | None:
        """If so: one that did not."""
        return self._data.get("better")


class Annotated(Answer):
    """The positions of a played game."""

    __slots__ = ()
    _fields = ("positions",)

    @property
    def positions(self) -> list[Turn]:
        """The first, and the one after each move."""
        value = self._data["positions"]
        return [Turn._of(x) for x in value]


class Task(Answer):
    """A position to practise on."""

    __slots__ = ()
    _fields = ("game", "name", "position", "convention")

    @property
    def game(self) -> str:
        """The game."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What people call it."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """The position."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def convention(self) -> Literal["normal", "misere"]:
        """Who wins at the end."""
        return self._data["convention"]  # type: ignore[no-any-return]


class Values(Answer):
    """A table of values, or of outcomes where there are no values."""

    __slots__ = ()
    _fields = ("size", "values", "outcomes", "largest", "reason", "status")

    @property
    def size(self) -> list[int]:
        """How many cells there are along each axis."""
        return self._data["size"]  # type: ignore[no-any-return]

    @property
    def values(self) -> list[int] | None:
        """The values, the last coordinate running fastest; -1 where there is no position."""
        return self._data.get("values")

    @property
    def outcomes(self) -> str | None:
        """One letter for each cell: P, N, D, or `.` where there is no position."""
        return self._data.get("outcomes")

    @property
    def largest(self) -> int:
        """The largest value."""
        return self._data["largest"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """Why they are right."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`proven`, `computed` or `observed to N`."""
        return self._data["status"]  # type: ignore[no-any-return]


class Study(Answer):
    """What was learned about a game or a table."""

    __slots__ = ()
    _fields = (
        "game",
        "rules",
        "names",
        "size",
        "outcomes",
        "first",
        "lost",
        "laws",
        "family",
        "notes",
    )

    @property
    def game(self) -> str:
        """What it is called."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def rules(self) -> str | None:
        """The rules that were studied, where the study is from rules."""
        return self._data.get("rules")

    @property
    def names(self) -> list[str]:
        """The names of the coordinates."""
        return self._data["names"]  # type: ignore[no-any-return]

    @property
    def size(self) -> list[int]:
        """The size of the table that was looked at."""
        return self._data["size"]  # type: ignore[no-any-return]

    @property
    def outcomes(self) -> bool:
        """Whether its cells are outcomes: 0 for P, 1 for N."""
        return self._data["outcomes"]  # type: ignore[no-any-return]

    @property
    def first(self) -> list[int]:
        """The first cells of a line; -1 where there is no position."""
        return self._data["first"]  # type: ignore[no-any-return]

    @property
    def lost(self) -> list[str]:
        """The first lost positions."""
        return self._data["lost"]  # type: ignore[no-any-return]

    @property
    def laws(self) -> list[Law]:
        """The laws, proven ones first."""
        value = self._data["laws"]
        return [Law._of(x) for x in value]

    @property
    def family(self) -> FamilyLaw | None:
        """The law for all values of a parameter, where that was asked for and is proven."""
        value = self._data.get("family")
        return None if value is None else FamilyLaw._of(value)

    @property
    def notes(self) -> list[str]:
        """What could not be done, and why."""
        return self._data["notes"]  # type: ignore[no-any-return]


class Law(Answer):
    """A law with what is known about it."""

    __slots__ = ()
    _fields = (
        "law",
        "latex",
        "cpp",
        "python",
        "finder",
        "symbols",
        "explains",
        "status",
        "reason",
        "unproven",
        "numeration",
        "states",
        "automaton",
        "certificate",
    )

    @property
    def law(self) -> str:
        """As text."""
        return self._data["law"]  # type: ignore[no-any-return]

    @property
    def latex(self) -> str:
        """For LaTeX."""
        return self._data["latex"]  # type: ignore[no-any-return]

    @property
    def cpp(self) -> str:
        """As a C++ function."""
        return self._data["cpp"]  # type: ignore[no-any-return]

    @property
    def python(self) -> str:
        """As a Python function."""
        return self._data["python"]  # type: ignore[no-any-return]

    @property
    def finder(self) -> str:
        """Who found it."""
        return self._data["finder"]  # type: ignore[no-any-return]

    @property
    def symbols(self) -> int:
        """How many symbols it takes."""
        return self._data["symbols"]  # type: ignore[no-any-return]

    @property
    def explains(self) -> int:
        """How many entries it explains."""
        return self._data["explains"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`proven`, `decided` (its independent check is not finished), `verified` or `observed`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """The same in words."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def unproven(self) -> str | None:
        """Why there is no proof, if there is none."""
        return self._data.get("unproven")

    @property
    def numeration(self) -> str | None:
        """The numeration of the automaton by which it is proven."""
        return self._data.get("numeration")

    @property
    def states(self) -> int | None:
        """The states of that automaton."""
        return self._data.get("states")

    @property
    def automaton(self) -> str | None:
        """That automaton as a picture."""
        return self._data.get("automaton")

    @property
    def certificate(self) -> str | None:
        """The certificate of the proof."""
        return self._data.get("certificate")


class FamilyLaw(Answer):
    """A law for all values of a parameter: it is proven, or there is none."""

    __slots__ = ()
    _fields = ("parameter", "law", "reason", "certificate")

    @property
    def parameter(self) -> str:
        """The parameter."""
        return self._data["parameter"]  # type: ignore[no-any-return]

    @property
    def law(self) -> str:
        """As text."""
        return self._data["law"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """Of which values it is proven, and how."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def certificate(self) -> str:
        """The certificate of the proof."""
        return self._data["certificate"]  # type: ignore[no-any-return]


class Decision(Answer):
    """What was decided of a conjecture."""

    __slots__ = ()
    _fields = (
        "game",
        "rules",
        "law",
        "verdict",
        "reason",
        "ground",
        "numbers",
        "claimed",
        "found",
        "shown",
        "table",
        "certificate",
        "notes",
    )

    @property
    def game(self) -> str:
        """What the game is called."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def rules(self) -> str | None:
        """The rules of which it was decided, where there are any."""
        return self._data.get("rules")

    @property
    def law(self) -> str:
        """The conjecture, as laws are printed."""
        return self._data["law"]  # type: ignore[no-any-return]

    @property
    def verdict(self) -> str:
        """`proven`, `refuted` or `open`."""
        return self._data["verdict"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """The same in words."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def ground(self) -> Ground | None:
        """The law that it follows from, where it is none itself, and what is known of that."""
        value = self._data.get("ground")
        return None if value is None else Ground._of(value)

    @property
    def numbers(self) -> list[NamedNumber]:
        """Where it is false: numbers by name."""
        value = self._data["numbers"]
        return [NamedNumber._of(x) for x in value]

    @property
    def claimed(self) -> str | None:
        """What it says there."""
        return self._data.get("claimed")

    @property
    def found(self) -> str | None:
        """What is true there."""
        return self._data.get("found")

    @property
    def shown(self) -> list[str]:
        """The moves that show it."""
        return self._data["shown"]  # type: ignore[no-any-return]

    @property
    def table(self) -> list[int]:
        """The sides of the table of which an open conjecture is true."""
        return self._data["table"]  # type: ignore[no-any-return]

    @property
    def certificate(self) -> str | None:
        """The certificate of the proof, or of the law that it follows from."""
        return self._data.get("certificate")

    @property
    def notes(self) -> list[str]:
        """What else is to be known."""
        return self._data["notes"]  # type: ignore[no-any-return]


class Ground(Answer):
    """A law that another one follows from."""

    __slots__ = ()
    _fields = ("law", "reason")

    @property
    def law(self) -> str:
        """As text."""
        return self._data["law"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """What is known of it, in words."""
        return self._data["reason"]  # type: ignore[no-any-return]


class NamedNumber(Answer):
    """A number and its name."""

    __slots__ = ()
    _fields = ("name", "number")

    @property
    def name(self) -> str:
        """The name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def number(self) -> int:
        """The number."""
        return self._data["number"]  # type: ignore[no-any-return]


class Verified(Answer):
    """What was verified."""

    __slots__ = ()
    _fields = ("lines",)

    @property
    def lines(self) -> list[Line]:
        """The rules, the claim, the theorem, the status."""
        value = self._data["lines"]
        return [Line._of(x) for x in value]


class Line(Answer):
    """A line of a verdict."""

    __slots__ = ()
    _fields = ("name", "text")

    @property
    def name(self) -> str:
        """What it is about."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """What it says."""
        return self._data["text"]  # type: ignore[no-any-return]


class Period(Answer):
    """What is known of a heap game."""

    __slots__ = ()
    _fields = (
        "code",
        "digits",
        "values",
        "svg",
        "period",
        "preperiod",
        "saltus",
        "largest",
        "law",
        "rares",
        "mask",
        "last_rare",
        "computed",
        "engine",
        "status",
        "reason",
        "certificate",
    )

    @property
    def code(self) -> str:
        """The code as it is written."""
        return self._data["code"]  # type: ignore[no-any-return]

    @property
    def digits(self) -> list[Digit]:
        """What its digits allow."""
        value = self._data["digits"]
        return [Digit._of(x) for x in value]

    @property
    def values(self) -> list[int]:
        """The values of heaps 0, 1, …"""
        return self._data["values"]  # type: ignore[no-any-return]

    @property
    def svg(self) -> str:
        """The same as a plot, the period marked."""
        return self._data["svg"]  # type: ignore[no-any-return]

    @property
    def period(self) -> int | None:
        """The period, if there is one."""
        return self._data.get("period")

    @property
    def preperiod(self) -> int | None:
        """The first heap of the first period."""
        return self._data.get("preperiod")

    @property
    def saltus(self) -> int | None:
        """What is added in each period."""
        return self._data.get("saltus")

    @property
    def largest(self) -> int | None:
        """The largest value, of a plain period."""
        return self._data.get("largest")

    @property
    def law(self) -> str | None:
        """Where there is no period but a law for each residue class: the law."""
        return self._data.get("law")

    @property
    def rares(self) -> int | None:
        """How many heaps are rare, where a sparse space is in use."""
        return self._data.get("rares")

    @property
    def mask(self) -> str | None:
        """The mask of its common values, in binary."""
        return self._data.get("mask")

    @property
    def last_rare(self) -> int | None:
        """The last rare heap."""
        return self._data.get("last_rare")

    @property
    def computed(self) -> int:
        """How many heaps were computed."""
        return self._data["computed"]  # type: ignore[no-any-return]

    @property
    def engine(self) -> str:
        """The engine."""
        return self._data["engine"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`proven`, `decided` (not checked independently), `observed to N` or `unknown`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """The same in words."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def certificate(self) -> str | None:
        """The certificate, where there is a law."""
        return self._data.get("certificate")


class Digit(Answer):
    """A digit of a code."""

    __slots__ = ()
    _fields = ("digit", "take", "meaning")

    @property
    def digit(self) -> str:
        """The digit."""
        return self._data["digit"]  # type: ignore[no-any-return]

    @property
    def take(self) -> int:
        """How many stones are taken."""
        return self._data["take"]  # type: ignore[no-any-return]

    @property
    def meaning(self) -> str:
        """What may be left then."""
        return self._data["meaning"]  # type: ignore[no-any-return]


class Sequence(Answer):
    """Values of a heap game."""

    __slots__ = ()
    _fields = ("code", "values")

    @property
    def code(self) -> str:
        """The code as it is written."""
        return self._data["code"]  # type: ignore[no-any-return]

    @property
    def values(self) -> list[int]:
        """The values of heaps 0, 1, …"""
        return self._data["values"]  # type: ignore[no-any-return]


class Quotient(Answer):
    """A misère quotient."""

    __slots__ = ()
    _fields = (
        "code",
        "heaps",
        "order",
        "generators",
        "relations",
        "lost",
        "pretend",
        "genus",
        "growth",
        "period",
        "status",
        "reason",
        "certificate",
        "outcome",
        "winning_move",
    )

    @property
    def code(self) -> str:
        """The code as it is written."""
        return self._data["code"]  # type: ignore[no-any-return]

    @property
    def heaps(self) -> int:
        """Heaps up to this."""
        return self._data["heaps"]  # type: ignore[no-any-return]

    @property
    def order(self) -> int:
        """How many elements it has."""
        return self._data["order"]  # type: ignore[no-any-return]

    @property
    def generators(self) -> list[Generator]:
        """Its generators."""
        value = self._data["generators"]
        return [Generator._of(x) for x in value]

    @property
    def relations(self) -> list[str]:
        """The relations between them."""
        return self._data["relations"]  # type: ignore[no-any-return]

    @property
    def lost(self) -> list[str]:
        """The elements of lost sums."""
        return self._data["lost"]  # type: ignore[no-any-return]

    @property
    def pretend(self) -> list[str]:
        """The element of each heap."""
        return self._data["pretend"]  # type: ignore[no-any-return]

    @property
    def genus(self) -> list[str]:
        """The genus of the first heaps."""
        return self._data["genus"]  # type: ignore[no-any-return]

    @property
    def growth(self) -> list[tuple[int, int]]:
        """At which heaps it grew, and to which order."""
        value = self._data["growth"]
        return [tuple(x) for x in value]

    @property
    def period(self) -> tuple[int, int] | None:
        """From which heap on the elements repeat, and the period."""
        value = self._data.get("period")
        return None if value is None else tuple(value)

    @property
    def status(self) -> str:
        """`proven`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """For which heaps."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def certificate(self) -> str:
        """The certificate."""
        return self._data["certificate"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"] | None:
        """Who wins the sum, if one was asked about."""
        return self._data.get("outcome")

    @property
    def winning_move(self) -> HeapMove | None:
        """A winning move there."""
        value = self._data.get("winning_move")
        return None if value is None else HeapMove._of(value)


class Generator(Answer):
    """A generator of a quotient."""

    __slots__ = ()
    _fields = ("name", "heap")

    @property
    def name(self) -> str:
        """Its letter."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def heap(self) -> int:
        """The heap that it stands for."""
        return self._data["heap"]  # type: ignore[no-any-return]


class HeapMove(Answer):
    """A move in a sum of heaps."""

    __slots__ = ()
    _fields = ("component", "take", "leaves")

    @property
    def component(self) -> int:
        """In which heap, from 1."""
        return self._data["component"]  # type: ignore[no-any-return]

    @property
    def take(self) -> int:
        """How many stones are taken."""
        return self._data["take"]  # type: ignore[no-any-return]

    @property
    def leaves(self) -> list[int]:
        """What is left of it."""
        return self._data["leaves"]  # type: ignore[no-any-return]


class Graph(Answer):
    """A graph with every vertex decided."""

    __slots__ = ()
    _fields = ("vertices", "edges", "counts", "longest", "reason", "status", "sum")

    @property
    def vertices(self) -> list[Vertex]:
        """The vertices."""
        value = self._data["vertices"]
        return [Vertex._of(x) for x in value]

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The moves, as numbers of vertices."""
        value = self._data["edges"]
        return [tuple(x) for x in value]

    @property
    def counts(self) -> Counts:
        """How many vertices there are of each outcome."""
        value = self._data["counts"]
        return Counts._of(value)

    @property
    def longest(self) -> int | None:
        """The longest way to the end under best play."""
        return self._data.get("longest")

    @property
    def reason(self) -> str:
        """How it was decided."""
        return self._data["reason"]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """`computed`."""
        return self._data["status"]  # type: ignore[no-any-return]

    @property
    def sum(self) -> SumOfTokens | None:
        """Who wins with all the tokens, if there are several."""
        value = self._data.get("sum")
        return None if value is None else SumOfTokens._of(value)


class Vertex(Answer):
    """A vertex and what is known of it."""

    __slots__ = ()
    _fields = ("name", "outcome", "remoteness", "value", "best")

    @property
    def name(self) -> str:
        """Its name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins from it."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def remoteness(self) -> int | None:
        """How many moves are left under best play."""
        return self._data.get("remoteness")

    @property
    def value(self) -> str | None:
        """Its value, if asked for."""
        return self._data.get("value")

    @property
    def best(self) -> str | None:
        """Where a best move leads."""
        return self._data.get("best")


class Counts(Answer):
    """How many vertices there are of each outcome."""

    __slots__ = ()
    _fields = ("N", "P", "D")

    @property
    def N(self) -> int:
        """Won by the player to move."""
        return self._data["N"]  # type: ignore[no-any-return]

    @property
    def P(self) -> int:
        """Won by the other."""
        return self._data["P"]  # type: ignore[no-any-return]

    @property
    def D(self) -> int:
        """Drawn."""
        return self._data["D"]  # type: ignore[no-any-return]


class SumOfTokens(Answer):
    """Several tokens at once."""

    __slots__ = ()
    _fields = ("outcome", "value", "best")

    @property
    def outcome(self) -> Literal["N", "P", "D"]:
        """Who wins."""
        return self._data["outcome"]  # type: ignore[no-any-return]

    @property
    def value(self) -> str:
        """The value."""
        return self._data["value"]  # type: ignore[no-any-return]

    @property
    def best(self) -> str | None:
        """A best move."""
        return self._data.get("best")


class Results(Answer):
    """What each line gives."""

    __slots__ = ()
    _fields = ("results", "help")

    @property
    def results(self) -> list[Calculated]:
        """One for each line."""
        value = self._data["results"]
        return [Calculated._of(x) for x in value]

    @property
    def help(self) -> str:
        """What can be written."""
        return self._data["help"]  # type: ignore[no-any-return]


class Calculated(Answer):
    """A value, or what is wrong with a line."""

    __slots__ = ()
    _fields = ("value", "error")

    @property
    def value(self) -> str | None:
        """Value."""
        return self._data.get("value")

    @property
    def error(self) -> Wrong | None:
        """Error."""
        value = self._data.get("error")
        return None if value is None else Wrong._of(value)


class Wrong(Answer):
    """What is wrong with a line."""

    __slots__ = ()
    _fields = ("message", "column")

    @property
    def message(self) -> str:
        """A sentence."""
        return self._data["message"]  # type: ignore[no-any-return]

    @property
    def column(self) -> int:
        """The column, in characters from 1."""
        return self._data["column"]  # type: ignore[no-any-return]


class Square(Answer):
    """A square of nimbers."""

    __slots__ = ()
    _fields = ("size", "values")

    @property
    def size(self) -> int:
        """The length of a side."""
        return self._data["size"]  # type: ignore[no-any-return]

    @property
    def values(self) -> list[int]:
        """The values, row by row."""
        return self._data["values"]  # type: ignore[no-any-return]


class Checked(Answer):
    """What is known of a rule text."""

    __slots__ = ()
    _fields = (
        "diagnostics",
        "games",
        "formatted",
        "termination",
        "engine",
        "dimension",
        "names",
        "example",
    )

    @property
    def diagnostics(self) -> list[Fault]:
        """What is wrong with it; nothing if it can be played."""
        value = self._data["diagnostics"]
        return [Fault._of(x) for x in value]

    @property
    def games(self) -> list[Defined]:
        """The games that it defines; the last is the one that is played."""
        value = self._data["games"]
        return [Defined._of(x) for x in value]

    @property
    def formatted(self) -> str | None:
        """The text as it is usually written."""
        return self._data.get("formatted")

    @property
    def termination(self) -> str | None:
        """Whether play ends, and why."""
        return self._data.get("termination")

    @property
    def engine(self) -> str | None:
        """How it is solved."""
        return self._data.get("engine")

    @property
    def dimension(self) -> int | None:
        """How many coordinates its table has; 0 if it has none."""
        return self._data.get("dimension")

    @property
    def names(self) -> list[str] | None:
        """The names of the state."""
        return self._data.get("names")

    @property
    def example(self) -> str | None:
        """A small position that play can begin from."""
        return self._data.get("example")


class Fault(Answer):
    """Something that is wrong with a text."""

    __slots__ = ()
    _fields = ("code", "message", "help", "from", "to", "line", "column")

    @property
    def code(self) -> str:
        """Its stable code, which `explain` explains."""
        return self._data["code"]  # type: ignore[no-any-return]

    @property
    def message(self) -> str:
        """A sentence."""
        return self._data["message"]  # type: ignore[no-any-return]

    @property
    def help(self) -> str | None:
        """How to mend it, where that is known."""
        return self._data.get("help")

    @property
    def from_(self) -> int:
        """Where it begins, in UTF-16 units of the text."""
        return self._data["from"]  # type: ignore[no-any-return]

    @property
    def to(self) -> int:
        """Where it ends."""
        return self._data["to"]  # type: ignore[no-any-return]

    @property
    def line(self) -> int:
        """The line where it begins, from 1."""
        return self._data["line"]  # type: ignore[no-any-return]

    @property
    def column(self) -> int:
        """The column there, in characters from 1."""
        return self._data["column"]  # type: ignore[no-any-return]


class Defined(Answer):
    """A game of a text."""

    __slots__ = ()
    _fields = ("name", "parameters")

    @property
    def name(self) -> str:
        """Its name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return self._data["parameters"]  # type: ignore[no-any-return]


class Vocabulary(Answer):
    """The words of the rule language, and examples."""

    __slots__ = ()
    _fields = ("statements", "keywords", "functions", "examples")

    @property
    def statements(self) -> list[str]:
        """Words with which a line begins."""
        return self._data["statements"]  # type: ignore[no-any-return]

    @property
    def keywords(self) -> list[str]:
        """Words that cannot be names."""
        return self._data["keywords"]  # type: ignore[no-any-return]

    @property
    def functions(self) -> list[Function]:
        """Functions."""
        value = self._data["functions"]
        return [Function._of(x) for x in value]

    @property
    def examples(self) -> list[Example]:
        """Texts to begin with."""
        value = self._data["examples"]
        return [Example._of(x) for x in value]


class Function(Answer):
    """A function of the rule language."""

    __slots__ = ()
    _fields = ("name", "signature", "meaning")

    @property
    def name(self) -> str:
        """Its name."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def signature(self) -> str:
        """How it is called."""
        return self._data["signature"]  # type: ignore[no-any-return]

    @property
    def meaning(self) -> Both:
        """What it gives."""
        value = self._data["meaning"]
        return Both._of(value)


class Example(Answer):
    """A text to begin with."""

    __slots__ = ()
    _fields = ("name", "text")

    @property
    def name(self) -> Both:
        """What it is called."""
        value = self._data["name"]
        return Both._of(value)

    @property
    def text(self) -> str:
        """The rules."""
        return self._data["text"]  # type: ignore[no-any-return]


class Tested(Answer):
    """What became of the expectations."""

    __slots__ = ()
    _fields = ("games",)

    @property
    def games(self) -> list[TestedGame]:
        """For each game of the text."""
        value = self._data["games"]
        return [TestedGame._of(x) for x in value]


class TestedGame(Answer):
    """What became of the expectations of a game."""

    __slots__ = ()
    _fields = ("game", "positions", "failures")

    @property
    def game(self) -> str:
        """The game."""
        return self._data["game"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return self._data["positions"]  # type: ignore[no-any-return]

    @property
    def failures(self) -> list[Unmet]:
        """What was not as expected."""
        value = self._data["failures"]
        return [Unmet._of(x) for x in value]


class Unmet(Answer):
    """An expectation that was not met."""

    __slots__ = ()
    _fields = ("line", "position", "expected", "found", "text")

    @property
    def line(self) -> int:
        """Its line, from 1."""
        return self._data["line"]  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """The position."""
        return self._data["position"]  # type: ignore[no-any-return]

    @property
    def expected(self) -> str:
        """What was expected."""
        return self._data["expected"]  # type: ignore[no-any-return]

    @property
    def found(self) -> str:
        """What was found."""
        return self._data["found"]  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """All of it as a sentence."""
        return self._data["text"]  # type: ignore[no-any-return]


class Explained(Answer):
    """The page about a code."""

    __slots__ = ()
    _fields = ("code", "title", "text", "wrong", "right")

    @property
    def code(self) -> str:
        """The code."""
        return self._data["code"]  # type: ignore[no-any-return]

    @property
    def title(self) -> str:
        """What it is about."""
        return self._data["title"]  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """What it means."""
        return self._data["text"]  # type: ignore[no-any-return]

    @property
    def wrong(self) -> str:
        """A text with this fault; empty if there is none to show."""
        return self._data["wrong"]  # type: ignore[no-any-return]

    @property
    def right(self) -> str:
        """The same without it."""
        return self._data["right"]  # type: ignore[no-any-return]


class Drawn(Answer):
    """A graph of positions."""

    __slots__ = ()
    _fields = ("svg", "dot", "positions")

    @property
    def svg(self) -> str:
        """As a picture."""
        return self._data["svg"]  # type: ignore[no-any-return]

    @property
    def dot(self) -> str:
        """For Graphviz."""
        return self._data["dot"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> int:
        """How many positions it shows."""
        return self._data["positions"]  # type: ignore[no-any-return]


class Counted(Answer):
    """A count."""

    __slots__ = ()
    _fields = ("count",)

    @property
    def count(self) -> str:
        """The number."""
        return self._data["count"]  # type: ignore[no-any-return]


class Palette(Answer):
    """The colours of pictures."""

    __slots__ = ()
    _fields = ("inks", "heat")

    @property
    def inks(self) -> list[InkColours]:
        """By their roles."""
        value = self._data["inks"]
        return [InkColours._of(x) for x in value]

    @property
    def heat(self) -> list[str]:
        """The scale of heat maps, from 0 to the largest value."""
        return self._data["heat"]  # type: ignore[no-any-return]


class InkColours(Answer):
    """A role and its colours."""

    __slots__ = ()
    _fields = ("name", "light", "dark")

    @property
    def name(self) -> str:
        """The role."""
        return self._data["name"]  # type: ignore[no-any-return]

    @property
    def light(self) -> str:
        """On light paper."""
        return self._data["light"]  # type: ignore[no-any-return]

    @property
    def dark(self) -> str:
        """On dark paper."""
        return self._data["dark"]  # type: ignore[no-any-return]


__all__ = [
    "Annotated",
    "Both",
    "Calculated",
    "Card",
    "Catalogue",
    "Checked",
    "Choice",
    "ComponentPage",
    "Counted",
    "Counts",
    "Decision",
    "Defence",
    "Defined",
    "Digit",
    "Drawn",
    "EngineChoice",
    "Example",
    "Explained",
    "FamilyLaw",
    "FamilyName",
    "Fault",
    "Function",
    "Generator",
    "Graph",
    "Ground",
    "HeapMove",
    "InkColours",
    "Law",
    "Line",
    "Move",
    "NamedNumber",
    "Number",
    "Numbers",
    "Over",
    "Page",
    "Palette",
    "ParameterCard",
    "ParameterValue",
    "PassedOver",
    "Period",
    "Quotient",
    "Rated",
    "Results",
    "Sequence",
    "Solved",
    "Square",
    "Study",
    "SumOfTokens",
    "Table",
    "Task",
    "Tested",
    "TestedGame",
    "TokenMove",
    "Tokens",
    "Tried",
    "Turn",
    "Unmet",
    "Values",
    "VariantCard",
    "Verified",
    "Vertex",
    "Vocabulary",
    "Why",
    "Wrong",
]
