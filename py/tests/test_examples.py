"""Every example in a docstring is run and compared."""

import doctest
import importlib
import pkgutil

import pytest

import grundy

MODULES = ["grundy"] + [module.name for module in pkgutil.walk_packages(grundy.__path__, "grundy.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), verbose=False)
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = sum(
        len(test.examples)
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
    )
    assert found > 50
