"""The global random generators, seeded for a while."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from typing import Any

import numpy as np

_SEEDED = {"sklearn", "learners", "wrapsel"}  # packages that take a random_state


def may_draw(learner: Any) -> bool:
    """Whether a learner, or one in it, may draw from the global generators.

    Those of scikit-learn and ours do not, once their ``random_state`` is set.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> may_draw(GaussianNB()), may_draw(object())
    (False, True)
    """
    params = learner.get_params() if hasattr(learner, "get_params") else {}
    parts = [learner, *(part for part in params.values() if hasattr(part, "fit"))]
    return any(type(p).__module__.partition(".")[0] not in _SEEDED for p in parts)


@contextmanager
def seeded(*key: int) -> Iterator[None]:
    """Seed the global generators of NumPy, Python and torch; restore them after.

    Other threads wait, as they would draw from the same.

    Torch's, of all its devices, if torch was imported. So code that draws from them
    draws the same for the same key, whatever came before and in whichever process, and
    code outside does not notice.

    Parameters
    ----------
    *key : int
        At least 0, of any size.

    Examples
    --------
    >>> with seeded(0, 3):
    ...     first = np.random.rand()
    >>> with seeded(0, 3):
    ...     first == np.random.rand()
    True
    """
    with _alone():
        yield from _seeded(key)


def _seeded(key: tuple[int, ...]) -> Iterator[None]:
    state, python_state = np.random.get_state(), random.getstate()  # noqa: NPY002
    words = np.random.SeedSequence(key).generate_state(4)
    np.random.seed(words)  # noqa: NPY002  # it is the global one that is meant
    random.seed(words.tobytes())
    try:
        with _torch_seeded(int(words[0])):
            yield
    finally:
        np.random.set_state(state)  # noqa: NPY002
        random.setstate(python_state)


@lru_cache(maxsize=1)
def _alone() -> RLock:
    return RLock()


if hasattr(os, "register_at_fork"):  # a child has none of the threads that hold it
    os.register_at_fork(after_in_child=_alone.cache_clear)


@contextmanager
def _torch_seeded(seed: int) -> Iterator[None]:
    torch: Any = sys.modules.get("torch")
    if not hasattr(torch, "random"):  # not imported, or not wholly
        yield
        return
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        yield
