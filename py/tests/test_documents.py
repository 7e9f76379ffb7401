"""Every line of Python shown in a document is run, and its output compared.

Lines stand in fenced blocks marked ``python``, behind ``>>>`` and ``...``; what follows is their
output. The blocks of a document are one session, in order. With ``GRUNDY_WRITE_DOCS`` set, the
real output is written into the documents instead. Chapters of the books may also show programs,
without ``>>>``: these have to run, and say by ``assert`` what is true.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).resolve().parents[2]

DOCUMENTS = [
    "README.md",
    "README.zh.md",
    "docs/python.md",
    "docs/python.zh.md",
    "py/README.md",
]

#: Chapters of the books that show Python.
CHAPTERS = [
    str(path.relative_to(ROOT))
    for path in sorted((ROOT / "book").glob("*/src/**/*.md"))
    if "```python" in path.read_text(encoding="utf-8")
]

#: A block and what is in it.
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let documents write files where nobody minds, and leave the language as it was."""
    monkeypatch.chdir(tmp_path)
    lang = grundy.language()
    yield
    grundy.language(lang)


def output(source: str, names: dict[str, object]) -> str:
    """Run a statement as the interpreter does, and return what it shows."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(source, "<document>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n  ...")
            print("".join(traceback.format_exception_only(error)), end="")
    return said.getvalue()


def session(text: str, names: dict[str, object]) -> str:
    """Return the text of a block with the real output."""
    parts: list[str] = []
    for part in doctest.DocTestParser().parse(text):
        if isinstance(part, str):
            parts.append(part)
            continue
        first, *more = part.source.splitlines()
        parts += [f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in more)]
        said = output(part.source, names)
        # An error has to be announced, so that none is ever written down as what should happen.
        assert not said.startswith("Traceback") or part.want.startswith("Traceback"), (
            f"{part.source}{said}"
        )
        parts.append(said)
    return "".join(parts)


def block(text: str, names: dict[str, object]) -> str:
    """Return the text of a block with the real output; a program must run, and shows none."""
    if text.startswith(">>> "):
        return session(text, names)
    exec(compile(text, "<document>", "exec", dont_inherit=True), names)
    return text


@pytest.mark.parametrize("name", DOCUMENTS + CHAPTERS)
def test_documents_show_what_happens(name: str) -> None:
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    real = BLOCK.sub(lambda found: f"```python\n{block(found[1], names)}```", text)
    assert names, f"{name} shows no Python"
    if os.environ.get("GRUNDY_WRITE_DOCS"):
        path.write_text(real, encoding="utf-8")
    else:
        assert text == real


@pytest.mark.parametrize("name", DOCUMENTS + CHAPTERS)
def test_no_python_is_shown_that_is_not_run(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        for line in found[1].splitlines():
            # What is neither a statement nor below one would be read as nothing at all.
            assert name in CHAPTERS or found[1].startswith(">>> "), line
    rest = BLOCK.sub("", text)
    for unseen in ("```py\n", "```python ", "```pycon", ">>> ", "```Python"):
        assert unseen not in rest


def test_every_document_about_python_is_here() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in (ROOT, ROOT / "docs", ROOT / "py")
        for path in folder.glob("*.md")
        if "```python" in path.read_text(encoding="utf-8")
    }
    assert found == set(DOCUMENTS)
