"""The global random generators, seeded for a while."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
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


class _Generators:
    """What is known of the global generators; one thread at a time may use it."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.kept: frozenset[str] = frozenset()  # which ones somebody outside restores


@lru_cache(maxsize=1)
def _all() -> _Generators:
    return _Generators()


if hasattr(os, "register_at_fork"):  # a child has none of the threads that hold it
    os.register_at_fork(after_in_child=_all.cache_clear)


@contextmanager
def seeded(*key: int) -> Iterator[None]:
    """Seed the global generators of NumPy, Python and torch; restore them after.

    Other threads wait, as they would draw from the same.

    Torch's, of all its devices, if torch was imported. So code that draws from them
    draws the same for the same key, whatever came before and in whichever process, and
    code outside does not notice. Directly inside `preserved` it is that which restores.

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
    with _restored(keeping=False):
        words = np.random.SeedSequence(key).generate_state(4)
        np.random.seed(words)  # noqa: NPY002  # it is the global one that is meant
        random.seed(words.tobytes())
        if (torch := _torch()) is not None:
            _seed_of(torch)(int(words[0]))
        yield


@contextmanager
def preserved() -> Iterator[None]:
    """Restore the global generators at the end, once for all that is seeded inside.

    It takes longer to save and restore them than to seed them.

    Examples
    --------
    >>> before = np.random.get_state()[1].copy()
    >>> with preserved():
    ...     with seeded(7):
    ...         _ = np.random.rand()
    >>> bool((np.random.get_state()[1] == before).all())
    True
    """
    with _restored(keeping=True):
        yield


@contextmanager
def _restored(keeping: bool) -> Iterator[None]:
    """Restore what nobody outside does; if keeping, for what is seeded inside, too."""
    generators = _all()
    with generators.lock, ExitStack() as stack:
        kept = generators.kept
        there = {"python", "torch"} if _torch() is not None else {"python"}
        if "python" not in kept:
            stack.callback(np.random.set_state, np.random.get_state())  # noqa: NPY002
            stack.callback(random.setstate, random.getstate())
        if "torch" in there - kept:
            stack.enter_context(_torch().random.fork_rng())
        stack.callback(setattr, generators, "kept", kept)
        # What is seeded inside something seeded has to restore that.
        generators.kept = frozenset(there if keeping else ())
        yield


def _torch() -> Any:
    """Return torch if it was imported, and wholly."""
    torch: Any = sys.modules.get("torch")
    return torch if hasattr(torch, "random") else None


def _seed_of(torch: Any) -> Callable[[int], Any]:
    """Return what seeds torch; without accelerators, what does no more than needed."""
    accelerator = getattr(torch, "accelerator", None)
    if accelerator is None or accelerator.current_accelerator() is not None:
        seed: Callable[[int], Any] = torch.manual_seed
        return seed
    seed = torch.default_generator.manual_seed
    return seed
