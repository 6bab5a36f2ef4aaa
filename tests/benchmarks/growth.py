"""How the time of a step grows with rows, variables and the size of the subset.

``python -m tests.benchmarks.growth`` times, for each learner with a fast path, one more
subset of a forward step: one of many that have a variable more than a known subset.
Rows, variables and the size of that subset are doubled, one at a time. Beside it stands
the limit: what must be added or multiplied at least, at the speed of this processor.
``--figure growth.png`` draws it, with `matplotlib`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from threadpoolctl import threadpool_limits

from learners import LSSVR, C45Tree, NaiveBayes, ThermalPerceptron
from tests.benchmarks.rows.timing import Timed
from wrapsel import Problem
from wrapsel.evaluation import CrossValidation
from wrapsel.subset import Subset

N_FOLDS, N_CLASSES, N_LEVELS = 5, 3, 5
N_EPOCHS = 1897
TIMES = 1, 2, 4
CLOCK = time.process_time  # of one core
SIDES = "rows", "variables", "size"


@dataclass(frozen=True)
class Shape:
    """Rows, variables, and the size of the known subset."""

    rows: int = 1000
    variables: int = 100
    size: int = 10

    def times(self, side: str, factor: int) -> Shape:
        return Shape(**{**vars(self), side: getattr(self, side) * factor})


@dataclass(frozen=True)
class Work:
    """A learner, what it learns, and the least work of one more subset.

    `bytes_added` are those of the numbers added up, `products` multiplications with
    an addition each.
    """

    learner: object
    table: Callable
    bytes_added: Callable[[Shape], float] = lambda of: 0
    products: Callable[[Shape], float] = lambda of: 0
    shape: Shape = Shape()
    n_candidates: int = 48
    scoring: str = "accuracy"


def classes(of):
    """Return normal variables, a third of which differ between classes."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(of.rows) % N_CLASSES)
    shift = rng.normal(size=(N_CLASSES, of.variables))
    shift *= 0.6 * (rng.random(of.variables) < 1 / 3)
    return rng.normal(size=(of.rows, of.variables)) + shift[y], y


def levels(of):
    X, y = classes(of)
    return np.digitize(X, np.linspace(-1, 1, N_LEVELS - 1)), y


def targets(of):
    """Return those variables, and a number that a third of them make up."""
    rng = np.random.default_rng(1)
    X, _ = classes(of)
    weights = rng.normal(size=of.variables) * (rng.random(of.variables) < 1 / 3)
    return X, X @ weights + rng.normal(size=of.rows)


def bits(of):
    """Return bits, and classes with so much noise that no training ends early."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (of.rows, of.variables))
    return X, (X[:, :10].sum(axis=1) >= 7) ^ (rng.random(of.rows) < 0.1)


def a_score_a_class(of):
    return 8 * of.rows * N_CLASSES


def a_distance_a_pair(of):
    return 8 * of.rows**2 * (N_FOLDS - 1) / N_FOLDS


def columns_of_training(of):
    return of.rows * (N_FOLDS - 1) * (of.size + 1)


def one_more_equation(of):
    return N_FOLDS * (of.size + 1)


SQUARES = {"table": targets, "scoring": "neg_mean_squared_error"}
FEW, PAIRS = Shape(rows=250), Shape(rows=500)
WORK = {
    # Integers of 4 bytes, all classes against the last.
    "naive-bayes": Work(
        NaiveBayes(), classes, lambda of: 4 * of.rows * (N_CLASSES - 1)
    ),
    "GaussianNB": Work(GaussianNB(), classes, a_score_a_class),
    "BernoulliNB": Work(BernoulliNB(binarize=0.2), classes, a_score_a_class),
    "CategoricalNB": Work(CategoricalNB(), levels, a_score_a_class),
    "LinearRegression": Work(LinearRegression(), products=one_more_equation, **SQUARES),
    "Ridge": Work(Ridge(), products=one_more_equation, **SQUARES),
    "RidgeClassifier": Work(RidgeClassifier(), classes, a_score_a_class),
    "LDA": Work(LinearDiscriminantAnalysis(), classes, a_score_a_class),
    "k-NN": Work(KNeighborsClassifier(), classes, a_distance_a_pair, shape=PAIRS),
    "k-NN, numbers": Work(
        KNeighborsRegressor(), bytes_added=a_distance_a_pair, shape=PAIRS, **SQUARES
    ),
    "lssvr": Work(
        LSSVR(),
        products=lambda of: of.rows**3 / 3,
        shape=FEW,
        n_candidates=6,
        **SQUARES,
    ),
    "c45": Work(C45Tree(), classes, lambda of: 4 * columns_of_training(of)),
    # One byte a bit.
    "thermal perceptron": Work(
        ThermalPerceptron(temperature=100.0, lowest_temperature=15.0),
        bits,
        lambda of: N_EPOCHS * columns_of_training(of),
        shape=FEW,
        n_candidates=4,
    ),
}


def seconds(work, shape, rounds):
    """Return the median seconds of a subset among those of one step."""
    X, y = work.table(shape)
    cv = KFold(N_FOLDS, shuffle=True, random_state=0)
    problem = Problem(work.learner, X, y, cv=cv, scoring=work.scoring)
    evaluator, folds = CrossValidation(problem), range(N_FOLDS)
    assert evaluator.shared is not None
    taken = []
    for known, step in steps(shape, work.n_candidates, rounds + 1):
        evaluator.measure([known], folds)
        timed = Timed(lambda: evaluator.measure(step, folds), CLOCK)  # noqa: B023
        timed()
        taken.append(timed.median() / len(step))
    return np.median(taken[1:])  # the first compiles


def steps(shape, n_candidates, number):
    """Yield known subsets and their candidates, new ones each time.

    Some scorers remember errors.
    """
    rng = np.random.default_rng(0)
    for _ in range(number):
        drawn = rng.permutation(shape.variables).tolist()
        known = Subset.of(drawn[: shape.size], shape.variables)
        added = drawn[shape.size :][:n_candidates]
        yield known, [known | Subset.of([j], shape.variables) for j in added]


def rates(rounds=9):
    """Return bytes added and products a second, of one core, from its cache."""
    numbers, matrix = np.ones(2**15, np.int32), np.ones((500, 500))
    sums = numbers.copy()
    add = Timed(lambda: [np.add(sums, numbers, out=sums) for _ in range(200)], CLOCK)
    multiply = Timed(lambda: matrix @ matrix, CLOCK)
    for _ in range(rounds):
        add()
        multiply()
    return 200 * numbers.nbytes / add.median(), 500**3 / multiply.median()


def grown(names, rounds):
    """Return a row for each learner, side and factor: microseconds, and the limit's."""
    rows = []
    with threadpool_limits(1):
        added, multiplied = rates()
        for name in names:
            work = WORK[name]
            for side, factor in ((s, f) for s in SIDES for f in TIMES):
                shape = work.shape.times(side, factor)
                least = work.bytes_added(shape) / added
                least += work.products(shape) / multiplied
                taken = seconds(work, shape, rounds)
                rows.append((name, side, factor, 1e6 * taken, 1e6 * least))
            print(f"{name}: {1e6 * taken:.3g} us, limit {1e6 * least:.3g}", flush=True)
    columns = ["learner", "side", "times", "us", "limit"]
    return pd.DataFrame(rows, columns=columns)


def table(grown):
    """Return a row a learner: time and limit at first, then factors of growth."""
    of = grown.pivot(index=["learner", "side"], columns="times", values=["us", "limit"])
    found = of.xs(1, axis="columns", level="times").groupby("learner").median()
    growth = of.xs(TIMES[-1], axis="columns", level="times")
    growth = (growth / of.xs(1, axis="columns", level="times")).unstack("side")
    for side in SIDES:
        found[f"{side} x {TIMES[-1]}"] = growth["us"][side]
        found[f"limit, {side} x {TIMES[-1]}"] = growth["limit"][side]
    return found.loc[grown["learner"].unique()]


def draw(grown, path):
    """Draw the time of a subset against each side, with its limit dotted."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.5, 4), layout="constrained")
    all_axes = figure.subplots(1, len(SIDES), sharey=True)
    names = list(grown["learner"].unique())
    for axes, side in zip(all_axes, SIDES, strict=True):
        axes.set(xscale="log", yscale="log", xlabel=f"times the {side}")
        axes.set_xticks(TIMES, [str(times) for times in TIMES])
        axes.minorticks_off()
        for place, name in enumerate(names):
            of = grown[(grown["learner"] == name) & (grown["side"] == side)]
            color = colormaps["tab10"](place % 10)
            marker = "osv^D"[(place + place // 10) % 5]
            axes.plot(of["times"], of["us"], marker=marker, color=color, label=name)
            axes.plot(of["times"], of["limit"], ":", color=color)
    all_axes[0].set_ylim(bottom=0.1)
    all_axes[0].set_ylabel("microseconds of a subset; dotted: limit")
    figure.legend(*all_axes[0].get_legend_handles_labels(), loc="outside right upper")
    figure.savefig(path, dpi=72)


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth")
    parser.add_argument("--learners", nargs="+", choices=WORK, default=list(WORK))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--figure", type=Path)
    given = parser.parse_args(words)
    found = grown(given.learners, given.rounds)
    print(table(found).to_string(float_format="{:.3g}".format))
    if given.figure:
        draw(found, given.figure)


if __name__ == "__main__":
    main(sys.argv[1:])
