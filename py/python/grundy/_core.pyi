from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

def ask(
    question: str, lang: str | None = None, progress: Callable[[str], Any] | None = None
) -> str: ...
def solve(
    game: str,
    position: str | None = None,
    terms: dict[str, Any] | None = None,
    moves: int | None = None,
    all: bool = False,  # noqa: A002
    progress: Callable[[str], Any] | None = None,
) -> str: ...
def table(
    game: str,
    to: list[int],
    terms: dict[str, Any],
    progress: Callable[[str], Any] | None = None,
) -> tuple[NDArray[np.int64] | None, str]: ...
def sequence(
    code: str,
    to: int,
    terms: dict[str, Any],
    progress: Callable[[str], Any] | None = None,
) -> tuple[NDArray[Any], str]: ...
def time_solve(game: str, position: str, calls: int) -> float: ...
