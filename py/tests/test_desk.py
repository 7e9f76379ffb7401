"""What the desk answers through Python, against brute force and against its own promises."""

from __future__ import annotations

import copy
import json
import pickle
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, reduce
from itertools import combinations, product
from operator import xor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy._answer import Answer

# What is compared is computed here from definitions alone: who cannot move has lost.


def mex(values: Iterable[int]) -> int:
    """Return the least number that is not among them."""
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


@cache
def nim(position: tuple[int, ...]) -> int:
    """Return the value of heaps by searching the sum itself, without Bouton's theorem."""
    return mex(nim(after) for _, after in takes(position))


def takes(position: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
    """List the moves of Nim as the workbench writes them, and where they lead."""
    return [
        (
            f"{at}: take {k}" if len(position) > 1 else f"take {k}",
            (*position[: at - 1], heap - k, *position[at:]),
        )
        for at, heap in enumerate(position, 1)
        for k in range(1, heap + 1)
    ]


@cache
def misere_nim(position: tuple[int, ...]) -> str:
    """Return who wins if whoever moves last loses."""
    options = [misere_nim(after) for _, after in takes(position)]
    return "N" if not options or "P" in options else "P"


@cache
def together(position: tuple[int, ...]) -> str:
    """Return who wins if a move is one in any number of heaps, at least one."""
    choices = product(*(range(heap + 1) for heap in position))
    return "N" if any(together(c) == "P" for c in choices if c != position) else "P"


@cache
def wythoff(a: int, b: int) -> int:
    """Return the value of two heaps from which one or equally many from both are taken."""
    options = [(i, b) for i in range(a)] + [(a, j) for j in range(b)]
    options += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
    return mex(wythoff(*option) for option in options)


@cache
def kayles(pins: int) -> int:
    """Return the value of a row of which one or two neighbours are knocked down."""
    return mex(
        kayles(left) ^ kayles(pins - k - left)
        for k in (1, 2)
        for left in range(max(0, pins - k + 1))
    )


def subtraction(numbers: Iterable[int], heaps: int) -> list[int]:
    """Return the values of the game in which one of these numbers is taken."""
    values: list[int] = []
    taken = sorted(set(numbers))
    for n in range(heaps):
        values.append(mex(values[n - k] for k in taken if k <= n))
    return values


def retrograde(vertices: int, edges: set[tuple[int, int]], misere: bool) -> list[str]:
    """Decide every vertex by rounds: what nobody can force in any number of moves is drawn."""
    options = [[b for a, b in edges if a == v] for v in range(vertices)]
    decided = [""] * vertices
    while True:
        news = {}
        for v in range(vertices):
            if decided[v]:
                continue
            after = [decided[w] for w in options[v]]
            if not after:
                news[v] = "N" if misere else "P"
            elif "P" in after:
                news[v] = "N"
            elif all(outcome == "N" for outcome in after):
                news[v] = "P"
        if not news:
            return [outcome or "D" for outcome in decided]
        for v, outcome in news.items():
            decided[v] = outcome


# Positions


heaps = st.lists(st.integers(0, 6), min_size=1, max_size=3)


@given(heaps)
@settings(max_examples=60, deadline=None)
def test_nim_is_what_search_says(position: list[int]) -> None:
    here = tuple(position)
    solved = grundy.game("nim").solve(position)
    assert solved.value == nim(here)
    assert solved.outcome == ("N" if nim(here) else "P")
    assert solved.is_win == (nim(here) != 0)
    won = {(move, after) for move, after in takes(here) if nim(after) == 0}
    found = {(m.move, tuple(map(int, m.to.split(",")))) for m in solved.winning_moves}
    assert found == won
    assert solved.status == "proven"


@given(heaps)
@settings(max_examples=60, deadline=None)
def test_misere_nim_is_what_search_says(position: list[int]) -> None:
    for game in (grundy.game("nim").misere(), grundy.game("nim", convention="misere")):
        assert game.convention == "misere"
        assert game.solve(position).outcome == misere_nim(tuple(position))
    assert grundy.solve("misere-nim", position).outcome == misere_nim(tuple(position))


@given(heaps)
@settings(max_examples=40, deadline=None)
def test_heaps_played_together(position: list[int]) -> None:
    solved = grundy.solve("nim", position, compound="selective")
    assert solved.outcome == together(tuple(position))
    assert solved.compound is not None


@given(st.lists(st.integers(0, 2**40), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_positions_are_the_same_however_they_are_written(position: list[int]) -> None:
    game = grundy.game("nim")
    text = ",".join(map(str, position))
    first = game.solve(text)
    assert first.position == text
    array = np.array(position)
    for other in (
        position,
        tuple(position),
        array,
        array.astype(np.uint64),
        np.repeat(array, 2)[::2],
        [np.int64(heap) for heap in position],
        [str(heap) for heap in position],
    ):
        assert game.solve(other) == first
    if len(position) == 1:
        assert game.solve(position[0]) == game.solve(array[0]) == first


@given(st.lists(st.integers(0, 10**30), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_big_integers_go_both_ways(position: list[int]) -> None:
    solved = grundy.solve("nim", position)
    total = reduce(xor, position)
    assert solved.value == total
    assert type(solved.value) is int
    for move in solved.winning_moves:
        after = [int(heap) for heap in move.to.split(",")]
        assert reduce(xor, after) == 0
        assert sum(a != b for a, b in zip(after, position, strict=True)) == 1
    assert bool(solved.winning_moves) == (total != 0)


def test_a_range_is_a_position_and_an_empty_list_is_no_heap() -> None:
    assert grundy.solve("nim", range(1, 4)).position == "1,2,3"
    assert grundy.solve("nim", []).outcome == "P"


def test_lists_within_lists_are_brackets() -> None:
    edges = "(1,2),(2,3)"
    assert grundy._ask.written("position", [(1, 2), np.array([2, 3])]) == edges
    assert grundy._ask.written("position", np.array([[1, 2], [2, 3]])) == edges


@pytest.mark.parametrize(
    "position",
    [1.5, [1.5], [1, None], {1: 2}, {1, 2}, b"3", True, [True], np.array([True]), object(), 2j],
)
def test_what_is_no_position_names_the_argument(position: Any) -> None:
    with pytest.raises(TypeError, match="position"):
        grundy.solve("nim", position)


@pytest.mark.parametrize("position", [-1, [-1], [3, -5], np.array([-1]), "-1", "\ud800"])
def test_a_position_that_cannot_be_names_the_argument(position: Any) -> None:
    with pytest.raises(ValueError, match="position"):
        grundy.solve("nim", position)


# Solutions


@given(st.integers(0, 14), st.integers(0, 14))
@settings(max_examples=60, deadline=None)
def test_wythoff_is_what_search_says(a: int, b: int) -> None:
    solved = grundy.solve("wythoff", (a, b))
    assert solved.value == wythoff(a, b)
    assert bool(solved.winning_moves) == (wythoff(a, b) != 0)
    for move in solved.winning_moves:
        assert wythoff(*map(int, move.to.split(","))) == 0


@pytest.mark.parametrize("pins", range(0, 60, 7))
def test_kayles_is_what_search_says(pins: int) -> None:
    assert grundy.game("kayles").solve(pins).value == kayles(pins)


@given(st.integers(1, 6), st.integers(0, 10**20))
@settings(max_examples=60, deadline=None)
def test_parameters(k: int, stones: int) -> None:
    for solved in (
        grundy.game("bachet", k=k).solve(stones),
        grundy.solve("bachet", stones, params={"k": k}),
        grundy.solve("bachet", stones, params={"k": str(k)}),
    ):
        assert solved.value == stones % (k + 1)


def test_parameters_that_are_sets() -> None:
    values = subtraction([1, 3, 4], 40)
    game = grundy.game("subtraction", set=[1, 3, 4])
    assert [game.solve(n).value for n in range(40)] == values
    assert game.table(40).to_list() == values


def test_at_most_so_many_moves_and_every_move() -> None:
    game = grundy.game("nim")
    some = game.solve([5, 5, 5], moves=1)
    assert len(some.winning_moves) == 1
    assert some.winning_moves_truncated
    every = game.solve([1, 2], all=True)
    assert every.moves is not None
    rated = {rated.move: rated.outcome for rated in every.moves}
    assert rated == {move: "N" if nim(after) else "P" for move, after in takes((1, 2))}
    assert game.solve([1, 2]).moves is None


def test_moves_show_themselves() -> None:
    move = grundy.solve("nim", [3, 5, 7]).winning_moves[0]
    assert str(move) == "1: take 1"
    assert repr(move) == "<1: take 1 → 2,5,7>"


def test_sums_of_games() -> None:
    both = grundy.game("nim:3,5 + kayles:7")
    assert both.solve().value == 3 ^ 5 ^ kayles(7)
    assert grundy.solve("nim:3,5 + kayles:7").value == 3 ^ 5 ^ kayles(7)


def test_a_draw_has_moves_that_keep_it() -> None:
    stay = grundy.rules("state n; move m(k in 0..1) -> [n-k]")
    solved = stay.solve(3)
    assert solved.outcome == "D"
    assert not solved.is_win
    # Nobody need ever take the last: every position comes back to itself.
    assert [move.to for move in solved.drawing_moves] == ["3", "2"]
    assert solved.winning_moves == []
    assert grundy.solve("nim", [1, 1]).drawing_moves == []


@pytest.mark.parametrize("what", ["table", "study", "draw", "annotate", "count"])
def test_what_is_for_one_component_at_a_time_says_so(what: str) -> None:
    asked: dict[str, Callable[[grundy.Ruleset], object]] = {
        "table": lambda game: game.table(3),
        "study": lambda game: game.study(),
        "draw": lambda game: game.draw([1, 1]),
        "annotate": lambda game: game.annotate([1, 1], []),
        "count": lambda game: game.count([1, 1]),
    }
    with pytest.raises(grundy.Unsupported, match=what):
        asked[what](grundy.game("nim", compound="selective"))
    asked[what](grundy.game("nim", compound="disjunctive"))


def test_a_ruleset_takes_no_more_terms() -> None:
    with pytest.raises(TypeError, match="convention"):
        grundy.solve(grundy.game("nim"), [1], convention="misere")
    assert grundy.solve(grundy.game("nim"), [1]).value == 1


# Games and rules


def test_pages_are_in_both_languages() -> None:
    game = grundy.game("nim")
    assert (game.name, game.about(lang="zh").name) == ("Nim", "尼姆游戏")
    page = game.about()
    assert page.listed
    assert page.theorem
    assert page.source
    assert page.dimension == 1
    try:
        assert grundy.language("zh") == "zh"
        assert game.name == "尼姆游戏"
        assert grundy.solve("nim", "3,5,7").reason == "布顿定理：异或和为 1"
        with pytest.raises(grundy.UnknownGame, match="没有"):
            grundy.game("chess")
    finally:
        grundy.language("en")
    assert grundy.solve("nim", "3,5,7").reason == "Bouton's theorem: the nim sum is 1"


def test_the_catalogue() -> None:
    everything = grundy.games()
    assert len(everything) > 50
    assert len({card.id for card in everything}) == len(everything)
    for card in random.Random(19).sample(everything, 25):
        assert card.name.en
        assert card.name.zh
        if card.examples:
            solved = grundy.solve(card.id, card.examples[0], states=2_000_000, moves=1)
            assert solved.outcome in ("N", "P", "D")
    assert next(card.id for card in grundy.games("Wythoff")) == "wythoff"


def test_rules_of_ones_own() -> None:
    lasker = grundy.rules(
        "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]"
    )

    @cache
    def value(n: int) -> int:
        split = [value(k) ^ value(n - k) for k in range(1, n)]
        return mex([value(k) for k in range(n)] + split)

    assert lasker.table(50).to_list() == [value(n) for n in range(50)]
    assert lasker.solve([5, 7]).value == value(5) ^ value(7)
    assert lasker.rule_text is not None
    assert lasker.check().diagnostics == []
    text = "game bad\nstate n\nmove m(k in 1..2) -> [n-k]\nexpect g(0..3) = 0 1 2 3\n"
    (tested,) = grundy.rules(text).test().games
    assert (tested.game, len(tested.failures)) == ("bad", 1)
    assert (tested.failures[0].line, tested.failures[0].expected) == (4, "3")


def test_rules_with_parameters() -> None:
    text = "game take(k=3)\nstate n\nmove m(i in 1..k) -> [n-i]"
    for k in (2, 5):
        game = grundy.rules(text, k=k)
        assert game.table(30).to_list() == [n % (k + 1) for n in range(30)]


def test_rulesets_are_equal_if_they_are_the_same() -> None:
    game = grundy.game("bachet", k=3)
    assert game == grundy.game("bachet", k="3")
    assert hash(game) == hash(grundy.game("bachet", k="3"))
    assert game != grundy.game("bachet", k=4)
    assert game != game.misere()
    assert game != "bachet"
    assert repr(game.misere()) == "<Ruleset 'bachet', k='3', convention='misere'>"
    assert pickle.loads(pickle.dumps(game)) == copy.copy(game) == game


def test_the_language_and_its_faults() -> None:
    (fault,) = grundy.check("state n; move").diagnostics
    assert (fault.code, fault.line, fault.column) == ("E010", 1, 14)
    assert fault.from_ == 13
    page = grundy.explain(fault.code)
    assert page.code == "E010"
    assert grundy.explain("E010", lang="zh").title != page.title
    words = grundy.words()
    assert "move" in words.statements
    assert "in" in words.keywords
    for example in words.examples:
        assert grundy.check(example.text).diagnostics == []


def test_exercises() -> None:
    task = grundy.exercise(7)
    assert task == grundy.exercise(7)
    assert len({grundy.exercise(seed).position for seed in range(20)}) > 5
    assert grundy.solve(task.game, task.position, convention=task.convention).outcome in "NPD"
    assert grundy.exercise(1, games=["nim"]).game == "nim"


# Tables


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 30), (20, 3), (30, 30)])
def test_a_table_is_what_search_says(rows: int, columns: int) -> None:
    table = grundy.game("wythoff").table(rows, columns)
    assert table.shape == (rows, columns)
    assert table.to_list() == [[wythoff(a, b) for b in range(columns)] for a in range(rows)]
    lost = [[a, b] for a in range(rows) for b in range(columns) if wythoff(a, b) == 0]
    assert table.lost.tolist() == lost
    assert table.has_values
    assert table.status in ("proven", "computed")
    assert table.reason


def test_where_there_is_no_position_nobody_has_lost() -> None:
    # Coins are counted from 1; Ruler has the largest power of two in n.
    table = grundy.game("ruler").table(17)
    assert table.to_list() == [-1] + [n & -n for n in range(1, 17)]
    assert table.lost.tolist() == []


def test_a_table_of_outcomes() -> None:
    table = grundy.game("nim").misere().table(7, 7)
    assert not table.has_values
    for a, b in product(range(7), repeat=2):
        assert "PND"[table[a, b]] == misere_nim((a, b))


def test_one_side_is_for_all_axes_and_a_shape_is_sides() -> None:
    game = grundy.game("wythoff")
    assert game.table(5).shape == (5, 5)
    assert game.table((3, 4)).shape == game.table([3, 4]).shape == (3, 4)


def test_a_table_is_not_copied() -> None:
    table = grundy.game("nim").table(1000, 1000)
    values = table.values
    address = values.ctypes.data
    for array in (np.asarray(table), np.asarray(table, dtype=np.int64), table[:], values.ravel()):
        assert array.ctypes.data == address
    assert values.flags.c_contiguous
    assert values.flags.writeable
    assert values.nbytes == 8_000_000
    # The memory belongs to the answer that the engine wrote: the array is a view of it, not a
    # copy of numpy's, and keeps it alive.
    assert not values.flags.owndata
    assert values.base is not None
    del table
    assert values[1, 2] == 3
    numbers = grundy.game("nim").table(4, 4)
    assert np.array(numbers).ctypes.data != numbers.values.ctypes.data
    assert np.asarray(numbers, dtype=np.float64).dtype == np.float64


def test_a_table_without_a_copy_in_another_type_is_refused() -> None:
    table = grundy.game("nim").table(4)
    with pytest.raises(ValueError, match="without a copy"):
        table.__array__(np.float32, copy=False)


def test_a_table_is_a_sequence() -> None:
    table = grundy.game("kayles").table(12)
    assert len(table) == 12
    assert list(table) == [kayles(n) for n in range(12)]
    assert int(np.max(table)) == max(map(kayles, range(12)))
    assert repr(table) == "<values of kayles, 12, proven>"


def test_a_table_computes_like_an_array() -> None:
    table = grundy.game("wythoff").table(9, 9)
    values = table.values
    lost = table == 0
    assert isinstance(lost, np.ndarray)
    assert lost.sum() == len(table.lost)
    assert ((table % 2) == (values % 2)).all()
    assert ((table + table) == values * 2).all()
    assert (1 ^ table == values ^ 1).all()
    assert np.add.reduce(table, axis=0).tolist() == values.sum(axis=0).tolist()
    address, before = values.ctypes.data, values.copy()
    table += 1
    assert isinstance(table, grundy.Table)
    assert table.values.ctypes.data == address
    assert (table == before + 1).all()
    with pytest.raises(TypeError):
        hash(table)


def test_tables_for_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    line = grundy.game("kayles").table(9).to_pandas()
    assert isinstance(line, pandas.Series)
    assert line.tolist() == [kayles(n) for n in range(9)]
    frame = grundy.game("wythoff").table(4, 5).to_pandas()
    assert frame.shape == (4, 5)
    assert frame.loc[3, 4] == wythoff(3, 4)
    box = grundy.game("nim").table(2, 3, 4).to_pandas()
    assert box.loc[(1, 2, 3)] == 1 ^ 2 ^ 3


def test_pandas_is_needed_only_for_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        grundy.game("nim").table(3).to_pandas()


def test_tables_in_notebooks() -> None:
    html = grundy.game("wythoff").table(30, 30)._repr_html_()
    assert html is not None
    assert html.count("<tr>") == 21
    assert "…" in html
    line = grundy.game("kayles").table(5)._repr_html_()
    assert line is not None
    assert line.count("<td") == 5
    assert grundy.game("nim").table(2, 2, 2)._repr_html_() is None
    letters = grundy.game("nim").misere().table(2, 2)._repr_html_()
    assert letters is not None
    assert ">N<" in letters


def test_tables_are_copied_and_pickled() -> None:
    table = grundy.game("nim").table(3, 3)
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.to_list() == table.to_list()
        assert other.status == table.status
        assert not np.shares_memory(other.values, table.values)


@pytest.mark.parametrize(
    ("sides", "error", "words"),
    [
        ((), TypeError, "side"),
        ((0,), ValueError, "side 1"),
        ((3, -1), ValueError, "side 2"),
        ((3.0,), TypeError, "side 1"),
        ((True,), TypeError, "side 1"),
        (("3",), TypeError, "side 1"),
        ((2**64,), OverflowError, "side 1"),
        ((2**63, 2**63), grundy.Unsupported, "cells"),
        ((10**6, 10**6), grundy.BudgetExceeded, "memory"),
    ],
)
def test_bad_sides(sides: tuple[Any, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        grundy.game("nim").table(*sides)


def test_a_table_has_as_many_axes_as_the_game() -> None:
    with pytest.raises(grundy.Unsupported, match="2 coordinates"):
        grundy.game("wythoff").table(3, 3, 3)


# Laws, studies, certificates


def test_a_law_for_all_values_of_a_parameter() -> None:
    bachet = grundy.rules("game bachet(most = 3); state n; move take(k in 1..most) -> [n-k]")
    study = bachet.study(for_all="most", seconds=60)
    assert (study.law, study.status) == ("g(n) = n mod (most+1)", "proven")
    assert study.family is not None
    assert study.family.parameter == "most"
    assert study.certificate is not None
    assert study.certificate.check().lines[-1].text.startswith("proven")
    assert "most" in study._repr_html_()
    assert "g(n) = n mod (most+1), proven" in repr(study)
    assert bachet.prove("g(n) = n mod (most+1)", for_all="most").verdict == "proven"
    wrong = bachet.prove("g(n) = n mod (most+2) for all most >= 1")
    assert wrong.verdict == "refuted"
    assert [(each.name, each.number) for each in wrong.numbers] == [("most", 1), ("n", 2)]
    with pytest.raises(grundy.Unsupported, match="`most`"):
        bachet.study(for_all="k")
    with pytest.raises(TypeError, match="for_all"):
        bachet.study(for_all=3)  # type: ignore[arg-type]


def test_a_study_proves_a_law_that_a_checker_accepts(tmp_path: Path) -> None:
    study = grundy.rules("state n; move take(k in 1..3) -> [n-k]").study(seconds=60)
    assert (study.law, study.status) == ("g(n) = n mod 4", "proven")
    certificate = study.certificate
    assert certificate is not None
    assert {line.name for line in certificate.check().lines} >= {"claim", "theorem", "status"}
    path = tmp_path / "law"
    certificate.save(path)
    assert grundy.Certificate.load(path) == certificate
    assert hash(grundy.Certificate.load(path)) == hash(certificate)
    assert grundy.verify(str(certificate)) == grundy.verify(certificate)
    function = study.laws[0].function()
    assert [function(n) for n in range(50)] == subtraction([1, 2, 3], 50)
    assert study.first[:50] == subtraction([1, 2, 3], 50)[: len(study.first[:50])]
    assert "g(n)" in study._repr_html_()
    assert study.laws[0]._repr_latex_().startswith("$")


def test_a_forged_certificate_is_refused() -> None:
    certificate = grundy.octal("0.77").period().certificate
    assert certificate is not None
    lines = certificate.text.splitlines()
    refused = 0
    for at in range(1, len(lines)):
        forged = "\n".join(lines[:at] + lines[at + 1 :]) + "\n"
        with pytest.raises(grundy.BadCertificate):
            grundy.verify(forged)
        refused += 1
    assert refused > 2


@given(st.sets(st.integers(1, 6), min_size=1, max_size=4))
@settings(max_examples=12, deadline=None)
def test_laws_of_numbers_hold(numbers: set[int]) -> None:
    values = subtraction(numbers, 200)
    study = grundy.law(values)
    for law in study.laws:
        function = law.function()
        assert [function(n) for n in range(200)] == values
        assert law.status == "observed"
    assert study.laws == grundy.law(np.array(values)).laws
    assert study.laws == grundy.law(" ".join(map(str, values))).laws


def test_laws_of_tables() -> None:
    two = grundy.game("nim").table(16, 16).law()
    three = grundy.game("nim").table(6, 6, 6).law()
    assert (two.law, three.law) == ("g(x, y) = x ⊕ y", "g(x, y, z) = x ⊕ y ⊕ z")
    assert three.laws[0].function()(3, 4, 5) == 3 ^ 4 ^ 5
    # Of outcomes, and of tables in which there is not a position in every cell.
    lost = grundy.game("bachet", k=3).misere().table(200).law()
    assert lost.outcomes
    holes = np.fromfunction(lambda a, b: np.where(a <= b, (a + b) % 3, -1), (24, 24), dtype=int)
    table = grundy.Table("triangle", holes, {"status": "computed", "reason": ""})
    law = table.law()
    assert law.laws
    function = law.laws[0].function()
    assert all(function(a, b) == (a + b) % 3 for a in range(24) for b in range(a, 24))


def test_random_numbers_have_no_law() -> None:
    chance = random.Random(19)
    study = grundy.law([chance.randrange(50) for _ in range(300)])
    assert (study.law, study.status, study.certificate) == (None, None, None)
    assert repr(study).endswith("no law found, unknown>")


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ([], ValueError),
        (5, TypeError),
        (None, TypeError),
        ([1.5], TypeError),
        ([True, False], TypeError),
        (["a"], TypeError),
        ([[1, 2], [3]], ValueError),
        ([-1, 2], ValueError),
        ([10**30], ValueError),
        ([2**32 - 2], ValueError),
        ("\ud800", ValueError),
    ],
)
def test_what_has_no_law_names_the_argument(values: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="values"):
        grundy.law(values)


def test_a_text_that_is_no_table_names_the_line() -> None:
    with pytest.raises(grundy.BadQuestion, match="line 2"):
        grundy.law("1 2 3\nfour")


# Heap games by code


@given(st.sets(st.integers(1, 9), min_size=1, max_size=5))
@settings(max_examples=30, deadline=None)
def test_subtraction_sets(numbers: set[int]) -> None:
    code = "{" + ",".join(map(str, sorted(numbers))) + "}"
    game = grundy.octal(code)
    values = subtraction(numbers, 300)
    assert game.sequence(300).tolist() == values
    period = game.period()
    assert period.status == "proven"
    assert period.period is not None
    assert period.preperiod is not None
    for n in range(period.preperiod, 300 - period.period):
        assert values[n] == values[n + period.period]
    assert period.certificate is not None
    period.certificate.check()


def octal_values(digits: list[int], heaps: int) -> list[int]:
    """Return values from the meaning of the digits: 1 nothing, 2 one heap, 4 two heaps left."""
    values: list[int] = []
    for n in range(heaps):
        options = set()
        for take, digit in enumerate(digits, 1):
            left = n - take
            if left < 0:
                continue
            if (digit & 1 and left == 0) or (digit & 2 and left > 0):
                options.add(values[left])
            if digit & 4:
                options |= {values[k] ^ values[left - k] for k in range(1, left)}
        values.append(mex(options))
    return values


@given(st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any))
@settings(max_examples=40, deadline=None)
def test_octal_codes(digits: list[int]) -> None:
    code = "0." + "".join(map(str, digits))
    assert grundy.octal(code).sequence(120).tolist() == octal_values(digits, 120)


def test_periods() -> None:
    kayles_game = grundy.octal("0.77")
    period = kayles_game.period(heaps=90)
    assert (period.period, period.preperiod, period.status) == (12, 71, "proven")
    assert len(period.values) == 90
    assert period.values == [kayles(n) for n in range(90)]
    assert period.picture.svg == period._repr_svg_() == period.svg
    assert [digit.digit for digit in kayles_game.digits] == ["7", "7"]
    unknown = grundy.octal("0.007").period(states=1000)
    assert (unknown.period, unknown.certificate) == (None, None)
    assert repr(unknown) == "<0.007: no period known after 1000 heaps>"
    saltus = grundy.octal("0.3").period()
    assert saltus.code == "0.3"


def test_as_many_heaps_as_one_may_ask_for() -> None:
    nim_of_one_or_two = grundy.octal("{1,2}")
    most = grundy._heaps.MOST_HEAPS
    values = nim_of_one_or_two.sequence(most)
    assert len(values) == most
    assert (values == np.arange(most) % 3).all()
    with pytest.raises(ValueError, match="heaps"):
        nim_of_one_or_two.sequence(most + 1)


def misere_wins(code: str, position: tuple[int, ...]) -> str:
    """Return who wins a sum of heaps under misère play, by searching the sum."""
    digits = [int(digit) for digit in code.removeprefix("0.")]

    @cache
    def outcome(heaps_: tuple[int, ...]) -> str:
        options = set()
        for at, n in enumerate(heaps_):
            rest = heaps_[:at] + heaps_[at + 1 :]
            for take, digit in enumerate(digits, 1):
                left = n - take
                if left < 0:
                    continue
                if digit & 1 and left == 0:
                    options.add(rest)
                if digit & 2 and left > 0:
                    options.add(tuple(sorted((*rest, left))))
                if digit & 4:
                    for k in range(1, left // 2 + 1):
                        options.add(tuple(sorted((*rest, k, left - k))))
        found = [outcome(option) for option in options]
        return "N" if not found or "P" in found else "P"

    return outcome(tuple(sorted(position)))


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.75", "0.123"])
def test_misere_quotients_decide_sums(code: str) -> None:
    game = grundy.octal(code)
    for position in combinations(range(1, 8), 2):
        quotient = game.misere(8, sum=position)
        assert quotient.outcome == misere_wins(code, position)
        if quotient.winning_move is not None:
            move = quotient.winning_move
            at = move.component - 1
            after = (*position[:at], *move.leaves, *position[at + 1 :])
            assert misere_wins(code, tuple(h for h in after if h)) == "P"
    assert quotient.order >= len(quotient.generators)
    assert quotient.certificate.check().lines
    assert "misère quotient" in repr(quotient)


def test_heap_games_are_equal_if_their_codes_are() -> None:
    game = grundy.octal("0.77")
    assert game == grundy.HeapGame("0.77")
    assert hash(game) == hash(grundy.HeapGame("0.77"))
    assert game != grundy.octal("0.7")
    assert pickle.loads(pickle.dumps(game)) == game


# Graphs


graphs = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=20)
    )
)


@given(graphs, st.booleans())
@settings(max_examples=80, deadline=None)
def test_graphs_with_cycles(graph: tuple[int, set[tuple[int, int]]], misere: bool) -> None:
    vertices, edges = graph
    decided = grundy.graph(sorted(edges), convention="misere" if misere else "normal")
    expected = retrograde(vertices, edges, misere)
    named = {v for edge in edges for v in edge}
    assert {int(v.name) for v in decided.vertices} == named
    for v in named:
        assert decided.outcome(v) == expected[v]
        assert decided[v].outcome == expected[v]
        best = decided[v].best
        if expected[v] == "N" and best is not None:
            assert expected[int(best)] == "P"
    counts = decided.counts
    assert len(named) == counts.N + counts.P + counts.D
    text = "\n".join(f"{a} {b}" for a, b in sorted(edges))
    if edges:
        # In a list of edges the vertices are numbers, and those below the largest exist.
        again = grundy.graph(text, convention="misere" if misere else "normal")
        assert [again.outcome(v) for v in named] == [expected[v] for v in named]


@given(
    st.integers(2, 8).flatmap(
        lambda n: st.sets(
            st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] > e[1]),
            min_size=1,
            max_size=15,
        )
    )
)
@settings(max_examples=40, deadline=None)
def test_values_of_graphs_without_cycles(edges: set[tuple[int, int]]) -> None:
    values: dict[int, int] = {}
    for v in sorted({v for edge in edges for v in edge}):
        values[v] = mex(values[b] for a, b in edges if a == v)
    start = sorted(values)[-2:]
    decided = grundy.graph(edges, values=True, start=start)
    assert {v: decided.value(v) for v in values} == values
    assert decided.sum is not None
    assert int(decided.sum.value) == reduce(xor, (values[v] for v in start))


def test_loopy_values_targets_and_names() -> None:
    loop = grundy.graph([("here", "there"), ("there", "here")], values=True)
    assert loop.value("here") == "∞()"
    assert loop.outcome("there") == "D"
    # Who goes to c has won, although play could go on there.
    arrows = [("a", "b"), ("b", "c"), ("c", "d")]
    assert grundy.graph(arrows).outcome("b") == "P"
    target = grundy.graph(arrows, targets=["c"])
    assert (target.outcome("a"), target.outcome("b")) == ("P", "N")
    with pytest.raises(KeyError, match="no vertex"):
        target["nowhere"]
    assert repr(grundy.graph([])) == "<graph of 0 vertices: 0 N, 0 P, 0 D>"
    spaces = grundy.graph([("a b", "ä → ö")])
    assert spaces["a b"].best == "ä → ö"


def test_graphs_of_others() -> None:
    class Digraph:
        """As networkx has them: `edges` is a view that can be called."""

        def __init__(self, pairs: list[tuple[int, int]]) -> None:
            self.edges = pairs

    class Called:
        def edges(self) -> list[tuple[int, int]]:
            return [(1, 2)]

    assert grundy.graph(Digraph([(1, 2)])).outcome(1) == "N"
    assert grundy.graph(Called()).outcome(1) == "N"
    assert grundy.graph(np.array([[1, 2], [2, 3]])).outcome(1) == "P"
    assert grundy.graph(pair for pair in [(1, 2)]).outcome(2) == "P"


# Matches, drawings, counts


def test_a_match_against_an_opponent_that_never_errs() -> None:
    chance = random.Random(7)
    for start in ([1, 2, 3], [2, 4, 6], [1, 1]):
        match = grundy.game("nim").match(start)
        assert nim(tuple(start)) == 0
        while match.over is None:
            before = match
            match = match.move(chance.choice(match.choices).move)
            assert before.over is None
            if match.over is None:
                match = match.reply()
                assert match.replied == match.played[-1]
        assert match.over.winner == "second"
        assert len(match.back(2).played) == len(match.played) - 2
        assert match.back(len(match.played)).position == match.start
        assert match.picture.svg == match._repr_svg_()
        assert "second player won" in repr(match)


def test_a_match_tells_who_wins() -> None:
    match = grundy.game("nim").match([1, 2], "2: take 2").rated()
    assert match.why is not None
    assert (match.why.outcome, match.why.best) == ("N", "1: take 1")
    assert match.history is not None
    assert [turn.mistake for turn in match.history] == [False, True]
    assert [choice.after for choice in match.choices] == ["P"]
    replies = {grundy.game("nim").match([9, 9, 9]).reply(0, seed).replied for seed in range(12)}
    assert len(replies) > 2


def test_matches_are_copied_with_all_they_know() -> None:
    heard: list[grundy.Progress] = []
    nim = grundy.game("nim", convention="misere")
    # A function without a name cannot be pickled.
    match = nim.match([3, 5], progress=lambda news: heard.append(news))
    match = match.move("1: take 1").reply().rated()
    for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert type(other) is grundy.Match
        assert other == match
        assert other.why == match.why
        assert other.convention == "misere"
        assert other.back(2).move("2: take 5").position == "3,0"


def test_played_games_are_annotated() -> None:
    played = grundy.game("nim").annotate([3, 5], ["2: take 2", "1: take 3", "2: take 1"])
    assert [turn.outcome for turn in played.positions] == ["P" if x else "N" for x in (0, 1, 0, 0)]
    assert [turn.mistake for turn in played.positions] == [False, False, False, True]
    assert played.positions[3].better == "2: take 3"


def test_diagrams(tmp_path: Path) -> None:
    diagram = grundy.game("nim").draw([1, 2])
    assert diagram.positions == 5
    assert diagram._repr_svg_().startswith("<svg")
    diagram.save(tmp_path / "a.svg")
    diagram.save(tmp_path / "a.dot")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == diagram.svg
    assert (tmp_path / "a.dot").read_text(encoding="utf-8").startswith("digraph")
    assert grundy.game("nim").draw([3, 5, 7], depth=1).positions < 20
    picture = grundy.game("nim").show([3, 5])
    picture.save(tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_text(encoding="utf-8") == picture.svg
    assert repr(picture).startswith("<Picture")
    assert "<svg" in grundy.game("nim")._repr_html_()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_counts(position: list[int]) -> None:
    game = grundy.game("nim")
    subsets = [
        reduce(xor, chosen, 0)
        for size in range(len(position) + 1)
        for chosen in combinations(position, size)
    ]
    assert game.count(position) == subsets.count(0)
    assert game.count(position, won=True) == len(subsets) - subsets.count(0)
    assert game.count(position, modulo=3) == subsets.count(0) % 3
    pairs = [a ^ b for a, b in product(position, repeat=2)]
    assert game.count(position, form="tuples", size=2) == pairs.count(0)


def test_counts_are_exact() -> None:
    # Of 0, …, 2^k - 1 every nim sum has equally many subsets.
    assert grundy.game("nim").count(list(range(256))) == 2 ** (256 - 8)


# Answers


ANSWERS: list[Callable[[], Answer]] = [
    lambda: grundy.solve("nim", [3, 5, 7]),
    lambda: grundy.solve("nim", [3, 5, 7]).winning_moves[0],
    lambda: grundy.game("nim").about(),
    lambda: grundy.games("nim")[0],
    lambda: grundy.octal("0.77").period(),
    lambda: grundy.octal("0.77").misere(8),
    lambda: grundy.graph([("a", "b")]),
    lambda: grundy.law([0, 1, 2, 3] * 5),
    lambda: grundy.law([0, 1, 2, 3] * 5).laws[0],
    lambda: grundy.check("state n; move"),
    lambda: grundy.words(),
    lambda: grundy.game("nim").draw([1, 2]),
    lambda: grundy.game("nim").match([1, 2]),
]


@pytest.mark.parametrize("made", ANSWERS)
def test_answers_are_values(made: Callable[[], Answer]) -> None:
    answer, again = made(), made()
    assert answer == again
    assert hash(answer) == hash(again)
    assert answer != "something else"
    for other in (copy.copy(answer), copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))):
        assert type(other) is type(answer)
        assert other == answer
        assert repr(other) == repr(answer)
    plain = answer.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    plain.clear()
    assert answer.to_dict() != plain


def every_class() -> list[type[Answer]]:
    found = []
    open_ = [Answer]
    while open_:
        for made in open_.pop().__subclasses__():
            found.append(made)
            open_.append(made)
    return found


def properties(answer: Answer) -> list[Any]:
    """Read every property; return the answers within."""
    within: list[Any] = []
    for name in dir(type(answer)):
        if isinstance(getattr(type(answer), name), property) and not name.startswith("_"):
            value = getattr(answer, name)
            within += value if isinstance(value, list) else [value]
    return [item for item in within if isinstance(item, Answer)]


@pytest.mark.parametrize("made", ANSWERS)
def test_every_property_can_be_read(made: Callable[[], Answer]) -> None:
    open_, seen = [made()], 0
    while open_ and seen < 2000:
        answer = open_.pop()
        seen += 1
        assert repr(answer)
        open_ += properties(answer)
    assert every_class()


# Errors

UP = "state n; move up -> [n+1]"

ERRORS: list[tuple[Callable[[], object], type[grundy.GrundyError], str, dict[str, Any]]] = [
    (lambda: grundy.game("nim").prove("g(n) = "), grundy.BadLaw, "bad_law", {}),
    (
        lambda: grundy.octal("0.007").sequence(10**6, states=1000),
        grundy.BudgetExceeded,
        "over_budget",
        {"resource": "states", "limit": 1000, "used": 1001},
    ),
    (
        lambda: grundy.rules(UP).solve(3, states=5000),
        grundy.BudgetExceeded,
        "over_budget",
        {"resource": "states", "limit": 5000},
    ),
    (
        lambda: grundy.game("nim").table(10**4, 10**4, memory=10**6),
        grundy.BudgetExceeded,
        "over_budget",
        {"resource": "bytes", "limit": 10**6},
    ),
    (
        lambda: grundy.rules(UP).solve(3, seconds=0.05),
        grundy.BudgetExceeded,
        "over_budget",
        {"resource": "milliseconds", "limit": 50},
    ),
    (lambda: grundy.solve("nim", "3,x"), grundy.BadPosition, "bad_position", {"column": 3}),
    (
        lambda: grundy.game("nim").match([3]).move("1: take 9"),
        grundy.IllegalMove,
        "bad_move",
        {},
    ),
    (lambda: grundy.game("nmi"), grundy.UnknownGame, "unknown_game", {}),
    (lambda: grundy.octal("0.9x"), grundy.BadCode, "bad_code", {"column": 4}),
    (lambda: grundy.game("nim", k=3), grundy.BadParameter, "bad_parameter", {}),
    (lambda: grundy.game("bachet", k="x"), grundy.BadParameter, "bad_parameter", {}),
    (lambda: grundy.rules("state n; mov"), grundy.BadRules, "bad_rules", {}),
    (
        lambda: grundy.rules("state n; move m(k in 70..75) -> [n-2**k]").solve(3),
        grundy.BadRules,
        "faulty_rules",
        {},
    ),
    (lambda: grundy.verify("abc"), grundy.BadCertificate, "bad_certificate", {}),
    (lambda: grundy.game("wythoff").table(3, 3, 3), grundy.Unsupported, "unsupported", {}),
    (lambda: grundy.explain("E999"), grundy.BadQuestion, "bad_request", {}),
]


@pytest.mark.parametrize(("asked", "kind", "code", "numbers"), ERRORS)
def test_errors_have_classes_codes_and_numbers(
    asked: Callable[[], object],
    kind: type[grundy.GrundyError],
    code: str,
    numbers: dict[str, Any],
) -> None:
    with pytest.raises(kind) as caught:
        asked()
    error = caught.value
    assert type(error) is kind
    assert error.code == code
    for name, value in numbers.items():
        assert getattr(error, name) == value
    assert str(error)
    assert f"{type(error).__module__}.{type(error).__qualname__}" == f"grundy.{kind.__name__}"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (kind, str(error), error.__dict__)


def test_every_class_of_errors_can_be_caught_by_its_kind() -> None:
    raised = {kind for _, kind, _, _ in ERRORS}
    every = {
        made
        for name in dir(grundy)
        if isinstance(made := getattr(grundy, name), type) and issubclass(made, grundy.GrundyError)
    }
    # These two come from Python: an answer without a value, and work that was stopped.
    assert every - raised == {grundy.GrundyError, grundy.NoValue, grundy.Cancelled}
    for made in (grundy.BadPosition, grundy.IllegalMove, grundy.BadCode, grundy.BadParameter):
        assert issubclass(made, ValueError)
    assert issubclass(grundy.UnknownGame, LookupError)


def test_errors_that_the_desk_names() -> None:
    for code, kind in {"cycle": grundy.NoValue, "cancelled": grundy.Cancelled}.items():
        error = grundy._errors.raised(code, "why", '{"at": 3}')
        assert type(error) is kind
        assert (error.code, str(error), error.at) == (code, "why", 3)  # type: ignore[attr-defined]
    assert type(grundy._errors.raised("new", "why")) is grundy.BadQuestion


def test_errors_are_in_both_languages() -> None:
    with pytest.raises(grundy.BadPosition, match="第 3"):
        grundy.solve("nim", "3,x", lang="zh")
    with pytest.raises(grundy.UnknownGame) as caught:
        grundy.solve("chess", "1", lang="zh")
    assert "没有" in str(caught.value)
    with pytest.raises(grundy.Unsupported, match="只针对游戏本身的玩法"):
        grundy.game("nim", compound="selective").table(3, lang="zh")


NAMED: list[tuple[str, Callable[[], object], type[Exception]]] = [
    ("game", lambda: grundy.solve(3, "1"), TypeError),  # type: ignore[arg-type]
    ("game", lambda: grundy.solve("\ud800", "1"), ValueError),
    ("states", lambda: grundy.solve("nim", "1", states=-1), ValueError),
    ("states", lambda: grundy.solve("nim", "1", states=1.5), TypeError),  # type: ignore[arg-type]
    ("states", lambda: grundy.solve("nim", "1", states=2**64), OverflowError),
    ("memory", lambda: grundy.solve("nim", "1", memory=-1), ValueError),
    ("seconds", lambda: grundy.solve("nim", "1", seconds=-1), ValueError),
    ("seconds", lambda: grundy.solve("nim", "1", seconds=float("nan")), ValueError),
    ("seconds", lambda: grundy.solve("nim", "1", seconds="3"), TypeError),  # type: ignore[arg-type]
    ("lang", lambda: grundy.solve("nim", "1", lang="de"), ValueError),  # type: ignore[arg-type]
    ("lang", lambda: grundy.language("de"), ValueError),  # type: ignore[arg-type]
    ("limit", lambda: grundy.solve("nim", "1", limit=3), TypeError),  # type: ignore[call-arg]
    ("progress", lambda: grundy.solve("nim", "1", progress=5), TypeError),
    ("convention", lambda: grundy.solve("nim", "1", convention="x"), ValueError),  # type: ignore[arg-type]
    ("convention", lambda: grundy.graph([(1, 2)], convention="x"), ValueError),  # type: ignore[arg-type]
    ("compound", lambda: grundy.game("nim", compound=3), TypeError),  # type: ignore[arg-type]
    ("compound", lambda: grundy.solve("nim", "1", compound="x"), grundy.BadParameter),
    ("params", lambda: grundy.solve("nim", "1", params=5), TypeError),  # type: ignore[arg-type]
    ("k", lambda: grundy.game("bachet", k=-3), ValueError),
    ("k", lambda: grundy.game("bachet", k=1.5), TypeError),
    ("moves", lambda: grundy.solve("nim", "1", moves=-1), ValueError),
    ("moves", lambda: grundy.game("nim").annotate("1", 5), TypeError),  # type: ignore[arg-type]
    ("moves", lambda: grundy.game("nim").annotate("1", "take 1"), TypeError),
    ("moves", lambda: grundy.game("nim").match("1", 5), TypeError),  # type: ignore[arg-type]
    ("move", lambda: grundy.game("nim").match("1").move(5), TypeError),  # type: ignore[arg-type]
    ("moves", lambda: grundy.game("nim").match("1").back(3), ValueError),
    ("level", lambda: grundy.game("nim").match("1").reply(9), ValueError),
    ("seed", lambda: grundy.game("nim").match("1").reply(5, -1), ValueError),
    ("depth", lambda: grundy.game("nim").draw("1", depth=-1), ValueError),
    ("size", lambda: grundy.game("nim").count("1", size=-1), ValueError),
    ("form", lambda: grundy.game("nim").count("1", form="x"), ValueError),  # type: ignore[arg-type]
    ("modulo", lambda: grundy.game("nim").count("1", modulo=0), ValueError),
    ("text", lambda: grundy.rules(3), TypeError),  # type: ignore[arg-type]
    ("text", lambda: grundy.rules("nim"), ValueError),
    ("text", lambda: grundy.check(3), TypeError),  # type: ignore[arg-type]
    ("code", lambda: grundy.explain(3), TypeError),  # type: ignore[arg-type]
    ("code", lambda: grundy.octal(0.77), TypeError),  # type: ignore[arg-type]
    ("heaps", lambda: grundy.octal("0.77").sequence(0), ValueError),
    ("heaps", lambda: grundy.octal("0.77").sequence(10**15), ValueError),
    ("heaps", lambda: grundy.octal("0.77").misere(-1), ValueError),
    ("sum", lambda: grundy.octal("0.77").misere(8, sum=5), TypeError),  # type: ignore[arg-type]
    ("sum", lambda: grundy.octal("0.77").misere(8, sum=[-3]), ValueError),
    ("edges", lambda: grundy.graph(5), TypeError),
    ("edges", lambda: grundy.graph([(1, 2, 3)]), TypeError),
    ("edges", lambda: grundy.graph([5]), TypeError),
    ("edges", lambda: grundy.graph("\ud800"), ValueError),
    ("targets", lambda: grundy.graph([(1, 2)], targets=2), TypeError),  # type: ignore[arg-type]
    ("start", lambda: grundy.graph([(1, 2)], start="12"), TypeError),
    ("start", lambda: grundy.graph([(1, 2)], start=[7]), grundy.BadParameter),
    ("certificate", lambda: grundy.verify(3), TypeError),  # type: ignore[arg-type]
    ("search", lambda: grundy.games(3), TypeError),  # type: ignore[arg-type]
    ("seed", lambda: grundy.exercise(-1), ValueError),
    ("games", lambda: grundy.exercise(1, games="nim"), TypeError),
]


@pytest.mark.parametrize(("name", "asked", "error"), NAMED)
def test_a_wrong_argument_is_named(
    name: str, asked: Callable[[], object], error: type[Exception]
) -> None:
    with pytest.raises(error, match=rf"\b{name}\b"):
        asked()


@pytest.mark.parametrize("text", ["\0", "3\0", "💥", "'" * 10_000, "{", "(" * 5000, "1e999"])
def test_texts_of_any_kind_are_answered_or_refused(text: str) -> None:
    for asked in (
        lambda: grundy.solve("nim", text, states=1000),
        lambda: grundy.solve(text, "1", states=1000),
        lambda: grundy.rules(text),
        lambda: grundy.octal(text),
        lambda: grundy.law(text),
        lambda: grundy.verify(text),
        lambda: grundy.graph(text),
        lambda: grundy.check(text),
        lambda: grundy.explain(text),
    ):
        with suppress(grundy.GrundyError, ValueError):
            asked()


# Progress


def test_progress_is_a_value() -> None:
    text = '{"what": "search", "text": "…", "states": 5, "share": 0.5, "seconds": 1.0}'
    news = grundy.Progress._read(text)
    assert (news.what, news.states, news.share, news.seconds, news.text) == (
        "search",
        5,
        0.5,
        1.0,
        "…",
    )
    assert grundy.Progress._read('{"states": 5}').share is None


def test_a_bar_needs_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        grundy.solve("nim", "1", progress=True)
