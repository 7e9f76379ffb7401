"""How far long work is: for a function, or for a bar such as tqdm's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._answer import Answer


class Progress(Answer):
    """How far a computation is."""

    __slots__ = ()
    _fields = ("what", "text", "states", "share", "seconds")

    @property
    def what(self) -> str:
        """The engine at work."""
        return str(self._data["what"])

    @property
    def states(self) -> int:
        """States visited or values computed so far."""
        return int(self._data["states"])

    @property
    def share(self) -> float | None:
        """The share that is done, from 0 to 1, where that is known."""
        return self._data.get("share")

    @property
    def seconds(self) -> float:
        """Time since it began."""
        return float(self._data["seconds"])

    @property
    def text(self) -> str:
        """The same as a sentence."""
        return str(self._data["text"])


#: ``True`` for a bar of tqdm's, a bar of one's own (with ``update`` and ``n``), or a function
#: that is called with a :class:`Progress` now and then.
ProgressLike = bool | Callable[[Progress], Any] | Any | None


@contextmanager
def listener(progress: ProgressLike) -> Iterator[Callable[[str], Any] | None]:
    """Give the function that hears news as JSON, and close what was opened for it."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError(
                "progress=True shows a bar of tqdm's, which is not installed: "
                "pip install tqdm, or give a function"
            ) from None
        with tqdm(unit=" states", unit_scale=True) as bar:
            yield _to_bar(bar)
    elif hasattr(progress, "update") and hasattr(progress, "n"):
        yield _to_bar(progress)
    elif callable(progress):
        call: Callable[[Progress], Any] = progress
        yield lambda news: call(Progress._read(news))
    else:
        raise TypeError(
            "progress must be True, a function or a bar with `update`, "
            f"not {type(progress).__name__}"
        )


def _to_bar(bar: Any) -> Callable[[str], Any]:
    def hear(news: str) -> None:
        told = json.loads(news)
        # A new phase begins to count anew.
        if told["states"] < bar.n:
            bar.n = 0
        share = told.get("share")
        bar.total = round(told["states"] / share) if share else None
        bar.update(told["states"] - bar.n)

    return hear
