"""Learners have three names each: to import, on the command line, and in stores."""

import subprocess
import sys
from importlib.metadata import entry_points

import numpy as np
import pytest
from sklearn.base import is_classifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import learners
from wrapsel import Problem
from wrapsel.evaluation import problem_id
from wrapsel.evaluation.stores.fingerprint import learner_id

POINTS = {point.name: point for point in entry_points(group="wrapsel.learners")}
OURS = {n: p for n, p in POINTS.items() if p.module.startswith("learners.")}

# Beginnings of ids of the problem below, from when all lay in one folder.
IDS = {
    "c45": "079e6bfbfd99c287d2a7629b5db117c5",
    "lpsvc": "d06dc3535868edd97830b1a90e379d66",
    "lpsvr": "e251931f6447787bbf37b8473fff009f",
    "lssvc": "0efdbe0516490558f7b84ac5aec4905a",
    "lssvr": "91bdf856fe52e4b98938b2526c51acca",
    "naive-bayes": "630e0a64decfbfcfa54783adc62f4d87",
    "pocket-perceptron": "b9ad8d9215a5bed60f5455c34bc15aa3",
    "svm-classifier": "72d82990acca59bfc55ddca38b426c16",
    "svm-regressor": "de0face4fe2abb7978c719f122ab1406",
    "thermal-perceptron": "430ed571abd093d18e99c5a8b3064c2a",
}


def test_all_can_be_imported_from_the_package():
    assert {point.attr for point in OURS.values()} == set(learners.__all__)
    assert set(learners.__all__) <= set(dir(learners))
    for point in OURS.values():
        assert getattr(learners, point.attr) is point.load()


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'learners' has no attribute 'LSVR'"):
        _ = learners.LSVR
    with pytest.raises(ImportError, match="LSVR"):
        from learners import LSVR  # noqa: F401


def test_importing_the_package_loads_nothing_heavy():
    heavy = ["torch", "numba", "sklearn", "scipy", "pandas", "numpy"]
    code = (
        f"import sys, learners; dir(learners); heavy = {heavy}\n"
        "print([name for name in heavy if name in sys.modules])\n"
        "from learners import LSSVR; print('numba' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n")[:2] == ["[]", "True"]


def test_the_folder_for_scikit_learn_does_not_hide_it():
    import sklearn

    from learners import sklearn as fast_paths

    assert sklearn is not fast_paths
    assert sklearn.base.is_classifier is is_classifier


@pytest.mark.parametrize("name", OURS)
def test_stores_from_before_a_learner_moved_are_found(name):
    learner = OURS[name].load()()
    classes = is_classifier(learner)
    X = np.arange(24.0).reshape(12, 2) % 7
    y = np.tile([0, 1], 6) if classes else np.arange(12.0)
    folds = [(np.arange(8), np.arange(8, 12)), (np.arange(4, 12), np.arange(4))]
    metric = "accuracy" if classes else "mean_absolute_error"
    problem = Problem(learner, X, y, folds, scoring=metric)

    assert problem_id(problem)[:32] == IDS[name]


@pytest.mark.parametrize("name", OURS)
def test_it_has_its_stored_name_within_others_too(name):
    learner = OURS[name].load()()
    for nested in [
        make_pipeline(StandardScaler(), learner),
        make_pipeline(StandardScaler(), make_pipeline(learner)),
    ]:
        assert learner_id(learner) in learner_id(nested)
        assert type(learner).__module__ not in learner_id(nested)
