"""Blocks and a kernel regression
==============================

Block addition and deletion on a series whose next values four of 22 inputs tell.

Nagatani, Ozawa and Abe, "Fast variable selection by block addition and block deletion",
2010, table 3. The width of the kernel is tuned once, on all variables; the margin
parameter C again for each subset, at the cost of little more than one fit.
"""

import numpy as np

from learners import LSSVR
from wrapsel import Problem, select
from wrapsel.filters.linear.program import LPWeights
from wrapsel.search.blocks.babd import BABD
from wrapsel.search.blocks.block_deletion import BlockDeletion

GAMMAS = [0.1, 0.5, 1, 5, 10, 15, 20, 50, 100]
CS = [1, 10, 100, 1000, 5000, 1e4, 1e5]
SEARCHES = {
    "BD": (BlockDeletion(), "2, 4; error 0.029, test 0.029"),
    "BABD": (BABD(), "1, 2; error 0.036, test 0.035"),
    "BABD-LP": (BABD(preselect=0.0), "2, 4; error 0.029, test 0.029"),
    "BD, updating": (BlockDeletion(update=True), "1-4; error 0.019, test 0.018"),
    "BABD, updating": (BABD(update=True), "1-4; error 0.018, test 0.018"),
    "BABD-LP, updating": (
        BABD(update=True, preselect=0.0),
        "1, 2, 4; error 0.021, test 0.021",
    ),
}
ROW = "{:18} {:>12} {:>7} {:>7} {:>7} {:>6} {:>8}   {}"


def main():
    """Tune, search in six ways, and print what was found beside the paper's."""
    X, y = mackey_glass(1000)
    rng = np.random.default_rng(0)
    X = np.column_stack([X, rng.random((len(X), 18))])
    X = (X - X[:500].min(axis=0)) / np.ptp(X[:500], axis=0)
    train, test = (X[:500], y[:500]), (X[500:], y[500:])

    problem = Problem(LSSVR(), *train, cv=5, scoring="mean_absolute_error")
    errors = LSSVR().tune(*train, problem.folds, GAMMAS, CS).mean(axis=2)
    best_gamma, best_C = np.unravel_index(errors.argmin(), errors.shape)
    learner = LSSVR(CS[best_C], gamma=GAMMAS[best_gamma], C_grid=CS)
    problem = Problem(learner, *train, cv=problem.folds, scoring="mean_absolute_error")

    print(f"Mackey-Glass series, 22 inputs, 1 to 4 relevant; gamma {learner.gamma}")
    head = "variables", "error", "test", "C", "tried", "seconds", "the paper"
    print(ROW.format("", *head))
    before = f"{errors.min():.4f}", f"{holdout(learner, train, test):.4f}"
    print(ROW.format("all", "1-22", *before, learner.C, 1, "", "0.042, test 0.038"))
    for name, (strategy, paper) in SEARCHES.items():
        ranker = LPWeights() if "LP" in name else None
        result = select(problem, strategy, ranker=ranker)
        columns = list(result.subset)
        learner.set_params(**learner.variants[result.best.variant])
        parts = [(rows[:, columns], targets) for rows, targets in (train, test)]
        print(
            ROW.format(
                name,
                ", ".join(str(column + 1) for column in columns),
                f"{result.error:.4f}",
                f"{holdout(learner, *parts):.4f}",
                f"{learner.C:g}",
                result.spending.evaluations,
                f"{result.spending.seconds:.1f}",
                paper,
            )
        )


def holdout(learner, train, test):
    """Return the mean absolute error on the test rows."""
    X, y = test
    return np.abs(learner.fit(*train).predict(X) - y).mean()


def mackey_glass(n, tau=17, ahead=6, step=0.1):
    """Return x(t - 18), x(t - 12), x(t - 6), x(t) of shape (n, 4), and x(t + 6).

    The series obeys x' = 0.2 x(t - tau) / (1 + x(t - tau)^10) - 0.1 x, from 1.2 and
    0 before; its first 118 values are left out.
    """
    late, n_steps = round(tau / step), round((n + 118 + ahead) / step)
    x = np.zeros(late + n_steps + 1)
    x[late] = 1.2
    for now in range(late, late + n_steps):
        # Runge and Kutta's, with what is between two late values taken as their mean.
        first, last = x[now - late], x[now - late + 1]
        drive = [0.2 * d / (1 + d**10) for d in (first, (first + last) / 2, last)]
        a = drive[0] - 0.1 * x[now]
        b = drive[1] - 0.1 * (x[now] + step / 2 * a)
        c = drive[1] - 0.1 * (x[now] + step / 2 * b)
        d = drive[2] - 0.1 * (x[now] + step * c)
        x[now + 1] = x[now] + step / 6 * (a + 2 * b + 2 * c + d)
    series = x[late :: round(1 / step)]
    times = np.arange(118, 118 + n)
    lags = [series[times - lag] for lag in (18, 12, 6, 0)]
    return np.column_stack(lags), series[times + ahead]


if __name__ == "__main__":
    main()
