"""Linear programs of support vector machines, solved for one subset or many."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array

# Presolve finds little in these programs, and takes up to half of the time.
OPTIONS = {"presolve": False}


def solve(X, y, lower, upper, C, time_limit=None):
    """Minimise the sum of |w| plus C times what residuals lie outside their tubes.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_variables)
    y : ndarray of shape (n_samples,)
    lower, upper : ndarray of shape (n_samples,)
        The tube of each residual y - X w - b, in the unit of y, infinite where that
        side is free: -epsilon and epsilon for regression; for the hinge, of which y is
        1 or -1, a label of 1 has -inf and 0, and -1 has 0 and inf.
    C : float
    time_limit : float, default=None
        Seconds.

    Returns
    -------
    weights : ndarray of shape (n_variables,)
    intercept : float
        The middle of those that are best for the weights.

    Notes
    -----
    The program has a row a sample, its dual has one a variable: the one with fewer rows
    is solved, 2 to 4 times as fast as the other.

    Examples
    --------
    >>> X, y, half = np.array([[0.0], [1.0]]), np.array([1.0, 3.0]), np.full(2, 0.5)
    >>> weights, intercept = solve(X, y, -half, half, C=10.0)
    >>> print(weights.round(6), round(intercept, 6))
    [1.] 1.5
    """
    wide = X.shape[1] >= len(X)
    program = _primal if wide else _dual
    weights = program(X, y, lower, upper, C, OPTIONS | _limit(time_limit))
    return weights, _middle(y - X @ weights, lower, upper)


def _primal(X, y, lower, upper, C, options):
    """Solve for positive and negative weights, the intercept and the residuals.

    A residual is a part in the tube, plus one above it, less one below it.
    """
    n_samples, n_variables = X.shape
    over, under = np.flatnonzero(upper < np.inf), np.flatnonzero(lower > -np.inf)
    n_out = len(over) + len(under)
    rows = np.concatenate([np.arange(n_samples), over, under])
    signs = np.ones(len(rows))
    signs[len(rows) - len(under) :] = -1
    columns = np.concatenate([X.T, -X.T, np.ones((1, n_samples))])
    bounds = np.tile([0.0, np.inf], (2 * n_variables + 1 + len(rows), 1))
    bounds[2 * n_variables, 0] = -np.inf
    tubes = slice(2 * n_variables + 1, len(bounds) - n_out)
    bounds[tubes] = np.column_stack([lower, upper])
    costs = np.zeros(len(bounds))
    costs[: 2 * n_variables] = 1
    costs[len(costs) - n_out :] = C
    solved = _run(costs, _matrix(columns, rows, signs), y, bounds, options)
    return solved.x[:n_variables] - solved.x[n_variables : 2 * n_variables]


def _dual(X, y, lower, upper, C, options):
    """Solve for what each side of a tube is worth; weights are prices of its rows.

    No sum of these over the samples, times a variable, may leave [-1, 1]: a slack.
    """
    n_samples, n_variables = X.shape
    over, under = np.flatnonzero(upper < np.inf), np.flatnonzero(lower > -np.inf)
    samples = np.column_stack([X, np.ones(n_samples)])
    columns = np.concatenate([samples[over], -samples[under]])
    rows = np.arange(n_variables)
    costs = np.concatenate([(upper - y)[over], (y - lower)[under], np.zeros(len(rows))])
    bounds = np.tile([0.0, C], (len(costs), 1))
    bounds[len(columns) :] = -1, 1
    matrix = _matrix(columns, rows, np.ones(n_variables))
    zeros = np.zeros(n_variables + 1)
    solved = _run(costs, matrix, zeros, bounds, options)
    return 0.0 - solved.eqlin.marginals[:n_variables]


def _matrix(columns, rows, values):
    """Return full columns (n_columns, n_rows), then columns of one value each.

    Built by hand: stacking sparse blocks takes longer than solving a small program.
    """
    n_columns, n_rows = columns.shape
    full = n_columns * n_rows
    every_row = np.tile(np.arange(n_rows, dtype=np.int32), n_columns)
    places = np.concatenate([every_row, rows.astype(np.int32)])
    starts = np.arange(0, full + 1, n_rows)
    ends = np.concatenate([starts, np.arange(full + 1, full + len(rows) + 1)])
    cells = np.concatenate([columns.ravel(), values])
    shape = (n_rows, n_columns + len(rows))
    return csc_array((cells, places, ends.astype(np.int32)), shape=shape)


def _run(costs, matrix, values, bounds, options):
    program = {"A_eq": matrix, "b_eq": values, "bounds": bounds, "options": options}
    solved = linprog(costs, method="highs", **program)
    if solved.status == 4:  # numerical trouble, which other pivots need not meet
        solved = linprog(costs, method="highs-ipm", **program)
    if solved.status == 0:
        return solved
    says = " ".join(str(solved.message).split())
    advice = (
        f"raise time_limit, got {options.get('time_limit')}"
        if solved.status == 1
        else "scale the variables to [0, 1], or lower C"
    )
    raise RuntimeError(
        f"the linear program ended with status {solved.status} ({says}): {advice}"
    )


def _limit(time_limit):
    return {} if time_limit is None else {"time_limit": time_limit}


def _middle(residuals, lower, upper):
    """Return the middle of the intercepts of least loss.

    As the intercept grows, the slope of the loss starts at minus the number of upper
    sides, and each side that it passes adds one.
    """
    above, below = upper < np.inf, lower > -np.inf
    passed = np.concatenate([(residuals - upper)[above], (residuals - lower)[below]])
    passed.sort()
    flat = np.count_nonzero(above)
    return (passed[flat - 1] + passed[flat]) / 2


def winners(outputs):
    """Return places of classes from outputs (n_samples, n_outputs)."""
    if outputs.shape[1] == 1:
        return (outputs[:, 0] > 0).astype(np.intp)
    return outputs.argmax(axis=1)


class LinearProgramScorer:
    """Predicts the test rows of folds with many subsets, by a linear program each.

    It saves what checks cost, some 0.4 ms a fit, and predicts the bits of one.

    Parameters
    ----------
    solve : callable
        From X and y to weights and intercept.
    X : ndarray of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,)
    folds : sequence of (training rows, test rows)
    """

    def __init__(self, solve, X, y, folds):
        self._solve = solve
        self._folds = [(X[train], y[train], X[test]) for train, test in folds]

    def predict(self, masks, folds):
        """Predict (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self._answers(self._predicted, masks, folds)

    def _answers(self, answer, masks, folds):
        def answers(mask):
            parts = self._folds[folds.start : folds.stop]
            return [answer(y, self._outputs(mask, X, y, test)) for X, y, test in parts]

        return np.array([np.concatenate(answers(mask)) for mask in masks])

    def _outputs(self, mask, X, y, X_test):
        weights, intercept = self._solve(np.ascontiguousarray(X[:, mask]), y)
        return np.ascontiguousarray(X_test[:, mask]) @ weights.T + intercept

    def _predicted(self, y, outputs):
        return outputs


class LinearProgramClassScorer(LinearProgramScorer):
    """Predicts class codes of the test rows of folds with many subsets."""

    def __init__(self, solve, X, y, folds):
        super().__init__(solve, X, y, folds)
        self._n_classes = len(np.unique(y))

    def decision_function(self, masks, folds):
        """Return (n_subsets, n_test, n_classes), of two classes (n_subsets, n_test).

        It is -inf of a class that a fold does not train on.
        """
        return self._answers(self._decided, masks, folds)

    def _predicted(self, y, outputs):
        return np.unique(y)[winners(outputs)]

    def _decided(self, y, outputs):
        if self._n_classes == 2:
            return outputs[:, 0]
        decisions = np.full((len(outputs), self._n_classes), -np.inf)
        one = outputs.shape[1] == 1
        decisions[:, np.unique(y)] = np.hstack([-outputs, outputs]) if one else outputs
        return decisions
