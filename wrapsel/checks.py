"""What every strategy, learner and store must hold; third parties run it too."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wrapsel.engine import Budget, Run, SearchResult, Waves
from wrapsel.evaluation import Block, Portion, Prefix, Problem, Store, Stored
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.table import take_columns, take_rows
from wrapsel.learner import HasCost, SharesFits
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    FloatArray,
    Rank,
    SearchSpace,
    SearchStrategy,
)
from wrapsel.subset import Subset


class RandomErrors:
    """An evaluator whose fold errors are drawn from (seed, subset, fold) alone.

    Parameters
    ----------
    n_folds : int, default=5
    seed : int, default=0

    Examples
    --------
    >>> block = RandomErrors(n_folds=3).measure([Subset.of([0], 2)], range(3))
    >>> block.errors.shape
    (1, 3, 1)
    """

    n_variants = 1
    portion = Portion()

    def __init__(self, n_folds: int = 5, seed: int = 0) -> None:
        self.seed = seed
        self.weights = np.full(n_folds, 10.0)
        self.n_measured = 0

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Return a random error for each subset and fold, always the same one."""
        self.n_measured += len(subsets) * len(folds)
        errors = [[[self._error(s, fold)] for fold in folds] for s in subsets]
        cost = [[float(len(s))] * len(folds) for s in subsets]
        weights = self.weights[folds.start : folds.stop]
        return Block(np.array(errors), weights, np.array(cost), 1e-6)

    def importances(self, subset: Subset, /) -> FloatArray:
        """Return random importances, always the same ones."""
        rng = np.random.default_rng([self.seed, subset.bits])
        return rng.random(len(subset))

    def _error(self, subset: Subset, fold: int) -> float:
        rng = np.random.default_rng([self.seed, subset.bits, fold])
        return float(rng.integers(0, 10))


def check_strategy(
    strategy: SearchStrategy, n_variables: int = 7, n_seeds: int = 5
) -> None:
    """Check a strategy against invariants I1 and I4 to I7.

    Its requests depend on the replies alone; looking ahead, a budget and a store change
    nothing; it asks only for its variables, keeps something, and can be closed.

    Parameters
    ----------
    strategy : SearchStrategy
    n_variables : int, default=7
        Of the made-up problems that it is tried on.
    n_seeds : int, default=5
        Number of them.

    Raises
    ------
    AssertionError
        With the invariant that does not hold.

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> check_strategy(Forward())
    """
    before = repr(strategy)
    for seed in range(n_seeds):
        _check_look_ahead(strategy, n_variables, seed)
        _check_budget(strategy, n_variables, seed)
        _check_replay(strategy, n_variables, seed)
        _check_space(strategy, n_variables, seed)
        _check_close(strategy, n_variables, seed)
    _require(repr(strategy) == before, "a search must not change its strategy")
    _require(
        repr(pickle.loads(pickle.dumps(strategy))) == before, "strategies must pickle"
    )


def check_learner(learner: Any, X: Any, y: Any, n_seeds: int = 3) -> None:
    """Check a learner against invariants I2 and I3.

    The same rows give the same predictions; a cost is above 0; a subset scorer predicts
    what fitting on the columns does, whatever else is in the batch.

    Parameters
    ----------
    learner : estimator
    X : array-like or DataFrame of shape (n_samples, n_columns)
        Two thirds of the rows are trained on.
    y : ndarray of shape (n_samples,)
        Class codes 0, 1, … or numbers.
    n_seeds : int, default=3
        Number of random splits.

    Raises
    ------
    AssertionError
        With what does not hold.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> check_learner(GaussianNB(), *load_iris(return_X_y=True))
    """
    metric = "accuracy" if np.asarray(y).dtype.kind in "iu" else "mean_squared_error"
    for seed in range(n_seeds):
        rows = np.random.default_rng(seed).permutation(len(y))
        part = len(y) // 3
        folds = [(rows[part:], rows[:part]), (rows[:-part], rows[-part:])]
        fitter = Fitter(Problem(learner, X, y, cv=folds, metric=metric, seed=seed))
        _check_repeats(fitter)
        if isinstance(learner, SharesFits):
            _check_scorer(fitter, seed)
    if isinstance(learner, HasCost):
        costs = [learner.cost(100, n) for n in (1, 10, 100)]
        _require(0 < costs[0] <= costs[1] <= costs[2], f"cost must grow, got {costs}")


def check_store(reopen: Callable[[], Store]) -> None:
    """Check a store against invariant I6.

    It returns what was put, keeps the longest prefix, and keeps problems apart.

    Parameters
    ----------
    reopen : callable
        Returns the store, opened anew, with what was put into it before.

    Raises
    ------
    AssertionError
        With what does not hold.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from wrapsel import SqliteStore
    >>> with TemporaryDirectory() as folder:
    ...     check_store(lambda: SqliteStore(f"{folder}/store.db"))
    """
    subsets = [Subset(bits, 3) for bits in range(8)]
    long = Prefix(np.arange(4.0).reshape(4, 1), np.ones(4))
    short = Prefix(long.errors[:2], long.cost[:2])
    reopen().put("a", subsets[:4], [short, long, short, long])
    reopen().put("a", subsets[:3], [long, short, short])
    known = reopen().get("a", subsets)
    sizes = [None if prefix is None else len(prefix.cost) for prefix in known]
    _require(sizes[:3] == [4, 4, 2], f"the longest prefix must stay, got {sizes}")
    _require(sizes[3:] == [4, None, None, None, None], "nothing else may be there")
    _require(
        known[0] is not None and np.array_equal(known[0].errors, long.errors),
        "what was put must come back",
    )
    _require(reopen().get("b", subsets[:1]) == [None], "problems must not mix")
    reopen().put_importances("a", subsets[3], np.array([0.5, 0.25]))
    got = reopen().get_importances("a", subsets[3])
    _require(got is not None and got.tolist() == [0.5, 0.25], "importances must stay")
    _require(reopen().get_importances("b", subsets[3]) is None, "nor importances mix")


def _check_look_ahead(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    plain = _run(strategy, n_variables, seed)
    for width in (2, 64):
        wide = _run(strategy, n_variables, seed, width=width)
        _require(_facts(wide) == _facts(plain), "looking ahead must change nothing")
    _require(bool(plain.path), "a strategy must keep something")
    complete = all(kept.complete for kept in plain.path)
    _require(complete, "a strategy must keep complete evaluations only")


def _check_budget(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    whole = _run(strategy, n_variables, seed)
    for evaluations in (1, 3, 10):
        budget = Budget(evaluations=evaluations)
        results = [_run(strategy, n_variables, seed, w, budget) for w in (1, 64)]
        _require(_facts(results[0]) == _facts(results[1]), "nor where a budget ends it")
        part = results[0].path
        _require(part == whole.path[: len(part)], "a budget must only cut the path")


def _check_replay(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    evaluator = RandomErrors(seed=seed)
    stored = Stored(evaluator)
    budget = Budget(evaluations=4)
    _run(strategy, n_variables, seed, budget=budget, stored=stored)
    resumed = _run(strategy, n_variables, seed, stored=stored)
    fresh = _run(strategy, n_variables, seed)
    _require(_facts(resumed) == _facts(fresh), "a resumed run must end alike")
    n_measured = evaluator.n_measured
    _run(strategy, n_variables, seed, stored=stored)
    _require(evaluator.n_measured == n_measured, "nothing may be measured twice")


def _check_space(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    part = Subset.full(n_variables) - Subset.of([1], n_variables)
    result = _run(strategy, n_variables, seed, variables=part)
    _require(result.subset <= part, "a strategy must stay in its space")


def _check_close(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    evaluator = RandomErrors(seed=seed)
    for n_replies in range(8):
        search = strategy.search(_space(Subset.full(n_variables)), _rng(seed))
        reply: Any = None
        for _ in range(n_replies):
            try:
                reply = _reply(evaluator, search.send(reply))
            except StopIteration:
                break
        search.close()  # raises if the strategy goes on


def _check_repeats(fitter: Fitter) -> None:
    full = Subset.full(fitter.problem.n_variables)
    first, again = fitter.errors(full, 0)[0], fitter.errors(full, 0)[0]
    _require(np.array_equal(first, again), "the same fit must give the same error")


def _check_scorer(fitter: Fitter, seed: int) -> None:
    problem = fitter.problem
    scorer = fitter.learner(0).subset_scorer(problem.X, problem.y, problem.folds)
    masks = _rng(seed).random((20, problem.n_variables)) < 0.5
    masks[:, 0] |= ~masks.any(axis=1)
    ends = np.cumsum([len(test) for _, test in problem.folds])
    both = np.split(scorer.predict(masks, range(len(ends))), ends[:-1], axis=1)
    for fold, batch in enumerate(both):
        one = range(fold, fold + 1)
        alone = [scorer.predict(mask[None], one)[0] for mask in masks[::-1]][::-1]
        _require(np.array_equal(batch, alone), "a batch must not change its members")
        for mask, row in zip(masks, batch, strict=True):
            _check_as_fitted(fitter, fold, np.flatnonzero(mask), row)


def _check_as_fitted(fitter: Fitter, fold: int, columns: Any, row: Any) -> None:
    problem = fitter.problem
    train, test = problem.folds[fold]
    X = take_columns(problem.X, columns)
    fitted = fitter.learner(fold).fit(take_rows(X, train), problem.y[train])
    plain = np.asarray(fitted.predict(take_rows(X, test)))
    _require(np.array_equal(row, plain), "a scorer must predict as a fit does")


def _run(
    strategy: SearchStrategy,
    n_variables: int,
    seed: int,
    width: int = 1,
    budget: Budget | None = None,
    variables: Subset | None = None,
    stored: Stored | None = None,
) -> SearchResult:
    full = variables or Subset.full(n_variables)
    stored = stored or Stored(RandomErrors(seed=seed))
    run = Run(Waves(stored, width), stored, budget or Budget(), full)
    reference = Evaluation(full, 0.0, 0)
    search = strategy.search(_space(full), _rng(seed))
    names = tuple(range(n_variables))
    request = run.begin(search)
    return run.search(
        search, request, lambda p, s, by: SearchResult(p, reference, s, by, names)
    )


def _facts(result: SearchResult) -> tuple[Any, ...]:
    spent = result.spending
    counts = (spent.evaluations, spent.proposals, spent.fits, spent.cost)
    return (result.path, result.stopped_by, counts)


def _reply(evaluator: RandomErrors, request: Any) -> Any:
    if isinstance(request, Evaluate):
        verdicts = Waves(Stored(evaluator)).verdicts(request)
        return [verdict for verdict, _ in verdicts]
    return evaluator.importances(request.subset) if isinstance(request, Rank) else None


def _space(variables: Subset) -> SearchSpace:
    return SearchSpace(variables, cost=float)


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)
