"""Games whose rules are written in Python.

A subclass of :class:`Game` says where the moves from a position lead; the rest follows: who wins
and by which moves, Grundy values, sums, misère play, positions that come back, strategies, tables,
laws and pictures. A position is any hashable object.

The search is memoised: what was found out once is kept for the next question, until
:meth:`Game.clear`. There is no recursion, so play may be as long as memory allows.

>>> class Subtraction(Game[int]):
...     def options(self, position):
...         return [position - k for k in (1, 2, 3) if k <= position]
>>> game = Subtraction()
>>> game.outcome(8), game.value(7), game.winning_moves(7)
('P', 3, [4])
>>> (game(7) + game(2)).winning_moves()
[SumMove(component=0, position=6)]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ask import Cost, Lang, language_of
from ._errors import BadParameter, IllegalMove, NoValue
from ._study import Study

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Checked", "Game", "Loopy", "Picture", "Solution", "Strategy", "Sum", "SumMove"]

P = TypeVar("P", bound=Hashable)


class _Start(Enum):
    """In place of a position: where the game starts."""

    START = "start"


_START = _Start.START

#: What a position takes with its place in the memo: a tuple, two references, its moves.
_BYTES_PER_POSITION = 400


def _default_states() -> int:
    """As many positions as half of the free memory holds, between one and fifty millions."""
    free = 0
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    free = 1024 * int(line.split()[1])
    except (OSError, ValueError, IndexError):
        try:
            free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        except (AttributeError, OSError, ValueError):
            free = 0
    return max(1_000_000, min(50_000_000, free // 2 // _BYTES_PER_POSITION))


@dataclass(frozen=True)
class Loopy:
    """The value ∞(A) of a position from which play may go on for ever (Smith; Fraenkel and Perl).

    A is the set of the finite values among its options.

    >>> print(Loopy(frozenset({2, 0})), Loopy(frozenset({1})).outcome)
    ∞(0,2) D
    """

    #: The set A.
    options: frozenset[int] = frozenset()

    @property
    def outcome(self) -> str:
        """``N`` if 0 is in A, otherwise a draw."""
        return "N" if 0 in self.options else "D"

    def __str__(self) -> str:
        """Write it as the literature does."""
        return f"∞({','.join(map(str, sorted(self.options)))})"


def _plus(x: int | Loopy, y: int | Loopy) -> int | Loopy:
    """Return the value of two games side by side."""
    if isinstance(x, Loopy):
        if isinstance(y, Loopy):
            return Loopy()
        return Loopy(frozenset(a ^ y for a in x.options))
    if isinstance(y, Loopy):
        return Loopy(frozenset(a ^ x for a in y.options))
    return x ^ y


def _outcome_of(value: int | Loopy) -> str:
    if isinstance(value, Loopy):
        return value.outcome
    return "N" if value else "P"


_NO_VALUE = "values belong to normal play without declared winners: ask for the outcome"


class Game(Generic[P]):
    """A game whose rules are :meth:`options`; subclass it.

    The player who cannot move loses; with ``convention = "misere"`` that player wins. Positions
    may come back: play that goes on for ever is a draw. The rules must not change while
    questions are asked; if they do, :meth:`clear` what is known.

    >>> class Nim(Game[tuple[int, ...]]):
    ...     start = (1, 2, 3)
    ...
    ...     def options(self, position):
    ...         for i, n in enumerate(position):
    ...             for left in range(n):
    ...                 yield tuple(sorted((*position[:i], left, *position[i + 1 :])))
    >>> Nim().outcome()
    'P'
    >>> Nim().winning_moves((2, 4, 5))
    [(1, 4, 5)]
    """

    #: How the game is called in pictures; the name of the class if empty.
    name: str = ""
    #: ``"normal"``: who cannot move loses; ``"misere"``: who cannot move wins.
    convention: str = "normal"
    #: How many positions may be kept; by the memory of the machine if None.
    states: int | None = None
    #: The position that is meant where none is given.
    start: P

    # ------------------------------------------------------------------ the rules

    def options(self, position: P) -> Iterable[P]:
        """List, or yield, the positions to which a move leads."""
        raise NotImplementedError(f"{type(self).__name__} has no method options(position)")

    def components(self, position: P) -> Iterable[P]:
        """Split a position into independent parts, if it is a sum.

        Then parts are valued one by one (normal play), which is far quicker:

        >>> class Kayles(Game[tuple[int, ...]]):
        ...     def options(self, position):
        ...         for i, n in enumerate(position):
        ...             for k in (1, 2):
        ...                 for left in range((n - k) // 2 + 1):
        ...                     rows = (*position[:i], left, n - k - left, *position[i + 1 :])
        ...                     yield tuple(sorted(row for row in rows if row))
        ...
        ...     def components(self, position):
        ...         return [(row,) for row in position]
        >>> game = Kayles()
        >>> game.value((100,)), game.winning_moves((7, 12))
        (1, [(5, 12), (3, 7, 8), (7, 10), (4, 6, 7)])
        """
        return (position,)

    def terminal(self, position: P) -> bool | str | None:
        """Say whether play is over, whatever moves there might be.

        True: there is no move, and the convention tells who has won. ``"P"``: the previous
        player, who moved here, has won; ``"N"``: the player to move has. Otherwise play goes on.
        """
        return None

    def show(self, position: P) -> str:
        """Write a position, for pictures."""
        return str(position)

    # ------------------------------------------------------------------ the memo

    def _misere(self) -> bool:
        convention = self.convention
        if convention not in ("normal", "misere"):
            raise BadParameter(f"convention: {convention!r} is not 'normal' or 'misere'")
        return convention == "misere"

    def _memo(self, kind: str) -> _core.Search:
        memos: dict[str, _core.Search] = self.__dict__.setdefault("_memos", {})
        memo = memos.get(kind)
        if memo is None:
            memo = memos.setdefault(kind, _core.Search(kind == "misere"))
        return memo

    def _limit(self) -> int:
        states = self.states
        if states is None:
            default: int = self.__dict__.get("_default") or _default_states()
            self.__dict__["_default"] = default
            return default
        if not isinstance(states, int) or states < 1:
            raise BadParameter(f"states: {states!r} is not a positive number")
        return min(states, 2**63)

    def _splits(self) -> bool:
        return not self._misere() and getattr(self.components, "__func__", None) is not (
            Game.components
        )

    def _ends(self) -> Callable[[P], Any] | None:
        terminal = self.terminal
        return None if getattr(terminal, "__func__", None) is Game.terminal else terminal

    def _position(self, position: P | _Start) -> P:
        if isinstance(position, _Start):
            if not hasattr(self, "start"):
                raise TypeError(f"position: {type(self).__name__} has no start, so give one")
            return self.start
        return position

    def _whole(self, position: P) -> tuple[_core.Search, int]:
        """Solve a position as it is, not part by part."""
        memo = self._memo("misere" if self._misere() else "normal")
        number = memo.find(position)
        if number is None:
            number = memo.solve(position, self.options, None, self._ends(), self._limit())
        return memo, number

    def _found(self, position: P) -> tuple[_core.Search, int]:
        """Solve a position, part by part if there are parts and they have values."""
        if self._splits():
            memo = self._memo("apart")
            number = memo.find(position)
            if number is None:
                ends = self._ends()
                number = memo.solve(position, self.options, self.components, ends, self._limit())
            if memo.outcome(number) is not None:
                return memo, number
        return self._whole(position)

    def _is_apart(self, memo: _core.Search) -> bool:
        return memo is self._memo("apart")

    def clear(self) -> None:
        """Forget what was found out; a search that is under way keeps what it has."""
        self.__dict__.pop("_memos", None)
        self.__dict__.pop("_default", None)

    @property
    def explored(self) -> int:
        """How many positions are kept."""
        memos: dict[str, _core.Search] = self.__dict__.get("_memos", {})
        return sum(memo.size()[0] for memo in list(memos.values()))

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle a game without what was found out."""
        return {k: v for k, v in self.__dict__.items() if k not in ("_memos", "_default")}

    def __repr__(self) -> str:
        """Show the name and how much is kept."""
        return f"<{self.name or type(self).__name__}: {self.explored} positions explored>"

    # ------------------------------------------------------------------ questions

    def outcome(self, position: P | _Start = _START) -> str:
        """Return who wins: ``N`` the player to move, ``P`` the one who moved last, ``D`` nobody."""
        memo, number = self._found(self._position(position))
        return cast(str, memo.outcome(number))

    def value(self, position: P | _Start = _START) -> int | Loopy:
        """Return the Grundy value: the least number that no option has.

        Where play may go on for ever the value is a number too, or :class:`Loopy`. In misère
        play and where winners are declared there is none: :class:`~grundy.NoValue`.
        """
        memo, number = self._found(self._position(position))
        return self._value(memo, number)

    def _value(self, memo: _core.Search, number: int) -> int | Loopy:
        value = memo.value(number)
        if value is None:
            raise NoValue(_NO_VALUE)
        return value if isinstance(value, int) else Loopy(value)

    def grundy(self, position: P | _Start = _START) -> int:
        """Return the value if it is a number; otherwise raise :class:`~grundy.NoValue`."""
        position = self._position(position)
        value = self.value(position)
        if isinstance(value, Loopy):
            raise NoValue(
                f"play from {self._shown(position)} may go on for ever: its value is {value}"
            )
        return value

    def remoteness(self, position: P | _Start = _START) -> int | None:
        """Return the number of moves until play is over, or None in a draw.

        The winner hurries and the loser delays. It is found by a search of whole positions, since
        the remoteness of a sum does not follow from that of its parts.
        """
        memo, number = self._whole(self._position(position))
        return memo.remoteness(number)

    def moves(self, position: P | _Start = _START) -> list[P]:
        """Return the options, each once, in the order of :meth:`options`."""
        position = self._position(position)
        memos: dict[str, _core.Search] = self.__dict__.get("_memos", {})
        for memo in list(memos.values()):
            number = memo.find(position)
            if number is not None and not memo.is_sum(number):
                return [memo.at(to) for to in memo.row(number)]
        return _core.listed_once(position, self.options, self._ends(), self._limit())

    def _to(self, position: P, wanted: str) -> list[P]:
        """Return the options with an outcome."""
        memo, number = self._found(position)
        if not memo.is_sum(number):
            return [memo.at(to) for to in memo.row(number) if memo.outcome(to) == wanted]
        return [to for to in self.moves(position) if self.outcome(to) == wanted]

    def winning_moves(self, position: P | _Start = _START) -> list[P]:
        """Return the options that are lost for the opponent."""
        return self._to(self._position(position), "P")

    def drawing_moves(self, position: P | _Start = _START) -> list[P]:
        """Return the options that keep a draw; none if the position is no draw."""
        position = self._position(position)
        return self._to(position, "D") if self.outcome(position) == "D" else []

    def best(self, position: P | _Start = _START) -> P | None:
        """Return the best option, None where play is over.

        It is the shortest win, the longest defence, or keeps the draw; whoever follows it wins what
        is won. If the game has components and play cannot come back, they are valued one by one
        and any winning move is taken, or any move at all where none wins.
        """
        position = self._position(position)
        if self._splits():
            memo, number = self._found(position)
            if self._is_apart(memo) and not memo.is_loopy(number):
                good = self.winning_moves(position) or self.moves(position)
                return good[0] if good else None
        memo, number = self._whole(position)
        best = memo.best(number)
        return None if best is None else memo.at(best)

    def solve(self, position: P | _Start = _START, *, lang: Lang | None = None) -> Solution[P]:
        """Return all of that at once; ``lang`` is the language of the reason."""
        chinese = language_of({"lang": lang}) == "zh"
        position = self._position(position)
        memo, number = self._found(position)
        outcome = cast(str, memo.outcome(number))
        value = memo.value(number)
        positions, moves, _ = memo.size()
        if self._is_apart(memo):
            en = f"values of the components, among {positions} positions with {moves} moves"
            zh = f"由各分量的 SG 值得出（共 {positions} 个局面、{moves} 步着法）"
        elif memo.is_loopy(number):
            en = f"retrograde analysis of {positions} positions with {moves} moves"
            zh = f"对 {positions} 个局面、{moves} 步着法作倒推分析"
        else:
            en = f"memoised search of {positions} positions with {moves} moves"
            zh = f"对 {positions} 个局面、{moves} 步着法作记忆化搜索"
        return Solution(
            position=position,
            outcome=outcome,
            value=value if value is None or isinstance(value, int) else Loopy(value),
            winning_moves=self._to(position, "P"),
            drawing_moves=self._to(position, "D") if outcome == "D" else [],
            best=self.best(position),
            reason=zh if chinese else en,
            _game=self,
        )

    def strategy(self, position: P | _Start = _START) -> Strategy[P]:
        """Return a player for a whole game from a position."""
        return Strategy(self, self._position(position))

    # ------------------------------------------------------------------ sums

    def __call__(self, position: P | _Start = _START) -> Sum:
        """Return the position as a sum of one part, which can be added to others."""
        return Sum([(self, self._position(position))])

    def sum(self, *positions: P) -> Sum:
        """Return the sum of positions: a move is a move in one of them."""
        return Sum([(self, position) for position in positions])

    # ------------------------------------------------------------------ tables and laws

    def table(
        self,
        position: Callable[..., P | None],
        shape: int | Sequence[int],
        of: str = "value",
    ) -> NDArray[np.int64]:
        """Return an array of values for the positions ``position(i, j, …)``.

        ``of`` is ``"value"``; ``"outcome"``: 0 for P, 1 for N, 2 for draws; or ``"remoteness"``.
        There is -1 where ``position`` returns None, and for the remoteness of draws.

        >>> class Wythoff(Game[tuple[int, int]]):
        ...     def options(self, position):
        ...         a, b = position
        ...         yield from ((i, b) for i in range(a))
        ...         yield from ((a, j) for j in range(b))
        ...         yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
        >>> Wythoff().table(lambda a, b: (a, b), (3, 5))
        array([[0, 1, 2, 3, 4],
               [1, 2, 0, 4, 5],
               [2, 0, 1, 5, 3]])
        """
        sides = _sides(shape)
        ask: Callable[[P], int]
        if of == "value":
            ask = self.grundy
        elif of == "outcome":

            def ask(at: P) -> int:
                return "PND".index(self.outcome(at))
        elif of == "remoteness":

            def ask(at: P) -> int:
                moves = self.remoteness(at)
                return -1 if moves is None else moves
        else:
            raise BadParameter(f"of: {of!r} is not 'value', 'outcome' or 'remoteness'")

        def cells() -> Iterator[int]:
            for place in product(*map(range, sides)):
                at = position(*place)
                yield -1 if at is None else ask(at)

        return np.fromiter(cells(), np.int64).reshape(sides)

    def law(
        self,
        position: Callable[..., P | None],
        shape: int | Sequence[int],
        of: str = "value",
        **cost: Unpack[Cost],
    ) -> Study:
        """Look for laws of a :meth:`table`: formulas that explain all of it.

        They are observed, not proven: a game in Python has no rules that can be reasoned about.

        >>> class Stones(Game[int]):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 2, 3) if k <= position]
        >>> Stones().law(lambda n: n, 60).laws[0].law
        'g(n) = n mod 4'
        """
        language_of(cost)
        table = self.table(position, shape, of)
        return Study.of_table(table, of == "outcome", cost)

    def check(
        self, conjecture: Callable[[P], int | str | bool | Loopy], positions: Iterable[P]
    ) -> Checked[P]:
        """Compare a conjecture with search, up to the first counterexample.

        ``conjecture(position)`` is a value (a number or :class:`Loopy`), an outcome
        (``"N"``, ``"P"``, ``"D"``), or True where the player to move should win and False where
        not.

        >>> class Stones(Game[int]):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 3, 4) if k <= position]
        >>> Stones().check(lambda n: n % 7 not in (0, 2), range(1000))
        Checked(agreed=1000, counterexample=None, expected=None, found=None)
        >>> Stones().check(lambda n: n % 4, range(1000))
        Checked(agreed=2, counterexample=2, expected=2, found=0)
        """
        agreed = 0
        for position in positions:
            expected = conjecture(position)
            found: int | str | bool | Loopy
            if isinstance(expected, (bool, np.bool_)):
                found = self.outcome(position) == "N"
            elif isinstance(expected, str):
                found = self.outcome(position)
            elif isinstance(expected, Loopy):
                found = self.value(position)
            else:
                try:
                    expected = index(expected)
                except TypeError:
                    raise TypeError(
                        f"conjecture({self._shown(position)}) returned {expected!r}, "
                        "which is no value, no outcome and no bool"
                    ) from None
                found = self.value(position)
            if expected != found:
                return Checked(agreed, position, expected, found)
            agreed += 1
        return Checked(agreed)

    # ------------------------------------------------------------------ pictures

    def draw(self, position: P | _Start = _START, depth: int | None = None) -> Picture:
        """Draw the positions that can be reached, in ``depth`` moves at most.

        Boxes are P, ellipses are N, hexagons are draws; bold arrows are the best moves. Notes are
        values, or remoteness where there are no values.

        >>> class Stones(Game[int]):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 2) if k <= position]
        >>> picture = Stones().draw(4)
        >>> picture.positions, picture.dot.splitlines()[0]
        (5, 'digraph "Stones: 4" {')
        """
        position = self._position(position)
        if depth is not None and index(depth) < 0:
            raise BadParameter(f"depth: {depth} is negative")
        places: dict[P, int] = {position: 0}
        kept = [position]
        arrows: list[tuple[int, int]] = []
        ring, layer = range(1), 0
        while ring and (depth is None or layer < depth) and len(kept) <= _MOST_POSITIONS:
            for number in ring:
                for to in self.moves(kept[number]):
                    at = places.setdefault(to, len(kept))
                    if at == len(kept):
                        kept.append(to)
                    arrows.append((number, at))
            ring, layer = range(ring.stop, len(kept)), layer + 1
        whole = not self._splits()
        nodes = []
        for number, at_ in enumerate(kept):
            memo, found = self._found(at_)
            value = memo.value(found)
            remoteness = memo.remoteness(found) if whole else None
            if value is None:
                note = "" if remoteness is None else str(remoteness)
            else:
                note = f"*{value}" if isinstance(value, int) else str(Loopy(value))
            outcome = cast(str, memo.outcome(found))
            more = number in ring and bool(self.moves(at_))
            nodes.append((self._shown(at_), note, outcome, remoteness, more))
        title = f"{self.name or type(self).__name__}: {self._shown(position)}"
        return Picture(nodes, arrows, title)

    def _shown(self, position: P) -> str:
        return str(self.show(position))


#: More positions no picture shows; what is beyond is refused with its numbers.
_MOST_POSITIONS = 100_000


def _sides(shape: int | Sequence[int]) -> tuple[int, ...]:
    try:
        sides: tuple[int, ...] = (index(cast(int, shape)),)
    except TypeError:
        sides = tuple(index(side) for side in cast("Sequence[int]", shape))
    if not sides or any(side < 0 for side in sides):
        raise BadParameter(f"shape: {shape!r} is no size of a table")
    return sides


@dataclass(frozen=True)
class Checked(Generic[P]):
    """What a comparison with search has shown; true if there is no counterexample."""

    #: How many positions agreed.
    agreed: int
    #: The first that did not.
    counterexample: P | None = None
    #: What was conjectured of it.
    expected: int | str | bool | Loopy | None = None
    #: What search found.
    found: int | str | bool | Loopy | None = None

    def __bool__(self) -> bool:
        """Tell whether all agreed."""
        return self.found is None


@dataclass(frozen=True)
class Solution(Generic[P]):
    """Who wins at a position, and by which moves."""

    #: The position.
    position: P
    #: ``N``, ``P`` or ``D``.
    outcome: str
    #: The value, where there is one.
    value: int | Loopy | None
    #: The options that are lost for the opponent.
    winning_moves: list[P]
    #: In a draw: the options that keep it.
    drawing_moves: list[P]
    #: The best option.
    best: P | None
    #: How it was found, in words.
    reason: str
    #: ``computed``: by search.
    status: str = "computed"
    _game: Game[P] | None = field(default=None, repr=False, compare=False)

    @property
    def remoteness(self) -> int | None:
        """The number of moves until play is over; None in a draw."""
        return None if self._game is None else self._game.remoteness(self.position)


class Strategy(Generic[P]):
    """A player who never errs, and the game so far.

    >>> class Stones(Game[int]):
    ...     def options(self, position):
    ...         return [position - k for k in (1, 2) if k <= position]
    >>> play = Stones().strategy(4)
    >>> play.reply()
    3
    >>> play.play(2)
    >>> play.reply(), play.over
    (0, True)
    """

    def __init__(self, game: Game[P], position: P) -> None:
        """Begin at a position."""
        self.game = game
        #: The position now.
        self.position = position
        #: The positions so far.
        self.record: list[P] = [position]

    @property
    def over(self) -> bool:
        """Whether play is over."""
        return not self.game.moves(self.position)

    def play(self, to: P) -> None:
        """Make any move; one that the rules do not allow is an :class:`~grundy.IllegalMove`."""
        for option in self.game.moves(self.position):
            if option is to or option == to:
                self._go(option)
                return
        shown = self.game.show
        raise IllegalMove(f"there is no move from {shown(self.position)} to {shown(to)}")

    def reply(self) -> P | None:
        """Make the best move and return it; None where play is over."""
        best = self.game.best(self.position)
        if best is not None or not self.over:
            self._go(cast(P, best))
        return best

    def _go(self, to: P) -> None:
        self.position = to
        self.record.append(to)


class SumMove(NamedTuple):
    """A move in one component of a sum."""

    #: Which component, from 0.
    component: int
    #: Where to.
    position: Any


class Sum:
    """Positions of one or several games side by side: a move is a move in one of them.

    In normal play it is solved by the values of its components; in misère play, and where there
    are no values, by a search of the sum itself.

    >>> class Stones(Game[int]):
    ...     def options(self, position):
    ...         return [position - k for k in (1, 2) if k <= position]
    >>> class Heap(Game[int]):
    ...     def options(self, position):
    ...         return range(position)
    >>> both = Stones()(5) + Heap()(3)
    >>> both.value(), both.winning_moves()
    (1, [SumMove(component=1, position=2)])
    """

    def __init__(
        self, parts: Sequence[tuple[Game[Any], Any]], _search: _Product | None = None
    ) -> None:
        """Put positions side by side."""
        #: Games with their positions.
        self.parts = tuple(parts)
        conventions = {game._misere() for game, _ in self.parts}
        if len(conventions) > 1:
            raise BadParameter("convention: games of a sum must have the same")
        self._search = _search

    @property
    def positions(self) -> tuple[Any, ...]:
        """The positions."""
        return tuple(position for _, position in self.parts)

    def __add__(self, other: Sum) -> Sum:
        """Put two sums side by side."""
        if not isinstance(other, Sum):
            return NotImplemented
        return Sum(self.parts + other.parts)

    def __radd__(self, other: object) -> Sum:
        """Let ``sum()`` of Python begin with 0."""
        return self if other == 0 else NotImplemented

    def __repr__(self) -> str:
        """Show the components."""
        parts = (f"{g.name or type(g).__name__}({g.show(p)})" for g, p in self.parts)
        return " + ".join(parts) or "Sum()"

    def _misere(self) -> bool:
        return bool(self.parts) and self.parts[0][0]._misere()

    def _values(self) -> list[int | Loopy] | None:
        """Return the values of the components, if they have some."""
        values: list[int | Loopy] = []
        for game, position in self.parts:
            if game._misere():
                return None
            memo, number = game._found(position)
            value = memo.value(number)
            if value is None:
                return None
            values.append(value if isinstance(value, int) else Loopy(value))
        return values

    def _product(self) -> _Product:
        if self._search is None:
            self._search = _Product([game for game, _ in self.parts])
        return self._search

    def _whole(self) -> tuple[_Product, tuple[tuple[int, int], ...]]:
        search = self._product()
        return search, search.place(self.positions)

    def play(self, move: SumMove | tuple[int, Any]) -> Sum:
        """Return the sum after a move; it is not asked whether the rules allow it."""
        component, to = move
        parts = list(self.parts)
        if not 0 <= index(component) < len(parts):
            raise IllegalMove(f"component {component} of {len(parts)}")
        parts[component] = (parts[component][0], to)
        return Sum(parts, self._search)

    def moves(self) -> list[SumMove]:
        """Return every move."""
        if any(game._ends() is not None for game, _ in self.parts):
            search, place = self._whole()
            if search.terminal(place) is not None:
                return []
        return [
            SumMove(component, to)
            for component, (game, position) in enumerate(self.parts)
            for to in game.moves(position)
        ]

    def outcome(self) -> str:
        """Return who wins: ``N``, ``P`` or ``D``."""
        values = self._values()
        if values is None:
            search, place = self._whole()
            return search.outcome(place)
        return _outcome_of(_total(values))

    def value(self) -> int | Loopy:
        """Return the value: the nim-sum of the components' values."""
        values = self._values()
        if values is None:
            raise NoValue(_NO_VALUE)
        return _total(values)

    def remoteness(self) -> int | None:
        """Return the number of moves until play is over, by a search of the sum itself."""
        search, place = self._whole()
        return search.remoteness(place)

    def _to(self, wanted: str) -> list[SumMove]:
        values = self._values()
        if values is None:
            search = self._product()
            return [
                move
                for move in self.moves()
                if search.outcome(search.place(self.play(move).positions)) == wanted
            ]
        others = []
        for component in range(len(values)):
            others.append(_total(values[:component] + values[component + 1 :]))
        return [
            move
            for move in self.moves()
            if _outcome_of(
                _plus(others[move.component], self.parts[move.component][0].value(move.position))
            )
            == wanted
        ]

    def winning_moves(self) -> list[SumMove]:
        """Return the moves after which the opponent has lost."""
        return self._to("P")

    def drawing_moves(self) -> list[SumMove]:
        """Return the moves that keep a draw; none if it is no draw."""
        return self._to("D") if self.outcome() == "D" else []

    def best(self) -> SumMove | None:
        """Return the best move: whoever follows it wins what is won. None where play is over.

        In misère play it is the shortest win or the longest defence.
        """
        values = self._values()
        founds = [game._found(position) for game, position in self.parts]
        loopy = any(memo.is_loopy(number) for memo, number in founds)
        apart = any(game._splits() for game, _ in self.parts)
        if values is None or (loopy and apart):
            return self._best_whole()
        outcome = _outcome_of(_total(values))
        if outcome == "D":
            return next(iter(self._to("D")), None)
        moves = self._to("P") or self.moves()
        if outcome == "P" or not loopy:
            return moves[0] if moves else None
        return min(moves, key=self._progress)

    def _progress(self, move: SumMove) -> tuple[int, int]:
        """Return how a move changes the sums of values and of counters.

        Both fall together where play may come back: the counter function of Fraenkel and Perl.
        """
        game, position = self.parts[move.component]

        def weight(at: Any) -> tuple[int, int]:
            memo, number = game._found(at)
            value = memo.value(number)
            return (value, memo.counter(number) or 0) if isinstance(value, int) else (0, 0)

        (value, counter), (before, earlier) = weight(move.position), weight(position)
        return value - before, counter - earlier

    def _best_whole(self) -> SumMove | None:
        search = self._product()

        def rank(move: SumMove) -> tuple[int, int]:
            place = search.place(self.play(move).positions)
            outcome, remoteness = search.outcome(place), search.remoteness(place)
            far = sys.maxsize if remoteness is None else remoteness
            return {"P": (0, far), "D": (1, 0), "N": (2, -far)}[outcome]

        return min(self.moves(), key=rank, default=None)


def _total(values: Iterable[int | Loopy]) -> int | Loopy:
    total: int | Loopy = 0
    for value in values:
        total = _plus(total, value)
    return total


class _Product(Game[tuple[tuple[int, int], ...]]):
    """Sums of games as positions of one game.

    A component is the number of its game and its own number in that game's memo; those without
    moves are left out, and the order does not matter.
    """

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        self.games = list(dict.fromkeys(games))
        self.which = [self.games.index(game) for game in games]
        self.convention = games[0].convention if games else "normal"
        self.states = min((game._limit() for game in games), default=None)
        kind = "misere" if self._misere() else "normal"
        self.memos = [game._memo(kind) for game in self.games]
        self.rows: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def place(self, positions: Sequence[Any]) -> tuple[tuple[int, int], ...]:
        """Return the position of this game for positions of the components."""
        parts = []
        for which, position in zip(self.which, positions, strict=True):
            game, memo = self.games[which], self.memos[which]
            number = memo.solve(position, game.options, None, game._ends(), game._limit())
            part = (which, number)
            if self._row(part) or memo.declared(number):
                parts.append(part)
        return tuple(sorted(parts))

    def _row(self, part: tuple[int, int]) -> list[tuple[int, int]]:
        row = self.rows.get(part)
        if row is None:
            which, number = part
            row = [(which, to) for to in self.memos[which].row(number)]
            self.rows[part] = row
        return row

    def options(
        self, position: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """Move in one component."""
        for at, part in enumerate(position):
            if at and part == position[at - 1]:
                continue
            rest = position[:at] + position[at + 1 :]
            for to in self._row(part):
                if self._row(to) or self.memos[to[0]].declared(to[1]):
                    yield tuple(sorted((*rest, to)))
                else:
                    yield rest

    def terminal(self, position: tuple[tuple[int, int], ...]) -> str | None:
        """Play is over where a component declares it."""
        for which, number in position:
            winner = self.memos[which].declared(number)
            if winner is not None:
                return winner
        return None


class Picture:
    """A picture of positions and moves, which a notebook shows."""

    def __init__(
        self,
        nodes: list[tuple[str, str, str, int | None, bool]],
        arrows: list[tuple[int, int]],
        title: str,
    ) -> None:
        """Keep what is to be seen; it is drawn when it is asked for."""
        self._nodes = nodes
        self._arrows = arrows
        #: What is above it.
        self.title = title

    @property
    def positions(self) -> int:
        """How many positions it shows."""
        return len(self._nodes)

    @property
    def svg(self) -> str:
        """The picture as SVG; :class:`~grundy.Unsupported` if it is too large to be read."""
        return _core.draw_positions(self._nodes, self._arrows, self.title, False)

    @property
    def dot(self) -> str:
        """The picture in the DOT language of Graphviz."""
        return _core.draw_positions(self._nodes, self._arrows, self.title, True)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """Show how large it is."""
        return f"<{self.title}: {len(self._nodes)} positions, {len(self._arrows)} moves>"
