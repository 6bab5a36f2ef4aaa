"""What a name stands for, and its parameters."""

import inspect

import pytest

from wrapsel.cli import main
from wrapsel.cli.commands.listing import description
from wrapsel.cli.rankers import RANKERS, ranker_class
from wrapsel.cli.searches import STRATEGIES
from wrapsel.datasets import list_readers
from wrapsel.learner import list_learners, load_learner


def names_of(lines):
    return [line.split(" : ")[0].strip() for line in lines if line[:3].strip()]


def test_each_parameter_has_its_type_default_and_first_sentence(capsys):
    assert main(["describe", "rve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("rve, a search: Remove")
    assert lines[1:3] == [
        "  n_relevant : int",
        "      Number of variables to stop at, at most the number there are.",
    ]
    place = lines.index("  tolerance : float, default=0.002")
    assert lines[place + 1].startswith("      ")


@pytest.mark.parametrize("name", STRATEGIES)
def test_all_parameters_of_a_search_are_described(name):
    lines = description(name).split("\n\n")[0].splitlines()
    assert names_of(lines[1:]) == list(inspect.signature(STRATEGIES[name]).parameters)


@pytest.mark.parametrize("name", RANKERS)
def test_all_parameters_of_a_ranker_are_described(name):
    lines = description(name).splitlines()
    assert names_of(lines[1:]) == list(inspect.signature(ranker_class(name)).parameters)


@pytest.mark.parametrize("name", list_learners())
def test_all_parameters_of_a_learner_are_described(name):
    lines = description(name).splitlines()
    known = inspect.signature(type(load_learner(name))).parameters
    assert names_of(lines[1:]) == list(known)


def test_a_default_that_a_docstring_lacks_is_that_of_the_signature():
    lines = description("sklearn.linear_model.Ridge").splitlines()
    assert lines[1].endswith("default=1.0")
    assert "  solver : {'auto', 'svd', 'cholesky'" in "\n".join(lines)


def test_metrics_and_data_have_a_line():
    assert description("roc_auc").endswith("the error is 1 - roc_auc")
    assert description("iris").startswith("iris, a data set: 150 rows")


@pytest.mark.parametrize("name", list_readers())
def test_a_reader_has_a_line_with_its_dot_and_without(name, capsys):
    said = f"{name}, a reader: {list_readers()[name]}"
    assert description(name) == description(name.removeprefix(".")) == said
    assert main(["list", "readers"]) == 0
    listed = dict(s.split(maxsplit=1) for s in capsys.readouterr().out.splitlines())
    assert listed[name] == list_readers()[name]


def test_a_function_that_reads_is_described_by_its_path():
    lines = description("pandas.read_feather").splitlines()
    assert lines[0].startswith("pandas.read_feather: Load a feather-format object")
    assert lines[1].startswith("  path : str, path object")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("rverz", "did you mean 'rver"),
        ("sklearn.linear_model.Rigde", "cannot import class 'sklearn.linear_model.Ri"),
        ("package.module.Class", "cannot import class"),
        (".cvs", "reader named '.cvs'; did you mean '.csv'?"),
    ],
)
def test_another_name_is_one_line(name, says, capsys):
    assert main(["describe", name]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert len(err.splitlines()) == 1
