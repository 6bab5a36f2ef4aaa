"""A learner of somebody else's package is found by its name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = '''
"""A learner of thirty lines."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


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
    subprocess.run([*pip, *options, str(source)], check=True, capture_output=True)
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


def test_without_the_package_there_is_no_such_learner(tmp_path):
    done = wrapsel({**os.environ}, "select", "wine", "--learner", "nearest-mean")
    assert done.returncode == 2
    assert "no learner named 'nearest-mean'" in done.stderr
