"""Parameters of a learner that follow the number of its columns."""

from __future__ import annotations

from typing import Any

from wrapsel.errors import shortened
from wrapsel.evaluation.clones import cloned


def check_adapt(learner: Any, adapt: Any, n_columns: int) -> None:
    """Raise unless a function gives parameters of a learner for one column and all.

    Raises
    ------
    TypeError
        If it is no function, gives no dict, or the learner has no parameters.
    ValueError
        If the learner has no such parameter.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> check_adapt(DecisionTreeClassifier(), lambda n: {"max_feature": n}, 4)
    Traceback (most recent call last):
    ValueError: adapt must give parameters of the learner, got {'max_feature': 1}
    """
    if adapt is None:
        return
    if not callable(adapt):
        raise TypeError(f"adapt must be a function of a size, got {shortened(adapt)}")
    if not hasattr(learner, "set_params"):
        raise TypeError(
            f"adapt needs a learner with set_params, got {shortened(learner)}"
        )
    for n in (1, n_columns):
        params = adapt(n)
        if not isinstance(params, dict):
            raise TypeError(f"adapt must return a dict, got {shortened(params)}")
        try:
            cloned(learner).set_params(**params)
        except (TypeError, ValueError):
            raise ValueError(
                f"adapt must give parameters of the learner, got {shortened(params)}"
            ) from None
