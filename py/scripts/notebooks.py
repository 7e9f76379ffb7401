"""Run the notebooks in ``examples`` and store what they show; ``--check`` compares only.

No Jupyter is needed: cells are run one after the other in a namespace of their own, and what a
cell shows is what it prints and the representations of its last expression.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

#: The methods by which objects show themselves to notebooks, and what they return.
REPRESENTATIONS = {
    "_repr_html_": "text/html",
    "_repr_svg_": "image/svg+xml",
    "_repr_latex_": "text/latex",
}


def notebooks() -> list[Path]:
    """Return all notebooks by name."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def lines(text: str) -> list[str]:
    """Return a text as notebooks store it."""
    return text.splitlines(keepends=True)


def shown(value: object) -> dict[str, list[str]]:
    """Return every representation of an object."""
    data = {"text/plain": lines(repr(value))}
    for method, kind in REPRESENTATIONS.items():
        made = getattr(value, method, None)
        text = None if made is None else made()
        if text is not None:
            data[kind] = lines(text)
    return data


def outputs(source: str, count: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return its outputs as a notebook stores them."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    said = io.StringIO()
    result: object = None
    with contextlib.redirect_stdout(said):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(tree.body[:-1], []), f"<cell {count}>", "exec"), names)
            result = eval(compile(ast.Expression(last.value), f"<cell {count}>", "eval"), names)
        else:
            exec(compile(tree, f"<cell {count}>", "exec"), names)
    made: list[dict[str, Any]] = []
    if said.getvalue():
        made.append({"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())})
    if result is not None:
        made.append(
            {
                "data": shown(result),
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return made


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook as it is after it was run from top to bottom."""
    cells = []
    count = 0
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            made = outputs("".join(cell["source"]), count, names)
            cell = {**cell, "execution_count": count, "outputs": made}
        cells.append(cell)
    return {**notebook, "cells": cells}


def told(notebook: dict[str, Any]) -> list[list[str]]:
    """Return what the cells of a notebook say in words.

    Pictures are left out: their coordinates are no matter of a notebook.
    """
    said = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data") or {"stream": output["text"]}
            for kind in sorted(data):
                text = "".join(data[kind])
                if kind == "image/svg+xml":
                    text = text[:4]
                elif kind == "text/plain":
                    # The length of a picture, and where an object lies.
                    text = re.sub(r"\d+ characters of SVG", "SVG", text)
                said.append([kind, re.sub(r"<svg.*?</svg>", "<svg>", text, flags=re.DOTALL)])
    return said


def written(notebook: dict[str, Any]) -> str:
    """Return the text of a file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Run all notebooks."""
    wrong = 0
    for path in notebooks():
        notebook = json.loads(path.read_text(encoding="utf-8"))
        real = run(notebook)
        if "--check" not in sys.argv:
            path.write_text(written(real), encoding="utf-8")
        elif told(real) != told(notebook):
            print(f"{path.name} shows something else: run scripts/notebooks.py")
            wrong += 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
