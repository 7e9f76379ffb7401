"""The notebooks run from top to bottom and say what is stored in them."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grundy

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "notebooks.py"
specification = importlib.util.spec_from_file_location("notebooks", SCRIPT)
assert specification is not None
assert specification.loader is not None
notebooks = importlib.util.module_from_spec(specification)
specification.loader.exec_module(notebooks)

PATHS = notebooks.notebooks()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let notebooks write where nobody minds, and leave the language as it was."""
    monkeypatch.chdir(tmp_path)
    lang = grundy.language()
    yield
    grundy.language(lang)


def test_there_are_five() -> None:
    assert len(PATHS) == 5


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_says_what_is_stored_in_it(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    real = notebooks.run(stored)
    assert notebooks.told(real) == notebooks.told(stored), "run scripts/notebooks.py"
    pictures = 0
    for cell in real["cells"]:
        for output in cell.get("outputs", ()):
            svg = "".join(output.get("data", {}).get("image/svg+xml", ()))
            if svg:
                assert ElementTree.fromstring(svg).tag.endswith("svg")
                pictures += 1
            pictures += "text/html" in output.get("data", {})
    assert pictures >= 2


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_is_as_jupyter_writes_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert text == notebooks.written(notebook)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells = notebook["cells"]
    assert 8 <= len(cells) <= 17
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert cells[0]["cell_type"] == "markdown"
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert "grundy" in "".join(cells[1]["source"])


def test_a_change_of_what_is_said_is_noticed() -> None:
    notebook = {"cells": [{"cell_type": "code", "source": ["print(3)\n", "4"], "outputs": []}]}
    ran = notebooks.run(notebook)
    assert notebooks.told(ran) == [["stream", "3\n"], ["text/plain", "4"]]
    assert notebooks.told(ran) != notebooks.told(notebook)


def test_an_error_in_a_cell_comes_out() -> None:
    with pytest.raises(ZeroDivisionError):
        notebooks.run({"cells": [{"cell_type": "code", "source": ["1 / 0"]}]})
