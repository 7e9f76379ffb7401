"""Every example in a docstring is run and compared."""

import doctest
import importlib
import pkgutil

import pytest

import grundy

#: What is shown by anywidget, which the package can do without.
BOARD = {"grundy._play", "grundy._widget"}
MODULES = ["grundy"] + [module.name for module in pkgutil.walk_packages(grundy.__path__, "grundy.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name: str) -> None:
    if name in BOARD:
        pytest.importorskip("anywidget")
    failed, _ = doctest.testmod(importlib.import_module(name), verbose=False)
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = sum(
        len(test.examples)
        for name in set(MODULES) - BOARD
        for test in finder.find(importlib.import_module(name))
    )
    assert found > 50
