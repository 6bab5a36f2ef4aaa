"""A variable is a substitute if the plain loop says so."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB

from tests.engine.oracles_honest import plain_folds, plain_redrawn
from tests.fakes import OrdinaryNB
from wrapsel import Problem, Subset, substitutes
from wrapsel.engine.fold_errors import HONEST_DRAWS

TOLERANCE = 0.02


def made(seed, learner):
    X, y = make_classification(90, 7, n_informative=3, n_redundant=2, random_state=seed)
    X[:, 6] = X[:, 0]
    return Problem(learner, X, y, cv=3, random_state=seed)


def plain_substitutes(problem, subset):
    """Exchange one for one, and measure each by scikit-learn alone."""
    folds = [
        plain_folds(problem.y, 3, problem.random_state, draw).copy()
        for draw in HONEST_DRAWS
    ]

    def error(columns):
        learner, X, y = problem.learner, problem.X, problem.y
        return plain_redrawn(learner, X, y, sorted(columns), folds).mean()

    limit, found = error(subset) + TOLERANCE, {}
    for mine in subset:
        others = {o: error({*subset, o} - {mine}) for o in set(range(7)) - set(subset)}
        found[mine] = {o: e for o, e in others.items() if e <= limit + 1e-12}
    return found


@pytest.mark.parametrize("learner", [GaussianNB(), OrdinaryNB()], ids=repr)
@pytest.mark.parametrize("seed", range(6))
def test_substitutes_are_those_of_a_plain_loop(seed, learner):
    problem, subset = made(seed, learner), Subset.of([0, 2, 4], 7)
    told = substitutes(problem, subset, tolerance=TOLERANCE)
    expected = plain_substitutes(problem, set(subset))
    for mine, others in expected.items():
        found = told.found[f"x{mine}"]
        assert found == pytest.approx({f"x{o}": e for o, e in others.items()})
        assert list(found.values()) == sorted(found.values())
    assert told.copies == {"x0": ("x6",)}
    assert told.found["x0"]["x6"] == pytest.approx(told.error)


def test_only_the_most_alike_are_tried():
    told = substitutes(
        made(0, GaussianNB()), Subset.of([0], 7), n_candidates=1, tolerance=1.0
    )
    assert list(told.found["x0"]) == ["x6"]


def test_folds_that_were_given_serve_too():
    drawn = made(0, GaussianNB())
    given = Problem(GaussianNB(), drawn.X, drawn.y, cv=drawn.folds)
    told = substitutes(given, Subset.of([0, 1], 7))
    assert told.found["x0"]["x6"] == told.error


def test_variables_of_several_columns_and_kinds():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 3, 60)
    frame = pd.DataFrame({"a": a, "b": a, "c": rng.normal(size=60), "d": a})
    groups = [[0, 2], [1], [3]]
    problem = Problem(GaussianNB(), frame, a > 0, variables=groups)
    told = substitutes(problem, Subset.of([1], 3), n_candidates=1)
    assert told.copies == {"b": ("d",)}


def test_it_can_be_read():
    told = substitutes(made(0, GaussianNB()), Subset.of([0], 7))
    lines = str(told).splitlines()
    assert lines[0].startswith("error 0.")
    assert lines[1].endswith("the same values: x6")
    assert str(substitutes(made(0, GaussianNB()), Subset.empty(7))).count("\n") == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [({"tolerance": -1}, "tolerance"), ({"n_candidates": 0}, "n_candidates")],
)
def test_bad_input_is_told(options, message):
    with pytest.raises(ValueError, match=message):
        substitutes(made(0, GaussianNB()), Subset.of([0], 7), **options)
    with pytest.raises(ValueError, match="subset must be of 7 variables"):
        substitutes(made(0, GaussianNB()), Subset.of([0], 8))
