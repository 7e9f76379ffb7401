"""The board in a notebook: its messages and its values; the browser's side is tested in web/."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import grundy
from grundy import _core

pytest.importorskip("anywidget")

import traitlets

from grundy._widget import Board

#: A question that takes long, and tells how far it is.
LONG = {"ask": "play", "game": "cram", "position": "6x9", "why": True, "rate": True}


class Wire:
    """What a board says, instead of a notebook."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.said: list[dict[str, Any]] = []
        self.news = threading.Condition()
        board.send = self.hear

    def hear(self, message: dict[str, Any], buffers: object = None) -> None:
        # As on its way to a browser.
        message = json.loads(json.dumps(message))
        with self.news:
            self.said.append(message)
            self.news.notify_all()

    def ask(self, name: str, question: object, progress: bool = False) -> None:
        text = question if isinstance(question, str) else json.dumps(question)
        self.put({"ask": name, "question": text, "progress": progress})

    def put(self, message: object) -> None:
        content = {"method": "custom", "content": message}
        self.board._handle_msg({"content": {"data": content}, "buffers": []})

    def sync(self, **state: object) -> None:
        """What a browser sets."""
        data = {"method": "update", "state": state}
        self.board._handle_msg({"content": {"data": data}, "buffers": []})

    def of(self, name: str, *kinds: str, seconds: float = 60) -> dict[str, Any]:
        """Wait for a word about a question that holds one of these."""
        end = time.monotonic() + seconds
        with self.news:
            while True:
                for message in self.said:
                    if message["id"] == name and any(kind in message for kind in kinds):
                        return message
                left = end - time.monotonic()
                assert left > 0, f"no {kinds} for {name} in {seconds} s: {self.said}"
                self.news.wait(left)


def threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name.startswith("grundy-")]


def idle(seconds: float = 30) -> None:
    """Wait until nothing is worked at."""
    end = time.monotonic() + seconds
    while threads():
        assert time.monotonic() < end, f"still working after {seconds} s: {threads()}"
        time.sleep(0.01)


@pytest.fixture
def nim() -> Iterator[Wire]:
    board = grundy.play("nim", [3, 5, 7])
    yield Wire(board)
    board.close()
    idle()


def test_a_question_is_heard_and_answered(nim: Wire) -> None:
    nim.ask("w.1", {"ask": "play", "game": "nim", "position": "3,5,7", "reply": {"level": 5}})
    answer = json.loads(nim.of("w.1", "answer")["answer"])
    assert nim.said[0] == {"id": "w.1", "heard": True}
    assert answer["replied"] in [move.move for move in grundy.solve("nim", "3,5,7").winning_moves]
    # The picture is one of the page: its style sheet colours it, and its elements have names there.
    assert 'data-id="b1-s0-0"' in answer["svg"]
    assert "<style>" not in answer["svg"]
    assert not nim.board._asked


def test_every_answer_finds_its_question(nim: Wire) -> None:
    for n in range(20):
        nim.ask(f"w.{n}", {"ask": "solve", "game": "nim", "position": [n, 1]})
    for n in range(20):
        assert json.loads(nim.of(f"w.{n}", "answer")["answer"])["value"] == str(n ^ 1)


@pytest.mark.parametrize(
    ("question", "code", "numbers"),
    [
        ({"ask": "play", "game": "no such"}, "unknown_game", {}),
        ({"ask": "play", "game": "nim", "position": "3,x"}, "bad_position", {"column": 3}),
        ({"ask": "play", "game": "nim", "position": "3", "moves": ["1: take 9"]}, "bad_move", {}),
        ({"ask": "nothing"}, "unknown_question", {}),
        ("{", "bad_json", {}),
        ("", "bad_json", {}),
        (
            {"ask": "solve", "game": "cram", "position": "5x5", "limits": {"states": 10}},
            "over_budget",
            {"resource": "states", "limit": 10},
        ),
    ],
)
def test_errors_are_told_as_the_page_reads_them(
    nim: Wire, question: object, code: str, numbers: dict[str, object]
) -> None:
    nim.ask("w.1", question)
    error = nim.of("w.1", "error", "answer")["error"]
    assert error["code"] == code
    assert error["message"]
    assert {name: error[name] for name in numbers} == numbers


def test_errors_speak_the_language_of_the_question(nim: Wire) -> None:
    nim.ask("w.1", {"ask": "play", "game": "nim", "position": "x", "lang": "zh"})
    assert any("一" <= letter <= "鿿" for letter in nim.of("w.1", "error")["error"]["message"])


def test_a_fault_of_ours_is_told_as_well(nim: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("out of order")

    monkeypatch.setattr(_core, "ask", broken)
    nim.ask("w.1", {"ask": "play", "game": "nim"})
    error = nim.of("w.1", "error")["error"]
    assert error == {"code": "internal", "message": "RuntimeError: out of order"}


def test_messages_that_mean_nothing_are_left_alone(nim: Wire) -> None:
    nonsense: list[object] = [
        None,
        7,
        "text",
        [],
        {},
        {"ask": 1, "question": "{}"},
        {"ask": "w.1"},
        {"ask": "w.1", "question": {"ask": "play"}},
        {"cancel": "w.1"},
        {"cancel": []},
    ]
    for message in nonsense:
        nim.put(message)
    assert nim.said == []
    assert not threads()


def test_long_work_tells_how_far_it_is_and_can_be_stopped(nim: Wire) -> None:
    nim.ask("w.1", LONG, progress=True)
    news = json.loads(nim.of("w.1", "progress")["progress"])
    assert news["states"] > 0
    # The kernel is free meanwhile.
    nim.ask("w.2", {"ask": "solve", "game": "nim", "position": "1"})
    nim.of("w.2", "answer")
    assert nim.board._asked.keys() == {"w.1"}
    nim.put({"cancel": "w.1"})
    idle(10)
    assert not any("answer" in word or "error" in word for word in nim.said if word["id"] == "w.1")


def test_no_news_is_sent_where_none_is_asked_for(nim: Wire) -> None:
    nim.ask("w.1", LONG)
    time.sleep(0.5)
    assert nim.said == [{"id": "w.1", "heard": True}]
    nim.put({"cancel": "w.1"})
    idle(10)


def test_closing_stops_everything() -> None:
    board = grundy.play("nim", "3,5,7")
    wire = Wire(board)
    wire.ask("w.1", LONG, progress=True)
    wire.of("w.1", "progress")
    board.close()
    said = len(wire.said)
    idle(10)
    assert len(wire.said) == said
    assert board.comm is None
    board.close()


def test_an_interpreter_that_ends_does_not_wait_for_long_work() -> None:
    program = f"""
import json, time, grundy
board = grundy.play("nim")
data = {{"method": "custom", "content": {{"ask": "w.1", "question": {json.dumps(LONG)!r}}}}}
board._handle_msg({{"content": {{"data": data}}, "buffers": []}})
time.sleep(0.3)
assert board._asked
"""
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - begun < 20


def test_two_boards_at_once() -> None:
    one, two = grundy.play("nim", "1,2"), grundy.play("kayles", 5, lang="zh")
    wires = [Wire(one), Wire(two)]
    for number, wire in enumerate(wires):
        wire.ask("w.1", {"ask": "solve", "game": "nim", "position": [number]})
    for number, wire in enumerate(wires):
        assert json.loads(wire.of("w.1", "answer")["answer"])["value"] == str(number)
    one.moves = ["2: take 2"]
    assert (one.position, two.position) == ("1,0", "5")
    one.close()
    two.moves = ["take 1 at 3"]
    assert two.position == "2,2"
    two.close()


def test_what_is_played_can_be_read(nim: Wire) -> None:
    board, seen = nim.board, []
    board.observe(lambda change: seen.append(change.new), "position")
    assert (board.moves, board.position, board.over, board.winner) == ([], "3,5,7", False, None)
    nim.sync(moves=["3: take 7"])
    nim.sync(moves=["3: take 7", "2: take 5", "1: take 3"])
    assert seen == ["3,5,0", "0,0,0"]
    assert (board.over, board.winner) == (True, "first")
    assert board.match.played == ["3: take 7", "2: take 5", "1: take 3"]
    # Begun anew, with the sides changed.
    nim.sync(moves=[], first="engine", seed=2)
    assert (board.position, board.over, board.winner) == ("3,5,7", False, None)
    assert (board.first, board.seed) == ("engine", 2)


def test_a_place_to_begin_and_moves_come_together(nim: Wire) -> None:
    nim.board.moves = ["3: take 7"]
    nim.sync(start="2,2", moves=["2: take 2"])
    assert (nim.board.start, nim.board.position) == ("2,2", "2,0")
    assert nim.board.moves == ["2: take 2"]


def test_what_is_set_is_checked_and_shown(nim: Wire) -> None:
    board = nim.board
    sent: list[dict[str, Any]] = []
    board.comm.send = lambda data=None, buffers=None: sent.append(data["state"])
    board.moves = ["3: take 1"]
    assert board.position == "3,5,6"
    board.position = [1, 2]
    assert (board.start, board.moves, board.position) == ("1,2", [], "1,2")
    assert any(state.get("start") == "1,2" and state.get("moves") == [] for state in sent)
    board.start = "4,4"
    assert board.position == "4,4"
    board.game = "bachet"
    board.params = {"k": 4}
    assert (board.params, board.moves) == ({"k": "4"}, [])
    assert len(board.match.choices) == 4
    board.convention = "misere"
    assert board.match.convention == "misere"
    board.game = "nim"
    assert (board.params, board.convention, board.start) == ({}, "", "")
    assert board.position == grundy.game("nim").match().position
    title = board.match.title
    board.lang = "zh"
    assert board.match.title != title


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("moves", ["9: take 1"]),
        ("moves", ["nonsense"]),
        ("moves", [1]),
        ("moves", 7),
        ("position", "3,x"),
        ("position", 1.5),
        ("start", "x"),
        ("game", "no such"),
        ("game", None),
        ("params", {"no": "such"}),
        ("convention", "strange"),
        ("compound", "strange"),
        ("over", True),
        ("winner", "first"),
        ("level", 6),
        ("level", "5"),
        ("seed", -1),
        ("first", "nobody"),
        ("lang", "fr"),
        ("colours", "red"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(nim: Wire, name: str, value: object) -> None:
    board = nim.board
    board.moves = ["3: take 1"]
    before = {key: getattr(board, key) for key in board.keys if not key.startswith("_")}
    with pytest.raises(traitlets.TraitError) as refused:
        setattr(board, name, value)
    assert str(refused.value)
    assert {key: getattr(board, key) for key in before} == before
    assert board.match.position == "3,5,6"


def test_a_browser_cannot_set_what_cannot_be(nim: Wire) -> None:
    sent: list[dict[str, Any]] = []
    nim.board.comm.send = lambda data=None, buffers=None: sent.append(data)
    nim.sync(start="1,1", moves=["3: take 1"])
    assert (nim.board.start, nim.board.moves, nim.board.position) == ("3,5,7", [], "3,5,7")
    # It is told how it is.
    assert sent[-1]["method"] == "update"
    assert sent[-1]["state"] == {"start": "3,5,7", "moves": []}


@pytest.mark.parametrize(
    ("error", "named", "arguments", "options"),
    [
        (grundy.UnknownGame, "no such", ("no such",), {}),
        (grundy.BadPosition, "x", ("nim", "3,x"), {}),
        (grundy.BadParameter, "z", ("nim",), {"params": {"z": 1}}),
        (TypeError, "position", ("nim", 1.5), {}),
        (TypeError, "game", (7,), {}),
        (ValueError, "first", ("nim",), {"first": "me"}),
        (ValueError, "level", ("nim",), {"level": 6}),
        (TypeError, "level", ("nim",), {"level": "high"}),
        (ValueError, "seed", ("nim",), {"seed": 10**10}),
        (ValueError, "colours", ("nim",), {"colours": "red"}),
        (ValueError, "lang", ("nim",), {"lang": "fr"}),
        (ValueError, "convention", ("nim",), {"convention": "strange"}),
        (TypeError, "params", (grundy.Ruleset("nim"),), {"params": {}}),
    ],
)
def test_arguments_that_cannot_be_used_are_named(
    error: type[Exception], named: str, arguments: tuple[Any, ...], options: dict[str, Any]
) -> None:
    with pytest.raises(error, match=named):
        grundy.play(*arguments, **options)


def test_arguments_come_to_the_board() -> None:
    text = "state n; move take(k in 1..3) -> [n-k]"
    rules = grundy.rules(text, convention="misere")
    board = grundy.play(
        rules,
        10,
        first="engine",
        level=2,
        two=True,
        seed=7,
        marks=True,
        why=True,
        numbers=True,
        colours="dark",
        lang="zh",
    )
    state = board.get_state()
    expected: dict[str, object] = {
        "game": text,
        "start": "10",
        "position": "10",
        "moves": [],
        "convention": "misere",
        "params": {},
        "compound": "",
        "over": False,
        "winner": None,
        "first": "engine",
        "level": 2,
        "two": True,
        "seed": 7,
        "marks": True,
        "why": True,
        "numbers": True,
        "colours": "dark",
        "lang": "zh",
    }
    assert {name: state[name] for name in expected} == expected
    # What the notebook runs: a module that shows a board.
    assert "render" in state["_esm"]
    assert len(state["_esm"]) > 10_000
    board.close()


def test_the_language_is_that_of_the_package() -> None:
    grundy.language("zh")
    try:
        board = grundy.play("nim")
    finally:
        grundy.language("en")
    assert board.lang == "zh"
    board.close()


def test_a_game_that_is_over_before_it_begins() -> None:
    board = grundy.play("nim", [0, 0])
    assert (board.over, board.winner) == (True, "second")
    assert "second player won" in repr(board)
    board.close()


def test_where_no_widgets_are_shown_the_picture_is(nim: Wire) -> None:
    nim.board.moves = ["3: take 7"]
    bundle, _ = nim.board._repr_mimebundle_(include=None, exclude=None)
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == "<Board Nim: 3,5,0 after 1 moves>"
    assert bundle["image/svg+xml"] == grundy.game("nim").show([3, 5, 0]).svg


def test_many_boards_leave_nothing_behind() -> None:
    left = []
    for _ in range(50):
        board = grundy.play("nim", "1,2")
        wire = Wire(board)
        wire.ask("w.1", {"ask": "solve", "game": "nim", "position": "1"})
        wire.of("w.1", "answer")
        board.close()
        left.append(weakref.ref(board))
    idle()
    del board, wire
    gc.collect()
    assert [each for each in left if each() is not None] == []


@pytest.mark.parametrize("missing", ["anywidget", "ipywidgets"])
def test_without_anywidget_it_is_said_what_to_install(missing: str) -> None:
    program = f"""
import sys
sys.modules[{missing!r}] = None
import grundy
assert "traitlets" not in sys.modules
try:
    grundy.play("nim")
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert "pip install anywidget" in done.stdout
