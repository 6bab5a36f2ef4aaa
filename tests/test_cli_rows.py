"""Columns that say what rows weigh, and which belong together."""

import json

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, holdout_error, select
from wrapsel.cli import main
from wrapsel.search import Forward

FRAME, Y = load_wine(return_X_y=True, as_frame=True)
RNG = np.random.default_rng(0)
WEIGHTS, GROUPS = RNG.integers(1, 9, 178), RNG.integers(0, 30, 178)
FORWARD = ("--search", "forward", "--set-search", "n_features_to_select=2")
GAUSSIAN = ("--learner", "sklearn.naive_bayes.GaussianNB", *FORWARD)
GAUSSIAN += ("--honest", "none", "--quiet")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "wine.csv"
    frame = FRAME.assign(w=WEIGHTS, patient=GROUPS, target=Y)
    frame.to_csv(path, index=False)
    return str(path)


@pytest.fixture
def record(table, tmp_path):
    def run(*words):
        path = tmp_path / "out.json"
        assert main(["select", table, *GAUSSIAN, *words, "--json", str(path)]) == 0
        return json.loads(path.read_text(encoding="utf-8"))

    return run


def test_columns_of_rows_are_no_variables_and_reach_the_problem(record):
    found = record(
        "--sample-weight", "w", "--weigh-errors", "--groups", "patient", "--cv", "4"
    )
    options = {"groups": GROUPS, "sample_weight": WEIGHTS, "weigh_errors": True}
    problem = Problem(GaussianNB(), FRAME, Y.astype(str), 4, **options)
    expected = select(problem, Forward(n_features_to_select=2), honest=False)
    assert found["n_variables"] == 13
    assert found["selected"] == list(expected.selected)
    assert found["error"] == expected.error


def test_rows_of_a_group_are_kept_aside_together_and_weigh_there(table, record):
    from wrapsel.cli.holdout import keep_aside
    from wrapsel.datasets import load

    data = keep_aside(load(table), 0.25, 0, True, groups="patient")
    assert not set(data.X["patient"]) & set(data.X_test["patient"])
    words = ["--groups", "patient", "--holdout", "0.25", "--sample-weight", "w"]
    found = record(*words, "--weigh-errors")
    columns = ["patient", "w"]
    problem = Problem(
        GaussianNB(),
        data.X.drop(columns=columns),
        data.y,
        groups=data.X["patient"],
        sample_weight=data.X["w"],
        weigh_errors=True,
    )
    result = select(problem, Forward(n_features_to_select=2), honest=False)
    rows = data.X_test.drop(columns=columns), data.y_test
    weights = data.X_test["w"]
    error = holdout_error(problem, result.subset, *rows, sample_weight=weights)
    assert found["test_error"] == pytest.approx(error)
    assert error != holdout_error(problem, result.subset, *rows)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--sample-weight", "hues"], "no column named 'hues'; did you mean 'hue'?"),
        (["--weights", "w"], "did you mean '--sample-weight'?"),
        (["--weigh-errors"], "--weigh-errors needs --sample-weight COLUMN"),
        (["--groups", "kinds.json"], "is given as --variables kinds.json"),
        (
            ["--groups", "kinds.json", "--holdout", "0.3"],
            "is given as --variables kinds.json",
        ),
        (["--groups", "patient", "--cv", "99"], "cv must be in 2..30 (the groups)"),
        (
            ["--learner", "naive-bayes", "--sample-weight", "w"],
            "sample_weight needs a learner whose fit takes it",
        ),
    ],
)
def test_what_cannot_be_is_one_line(table, words, says, capsys):
    assert main(["select", table, *GAUSSIAN, *words]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert len(err.splitlines()) == 1


def test_a_table_without_names_has_numbered_columns(tmp_path, capsys):
    path = tmp_path / "x.libsvm"
    path.write_text("1 1:0.5\n0 2:1\n" * 20)
    assert main(["select", str(path), "--sample-weight", "w"]) == 2
    assert "no column named 'w'; there are: 1, 2" in capsys.readouterr().err
