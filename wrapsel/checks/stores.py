"""The invariants of stores."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wrapsel.checks.require import require
from wrapsel.evaluation import Prefix, Store
from wrapsel.subset import Subset


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
    require(sizes[:3] == [4, 4, 2], f"the longest prefix must stay, got {sizes}")
    require(sizes[3:] == [4, None, None, None, None], "nothing else may be there")
    require(
        known[0] is not None and np.array_equal(known[0].errors, long.errors),
        "what was put must come back",
    )
    require(reopen().get("b", subsets[:1]) == [None], "problems must not mix")
    reopen().put_importances("a", subsets[3], np.array([0.5, 0.25]))
    got = reopen().get_importances("a", subsets[3])
    require(got is not None and got.tolist() == [0.5, 0.25], "importances must stay")
    require(reopen().get_importances("b", subsets[3]) is None, "nor importances mix")
    other = reopen().get_importances("a", subsets[3], "permutation")
    require(other is None, "nor those that are made differently")
