"""Costs are counted in the unit of the paper."""

import numpy as np
import pandas as pd

from wrapsel.evaluation import Problem
from wrapsel.evaluation.folds import Spread
from wrapsel.learner import load_learner
from wrapsel.papers.mitchell_bayes import MitchellBayes
from wrapsel.papers.rve.costs import cost_of, cost_of_all
from wrapsel.subset import Subset

y = np.array([0, 1] * 5)
X = np.column_stack([y, [0, 1, 2, 0, 1, 2, 0, 1, 2, -1]])  # -1 is a missing value


def test_naive_bayes_costs_the_cells_that_it_counts_and_fills():
    problem = Problem(MitchellBayes(), X, y, Spread(5), random_state=0)
    both, first = Subset.full(2), Subset.of([0], 2)

    assert cost_of_all(problem) == 10 * (2 + 1) + 2 * (2 + 3)
    # Five folds of eight rows, each time with the class, and tables of all variables.
    assert cost_of(problem, [both, first]) == 40 * (3 + 2) + 2 * 5 * 2 * (2 + 3)
    assert cost_of(problem, [Subset.of([], 2)]) == 0


def test_a_tree_costs_the_variables_that_can_split_its_nodes():
    cells = pd.DataFrame(X[:9].astype(str)).assign(same="a")
    problem = Problem(load_learner("c45"), cells, y[:9], Spread(3), random_state=0)
    # At the root two of three variables can split; by the first one, all is told.
    assert cost_of_all(problem) == 2
    assert cost_of(problem, [Subset.full(3)]) == 2 * 3
    assert cost_of(problem, [Subset.of([2], 3)]) == 0
