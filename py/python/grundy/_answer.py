"""The base of all answers: an object of JSON with its fields as properties."""

from __future__ import annotations

import json
from typing import Any, ClassVar, TypeVar

Self = TypeVar("Self", bound="Answer")


class Answer:
    """An answer of the desk.

    It is kept as it came and decoded when a field is first asked for.
    """

    __slots__ = ("_known", "_text")
    _fields: ClassVar[tuple[str, ...]] = ()
    _text: str
    _known: dict[str, Any] | None

    @classmethod
    def _read(cls: type[Self], text: str) -> Self:
        """Keep a text of JSON."""
        self = cls.__new__(cls)
        self._text = text
        self._known = None
        return self

    @classmethod
    def _of(cls: type[Self], data: dict[str, Any]) -> Self:
        """Keep what was decoded already."""
        self = cls.__new__(cls)
        self._text = ""
        self._known = data
        return self

    @property
    def _data(self) -> dict[str, Any]:
        if self._known is None:
            self._known = json.loads(self._text)
        return self._known

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data: dictionaries, lists, texts and numbers."""
        copied: dict[str, Any] = json.loads(json.dumps(self._data))
        return copied

    def __eq__(self, other: object) -> bool:
        """Answers of one kind are equal if everything in them is."""
        if isinstance(other, Answer) and type(other) is type(self):
            return self._data == other._data
        return NotImplemented

    def __hash__(self) -> int:
        """Equal answers have equal hashes."""
        return hash(json.dumps(self._data, sort_keys=True))

    def __reduce__(self) -> tuple[Any, ...]:
        """Answers can be copied and pickled."""
        return (type(self)._of, (self._data,))

    def __repr__(self) -> str:
        """Show the fields that there are, long ones cut."""
        data = self._data
        shown = []
        for field in self._fields:
            if field in data:
                text = repr(data[field])
                shown.append(f"{field}={text if len(text) <= 60 else text[:57] + '...'}")
        return f"{type(self).__name__}({', '.join(shown)})"
