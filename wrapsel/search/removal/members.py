"""The variables of a subset that shrinks, by their places."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from wrapsel.subset import Subset

_WIDTH = 512  # of a block
_MANY = 64  # places, from which on all members are laid out


class Members:
    """The variables of a subset in ascending order, some of which are removed.

    It does what ``subset.indices()[places]`` does, without a pass over all variables:
    they lie in blocks, of which one changes at a time.

    Parameters
    ----------
    subset : Subset

    Examples
    --------
    >>> members = Members(Subset.of([2, 5, 7], 9))
    >>> members.remove(np.array([5]))
    >>> members.at(1), members.at_all(np.array([1, 0]))
    (7, (7, 2))
    """

    def __init__(self, subset: Subset) -> None:
        self._fill(subset.indices())

    def at(self, place: int) -> int:
        """Return the member that so many are below."""
        block = int(self._ends.searchsorted(place, "right"))
        return self._blocks[block][place - int(self._ends[block])]

    def at_all(self, places: NDArray[np.intp]) -> NDArray[np.intp] | tuple[int, ...]:
        """Return the members at some places."""
        if len(places) < _MANY:
            return tuple([self.at(place) for place in places.tolist()])
        return self._all()[places]

    def remove(self, variables: NDArray[np.intp]) -> None:
        """Remove members."""
        if len(variables) >= _MANY:
            self._fill(np.setdiff1d(self._all(), variables, assume_unique=True))
            return
        for variable in variables.tolist():
            number = int(self._tops.searchsorted(variable))
            block = self._blocks[number]
            block.pop(bisect_left(block, variable))
            self._ends[number:] -= 1

    def _fill(self, variables: NDArray[np.intp]) -> None:
        starts = range(0, len(variables), _WIDTH)
        parts = [variables[start : start + _WIDTH] for start in starts]
        self._blocks = [array("q", part.astype(np.int64).tobytes()) for part in parts]
        self._tops = np.array([part[-1] for part in parts], dtype=np.intp)
        self._ends = np.cumsum([len(part) for part in parts], dtype=np.intp)

    def _all(self) -> NDArray[np.intp]:
        parts = [np.frombuffer(block, np.int64) for block in self._blocks if block]
        return np.concatenate(parts).astype(np.intp) if parts else np.empty(0, np.intp)
