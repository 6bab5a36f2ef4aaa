"""Which variables a strategy may ask for."""

from __future__ import annotations

from collections.abc import Iterable

from wrapsel.errors import SearchError
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset


class Inside:
    """Checks that subsets are made of some variables.

    Of what was made from a subset that was checked, only what was added counts, so that
    a wide subset costs no more than its changes.

    Parameters
    ----------
    allowed : Subset

    Examples
    --------
    >>> Inside(Subset.of([0, 2], 4)).check(Subset.of([0, 3], 4))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    wrapsel.errors.SearchError: a strategy must ask for variables of its space only, ...
    """

    def __init__(self, allowed: Subset) -> None:
        self._allowed = allowed
        self._forbidden = ~allowed.bits
        self._are_all = len(allowed) == allowed.n_variables
        self._places = frozenset(allowed)
        self._checked: Subset | None = None

    def check_all(self, verdicts: Iterable[Evaluation]) -> None:
        """Raise a SearchError if one of some subsets judged holds another variable."""
        if not self._are_all:
            for verdict in verdicts:
                self.check(verdict.subset)

    def check(self, subset: Subset) -> None:
        """Raise a SearchError if a subset holds another variable."""
        origin = subset.origin
        if origin is None:
            self._checked = None
            if not subset.bits & self._forbidden:
                return
        elif origin is self._checked and self._comes_from(origin, subset):
            return
        if self._line_is_inside(subset):
            self._checked = subset.origin
        elif subset.bits & self._forbidden:  # else it left what it was made from
            raise SearchError(
                "a strategy must ask for variables of its space only, "
                f"got {list(subset - self._allowed)}"
            )

    def _line_is_inside(self, subset: Subset) -> bool:
        """Whether nothing else was added on the way from what is known to be inside."""
        line, first = [], subset
        while first.origin is not None and first is not self._checked:
            line.append(first)
            first = first.origin
        inside = first is self._checked or not first.bits & self._forbidden
        for made in line:
            origin = made.origin
            if origin is not None and len(made) > len(origin):
                inside = inside and self._may_add(made.changed)
        return inside

    def _comes_from(self, origin: Subset, subset: Subset) -> bool:
        return len(subset) < len(origin) or self._may_add(subset.changed)

    def _may_add(self, variables: Iterable[int]) -> bool:
        return self._places.issuperset(variables)
