"""Compiling before the first search, as for an image or a test machine."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pandas as pd
from sklearn.base import is_regressor

from wrapsel.cli.searches import make_search
from wrapsel.compiled import compile_seconds
from wrapsel.engine import Budget, select
from wrapsel.evaluation import Problem
from wrapsel.learner import list_learners, load_learner

N_ROWS, N_VARIABLES, FEW = 60, 6, Budget(evaluations=40)
SEARCHES = "auto", "forward", "backward", "rvers"


def compile_learners(names: Sequence[str] = ()) -> None:
    """Compile what searches with some learners need, by small searches.

    What two learners need is compiled with the first; a line says how long each took.

    Parameters
    ----------
    names : sequence of str
        As in `load_learner`; by default all of ours.

    Raises
    ------
    LearnerError
        If there is no such learner, before any search.
    """
    names = names or [name for name in list_learners() if "." not in name]
    regress = [is_regressor(load_learner(name)) for name in names]
    for name, numbers in zip(names, regress, strict=True):
        with compile_seconds() as seconds, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of so few rows
            for problem, search in product(_problems(name, numbers), SEARCHES):
                select(problem, make_search(search, {}), budget=FEW)
        print(f"{name}: {seconds():.1f} s", flush=True)


def _problems(name: str, numbers: bool) -> Iterator[Problem]:
    """Yield what kinds of tables a learner takes, with two classes or numbers."""
    rng = np.random.default_rng(0)
    y = np.arange(N_ROWS) % 2
    # None is below 0, since some learners take counts only.
    X = np.abs(rng.normal(size=(N_ROWS, N_VARIABLES))) + y[:, np.newaxis]
    yield Problem(load_learner(name), X, X[:, 0] if numbers else y)
    if not numbers:
        yield Problem(load_learner(name), X.round(), y)
    if name in ("c45", "naive-bayes"):
        frame = pd.DataFrame(np.where(X > 1, "a", "b")).assign(x=X[:, 0])
        yield Problem(load_learner(name), frame.set_axis([*"abcdefg"], axis=1), y)
