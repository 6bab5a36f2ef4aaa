"""Numeric columns on a common scale."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from wrapsel import Problem, select
from wrapsel.cli import main
from wrapsel.cli.scaling import scaled
from wrapsel.datasets import Dataset
from wrapsel.search import Forward


def small():
    X = pd.DataFrame(
        {"a": [1.0, 3.0, np.nan, 5.0], "b": pd.Categorical(list("xyxy")), "c": 7.0}
    )
    X_test = pd.DataFrame(
        {"a": [9.0, np.nan], "b": pd.Categorical(["y", "x"]), "c": [7.0, 8.0]}
    )
    return Dataset(X, np.arange(4), "y", X_test, np.arange(2))


@pytest.mark.parametrize(
    ("scale", "train", "test"),
    [
        ("range", [0, 0.5, np.nan, 1], [2, np.nan]),
        ("standard", [-(1.5**0.5), 0, np.nan, 1.5**0.5], [6 / (8 / 3) ** 0.5, np.nan]),
    ],
)
def test_scales_are_those_of_the_training_rows(scale, train, test):
    given = small()
    found = scaled(given, scale)
    np.testing.assert_allclose(found.X["a"], train)
    np.testing.assert_allclose(found.X_test["a"], test)
    assert found.X["c"].tolist() == [0.0] * 4
    assert found.X["b"].tolist() == list("xyxy")
    assert found.X_test["b"].tolist() == ["y", "x"]
    assert given.X["a"].tolist()[:2] == [1.0, 3.0]


def test_a_table_of_names_alone_stays_as_it_is():
    given = Dataset(
        pd.DataFrame({"b": pd.Categorical(list("xyxy"))}), np.arange(4), "y"
    )
    assert scaled(given, "range") is given


@pytest.mark.parametrize(
    ("scale", "scaler"), [("range", MinMaxScaler()), ("standard", StandardScaler())]
)
def test_the_command_line_searches_on_that_scale(tmp_path, scale, scaler):
    out = tmp_path / "out.json"
    svc = ["--learner", "sklearn.svm.SVC", "--set", "kernel=linear"]
    search = ["--search", "forward", "--set-search", "n_features_to_select=3"]
    arguments = ["select", "wine", *svc, *search, "--scale", scale, "--quiet"]
    arguments += ["--honest", "none"]
    assert main([*arguments, "--json", str(out)]) == 0

    X, y = load_wine(return_X_y=True, as_frame=True)
    X = pd.DataFrame(scaler.fit_transform(X), columns=X.columns)
    problem = Problem(SVC(kernel="linear"), X, y.to_numpy())
    expected = select(problem, Forward(3), honest=False)
    record = json.loads(out.read_text(encoding="utf-8"))
    assert record["selected"] == list(expected.selected)
    assert record["error"] == pytest.approx(expected.error, abs=1e-12)


def test_another_scale_is_refused(capsys):
    assert main(["select", "wine", "--scale", "log"]) == 2
    assert "--scale: invalid choice: 'log'" in capsys.readouterr().err
