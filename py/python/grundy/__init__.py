"""The workbench for impartial combinatorial games.

Who wins, every winning move, the table, the law behind the table, and a proof of the law:

>>> import grundy
>>> grundy.solve("nim", [3, 5, 7]).winning_moves
[<1: take 1 → 2,5,7>, <2: take 1 → 3,4,7>, <3: take 1 → 3,5,6>]
>>> grundy.octal("0.137").period()
<0.137: period 34 from heap 52, proven>

- :func:`game` and :func:`games`: the catalogue; :func:`rules`: a game as a text of a few lines;
- :class:`Game`: a game whose rules are a function in Python;
- :func:`octal`: heap games by code; :func:`graph`: games on graphs;
- :func:`law`: laws of any numbers; :func:`verify`: certificates of proofs;
- :mod:`grundy.nimber`: nimbers, their arrays, polynomials, matrices, and ordinals;
- :func:`play`: a board to play on in a notebook.

Every question takes ``lang`` (``"en"`` or ``"zh"``, see :func:`language`), the limits ``states``,
``memory`` and ``seconds``, and ``progress``. Errors are a :class:`GrundyError`.
"""

from __future__ import annotations

from . import _answers as answers
from . import nimber
from ._ask import Convention, Cost, Lang, Position, language
from ._errors import (
    BadCertificate,
    BadCode,
    BadLaw,
    BadParameter,
    BadPosition,
    BadQuestion,
    BadRules,
    BudgetExceeded,
    Cancelled,
    GrundyError,
    IllegalMove,
    NoValue,
    UnknownGame,
    Unsupported,
)
from ._graph import Decided, graph
from ._heaps import HeapGame, Period, Quotient, octal
from ._language import check, explain, words
from ._match import Match
from ._own import Game, Loopy, Strategy, Sum, SumMove
from ._picture import Picture
from ._play import play
from ._progress import Progress
from ._ruleset import Diagram, Move, Ruleset, Solution, exercise, game, games, rules, solve
from ._study import Certificate, Law, Study, law, verify
from ._table import Table

__version__ = "0.1.0"

__all__ = [
    "BadCertificate",
    "BadCode",
    "BadLaw",
    "BadParameter",
    "BadPosition",
    "BadQuestion",
    "BadRules",
    "BudgetExceeded",
    "Cancelled",
    "Certificate",
    "Convention",
    "Cost",
    "Decided",
    "Diagram",
    "Game",
    "GrundyError",
    "HeapGame",
    "IllegalMove",
    "Lang",
    "Law",
    "Loopy",
    "Match",
    "Move",
    "NoValue",
    "Period",
    "Picture",
    "Position",
    "Progress",
    "Quotient",
    "Ruleset",
    "Solution",
    "Strategy",
    "Study",
    "Sum",
    "SumMove",
    "Table",
    "UnknownGame",
    "Unsupported",
    "answers",
    "check",
    "exercise",
    "explain",
    "game",
    "games",
    "graph",
    "language",
    "law",
    "nimber",
    "octal",
    "play",
    "rules",
    "solve",
    "verify",
    "words",
]
