"""A cost is a number that a budget can be spent on."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from wrapsel import Budget, LearnerError, Problem, select
from wrapsel.evaluation.cost import cost_of, fitted_cost
from wrapsel.search import RVE, Forward

X, Y = load_iris(return_X_y=True)


class Costly(GaussianNB):
    """Says what it is told that it costs."""

    said = 1.0

    def cost(self, n_samples, n_variables):
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


BAD = [math.nan, -1.0, math.inf, -math.inf, None, "text", [1, 2], KeyError("rows")]


@pytest.mark.parametrize("said", BAD, ids=repr)
@pytest.mark.parametrize("budget", [None, Budget(cost=1.0)])
def test_a_learner_without_a_cost_in_numbers_is_refused(monkeypatch, said, budget):
    monkeypatch.setattr(Costly, "said", said)
    with pytest.raises(LearnerError, match="Costly failed to say its cost"):
        select(Problem(Costly(), X, Y), Forward(), budget=budget, honest=False)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (KeyError("rows"), r"its cost: KeyError\('rows'\)$"),
        (ValueError("no rows"), "its cost: no rows$"),
        (-1.0, r"its cost: cost of Costly must be .* got -1\.0 for 2 variables$"),
    ],
    ids=["error", "value", "number"],
)
def test_why_there_is_no_cost_is_said(monkeypatch, said, says):
    monkeypatch.setattr(Costly, "said", said)
    with pytest.raises(LearnerError, match=says):
        cost_of(Costly(), 10)(2)


@pytest.mark.parametrize("said", [3, np.float32(2), 0, True])
def test_numbers_of_any_type_are_costs(monkeypatch, said):
    monkeypatch.setattr(Costly, "said", said)
    assert cost_of(Costly(), 10)(2) == float(said)


@pytest.mark.parametrize("cost", [{"fit": 1}, {2: 1.0}, 5, "rows", [1, 2, 3]])
def test_a_cost_that_is_no_function_is_refused(cost):
    with pytest.raises(TypeError, match="cost must be a function of a size, got "):
        select(Problem(GaussianNB(), X, Y), Forward(), cost=cost)


@pytest.mark.parametrize("said", [math.nan, -1.0, math.inf, None, "text"])
def test_a_cost_function_gives_numbers(said):
    problem = Problem(GaussianNB(), X, Y)
    with pytest.raises(ValueError, match="cost must be a finite number of at least 0"):
        select(problem, RVE(n_relevant=2), cost=lambda n: said)


def test_a_power_is_fitted_to_five_sizes_that_differ():
    cubes = [2.0 * n**3 for n in (1, 2, 3, 4, 5)]
    assert fitted_cost([1, 2, 3, 4, 5], cubes)(10) == pytest.approx(2000)
    linear = fitted_cost([1, 2, 3, 4], cubes[:4])
    assert linear(10) == pytest.approx(10 * linear(1))
    same = fitted_cost([7] * 5, [14.0] * 5)
    assert same(1) == pytest.approx(2)
    assert fitted_cost([1, 2, 4, 8, 16], [5.0] * 5)(99) == pytest.approx(5)
    steep = fitted_cost([1, 2, 4, 8, 16], [float(n**5) for n in (1, 2, 4, 8, 16)])
    assert steep(2) == pytest.approx(8 * steep(1))
    near = fitted_cost([10, 12, 14, 16, 18], [float(n**2) for n in range(10, 20, 2)])
    assert near(20) == pytest.approx(4 * near(10))
    falling = fitted_cost([1, 2, 4, 8, 16], [1.0, 0.5, 0.25, 0.125, 0.0625])
    assert falling(50) == pytest.approx(falling(1))
