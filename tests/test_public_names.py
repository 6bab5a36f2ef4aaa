"""What is public is there and documented."""

import importlib
import inspect

import pytest

MODULES = [
    "learners",
    "wrapsel",
    "wrapsel.datasets",
    "wrapsel.engine",
    "wrapsel.evaluation",
    "wrapsel.filters",
    "wrapsel.papers",
    "wrapsel.plots",
    "wrapsel.ranking",
    "wrapsel.report",
    "wrapsel.search",
]


@pytest.mark.parametrize("module", MODULES)
def test_public_names_are_there(module):
    package = importlib.import_module(module)
    for name in package.__all__:
        assert getattr(package, name) is not None


@pytest.mark.parametrize("module", MODULES)
def test_public_names_say_what_they_are(module):
    package = importlib.import_module(module)
    for name in package.__all__:
        value = getattr(package, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
