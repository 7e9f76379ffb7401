"""Games in Python, compared with their definitions and with the catalogue."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy._own
from grundy import _core
from grundy._errors import BadParameter, IllegalMove, NoValue, Unsupported
from grundy._own import Checked, Game, Loopy, Picture, Sum, SumMove

Edges = dict[Any, list[Any]]


class Explicit(Game[int]):
    """A game that is a graph; counts how often it is asked."""

    def __init__(self, edges: Edges, convention: str = "normal") -> None:
        self.edges = edges
        self.convention = convention
        self.asked = 0

    def options(self, position: int) -> Iterable[int]:
        self.asked += 1
        yield from self.edges[position]


class Declared(Explicit):
    """Some positions end the game."""

    def __init__(self, edges: Edges, ends: dict[int, Any], convention: str) -> None:
        super().__init__(edges, convention)
        self.ends = ends

    def terminal(self, position: int) -> Any:
        return self.ends.get(position)


# ---------------------------------------------------------------- definitions, slow and plain


def labels(edges: Edges, convention: str, ends: dict[Any, Any]) -> dict[Any, tuple[str, Any]]:
    """Outcome and remoteness, round by round."""
    at_end = "P" if convention == "normal" else "N"
    known: dict[Any, tuple[str, Any]] = {}
    for v, after in edges.items():
        if ends.get(v) in ("P", "N"):
            known[v] = (ends[v], 0)
        elif ends.get(v) or not after:
            known[v] = (at_end, 0)
    moves = 0
    while True:
        moves += 1
        new = {}
        for v, after in edges.items():
            if v in known:
                continue
            if any(known.get(to, "?")[0] == "P" for to in after):
                new[v] = ("N", moves)
            elif all(known.get(to, "?")[0] == "N" for to in after):
                new[v] = ("P", moves)
        if not new:
            break
        known.update(new)
    return {v: known.get(v, ("D", None)) for v in edges}


def loopy_values(edges: Edges) -> dict[Any, int | Loopy]:
    """Fraenkel and Perl's rule, applied until nothing changes, least values first."""
    known: dict[Any, int] = {}
    for m in range(len(edges) + 1):
        changed = True
        while changed:
            changed = False
            for v, after in edges.items():
                if v in known:
                    continue
                found = {known[to] for to in after if to in known}
                if not set(range(m)) <= found or m in found:
                    continue
                above = [to for to in after if to not in known or known[to] > m]
                if all(any(known.get(w) == m for w in edges[to]) for to in above):
                    known[v] = m
                    changed = True
    sets = {v: frozenset(known[to] for to in after if to in known) for v, after in edges.items()}
    return {v: known[v] if v in known else Loopy(sets[v]) for v in edges}


def random_edges(random: random.Random, n: int, cyclic: bool) -> Edges:
    edges: Edges = {}
    for v in range(n):
        room = n if cyclic else v
        edges[v] = [random.randrange(room) for _ in range(random.randrange(4))] if room else []
    return edges


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("cyclic", [False, True])
def test_random_graphs_by_definition(convention: str, cyclic: bool) -> None:
    dice = random.Random(f"{convention} {cyclic}")
    drawn = 0
    for _ in range(300):
        n = dice.randrange(1, 14)
        edges = random_edges(dice, n, cyclic)
        ends = dice.choice([{}, {}, {dice.randrange(n): dice.choice(["P", "N", True, False])}])
        game = Declared(edges, ends, convention)
        expected = labels(edges, convention, ends)
        valued = convention == "normal" and not any(isinstance(e, str) for e in ends.values())
        cut = {v: [] if ends.get(v) is True else after for v, after in edges.items()}
        values = loopy_values(cut) if valued else {}
        order = list(range(n))
        dice.shuffle(order)
        for v in order:
            outcome, remoteness = expected[v]
            drawn += outcome == "D"
            assert game.outcome(v) == outcome
            assert game.remoteness(v) == remoteness
            over = bool(ends.get(v))
            after = [] if over else list(dict.fromkeys(edges[v]))
            assert game.moves(v) == after
            won = [to for to in after if expected[to][0] == "P"]
            assert game.winning_moves(v) == won
            if outcome == "D":
                assert game.drawing_moves(v) == [to for to in after if expected[to][0] == "D"]
            best = game.best(v)
            if best is None:
                assert not after
            elif outcome == "D":
                assert expected[best][0] == "D"
            else:
                assert expected[best][1] == remoteness - 1
            if valued:
                assert game.value(v) == values[v]
            solved = game.solve(v)
            assert (solved.outcome, solved.remoteness) == (outcome, remoteness)
            assert solved.winning_moves == won
            assert solved.status == "computed"
            assert "moves" in solved.reason
        assert game.explored == n
    assert drawn if cyclic else not drawn


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_nothing_is_asked_twice(seed: int, cyclic: bool) -> None:
    dice = random.Random(seed)
    edges = random_edges(dice, 12, cyclic)
    game = Explicit(edges)
    for _ in range(30):
        v = dice.randrange(12)
        game.outcome(v)
        game.value(v)
        game.winning_moves(v)
        game.best(v)
        game.moves(v)
        game.solve(v)
        assert game.asked == game.explored
    game.clear()
    assert game.explored == 0
    game.outcome(0)
    assert game.explored >= 1


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["normal", "misere"]), st.booleans())
def test_sums_are_their_products(seed: int, convention: str, cyclic: bool) -> None:
    dice = random.Random(seed)
    one, two = (random_edges(dice, dice.randrange(1, 6), cyclic) for _ in range(2))
    both: dict[Any, list[Any]] = {}
    for a in one:
        for b in two:
            both[a, b] = [(to, b) for to in one[a]] + [(a, to) for to in two[b]]
    expected = labels(both, convention, {})
    values = loopy_values(both) if convention == "normal" else {}
    games = Explicit(one, convention), Explicit(two, convention)
    for (a, b), (outcome, remoteness) in expected.items():
        total = games[0](a) + games[1](b)
        assert total.outcome() == outcome
        assert total.remoteness() == remoteness
        if convention == "normal":
            assert total.value() == values[a, b]
        after = {(m.position, b) if m.component == 0 else (a, m.position) for m in total.moves()}
        assert after == set(both[a, b])
        won = {total.play(move).positions for move in total.winning_moves()}
        assert won == {to for to in both[a, b] if expected[to][0] == "P"}
        best = total.best()
        if best is None:
            assert not both[a, b]
        elif outcome != "P":
            assert expected[total.play(best).positions][0] == {"N": "P", "D": "D"}[outcome]


def test_a_won_loopy_sum_is_won_in_the_end() -> None:
    dice = random.Random(5)
    won = 0
    for _ in range(150):
        game = Explicit(random_edges(dice, 9, True))
        start = [dice.randrange(9) for _ in range(3)]
        now = game.sum(*start)
        if now.outcome() != "N":
            continue
        won += 1
        for _ in range(400):
            best = now.best()
            assert best is not None
            now = now.play(best)
            replies = now.moves()
            if not replies:
                break
            now = now.play(dice.choice(replies))
        else:
            raise AssertionError("play does not end")
    assert won > 20


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_strategy_wins_what_is_won(convention: str) -> None:
    dice = random.Random(convention)
    for _ in range(120):
        game = Explicit(random_edges(dice, 14, True), convention)
        start = dice.randrange(14)
        outcome, remoteness = game.outcome(start), game.remoteness(start)
        play = game.strategy(start)
        ours = True
        for _ in range(60):
            if play.over:
                break
            if ours:
                assert play.reply() == play.position
            else:
                play.play(dice.choice(game.moves(play.position)))
            ours = not ours
        if outcome == "N":
            assert play.over
            assert len(play.record) - 1 <= (remoteness or 0)
            # Whoever is to move at the end has lost, or won in misère play.
            assert ours == (convention == "misere")
        elif outcome == "D" and play.over:
            assert ours == (convention == "misere"), "a draw was lost"
    game = Explicit({0: [1, 2], 1: [], 2: []})
    with pytest.raises(IllegalMove, match="from 0 to 7"):
        game.strategy(0).play(7)
    assert game.strategy(1).reply() is None


# ---------------------------------------------------------------- the catalogue


class Nim(Game[tuple[int, ...]]):
    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        for i, n in enumerate(position):
            for left in range(n):
                yield tuple(sorted((*position[:i], left, *position[i + 1 :])))


class SplitNim(Nim):
    def components(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(n,) for n in position if n]


class Wythoff(Game[tuple[int, int]]):
    def options(self, position: tuple[int, int]) -> Iterable[tuple[int, int]]:
        a, b = position
        yield from ((i, b) for i in range(a))
        yield from ((a, j) for j in range(b))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


class Kayles(Game[tuple[int, ...]]):
    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        for i, n in enumerate(position):
            for k in (1, 2):
                for left in range(n - k + 1):
                    rows = (*position[:i], left, n - k - left, *position[i + 1 :])
                    yield tuple(row for row in rows if row)


class SplitKayles(Kayles):
    def components(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(row,) for row in position]


class Chomp(Game[tuple[int, ...]]):
    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        for i, length in enumerate(position):
            for left in range(length):
                if i or left:
                    after = position[:i] + tuple(min(row, left) for row in position[i:])
                    yield tuple(row for row in after if row)


def catalogue(game: str, position: tuple[int, ...], **terms: Any) -> tuple[str, Any, set[Any]]:
    """Outcome, value and the positions that winning moves lead to."""
    names = ("params", "convention", "compound", "lang", "states", "bytes", "milliseconds")
    given = {name: terms.get(name) for name in names}
    text = ",".join(map(str, position))
    answer = json.loads(_core.solve(game, text, given, 10_000))
    to = {move["to"] for move in answer["winning_moves"]}
    after = {tuple(int(n) for n in at.split(",") if n.strip().isdigit()) for at in to}
    value = answer.get("value")
    return answer["outcome"], None if value is None else int(value), after


def bare(positions: Iterable[tuple[int, ...]], ordered: bool) -> set[tuple[int, ...]]:
    """Positions without empty heaps, sorted unless the order matters."""
    full = (tuple(n for n in position if n) for position in positions)
    return set(full) if ordered else {tuple(sorted(position)) for position in full}


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("kind", [Nim, SplitNim])
def test_nim_of_the_catalogue(convention: str, kind: type[Nim]) -> None:
    game = kind()
    game.convention = convention
    for position in [(1,), (1, 1), (1, 2, 3), (2, 4, 5), (1, 1, 1), (3, 5, 5), (2, 2), (7, 7, 1)]:
        outcome, value, after = catalogue("nim", position, convention=convention)
        assert game.outcome(position) == outcome
        assert bare(game.winning_moves(position), False) == bare(after, False)
        if convention == "normal":
            assert game.value(position) == value
        else:
            with pytest.raises(NoValue):
                game.value(position)


def test_wythoff_of_the_catalogue() -> None:
    game = Wythoff()
    for a in range(12):
        for b in range(a, 12):
            outcome, value, after = catalogue("wythoff", (a, b))
            assert (game.outcome((a, b)), game.value((a, b))) == (outcome, value)
            won = {tuple(sorted(to)) for to in game.winning_moves((a, b))}
            assert won == {tuple(sorted(to)) for to in after}


@pytest.mark.parametrize("kind", [Kayles, SplitKayles])
def test_kayles_of_the_catalogue(kind: type[Kayles]) -> None:
    game = kind()
    for position in [(n,) for n in range(1, 12)] + [(3, 4), (5, 2, 6), (7, 7), (1, 2, 3)]:
        outcome, value, after = catalogue("kayles", position)
        assert (game.outcome(position), game.value(position)) == (outcome, value)
        assert bare(game.winning_moves(position), False) == bare(after, False)
        best = game.best(position)
        assert best is not None
        if outcome == "N":
            assert game.outcome(best) == "P"


def test_components_make_large_sums_small() -> None:
    game = SplitKayles()
    game.states = 10_000
    rows = (50, 61, 72, 83)
    expected = 0
    for row in rows:
        expected ^= catalogue("kayles", (row,))[1]
    assert game.value(rows) == expected
    assert game.outcome(rows) == ("N" if expected else "P")
    # Each split of one row is a position too, as is each row.
    assert game.explored < 10_000


def test_chomp_of_the_catalogue() -> None:
    game = Chomp()
    for rows in [(1,), (3, 2, 2), (4, 4, 4), (5, 3, 1), (2, 2), (6, 1, 1, 1), (5, 5, 5)]:
        outcome, value, after = catalogue("chomp", rows)
        assert (game.outcome(rows), game.value(rows)) == (outcome, value)
        assert bare(game.winning_moves(rows), True) == bare(after, True)


def test_sums_of_different_games() -> None:
    total = Nim()((3, 4)) + Wythoff()((2, 3)) + Chomp()((3, 2))
    parts = [catalogue(*part)[1] for part in [("nim", (3, 4)), ("wythoff", (2, 3))]]
    parts.append(catalogue("chomp", (3, 2))[1])
    value = parts[0] ^ parts[1] ^ parts[2]
    assert total.value() == value
    for move in total.winning_moves():
        assert total.play(move).outcome() == "P"
    pair = sum([Nim()((1,)), Nim()((1,))])
    assert isinstance(pair, Sum)
    assert pair.outcome() == "P"
    assert repr(Nim()((1,)) + Chomp()((2,))) == "Nim((1,)) + Chomp((2,))"
    assert Sum([]).outcome() == "P"
    assert Sum([]).best() is None
    misere = Nim()
    misere.convention = "misere"
    with pytest.raises(BadParameter, match="convention"):
        Nim()((1,)) + misere((1,))
    with pytest.raises(IllegalMove, match="component 3 of 3"):
        total.play((3, (1,)))
    assert isinstance(total.best(), SumMove)


def test_a_declared_end_ends_the_sum() -> None:
    class Race(Game[int]):
        """Whoever reaches 0 wins everything."""

        def options(self, position: int) -> Iterable[int]:
            return [position - k for k in (1, 2) if k <= position]

        def terminal(self, position: int) -> str | None:
            return "P" if position == 0 else None

    game = Race()
    with pytest.raises(NoValue):
        game.value(3)
    total = game.sum(3, 3)
    with pytest.raises(NoValue):
        total.value()
    # Whoever brings a token to 1 or 2 loses; each can be lowered from 3 only to there.
    assert total.outcome() == "P"
    assert game.sum(3, 2).winning_moves() == [SumMove(1, 0)]
    assert game.sum(3, 2).best() == SumMove(1, 0)
    assert game.sum(3, 0).moves() == []


# ---------------------------------------------------------------- tables, laws, checks, pictures


def test_tables() -> None:
    game = Wythoff()
    table = game.table(lambda a, b: (a, b), (8, 6))
    assert table.dtype == np.int64
    assert table.shape == (8, 6)
    for a, b in np.ndindex(8, 6):
        assert table[a, b] == game.value((a, b))
    outcomes = game.table(lambda a, b: (a, b), (8, 6), of="outcome")
    assert ((table == 0) == (outcomes == 0)).all()
    half = game.table(lambda a, b: (a, b) if a <= b else None, (4, 4))
    assert (half[np.tril_indices(4, -1)] == -1).all()
    remoteness = Explicit({0: [0], 1: [2], 2: []}).table(lambda v: v, 3, of="remoteness")
    assert remoteness.tolist() == [-1, 1, 0]
    with pytest.raises(NoValue, match="∞"):
        Explicit({0: [0]}).table(lambda v: v, 1)
    with pytest.raises(BadParameter, match="of"):
        game.table(lambda a, b: (a, b), (1, 1), of="colour")
    for shape in [(), (3, -1)]:
        with pytest.raises(BadParameter, match="shape"):
            game.table(lambda *place: (0, 0), shape)
    assert game.table(lambda a, b: (a, b), (0, 3)).shape == (0, 3)


def test_laws_of_tables() -> None:
    nim = Nim().law(lambda a, b: tuple(sorted((a, b))), (16, 16))
    assert any("⊕" in law.law or "xor" in law.law for law in nim.laws)
    assert nim.size == [16, 16]
    wythoff = Wythoff().law(lambda a, b: (a, b), (40, 40), of="outcome")
    assert wythoff.outcomes
    assert wythoff.laws
    assert all(law.status != "proven" for law in wythoff.laws)
    with pytest.raises(Unsupported, match="draws"):
        Explicit({0: [0], 1: []}).law(lambda v: v, 2, of="outcome")
    with pytest.raises(ValueError, match="lang"):
        Nim().law(lambda n: (n,), 3, lang="fr")
    # What it may cost is said as everywhere else.
    with pytest.raises(TypeError, match="sates"):
        Nim().law(lambda n: (n,), 3, sates=5)
    chinese = Nim().law(lambda n: (n,), 30, lang="zh", seconds=60, states=10**7)
    assert "观察" in chinese.laws[0].reason


def test_conjectures() -> None:
    game = Nim()

    def bouton(position: tuple[int, ...]) -> int:
        total = 0
        for n in position:
            total ^= n
        return total

    heaps = [(a, b, c) for a in range(5) for b in range(a, 5) for c in range(b, 5)]
    assert game.check(bouton, heaps) == Checked(len(heaps))
    assert game.check(lambda p: np.int64(bouton(p)), heaps)
    assert game.check(lambda p: bouton(p) != 0, heaps)
    assert game.check(lambda p: "N" if bouton(p) else "P", heaps)
    wrong = game.check(lambda p: sum(p), heaps)
    assert not wrong
    assert wrong.counterexample == (0, 1, 1)
    assert (wrong.expected, wrong.found) == (2, 0)
    assert not game.check(lambda p: "P", [(0,), (1,)])
    loop = Explicit({0: [0, 1], 1: []})
    assert loop.check(lambda v: Loopy(frozenset({0})) if v == 0 else 0, [0, 1])
    assert not loop.check(lambda v: "D", [0])
    with pytest.raises(TypeError, match=r"conjecture\(\(1,\)\)"):
        game.check(lambda p: 0.5, [(1,)])  # type: ignore[arg-type,return-value]


def test_pictures() -> None:
    picture = Nim().draw((1, 2))
    assert isinstance(picture, Picture)
    assert picture.positions == 5
    svg = picture._repr_svg_()
    assert svg.startswith("<svg")
    assert "(0, 2)" in svg
    assert picture.dot.count(" -> ") == len(picture._arrows)
    near = Nim().draw((3, 4), depth=1)
    assert near.positions == 8
    assert "<svg" in near.svg
    assert Nim().draw((3, 4), depth=0).positions == 1
    loop = Explicit({0: [0, 1], 1: [], 2: [2]})
    assert "∞" in loop.draw(2).dot
    assert "hexagon" in loop.draw(2).dot
    misere = Explicit({0: [1], 1: []}, "misere")
    assert "\\n1" in misere.draw(0).dot
    # Components do not change what is drawn.
    assert SplitNim().draw((1, 2)).dot.count("shape=box") == Nim().draw((1, 2)).dot.count(
        "shape=box"
    )
    line: Edges = {n: [n - 1] if n else [] for n in range(700)}
    large = Explicit(line).draw(699)
    with pytest.raises(Unsupported, match="600"):
        _ = large.svg
    assert large.dot
    with pytest.raises(BadParameter, match="depth"):
        Nim().draw((1,), depth=-1)


def test_names_and_defaults() -> None:
    class Named(Nim):
        name = "Bouton's game"
        start = (1, 2, 3)

        def show(self, position: tuple[int, ...]) -> str:
            return "|".join(map(str, position))

    game = Named()
    assert game.outcome() == "P"
    assert game.best() in game.moves()
    assert "Bouton's game: 1|2|3" in game.draw(depth=1).dot
    assert repr(game).startswith("<Bouton's game: ")
    with pytest.raises(TypeError, match="start"):
        Nim().outcome()
    with pytest.raises(NotImplementedError):
        Game[int]().outcome(0)
    game.convention = "reversed"
    with pytest.raises(BadParameter, match="convention"):
        game.outcome()
    for states in (0, -1, "many"):
        game = Named()
        game.states = states  # type: ignore[assignment]
        with pytest.raises(BadParameter, match="states"):
            game.outcome()


def test_conventions_do_not_mix() -> None:
    game = Nim()
    assert game.outcome((1,)) == "N"
    game.convention = "misere"
    assert game.outcome((1,)) == "P"
    game.convention = "normal"
    assert game.outcome((1,)) == "N"


def test_copies_begin_anew() -> None:
    game = Explicit({0: [1], 1: []})
    game.outcome(0)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.explored == 0
        assert other.outcome(0) == "N"
        assert other.edges == game.edges


def test_languages() -> None:
    assert "positions" in Nim().solve((1, 2)).reason
    assert "局面" in Nim().solve((1, 2), lang="zh").reason
    assert "分量" in SplitNim().solve((1, 2), lang="zh").reason
    assert "倒推" in Explicit({0: [0]}).solve(0, lang="zh").reason
    before = grundy.language()
    try:
        grundy.language("zh")
        assert "局面" in Nim().solve((1, 2)).reason
    finally:
        grundy.language(before)
    assert "positions" in Nim().solve((1, 2)).reason


def test_examples_of_the_documentation() -> None:
    result = doctest.testmod(grundy._own)
    assert result.attempted > 20
    assert result.failed == 0
