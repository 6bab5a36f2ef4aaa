"""Metrics as errors to be minimised: per-sample losses and scikit-learn scorers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import shortened
from wrapsel.evaluation.metrics.vectorised import Vectorised, vectorised
from wrapsel.plugins import METRICS, find, points
from wrapsel.protocol import FloatArray

Loss = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]


def _stored_as(loss: Loss) -> Loss:
    """Let stores know a loss by its place from before it moved."""
    name = f"wrapsel.evaluation.metrics.{loss.__name__}"
    setattr(loss, "fingerprint_name", name)  # noqa: B010  # checkers refuse the other
    return loss


@_stored_as
def zero_one(y: NDArray[Any], predicted: NDArray[Any]) -> NDArray[Any]:
    """Return 1 where the prediction is wrong; of several labels, one of them."""
    wrong = np.asarray(y != predicted)
    return np.asarray(wrong.any(axis=1)) if y.ndim == 2 else wrong


@_stored_as
def absolute(y: NDArray[Any], predicted: NDArray[Any]) -> NDArray[Any]:
    """Return the absolute deviations, in the unit of y."""
    return _mean(y, np.abs(y - predicted))


@_stored_as
def squared(y: NDArray[Any], predicted: NDArray[Any]) -> NDArray[Any]:
    """Return the squared deviations, in the unit of y squared."""
    return _mean(y, np.square(y - predicted))


def _mean(y: NDArray[Any], losses: NDArray[Any]) -> NDArray[Any]:
    """Return losses; the mean over the targets, where each row has several."""
    return np.asarray(losses.mean(axis=1) if y.ndim == 2 else losses)


@dataclass(frozen=True)
class Metric:
    """How wrong predictions are, at least 0 and to be minimised.

    Parameters
    ----------
    name : str
        As the user wrote it.
    best : float or None, default=1.0
        The score of a perfect learner; an error is ``best - score``. None: unknown;
        then errors may be negative, and no subset can be rejected before its last fold.
    scorer : callable, optional
        ``scorer(estimator, X, y)``, larger is better.
    loss : callable, optional
        ``loss(y, predicted)``, the loss of each sample, in place of a scorer.
    constant : {"most_frequent", "prior", "mean", "median"}, default="prior"
        The best prediction that needs no variable.
    vectorised : Vectorised, optional
        The same errors for many subsets at once; the scorer is asked where it has none.

    Examples
    --------
    >>> metric("accuracy").loss(np.array([1, 0, 1]), np.array([1, 1, 1])).sum()
    np.int64(1)
    >>> metric("roc_auc").best, metric("neg_log_loss").best
    (1.0, 0.0)
    """

    name: str
    best: float | None = 1.0
    scorer: Callable[..., Any] | None = None
    loss: Loss | None = None
    constant: str = "prior"
    sign: int = field(default=-1, repr=False)  # of the user's score per unit of error
    vectorised: Vectorised | None = field(default=None, repr=False)

    def score(self, error: float) -> float:
        """Return an error as the score of the metric's own name and direction."""
        return (self.best or 0.0) + self.sign * error

    def gap(
        self, estimator: Any, X: Any, y: Any, weights: FloatArray | None = None
    ) -> float:
        """Return the error ``best - score`` of a fitted estimator."""
        assert self.scorer is not None
        weighing = {} if weights is None else {"sample_weight": weights}
        error = (self.best or 0.0) - float(self.scorer(estimator, X, y, **weighing))
        # A perfect score may miss its optimum by rounding.
        return 0.0 if -1e-9 < error < 0 and self.best is not None else error

    def __post_init__(self) -> None:
        for given in (self.scorer, self.loss):
            if given is not None and not callable(given):
                raise TypeError(
                    f"metric {self.name!r} must have a function as scorer or loss, "
                    f"got {shortened(given)}"
                )

    @property
    def of_labels(self) -> bool:
        """Whether it compares labels for equality."""
        return self.loss is zero_one


_LOSSES = {
    "accuracy": Metric("accuracy", 1.0, None, zero_one, "most_frequent"),
    "error_rate": Metric("error_rate", 0.0, None, zero_one, "most_frequent", 1),
    "mean_absolute_error": Metric(
        "mean_absolute_error", 0.0, None, absolute, "median", 1
    ),
    "mean_squared_error": Metric("mean_squared_error", 0.0, None, squared, "mean", 1),
    "neg_mean_absolute_error": Metric(
        "neg_mean_absolute_error", 0.0, None, absolute, "median"
    ),
    "neg_mean_squared_error": Metric(
        "neg_mean_squared_error", 0.0, None, squared, "mean"
    ),
}
_UNBOUNDED = {"mutual_info_score", "positive_likelihood_ratio"}
_UP_TO_ONE = {"fbeta_score", "cohen_kappa_score", "d2_pinball_score", "ndcg_score"}
_OF_SCORER = ("_score_func", "_sign", "_kwargs", "_response_method")


def metric(spec: str | Callable[..., Any] | Metric) -> Metric:
    """Find a metric by name, or make one of a scorer.

    Parameters
    ----------
    spec : str, callable or Metric
        A name of `metric_names`, a scorer ``scorer(estimator, X, y)``, a Metric, or the
        dotted path of one of these. Of a scorer made of a function that scikit-learn
        names, the best value is known.

    Raises
    ------
    ValueError
        If no metric has this name.

    Examples
    --------
    >>> metric("mean_absolute_error").score(0.25)
    0.25
    """
    if isinstance(spec, Metric):
        return spec
    if isinstance(spec, str):
        return _LOSSES.get(spec) or _named(spec)
    if not callable(spec):
        one = ": one at a time" if isinstance(spec, list | tuple | set | dict) else ""
        raise ValueError(
            f"scoring must be a name, a scorer or a Metric{one}, got {shortened(spec)}"
        )
    name = getattr(spec, "__name__", None) or str(spec)
    return _made(spec) or Metric(name, best=_optimum(spec), scorer=spec)


def metric_names() -> list[str]:
    """Return the names of all metrics, sorted."""
    from sklearn.metrics import get_scorer_names

    return sorted({*_LOSSES, *get_scorer_names(), *points(METRICS)})


def _named(name: str) -> Metric:
    from sklearn.metrics import get_scorer, get_scorer_names

    if name not in get_scorer_names():
        ours = {known: known for known in [*_LOSSES, *get_scorer_names()]}
        return replace(metric(find("metric", name, ours, METRICS)), name=name)
    constant = "median" if "absolute" in name else "prior"
    best = None if name in _UNBOUNDED else 0.0 if name.startswith("neg_") else 1.0
    return Metric(
        name, best, get_scorer(name), None, constant, vectorised=vectorised(name)
    )


def _made(scorer: Any) -> Metric | None:
    """Return the metric of a scorer made of a function that scikit-learn names."""
    from sklearn.metrics import get_scorer, get_scorer_names

    named = {name: get_scorer(name) for name in get_scorer_names()}
    alike = [n for n, own in named.items() if _same(scorer, own, *_OF_SCORER[:2])]
    if not alike:
        return None
    known = [name for name in alike if _same(scorer, named[name], *_OF_SCORER)]
    found = _named([*known, *alike][0])
    return replace(
        found,
        name=scorer._score_func.__name__,
        scorer=scorer,
        sign=1 if found.best == 0 else -1,  # the name is that of a loss
        vectorised=found.vectorised if known else None,
    )


def _optimum(scorer: Any) -> float | None:
    """Return the best value of a scorer made of a function of scikit-learn's, if known.

    Examples
    --------
    >>> from sklearn.metrics import fbeta_score, hamming_loss, make_scorer
    >>> _optimum(make_scorer(fbeta_score, beta=2))
    1.0
    >>> _optimum(make_scorer(hamming_loss, greater_is_better=False))
    0.0
    """
    scored = getattr(scorer, "_score_func", None)
    if not str(getattr(scored, "__module__", "")).startswith("sklearn.metrics."):
        return None
    name, is_gain = str(getattr(scored, "__name__", "")), scorer._sign > 0
    if is_gain and name in _UP_TO_ONE:
        return 1.0
    is_loss = name.endswith(("_loss", "_error", "_deviance"))
    return 0.0 if is_loss and not is_gain else None


def _same(one: Any, other: Any, *attributes: str) -> bool:
    return all(getattr(one, a, None) == getattr(other, a) for a in attributes)


def check_error(error: float, metric: Metric) -> str | None:
    """Say what is wrong with an error, or None."""
    if math.isnan(error):
        return f"metric {metric.name!r} is not a number (NaN)"
    if math.isinf(error):
        return f"metric {metric.name!r} is not finite"
    if error < 0 and metric.best is not None:
        return f"metric {metric.name!r} is above its best value {metric.best}"
    return None


def total(losses: NDArray[Any], weights: FloatArray | None = None) -> float:
    """Return the sum of the losses of one fold, of shape (n_test,), by weight."""
    if weights is None:
        return float(losses.sum(dtype=np.float64))
    return float(losses @ weights)


def totals(losses: NDArray[Any], starts: Sequence[int]) -> FloatArray:
    """Return the sums of losses (n_subsets, n_test), (n_subsets, n_folds).

    The test rows of each fold begin at its start; there are some in each.

    Examples
    --------
    >>> totals(np.array([[True, True, False, True]]), starts=[0, 3]).tolist()
    [[2.0, 1.0]]
    """
    dtype: Any = np.float64
    if losses.dtype == np.bool_:  # small integers are faster
        dtype = np.int16 if losses.shape[1] < 2**15 else np.int32
    sums = np.add.reduceat(losses, starts, axis=1, dtype=dtype)
    return np.asarray(sums, dtype=np.float64)
