"""What somebody else's package adds is found by its name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = '''
"""A learner of thirty lines."""

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import balanced_accuracy_score, make_scorer

from wrapsel import Keep, Subset
from wrapsel.filters import Ranking
from wrapsel.protocol import evaluate


class NearestMean(ClassifierMixin, BaseEstimator):
    """Predict the class whose mean is nearest."""

    def __init__(self, p=2):
        self.p = p

    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        return self

    def predict(self, X):
        gaps = np.abs(np.asarray(X, dtype=float)[:, None] - self.means_)
        return self.classes_[(gaps**self.p).sum(axis=2).argmin(axis=1)]

    def cost(self, n_samples, n_variables):
        return n_samples * n_variables


class FirstOnes:
    """Keep the first variables.

    Parameters
    ----------
    n : int, default=2
        How many of them. Not more than there are.
    """

    def __init__(self, n: int = 2):
        self.n = n

    def search(self, space, rng):
        first = Subset.of(range(self.n), space.variables.n_variables)
        [found] = yield from evaluate([first])
        yield Keep(found)


class ByPlace:
    """Rank the last variable first."""

    def __call__(self, X, y):
        return Ranking.by_scores(np.arange(X.shape[1], dtype=float))


balanced = make_scorer(balanced_accuracy_score)


def read_words(path):
    """Read cells between bars."""
    rows = [line.split("|") for line in open(path).read().splitlines()]
    return pd.DataFrame(rows[1:], columns=rows[0])
'''
PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "nearest-mean-plugin"
version = "1.0"

[project.entry-points."wrapsel.learners"]
nearest-mean = "nearest_mean_plugin:NearestMean"
mistaken = "nearest_mean_plugin:Farthest"

[project.entry-points."wrapsel.strategies"]
first-ones = "nearest_mean_plugin:FirstOnes"
broken-search = "nearest_mean_plugin:LastOnes"

[project.entry-points."wrapsel.rankers"]
by-place = "nearest_mean_plugin:ByPlace"

[project.entry-points."wrapsel.metrics"]
balanced = "nearest_mean_plugin:balanced"

[project.entry-points."wrapsel.readers"]
".bars" = "nearest_mean_plugin:read_words"
".rods" = "nearest_mean_plugin:read_rods"

[tool.setuptools]
py-modules = ["nearest_mean_plugin"]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install the package into a folder of its own, and return the environment."""
    source, target = tmp_path_factory.mktemp("plugin"), tmp_path_factory.mktemp("site")
    (source / "nearest_mean_plugin.py").write_text(MODULE)
    (source / "pyproject.toml").write_text(PROJECT)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    # Builds with the setuptools that is here: the test needs no network.
    options = ["--no-build-isolation", "--no-index", "--target", str(target)]
    # A project in a folder is built, though all else must come as a wheel.
    wheels = {**os.environ, "PIP_ONLY_BINARY": ":all:"}
    command = [*pip, *options, str(source)]
    subprocess.run(command, env=wheels, check=True, capture_output=True)
    paths = [str(target), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def wrapsel(environment, *arguments):
    command = Path(sys.executable).parent / "wrapsel"
    return subprocess.run(
        [str(command), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


# A process for them all: each would import the packages again.
SEVERAL = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from wrapsel.cli import main
ended = []
for words in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(words)
    ended.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(ended))
"""


def one_after_the_other(environment, *commands):
    """Return the code, the output and the errors of each command."""
    run = subprocess.run(
        [sys.executable, "-c", SEVERAL, json.dumps(commands)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def test_it_is_listed_and_a_broken_one_says_why(installed):
    lines = wrapsel(installed, "list", "learners").stdout.splitlines()
    described = dict(line.split(maxsplit=1) for line in lines)
    assert described["nearest-mean"] == "Predict the class whose mean is nearest."
    assert described["mistaken"].startswith("broken: AttributeError")


def test_it_runs_by_its_name_with_its_parameters(installed, tmp_path):
    out = tmp_path / "out.json"
    arguments = ["--learner", "nearest-mean", "--set", "p=1", "--search", "forward"]
    done = wrapsel(installed, "select", "wine", *arguments, "--json", str(out))
    assert done.returncode == 0, done.stderr
    record = json.loads(out.read_text())
    assert record["learner"] == "nearest-mean"
    assert record["error"] < record["error_all"]
    # Its own cost: some 142 training rows for each variable of each fit.
    assert record["cost"] > 100 * record["fits"]


BARS = "a|b|c|target\n" + "\n".join(f"{i}|{i % 7}|{i % 3}|{i % 2}" for i in range(40))


@pytest.mark.parametrize("place", ["", "nearest_mean_plugin."])
def test_strategies_rankers_metrics_and_readers_are_found(installed, tmp_path, place):
    (tmp_path / "x.bars").write_text(BARS)
    names = {"": ("first-ones", "by-place", "balanced")}
    names["nearest_mean_plugin."] = ("FirstOnes", "ByPlace", "balanced")
    search, ranker, metric = (place + name for name in names[place])
    arguments = ["--learner", "nearest-mean", "--search", search, "--set-search", "n=1"]
    arguments += ["--scoring", metric, "--preselect", f"{ranker}:2", "--honest", "none"]
    source = str(tmp_path / "x.bars")
    (code, out, err), (_, ranked, _) = one_after_the_other(
        installed,
        ["select", source, *arguments, "--json", "-"],
        ["rank", source, "--ranker", ranker, "--json", "-"],
    )
    assert code == 0, err
    record = json.loads(out)
    assert record["scoring"] == metric
    assert record["search"] == search
    assert record["selected"] == ["a"]
    assert json.loads(ranked)["order"] == ["c", "b", "a"]


def test_a_reader_is_found_by_its_path(installed, tmp_path):
    (tmp_path / "x.txt").write_text(BARS)
    path = "nearest_mean_plugin.read_words"
    given = [str(tmp_path / "x.txt"), "--reader", path, "--json", "-"]
    quick = ["--learner", "nearest-mean", "--search", "first-ones", "--honest", "none"]
    (_, ranked, _), (_, selected, err) = one_after_the_other(
        installed,
        ["rank", *given, "--ranker", "by-place"],
        ["select", *given, *quick],
    )
    assert json.loads(ranked)["order"] == ["c", "b", "a"]
    assert json.loads(selected)["selected"] == ["a", "b"], err


def test_a_function_is_a_ranker_by_its_path(installed):
    path = "sklearn.feature_selection.f_classif"
    words = ["--preselect", f"{path}:2", "--search", "forward", "--honest", "none"]
    (code, out, err), (refused, _, why) = one_after_the_other(
        installed,
        ["select", "wine", *words, "--json", "-"],
        ["rank", "wine", "--ranker", path],
    )
    assert code == 0, err
    assert set(json.loads(out)["selected"]) <= {"proline", "flavanoids"}
    assert refused == 2
    assert "must return a Ranking" in why


def test_they_are_listed_and_described(installed):
    lists = [["list", kind] for kind in ("searches", "metrics", "readers")]
    names = [".bars", "bars", "first-ones", "nearest_mean_plugin.FirstOnes"]
    described = [["describe", name] for name in names]
    ended = one_after_the_other(installed, *lists, *described)
    searches, metrics, readers, *told = (out.splitlines() for _, out, _ in ended)
    said = dict(line.split(maxsplit=1) for line in searches)
    assert said["first-ones"] == "Keep the first variables."
    assert said["broken-search"].startswith("broken: cannot import search")
    assert "balanced" in "\n".join(metrics)
    said = dict(line.split(maxsplit=1) for line in readers)
    assert said[".bars"] == "Read cells between bars."
    assert said[".rods"].startswith("broken: cannot import reader '.rods'")
    for lines in told[:2]:
        assert lines == [".bars, a reader: Read cells between bars.", "  path"]
    for lines in told[2:]:
        assert lines[0].endswith("Keep the first variables.")
        assert lines[1:] == ["  n : int, default=2", "      How many of them."]


def test_what_is_no_strategy_is_one_line(installed):
    no_ranker = ["--preselect", "nearest_mean_plugin.FirstOnes"]
    no_search = ["--search", "nearest_mean_plugin.ByPlace"]
    wrong = [no_search, no_ranker, ["--search", "json.no"]]
    commands = [["select", "wine", *words] for words in wrong]
    for code, _, err in one_after_the_other(installed, *commands):
        assert code == 2
        assert len(err.splitlines()) == 1


def test_without_the_package_there_is_no_such_learner(tmp_path):
    done = wrapsel({**os.environ}, "select", "wine", "--learner", "nearest-mean")
    assert done.returncode == 2
    assert "no learner named 'nearest-mean'" in done.stderr
