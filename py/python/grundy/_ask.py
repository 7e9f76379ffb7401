"""How questions are put to the desk: language, limits, progress, positions as text."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Literal, TypedDict

from . import _core
from ._progress import ProgressLike, listener

Lang = Literal["en", "zh"]
Convention = Literal["normal", "misere"]
#: A position as text, as a number, or as lists and tuples of numbers.
Position = str | int | Sequence[Any]

_language: ContextVar[Lang] = ContextVar("grundy_language", default="en")


def language(lang: Lang | None = None) -> Lang:
    """Return the language of sentences; with an argument, set it first.

    >>> import grundy
    >>> grundy.language()
    'en'
    >>> grundy.solve("nim", "3,5,7", lang="zh").reason
    '布顿定理：异或和为 1'
    """
    if lang is not None:
        _language.set(checked_language(lang))
    return _language.get()


def checked_language(lang: object) -> Lang:
    """Return the language, or raise."""
    if lang == "en":
        return "en"
    if lang == "zh":
        return "zh"
    raise ValueError(f"lang must be 'en' or 'zh', not {lang!r}")


def natural(name: str, value: object, least: int = 0) -> int:
    """Return an argument as a number that is not too small, or raise with its name."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None
    if number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    return number


def count(name: str, value: object, least: int = 0) -> int:
    """Return an argument as a number of 64 bits, or raise with its name."""
    number = natural(name, value, least)
    if number >= 1 << 64:
        raise OverflowError(f"{name} must be below 2**64, not {number}")
    return number


def text(name: str, value: object) -> str:
    """Return an argument that must be a text, or raise with its name."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise ValueError(
                f"{name} must be text that UTF-8 can write, not {value[error.start]!r}"
            ) from None
    return value


def texts(name: str, values: object) -> list[str]:
    """Return an argument that must be several texts, or raise with its name."""
    return [text(name, value) for value in several(name, values)]


def several(name: str, values: object) -> list[Any]:
    """Return the items of an argument that must have some, or raise with its name.

    A text is none of these: its letters are never what is meant.
    """
    if not isinstance(values, (str, bytes)):
        try:
            return list(values)  # type: ignore[call-overload, no-any-return]
        except TypeError:
            pass
    raise TypeError(f"{name} must be a list, not {type(values).__name__}")


def checked_convention(convention: object) -> Convention | None:
    """Return the convention, or raise."""
    if convention is None or convention == "normal" or convention == "misere":
        return convention
    raise ValueError(f"convention must be 'normal' or 'misere', not {convention!r}")


def written(name: str, value: object) -> str:
    """Write a position or a value of a parameter as the desk reads it.

    A list is written with commas between its items, a list within it in brackets.

    >>> written("position", [3, 5, 7])
    '3,5,7'
    >>> written("position", [(1, 2), (3, 5)])
    '(1,2),(3,5)'
    """
    if isinstance(value, str):
        return text(name, value)
    items = _items(name, value)
    if items is None:
        return str(natural(name, value))
    parts = []
    for item in items:
        inner = _items(name, item)
        if isinstance(item, str) or inner is None:
            parts.append(text(name, item) if isinstance(item, str) else str(_whole(name, item)))
        else:
            # No deeper: no notation has brackets in brackets.
            numbers = [text(name, x) if isinstance(x, str) else str(_whole(name, x)) for x in inner]
            parts.append("(" + ",".join(numbers) + ")")
    return ",".join(parts)


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name} must hold whole numbers, not {value!r}")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{name} must be text, a whole number, or lists of them; "
            f"{type(value).__name__} is none of these"
        ) from None


def _items(name: str, value: object) -> list[Any] | None:
    """Return the items of a sequence; nothing for a number."""
    if isinstance(value, (list, tuple, range)):
        return list(value)
    tolist = getattr(value, "tolist", None)
    if tolist is not None:
        listed = tolist()
        return listed if isinstance(listed, list) else None
    if hasattr(value, "__index__") or isinstance(value, str):
        return None
    raise TypeError(
        f"{name} must be text, a whole number, or lists of them, not {type(value).__name__}"
    )


class Cost(TypedDict, total=False):
    """What every question may be given besides what it asks.

    - ``lang``: the language of sentences, ``"en"`` or ``"zh"``;
    - ``states``: at most so many positions are visited or values computed;
    - ``memory``: at most so many bytes of tables;
    - ``seconds``: at most so long;
    - ``progress``: ``True`` for a bar of tqdm's, a bar, or a function that is called now and then.
    """

    lang: Lang | None
    states: int | None
    memory: int | None
    seconds: float | None
    progress: ProgressLike


def limits(cost: Cost) -> dict[str, int | None]:
    """Return what a question may cost as the desk reads it."""
    for name in cost:
        if name not in Cost.__annotations__:
            raise TypeError(f"there is no argument {name!r}")
    states, memory, seconds = cost.get("states"), cost.get("memory"), cost.get("seconds")
    return {
        "states": None if states is None else count("states", states),
        "bytes": None if memory is None else count("memory", memory),
        "milliseconds": None if seconds is None else milliseconds(seconds),
    }


def language_of(cost: Cost) -> Lang:
    """Return the language of an answer."""
    lang = cost.get("lang")
    return _language.get() if lang is None else checked_language(lang)


def milliseconds(seconds: object) -> int:
    """Return a limit of time as the desk reads it."""
    # A text of digits is no number here, as it is none elsewhere.
    if isinstance(seconds, (str, bytes)) or not hasattr(seconds, "__float__"):
        raise TypeError(f"seconds must be a number, not {type(seconds).__name__}")
    wanted = float(seconds)
    if not 0 <= wanted <= 1e12:
        raise ValueError(f"seconds must be a number from 0 to 1e12, not {seconds!r}")
    return int(wanted * 1000)


def ask(question: str, fields: Mapping[str, Any], cost: Cost) -> str:
    """Put any question to the desk; fields that are None are left out."""
    given = {name: value for name, value in limits(cost).items() if value is not None}
    lang = language_of(cost)
    whole: dict[str, Any] = {"ask": question, "lang": lang}
    whole |= {name: value for name, value in fields.items() if value is not None}
    if given:
        whole["limits"] = given
    with listener(cost.get("progress")) as hear:
        return _core.ask(json.dumps(whole), lang, hear)
