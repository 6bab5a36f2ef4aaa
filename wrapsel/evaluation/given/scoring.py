"""One metric or several: what `scoring` names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray

from wrapsel.errors import shortened
from wrapsel.evaluation.given.table_and_targets import TableAndTargets
from wrapsel.evaluation.metrics.metric import Metric, metric
from wrapsel.evaluation.metrics.suits import check_metric, finding
from wrapsel.evaluation.targets import check_numbers, check_without

_TAKEN = ("size", "price")  # of a frontier, which goes by one of these or by a metric


def several(scoring: Any) -> dict[str, Any]:
    """Return what each of several metrics is, by name; nothing of a single one.

    Parameters
    ----------
    scoring : str, callable, Metric, or a list, tuple or dict of these

    Raises
    ------
    ValueError
        If there is none, no first one, no such metric, or two of the same name.

    Examples
    --------
    >>> several(["accuracy", "f1_macro"])
    {'accuracy': 'accuracy', 'f1_macro': 'f1_macro'}
    >>> several({"mse": "mean_squared_error"}), several("accuracy")
    ({'mse': 'mean_squared_error'}, {})
    """
    if isinstance(scoring, set | frozenset):
        raise ValueError(
            "scoring must have a first metric, which leads the search: a list or a "
            f"dict of them, got {shortened(scoring)}"
        )
    if not isinstance(scoring, list | tuple | Mapping):
        return {}
    if not scoring:
        raise ValueError(f"scoring must have at least one metric, got {scoring!r}")
    if isinstance(scoring, Mapping):
        return {_key(key): _known(key, one) for key, one in scoring.items()}
    named: dict[str, Any] = {}
    for place, one in enumerate(scoring):
        name = metric(_known(place, one)).name
        if name in named:
            raise ValueError(
                f"scoring must not have a metric twice, got {name!r} again as entry "
                f"{place}; a dict gives metrics names of your own"
            )
        named[_key(name)] = one
    return named


@contextmanager
def blamed(entry: Any) -> Iterator[None]:
    """Let an error say which of several metrics it is about."""
    try:
        yield
    except (TypeError, ValueError) as cause:
        kind = TypeError if isinstance(cause, TypeError) else ValueError
        raise kind(f"scoring[{entry!r}]: {cause}") from cause


def criterion_of(scoring: Any, classes: NDArray[Any] | None) -> Metric:
    """Return the metric of a single `scoring`; None is the accuracy.

    Parameters
    ----------
    scoring : str, callable, Metric or None
    classes : ndarray of shape (n_classes,) or None
        The labels, if each row has one.

    Examples
    --------
    >>> criterion_of("r2", None).best
    1.0
    """
    found = metric("accuracy" if scoring is None else scoring)
    is_named = isinstance(scoring, str) and found.scorer is not None
    return finding(found, classes) if is_named and classes is not None else found


def checked(scoring: Any, given: TableAndTargets, weighs: bool) -> Any:
    """Return a single `scoring`, or the usual one; refuse what the targets do not suit.

    Parameters
    ----------
    scoring : str, callable, Metric or None
    given : TableAndTargets
    weighs : bool
        Whether rows weigh differently in the errors.
    """
    labels, many = given.is_classification, given.y.ndim == 2
    if given.is_without_y:
        check_without(given.learner, scoring)
    elif not labels:
        check_numbers(given.y, given.learner)
    if scoring is None:
        scoring = "accuracy" if labels else "mean_squared_error"
    classes = given.classes if labels else None
    check_metric(
        criterion_of(scoring, None if many else classes), classes, weighs, many
    )
    return scoring


def _key(key: Any) -> str:
    if not isinstance(key, str) or not key or key in _TAKEN:
        raise ValueError(
            f"scoring must have text other than {' and '.join(_TAKEN)} as names of "
            f"metrics, got {shortened(key)}"
        )
    return key


def _known(entry: Any, one: Any) -> Any:
    with blamed(entry):
        metric(one)
    return one
