"""The board that :func:`grundy.play` shows: a widget of a notebook.

What it shows is the page's own board (``static/play.js``, made from ``web/``). Its questions come
as messages and are answered by the desk on threads, so that the kernel stays free. The messages:
``{ask: id, question, progress}`` and ``{cancel: id}`` come in; ``{id, heard}`` at once,
``{id, progress}`` now and then, and ``{id, answer}`` or ``{id, error}`` at the end go out. The
question, the news and the answer are texts of JSON.

This module needs anywidget; nothing else in the package does.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from . import _ask, _core
from ._errors import Cancelled, GrundyError, IllegalMove
from ._match import Match

#: What decides which board is shown.
_GAME = ("game", "params", "convention", "compound", "start", "moves", "lang")


if TYPE_CHECKING:
    _Text = traitlets.Unicode[str, Any]
else:
    # It has no types in older versions.
    _Text = traitlets.Unicode


class _Written(_Text):
    """A position or the value of a parameter: a text, or what can be written as one."""

    def validate(self, obj: Any, value: Any) -> str:
        """Write it."""
        try:
            return _ask.written(self.name or "params", value)
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error


class Board(anywidget.AnyWidget):
    """A board to play on; made by :func:`grundy.play`.

    Everything can be read while somebody plays and set to change the board; ``observe`` tells of
    changes, as of any widget.

    >>> import grundy
    >>> board = grundy.play("kayles", 5, two=True)
    >>> board.observe(lambda change: print(change.new), "position")
    >>> board.moves = ["take 1 at 3"]
    2,2
    >>> board.position = 7              # begins anew
    7
    >>> board.game = "nim"              # begins another game
    3,5,7
    >>> board.close()

    Moves that the rules do not allow, and positions that cannot be read, are refused with a
    ``traitlets.TraitError``; the board stays as it was.
    """

    # The text, not the path: boards whose module is a path are kept for ever by anywidget, which
    # would tell them of changes to the file.
    _esm = (Path(__file__).parent / "static" / "play.js").read_text(encoding="utf-8")

    #: The name of the game, or its rules. Another one begins at its first example.
    game = traitlets.Unicode().tag(sync=True)
    params = traitlets.Dict(key_trait=traitlets.Unicode(), value_trait=_Written()).tag(sync=True)
    convention = traitlets.Enum(["", "normal", "misere"], "").tag(sync=True)
    compound = traitlets.Unicode().tag(sync=True)
    #: Where the game began; empty for the first example.
    start = _Written().tag(sync=True)
    #: The moves that were made from there, those of the engine included.
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    #: What is on the board now. Another one begins anew from there.
    position = _Written().tag(sync=True)
    #: Whether the game is over.
    over = traitlets.Bool(read_only=True).tag(sync=True)
    #: Who has won, ``"first"`` or ``"second"``; nobody yet: ``None``.
    winner = traitlets.Enum(["first", "second"], None, allow_none=True, read_only=True).tag(
        sync=True
    )
    first = traitlets.Enum(["you", "engine"], "you").tag(sync=True)
    level = traitlets.Int(5, min=0, max=5).tag(sync=True)
    seed = traitlets.Int(1, min=0, max=10**9 + 5).tag(sync=True)
    two = traitlets.Bool().tag(sync=True)
    marks = traitlets.Bool().tag(sync=True)
    why = traitlets.Bool().tag(sync=True)
    numbers = traitlets.Bool().tag(sync=True)
    colours = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)
    lang = traitlets.Enum(["en", "zh"], "en").tag(sync=True)

    def __init__(self, begun: Match, **state: Any) -> None:
        """Show a game that has begun; :func:`grundy.play` is the way to make one."""
        self._lock = threading.Lock()
        #: The questions that are being answered, each with what stops it.
        self._asked: dict[str, threading.Event] = {}
        #: Whether values are being changed by the board itself, which knows what it does.
        self._settling = True
        self._match = begun
        self._known: tuple[object, Match] | None = None
        super().__init__(position=begun.position, **state)
        self._known = (self._key(), begun)
        self._show()
        self._settling = False
        self.on_msg(self._hear)

    # The game.

    @property
    def match(self) -> Match:
        """The game as a :class:`grundy.Match`: the legal moves, who wins, the picture."""
        return self._match

    def _key(self, **changes: Any) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in _GAME} | changes
        values["params"] = tuple(sorted(values["params"].items()))
        values["moves"] = tuple(values["moves"])
        return tuple(values[name] for name in _GAME)

    def _look(self, **changes: Any) -> Match:
        """Return the game with some of its values changed; refuse what is no game."""
        key = self._key(**changes)
        if self._known is None or self._known[0] != key:
            values = {name: getattr(self, name) for name in _GAME} | changes
            lang, start, moves = (values.pop(name) for name in ("lang", "start", "moves"))
            of_game = {name: value or None for name, value in values.items()}
            match = Match(of_game, start or None, moves, {"lang": lang})
            self._known = (key, match)
        return self._known[1]

    def _possible(self, **changes: Any) -> Match:
        try:
            return self._look(**changes)
        except GrundyError as error:
            raise traitlets.TraitError(str(error)) from error

    @traitlets.validate("game")
    def _possible_game(self, proposal: Mapping[str, Any]) -> Any:
        value = proposal["value"]
        if not self._settling and value != self._match._of_game["game"]:
            self._possible(game=value, **_ANEW)
        return value

    @traitlets.validate("params", "convention", "compound", "start")
    def _possible_rules(self, proposal: Mapping[str, Any]) -> Any:
        value = proposal["value"]
        if not self._settling:
            self._possible(**{proposal["trait"].name: value}, moves=[])
        return value

    @traitlets.validate("moves")
    def _possible_moves(self, proposal: Mapping[str, Any]) -> Sequence[str]:
        value: list[str] = proposal["value"]
        return value if self._settling else self._possible(moves=value).played

    @traitlets.validate("position")
    def _possible_position(self, proposal: Mapping[str, Any]) -> str:
        value: str = proposal["value"]
        if self._settling or value == self._match.position:
            return value
        return self._possible(start=value, moves=[]).position

    @traitlets.observe("position", *_GAME)
    def _changed(self, change: Mapping[str, Any]) -> None:
        if self._settling:
            return
        self._settling = True
        try:
            # One message for everything that follows from the change.
            with self.hold_sync():
                self._follow(change["name"])
                self._show()
        finally:
            self._settling = False

    def _follow(self, name: str) -> None:
        """Change what cannot stay as it was."""
        if name == "position":
            if self.position != self._match.position:
                self.start, self.moves = self.position, []
        elif name == "game":
            for other, value in _ANEW.items():
                setattr(self, other, value)
        elif name in ("params", "convention", "compound"):
            self.moves = []
        elif name == "start":
            try:
                self._look()
            except IllegalMove:
                self.moves = []

    def _show(self) -> None:
        """Tell what is on the board now."""
        self._match = self._look()
        over = self._match.over
        self.position = self._match.position
        self.set_trait("over", over is not None)
        self.set_trait("winner", None if over is None else over.winner)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a browser has set; where that cannot be, tell it how it is."""
        try:
            super().set_state(sync_data)
        except traitlets.TraitError:
            self.send_state(("start", "moves"))
            raise

    # The questions of the board.

    def _hear(self, _: Any, message: Any, buffers: Any) -> None:
        """Take a message of the board."""
        if not isinstance(message, dict):
            return
        cancelled = message.get("cancel")
        if isinstance(cancelled, str) and cancelled in self._asked:
            self._asked[cancelled].set()
        name, question = message.get("ask"), message.get("question")
        if not isinstance(name, str) or not isinstance(question, str) or name in self._asked:
            return
        stop = self._asked[name] = threading.Event()
        self._tell({"id": name, "heard": True})
        told = bool(message.get("progress"))
        threading.Thread(
            target=self._answer,
            args=(name, question, self.lang, told, stop),
            name=f"grundy-{name}",
        ).start()

    def _answer(
        self, name: str, question: str, lang: str, told: bool, stop: threading.Event
    ) -> None:
        """Answer a question; runs on a thread of its own."""

        def hear(news: str) -> None:
            # Work is stopped by raising here. An interpreter that wants to end waits for it.
            if stop.is_set() or not threading.main_thread().is_alive():
                raise Cancelled
            if told:
                self._tell({"id": name, "progress": news})

        message: dict[str, Any] = {"id": name}
        try:
            message["answer"] = _core.ask(question, lang, hear, True)
        except Exception as error:
            # Whatever it is, the board waits for a word.
            message["error"] = _failure(error)
        finally:
            self._asked.pop(name, None)
        if not stop.is_set():
            self._tell(message)

    def _tell(self, message: Mapping[str, Any]) -> None:
        with self._lock:
            if self.comm is not None:
                self.send(message)

    def close(self) -> None:
        """Take the board away, and stop what is being worked at for it."""
        for stop in list(getattr(self, "_asked", {}).values()):
            stop.set()
        with getattr(self, "_lock", threading.Lock()):
            super().close()

    # Where no widgets are shown (a file on a server, a printed page): the picture.

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        # Its metadata stand beside it in some versions of anywidget.
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["image/svg+xml"] = self._match.svg
        return bundle

    def __repr__(self) -> str:
        """Show the game and how far it is."""
        made = len(self._match.played)
        over = f", the {self.winner} player won" if self.winner else ""
        return f"<Board {self._match.title}: {self.position} after {made} moves{over}>"


#: What begins anew with another game.
_ANEW: dict[str, Any] = {"params": {}, "convention": "", "compound": "", "start": "", "moves": []}


def _failure(error: Exception) -> dict[str, Any]:
    """Return an error as the board reads it: a code, a sentence, the numbers."""
    if isinstance(error, GrundyError):
        return {**vars(error), "code": error.code, "message": str(error)}
    return {"code": "internal", "message": f"{type(error).__name__}: {error}"}
