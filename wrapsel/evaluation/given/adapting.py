"""Parameters of a learner that follow the number of its columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from wrapsel.errors import shortened
from wrapsel.evaluation.clones import cloned

Adapt: TypeAlias = (
    Callable[[int], dict[str, Any]] | Mapping[str, str | float]
)  # as a user gives it
# As scikit-learn rounds "sqrt" and "log2"; a number is that part of the columns.
_RULES: dict[str, Callable[[int], float]] = {"sqrt": math.sqrt, "log2": math.log2}


def adapted(adapt: Adapt, n_columns: int) -> dict[str, Any]:
    """Return the parameters for so many columns.

    Examples
    --------
    >>> adapted({"max_features": "sqrt", "n_neighbors": 0.5}, 10)
    {'max_features': 3, 'n_neighbors': 5}
    >>> adapted(lambda n: {"max_depth": 2 * n}, 10)
    {'max_depth': 20}
    """
    if callable(adapt):
        return adapt(n_columns)
    return {name: _by_rule(rule, n_columns) for name, rule in adapt.items()}


def _by_rule(rule: str | float, n_columns: int) -> int:
    part = _RULES[rule](n_columns) if isinstance(rule, str) else rule * n_columns
    return max(1, int(part))


def check_adapt(learner: Any, adapt: Any, n_columns: int) -> None:
    """Raise unless there are parameters of a learner for one column and for all.

    Raises
    ------
    TypeError
        If it is neither a function nor a dict of rules, gives no dict, or the learner
        has no parameters.
    ValueError
        If there is no such rule, or the learner has no such parameter.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> check_adapt(DecisionTreeClassifier(), lambda n: {"max_feature": n}, 4)
    Traceback (most recent call last):
    ValueError: adapt must give parameters of the learner, got {'max_feature': 1}
    """
    if adapt is None:
        return
    _check_rules(adapt)
    if not hasattr(learner, "set_params"):
        raise TypeError(
            f"adapt needs a learner with set_params, got {shortened(learner)}"
        )
    for n in (1, n_columns):
        params = adapted(adapt, n)
        if not isinstance(params, dict):
            raise TypeError(f"adapt must return a dict, got {shortened(params)}")
        try:
            cloned(learner).set_params(**params)
        except (TypeError, ValueError):
            raise ValueError(
                f"adapt must give parameters of the learner, got {shortened(params)}"
            ) from None


def _check_rules(adapt: Any) -> None:
    if callable(adapt):
        return
    if not isinstance(adapt, Mapping):
        raise TypeError(
            "adapt must be a function of a size or a dict of rules, "
            f"got {shortened(adapt)}"
        )
    for name, rule in adapt.items():
        is_part = isinstance(rule, int | float) and not isinstance(rule, bool)
        if not (rule in _RULES if isinstance(rule, str) else is_part and 0 < rule <= 1):
            raise ValueError(
                f"adapt: the rule of {name!r} must be 'sqrt', 'log2' or a part of the "
                f"columns in (0, 1], got {shortened(rule)}"
            )
