"""Pairs of data and learner on which answers are judged."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from wrapsel import load_learner
from wrapsel.datasets import load, make_problem

DATA = Path(__file__).parents[4] / "shared" / "data"
TUNING = range(5)  # seeds to try things on
JUDGING = range(100, 105)  # seeds that no one looks at while building
N_FRESH = 3000


@dataclass(frozen=True)
class Truth:
    """What should be selected.

    `groups` are disjoint sets of columns that stand for each other, such as an
    original and its copies; of a group, as many are right as it has relevant ones.
    """

    relevant: frozenset[int]
    groups: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True)
class Rows:
    """Rows to select and train on, and fresh ones that no tool sees."""

    X: Any
    y: Any
    X_fresh: Any
    y_fresh: Any
    truth: Truth | None = None

    @property
    def n_variables(self) -> int:
        return self.X.shape[1]


@dataclass(frozen=True)
class Pair:
    """A learner, and rows by a seed; `file` is the table that they come from."""

    learner: Callable[[], Any]
    rows: Callable[[int, Path], Rows]
    file: str | None = None

    def is_there(self, data: Path) -> bool:
        return self.file is None or (data / self.file).exists()


def split(X, y, n_train: int, truth: Truth | None) -> Rows:
    return Rows(X[:n_train], y[:n_train], X[n_train:], y[n_train:], truth)


def shuffled(X, relevant, groups, rng) -> tuple[Any, Truth]:
    """Hide in a random order what comes first."""
    order = rng.permutation(X.shape[1])
    place = np.argsort(order)
    moved = tuple(frozenset(place[sorted(group)].tolist()) for group in groups)
    return X[:, order], Truth(frozenset(place[list(relevant)].tolist()), moved)


def gauss(n: int, p: int, r: int, shift: float, copies: int = 0):
    """Draw two classes, whose means differ by `shift` in r of p variables.

    The copies are of the relevant ones in turn, with a tenth of their noise. Without
    any relevant variable it is noise, and the best error is 0.5.
    """

    def rows(seed: int, data: Path) -> Rows:
        rng = np.random.default_rng(seed)
        y = rng.integers(2, size=n + N_FRESH)
        X = rng.normal(size=(n + N_FRESH, p))
        X[:, :r] += shift * (y[:, None] - 0.5)
        originals = np.arange(copies) % max(r, 1)
        noise = 0.1 * rng.normal(size=(len(X), copies))
        X[:, r : r + copies] = X[:, originals] + noise
        groups = [{i, *(r + np.flatnonzero(originals == i))} for i in range(r)]
        X, truth = shuffled(X, range(r), groups if copies else (), rng)
        return split(X, y, n, truth)

    return rows


def linear(n: int, p: int, r: int, rho: float, noise: float):
    """Sum r of p variables, each correlated by rho with the one before."""

    def rows(seed: int, data: Path) -> Rows:
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(n + N_FRESH, p))
        for j in range(1, p):
            X[:, j] = rho * X[:, j - 1] + np.sqrt(1 - rho**2) * X[:, j]
        relevant = rng.choice(p, r, replace=False)
        y = X[:, relevant].sum(axis=1) + noise * rng.normal(size=len(X))
        return split(X, y, n, Truth(frozenset(relevant.tolist())))

    return rows


def made(n: int, source: str, n_rows: int | None = None):
    """Make a problem by its name in `make_problem`, its variables in a random order."""

    def rows(seed: int, data: Path) -> Rows:
        mark = "&" if "?" in source else "?"
        size = f"n_samples={n + N_FRESH if n_rows is None else n_rows}"
        problem = make_problem(f"{source}{mark}{size}&random_state={seed}").shuffled(
            seed
        )
        # All 432 cases of the monks come in their order.
        order = np.random.default_rng(seed).permutation(len(problem.y))
        X = problem.frame().iloc[order] if problem.nominal else problem.X[order]
        groups = tuple(map(frozenset, problem.redundant))
        return split(X, problem.y[order], n, Truth(frozenset(problem.relevant), groups))

    return rows


def real(name: str, fresh: float = 0.5, published: bool = True):
    """Read a table; without a published split, a part of it is fresh.

    A split by who made the rows is not to be used: no error that is told of the ones
    can be right of the others.
    """

    def rows(seed: int, data: Path) -> Rows:
        index = json.loads((data / "index.json").read_text())[name]
        path, column = data / index["file"], "split" if "split" in index else None
        split_by = column if published else None
        table = load(path, "target", split=split_by, nominal=nominal_columns(index))
        if column and not published:
            table = replace(table, X=table.X.drop(columns=column))
        X = table.X if table.nominal else table.X.to_numpy()
        if table.X_test is not None:
            X_fresh = table.X_test if table.nominal else table.X_test.to_numpy()
            return Rows(X, table.y, X_fresh, table.y_test)
        strata = table.y if index["task"] == "classification" else None
        parts = train_test_split(
            X, table.y, test_size=fresh, random_state=seed, stratify=strata
        )
        return Rows(parts[0], parts[2], parts[1], parts[3])

    return rows


def nominal_columns(index: dict[str, Any]) -> list[str] | str | None:
    kinds = index["kinds"]
    if isinstance(kinds, str):
        return "all" if kinds == "all nominal" else None
    return [column for column, kind in kinds.items() if kind == "nominal"]


def naive_bayes():
    return load_learner("naive-bayes")


def c45():
    return load_learner("c45")


def from_file(learner, name: str, fresh: float = 0.5, published: bool = True) -> Pair:
    return Pair(learner, real(name, fresh, published), f"{name}.csv.gz")


def three_neighbours():
    return KNeighborsClassifier(3)


PAIRS = {
    "gauss-60x30 gnb": Pair(GaussianNB, gauss(60, 30, 4, 1.2)),
    "gauss-100x100 nb": Pair(naive_bayes, gauss(100, 100, 5, 1.0)),
    "gauss-200x100 gnb": Pair(GaussianNB, gauss(200, 100, 10, 0.7)),
    "copies-300x200 nb": Pair(naive_bayes, gauss(300, 200, 8, 0.8, 20)),
    "gauss-200x30 knn": Pair(KNeighborsClassifier, gauss(200, 30, 4, 1.2)),
    "wide-200x2000 nb": Pair(naive_bayes, gauss(200, 2000, 10, 1.0)),
    "wide-200x20000 nb": Pair(naive_bayes, gauss(200, 20000, 10, 1.0)),
    "noise-200x100 nb": Pair(naive_bayes, gauss(200, 100, 0, 0.0)),
    "noise-150x50 ridge": Pair(Ridge, linear(150, 50, 0, 0.5, 1.0)),
    "linear-100x60 ridge": Pair(Ridge, linear(100, 60, 6, 0.5, 2.0)),
    "linear-300x100 ridge": Pair(Ridge, linear(300, 100, 10, 0.7, 3.0)),
    "xor-300x20 knn": Pair(KNeighborsClassifier, made(300, "xor?n_variables=20")),
    "led24-1000 nb": Pair(naive_bayes, made(1000, "led24")),
    "monks2-169x17 c45": Pair(c45, made(169, "monks-2?local=true", n_rows=432)),
    "seven-500x100 nb": Pair(naive_bayes, made(500, "seven-of-ten")),
    "friedman-300x30 knn": Pair(
        KNeighborsRegressor, made(300, "friedman1?n_variables=30")
    ),
    "friedman-100x12 lssvr": Pair(
        lambda: load_learner("lssvr"), made(100, "friedman1?n_variables=12")
    ),
    "madelon-1000x100 knn": Pair(
        KNeighborsClassifier, made(1000, "madelon-like?n_variables=100")
    ),
    "weston-100x202 gnb": Pair(GaussianNB, made(100, "weston-linear")),
    "dna nb": from_file(naive_bayes, "dna"),
    "soybean nb": from_file(naive_bayes, "soybean", 0.3),
    "mfeat-pix gnb": from_file(GaussianNB, "mfeat-pix"),
    "optdigits nb": from_file(naive_bayes, "optdigits", 0.4, published=False),
    "sick-euthyroid c45": from_file(c45, "sick-euthyroid"),
    "ionosphere nb": from_file(naive_bayes, "ionosphere"),
    "sonar knn": from_file(three_neighbours, "sonar"),
    "colon nb": from_file(naive_bayes, "colon", 0.33),
    "credit-g nb": from_file(naive_bayes, "credit-g", 0.3),
    "boston-housing ridge": from_file(Ridge, "boston-housing", 0.4),
    "triazines ridge": from_file(Ridge, "triazines", 0.4),
}
