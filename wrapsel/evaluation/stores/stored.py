"""Measures only what is not known yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import StoreError
from wrapsel.evaluation.evaluator import Block, Evaluator, Portion
from wrapsel.evaluation.stores.checked import checked_importances, checked_prefixes
from wrapsel.evaluation.stores.fold_counts import FoldCounts
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset, keys_of

FIRST = 256  # subsets that there is room for before more is made
MOST = 2**16  # subsets remembered in memory; the store holds all


@dataclass(frozen=True, slots=True)
class Prefix:
    """What is known of one subset: the results of its first folds.

    Parameters
    ----------
    errors : ndarray of shape (n_known_folds, n_variants)
    cost : ndarray of shape (n_known_folds,)
    seconds : float, default=0.0
        What measuring took since the store was last told; a store need not return it.
    """

    errors: FloatArray
    cost: FloatArray
    seconds: float = 0.0


class Store(Protocol):
    """Keeps measurements, never decisions."""

    def get(self, problem_id: str, subsets: Sequence[Subset], /) -> list[Prefix | None]:
        """Return what is known of each subset."""

    def put(
        self, problem_id: str, subsets: Sequence[Subset], prefixes: Sequence[Prefix], /
    ) -> None:
        """Keep the longer prefixes, all or none of them."""

    def get_importances(
        self, problem_id: str, subset: Subset, by: RankBy = "learner", /
    ) -> FloatArray | None:
        """Return the importances of a subset, if known."""

    def put_importances(
        self,
        problem_id: str,
        subset: Subset,
        importances: FloatArray,
        by: RankBy = "learner",
        /,
    ) -> None:
        """Keep the importances of a subset."""


class Stored:
    """An evaluator that remembers, in memory and in a store.

    Parameters
    ----------
    evaluator : Evaluator
    store : Store, optional
        Without one, what is known is forgotten with this object.
    problem_id : str, default=""
        Under which the store keeps it.
    chunk_seconds : float, default=1.0
        Results reach the store about this often, so that no more can be lost.
    ask : callable, optional
        Called as often; may raise to end a long request.

    Attributes
    ----------
    found : FoldCounts
        How many folds the store knew of a subset, by its key, when first asked; what
        is paid may be forgotten.
    found_importances : set of (Subset, str)
        Of which subsets, and how made, the store knew the importances.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        store: Store | None = None,
        problem_id: str = "",
        chunk_seconds: float = 1.0,
        ask: Callable[[], None] = lambda: None,
    ) -> None:
        self._evaluator = evaluator
        self._store = store
        self._problem_id = problem_id
        self._chunk_seconds = chunk_seconds
        self._ask = ask
        self.weights = evaluator.weights
        # Of a subset on a fold; so far unknown, so that one subset is measured first.
        self._pair_seconds = chunk_seconds / len(self.weights)
        self.n_variants = evaluator.n_variants
        self._rows: dict[int | bytes, int] = {}  # by the keys, which hash fast
        self.found = FoldCounts()
        self.found_importances: set[tuple[Subset, RankBy]] = set()
        self._importances: dict[tuple[Subset, RankBy], FloatArray] = {}
        n_folds = len(self.weights)
        self._errors = np.zeros((FIRST, n_folds, self.n_variants))
        self._cost = np.zeros((FIRST, n_folds))
        self._known = np.zeros(FIRST, dtype=np.intp)  # folds, from the first one on

    @property
    def portion(self) -> Portion:
        """How much is best measured at once."""
        return self._evaluator.portion

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Return the results of each subset on each fold, known or measured now."""
        if (fresh := self._measure_fresh(subsets, folds)) is not None:
            return fresh
        seconds = 0.0
        rows = self._find(subsets)
        while (missing := self._missing(rows, folds)) is not None:
            seconds += self._extend(subsets, rows, *missing)
        part = slice(folds.start, folds.stop)
        return Block(
            self._errors[rows, part],
            self.weights[part],
            self._cost[rows, part],
            seconds,
        )

    def _measure_fresh(self, subsets: Sequence[Subset], folds: range) -> Block | None:
        """Measure what is not known at all in one piece, or return None.

        It is the same as the general way, in less time.
        """
        if len(self._rows) > MOST:
            self._forget()
        start, n_new = len(self._rows), len(subsets)
        if folds.start or self._store is not None:
            return None
        rows = dict(zip(keys_of(subsets), count(start), strict=False))
        if len(rows) < n_new or not self._rows.keys().isdisjoint(rows):
            return None
        if n_new * len(folds) * self._pair_seconds > self._chunk_seconds:
            return None
        self._ask()
        block = self._evaluator.measure(subsets, folds)
        self._pair_seconds = max(block.seconds / n_new / len(folds), 1e-9)
        if start + n_new > len(self._known):
            self._allocate(2 * (start + n_new))
        self._rows.update(rows)
        new = slice(start, start + n_new)
        self._errors[new, : folds.stop] = block.errors
        self._cost[new, : folds.stop] = block.cost
        self._known[new] = folds.stop
        return block

    def _forget(self) -> None:
        """Forget the older half, so that memory does not grow without end."""
        rows, kept = len(self._rows), list(self._rows)[len(self._rows) // 2 :]
        for array in (self._errors, self._cost, self._known):
            array[: len(kept)] = array[rows - len(kept) : rows].copy()
            array[len(kept) :] = 0
        self._rows = dict(zip(kept, count(), strict=False))

    def importances(self, subset: Subset, by: RankBy = "learner", /) -> FloatArray:
        """Return the importances of a subset, known or computed now."""
        if (subset, by) not in self._importances:
            self._importances[subset, by] = self._load_importances(subset, by)
        return self._importances[subset, by]

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return self._evaluator.rank_costs(n_variables, by)

    def _missing(
        self, rows: NDArray[np.intp], folds: range
    ) -> tuple[NDArray[np.intp], range] | None:
        """Return the places of the first rows that lack the same folds."""
        known = self._known[rows]
        least = int(known.min())
        if least >= folds.stop:
            return None
        places = np.flatnonzero(known == least)
        if (np.diff(rows[places]) <= 0).any():  # perhaps some are repeated
            _, first = np.unique(rows[places], return_index=True)
            places = places[np.sort(first)]
        return places, range(least, folds.stop)

    def _extend(
        self,
        subsets: Sequence[Subset],
        rows: NDArray[np.intp],
        places: NDArray[np.intp],
        folds: range,
    ) -> float:
        self._ask()
        portion = self.portion
        n_pairs = max(self._chunk_seconds / self._pair_seconds, portion.call - 1)
        if n_pairs < 1:  # what is known of a fold must not wait for the others
            folds = folds[: portion.pairs]
        places = places[: max(1, int(n_pairs / len(folds)))]
        block = self._evaluator.measure([subsets[i] for i in places], folds)
        self._pair_seconds = max(block.seconds / len(places) / len(folds), 1e-9)
        rows = rows[places]
        self._errors[rows, folds.start : folds.stop] = block.errors
        self._cost[rows, folds.start : folds.stop] = block.cost
        self._known[rows] = folds.stop
        if self._store is not None:
            stop, each = folds.stop, block.seconds / len(rows)
            prefixes = [
                Prefix(self._errors[r, :stop], self._cost[r, :stop], each) for r in rows
            ]
            self._store.put(self._problem_id, [subsets[i] for i in places], prefixes)
        return block.seconds

    def _find(self, subsets: Sequence[Subset]) -> NDArray[np.intp]:
        rows, keys = self._rows, keys_of(subsets)
        found = list(map(rows.get, keys))
        if None in found:
            pairs = zip(keys, subsets, found, strict=True)
            self._add({key: subset for key, subset, row in pairs if row is None})
            found = [rows[key] for key in keys]
        return np.array(found, dtype=np.intp)

    def _add(self, new: dict[int | bytes, Subset]) -> None:
        start, subsets = len(self._rows), list(new.values())
        if start + len(new) > len(self._known):
            self._allocate(2 * (start + len(new)))
        self._rows.update(zip(new, count(start), strict=False))
        if self._store is None:
            return
        known = self._store.get(self._problem_id, subsets)
        if len(known) != (n := len(subsets)):
            raise StoreError(f"a store must give {n} answers, got {len(known)}")
        told = {s: p for s, p in zip(subsets, known, strict=True) if p is not None}
        for some, errors, cost in checked_prefixes(told, *self._errors.shape[1:]):
            keys, n_folds = keys_of(some), int(cost.shape[1])
            rows = [self._rows[key] for key in keys]
            self._errors[rows, :n_folds] = errors
            self._cost[rows, :n_folds] = cost
            self._known[rows] = n_folds
            self.found.set(dict.fromkeys(keys, n_folds))

    def _allocate(self, capacity: int) -> None:
        self._errors = _grown(self._errors, capacity)
        self._cost = _grown(self._cost, capacity)
        self._known = _grown(self._known, capacity)

    def _load_importances(self, subset: Subset, by: RankBy) -> FloatArray:
        if self._store is None:
            return self._evaluator.importances(subset, by)
        known = self._store.get_importances(self._problem_id, subset, by)
        if known is not None:
            self.found_importances.add((subset, by))
            return checked_importances(subset, known)
        made = self._evaluator.importances(subset, by)
        self._store.put_importances(self._problem_id, subset, made, by)
        return made


def _grown(array: NDArray[Any], capacity: int) -> NDArray[Any]:
    grown = np.zeros((capacity, *array.shape[1:]), dtype=array.dtype)
    grown[: len(array)] = array
    return grown
