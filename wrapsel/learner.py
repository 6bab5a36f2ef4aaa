"""What a learner is, what it may be able to do, and how learners are found by name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import LearnerError, unknown

Array = Any  # ndarray, DataFrame or sparse matrix: whatever the learner takes
Rows = NDArray[np.intp]


@runtime_checkable
class Learner(Protocol):
    """Any scikit-learn estimator, or anything that fits and predicts.

    A store knows it by the path of its class, or by what the class says itself as its
    ``fingerprint_name``, for classes that have moved.
    """

    def fit(self, X: Array, y: Array, /) -> Any:
        """Train on X of shape (n_samples, n_variables)."""

    def predict(self, X: Array, /) -> Array:
        """Predict targets of shape (n_samples,)."""


@runtime_checkable
class HasCost(Protocol):
    """A learner that knows what training costs, in a unit of its own."""

    def cost(self, n_samples: int, n_variables: int, /) -> float:
        """Return the cost of one training."""


@runtime_checkable
class HasImportances(Protocol):
    """A learner that, once fitted, ranks its variables."""

    def importances(self) -> NDArray[np.float64]:
        """Return the importances of shape (n_variables,); higher is better."""


@runtime_checkable
class SubsetScorer(Protocol):
    """Predicts the test rows of folds with many subsets.

    For metrics that need them, it may also have ``predict_proba(masks, folds)`` of
    shape (n_subsets, n_test, n_classes), and ``decision_function(masks, folds)`` of
    that shape, or (n_subsets, n_test) of two classes. Of a learner with `variants`, it
    may have ``predict_variants(masks, folds)`` of shape (n_variants, n_subsets,
    n_test); without, there is a scorer for each variant.

    Of many variables, ``predict_subsets(subsets, folds)``, if it has that, is asked in
    place of `predict` with subsets that were made from others, their `origin`: what
    changes from there (`Subset.changes`) costs no pass over all variables.

    Of numbers, ``squared_errors(masks, folds)``, if it has that, is asked for the sums
    of squared errors, of shape (n_subsets, n_folds), where they are the metric: they
    may take less than predictions, and be rounded. Such a scorer, or one of a plug-in
    that predicts labels and has ``takes_many``, true, is asked for thousands of subsets
    at once if they differ in one variable from the same.

    If it has a true ``takes_threads``, several threads may ask it at once: its methods
    change nothing, and let others run while they compute.
    """

    def predict(self, masks: NDArray[np.bool_], folds: range, /) -> Array:
        """Predict of shape (n_subsets, n_test) from masks (n_subsets, n_columns).

        The test rows are those of the folds, one fold after the other. A mask may be
        empty; what is predicted then is not used.
        """


@runtime_checkable
class SharesFits(Protocol):
    """A learner that shares work between subsets, and between folds."""

    def subset_scorer(
        self, X: Array, y: Array, folds: Sequence[tuple[Rows, Rows]], /
    ) -> SubsetScorer:
        """Prepare for these rows, once.

        Each fold is (training rows, test rows). Class labels come as codes 0, 1, …
        On fold f, predictions must be those of a fit with ``random_state + f``.
        """


# Called with a seeded learner and what `SharesFits.subset_scorer` takes. None says that
# these parameters or data have to be fitted in the ordinary way.
ScorerFactory = Callable[
    [Any, Array, Array, Sequence[tuple[Rows, Rows]]], SubsetScorer | None
]

OURS = "learners"  # the package that is installed beside this one
GROUP = "wrapsel.learners"
SCORERS = "wrapsel.scorers"


def list_learners() -> dict[str, str]:
    """Return each learner's name and one line on it; a broken one says why.

    Examples
    --------
    >>> "naive-bayes" in list_learners()
    True
    """
    return {point.name: _summary(point) for point in _points().values()}


def load_learner(name: str, **params: Any) -> Any:
    """Make a learner by its entry-point name or the dotted path of its class.

    Parameters
    ----------
    name : str
        As in `list_learners`, or like ``sklearn.neighbors.KNeighborsClassifier``.
    **params
        Parameters of the learner.

    Raises
    ------
    LearnerError
        If there is no such learner, or it cannot be imported.
    ValueError
        If a parameter is not one of the learner's.

    Examples
    --------
    >>> load_learner("sklearn.neighbors.KNeighborsClassifier", n_neighbors=3)
    KNeighborsClassifier(n_neighbors=3)
    """
    points = _points()
    if name in points:
        cls = _load(points[name])
    elif "." in name:
        cls = _import(name)
    else:
        raise LearnerError(unknown("learner", name, points))
    _check_parameters(name, cls, params)
    return cls(**params)


def scorer_factories(learner: Any) -> dict[str, ScorerFactory]:
    """Return what can give a learner of exactly this class a fast path, by class path.

    Plug-ins declare them as entry points of the group "wrapsel.scorers", whose name is
    the path by which users import the class, like ``sklearn.naive_bayes.GaussianNB``.

    Raises
    ------
    LearnerError
        If a factory cannot be imported.

    Examples
    --------
    >>> scorer_factories(object())
    {}
    """
    cls = type(learner)
    points = [p for p in _scorer_points() if _leads_to(p.name, cls)]
    return {point.name: _load(point, "scorer of") for point in points}


@cache  # looked up for each of the many problems of a nested estimate
def _scorer_points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=SCORERS))


def _leads_to(path: str, cls: type) -> bool:
    """Whether a class is found at a path, which may not be that of its module."""
    module, _, name = path.rpartition(".")
    if not module or name != cls.__name__:
        return False
    try:
        return getattr(import_module(module), name) is cls
    except (AttributeError, ImportError):
        return False


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(point: EntryPoint, kind: str = "learner") -> Any:
    try:
        with _ours_first(point.module.partition(".")[0]):
            return point.load()
    except Exception as cause:
        raise LearnerError(f"{kind} {point.name!r} is broken: {_say(cause)}") from cause


@contextmanager
def _ours_first(package: str) -> Iterator[None]:
    """Import our learners from beside this package, whatever a script has beside it.

    Raises
    ------
    ImportError
        If another package of that name has been imported.
    """
    root = Path(__file__).parents[1]
    if package != OURS or not (root / package).is_dir():
        yield
        return
    known = sys.modules.get(package)
    place = getattr(known, "__file__", None) or ""
    if known is not None and not Path(place).is_relative_to(root):
        raise ImportError(f"another package {package!r} hides it, {place or known}")
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))


def _import(path: str) -> Any:
    module, _, name = path.rpartition(".")
    try:
        found = getattr(import_module(module), name)
    except Exception as cause:
        raise LearnerError(f"cannot import learner {path!r}: {_say(cause)}") from cause
    if not (isinstance(found, type) and hasattr(found, "fit")):
        raise LearnerError(f"{path!r} must be a class with fit and predict")
    return found


def _check_parameters(name: str, cls: Any, params: dict[str, Any]) -> None:
    known = inspect.signature(cls).parameters
    if any(p.kind is p.VAR_KEYWORD for p in known.values()):
        return
    for param in params:
        if param not in known:
            raise ValueError(unknown(f"parameter of {name}", param, known))


def _summary(point: EntryPoint) -> str:
    try:
        cls = _load(point)
    except LearnerError as error:
        return f"broken: {error.__cause__!r}"
    return (inspect.getdoc(cls) or "").partition("\n")[0]


def _say(cause: Exception) -> str:
    return f"{type(cause).__name__}: {cause}"
