"""Copies of a learner, and which of its parameters are seeds."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from wrapsel.learner import SharesFits


def cloned(learner: Any) -> Any:
    """Return an unfitted copy."""
    from sklearn.base import clone

    return clone(learner) if hasattr(learner, "get_params") else copy.deepcopy(learner)


def open_seeds(learner: Any, seed: int) -> dict[str, int]:
    """Return the parameters that are seeds, and the seed to which a fold is added.

    Those that the user set stay, but for a learner that shares fits: it adds the fold.
    """
    if not (hasattr(learner, "get_params") and hasattr(learner, "set_params")):
        return {}
    seeds = {}
    for name, value in sorted(learner.get_params(deep=True).items()):
        if name.rpartition("__")[2] != "random_state":
            continue
        if not isinstance(value, int | np.integer):
            seeds[name] = seed
        elif isinstance(learner, SharesFits):
            seeds[name] = int(value)
    return seeds
