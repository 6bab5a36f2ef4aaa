"""What a learner must be before it is cloned."""

from __future__ import annotations

from typing import Any

from wrapsel.errors import shortened


def check_learner(learner: Any, y: Any, is_without_y: bool) -> None:
    """Raise TypeError unless it is an instance that fits, and predicts if there is y.

    Examples
    --------
    >>> check_learner([[1, 2]], object(), is_without_y=False)
    Traceback (most recent call last):
    TypeError: learner must have fit, got [[1, 2]]
    """
    for ability in ("fit",) if is_without_y else ("fit", "predict"):
        if not callable(getattr(learner, ability, None)):
            said = f"learner must have {ability}, got {shortened(learner)}"
            swapped = "; it comes first: Problem(learner, X, y)"
            raise TypeError(said + swapped * hasattr(y, ability))
    if isinstance(learner, type):
        raise TypeError(f"learner must be an instance, got class {learner}")
