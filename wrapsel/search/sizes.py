"""The sizes that a search may end with."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from wrapsel.protocol import Evaluation, Keep, Request, SearchSpace, precedence


@dataclass(frozen=True, slots=True)
class Sizes:
    """The fewest and the most variables asked for.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> larger, smaller = (Evaluation(Subset.full(n), 0.5, 5) for n in (4, 3))
    >>> sizes = Sizes(2, 3)
    >>> min([larger, smaller], key=sizes.order) is smaller
    True
    """

    low: int
    high: int

    def order(self, verdict: Evaluation) -> tuple[int, float, int, bytes]:
        """Sort by the distance from these sizes, then by `precedence`."""
        size = len(verdict.subset)
        return max(self.low - size, size - self.high, 0), *precedence(verdict)

    def better(
        self, new: Evaluation, kept: Evaluation
    ) -> Generator[Request, None, Evaluation]:
        """Keep the new one if it comes before the incumbent; return the incumbent."""
        if self.order(new) >= self.order(kept):
            return kept
        yield Keep(new)
        return new


def sizes_asked(
    space: SearchSpace,
    n_features_to_select: int | None,
    min_features: int | None,
    max_features: int | None,
    fewest: int = 0,
) -> Sizes:
    """Return the sizes that the parameters allow in this space, less the required.

    `fewest` is the least without `min_features`, where there are so many to begin with.

    Raises
    ------
    ValueError
        If there are not so many variables, or more are required.
    """
    n_variables, n_required = len(space.variables), space.n_required
    if n_features_to_select is not None:
        n_free = n_to_choose(space, n_features_to_select)
        return Sizes(n_free, n_free)
    if min_features is None:
        first = space.variables if space.start is None else space.start
        low = min(max(fewest - n_required, 0), len(first))
    else:
        low = n_to_choose(space, max(min_features, n_required), "min_features")
    if max_features is None:
        return Sizes(low, n_variables)
    most = min(max_features, n_variables + n_required)
    return Sizes(low, n_to_choose(space, most, "max_features"))


def n_to_choose(
    space: SearchSpace, size: int, name: str = "n_features_to_select"
) -> int:
    """Return how many of a size are to be chosen: it counts the required ones, too.

    Raises
    ------
    ValueError
        If there are not so many variables, or more are required.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> n_to_choose(SearchSpace(Subset.full(4), float, n_required=2), 3)
    1
    """
    n_required = space.n_required
    n_variables = len(space.variables) + n_required
    if size > n_variables:
        raise ValueError(
            f"{name} must be at most the {n_variables} variables, got {size}"
        )
    if size < n_required:
        raise ValueError(
            f"{name} must be at least the {n_required} required variables, got {size}"
        )
    return size - n_required


def check_sizes(
    n_features_to_select: int | None, min_features: int | None, max_features: int | None
) -> None:
    """Refuse sizes that are too small, or contradict each other."""
    named = [
        ("n_features_to_select", 1, n_features_to_select),
        ("min_features", 0, min_features),
    ]
    for name, least, value in [*named, ("max_features", 1, max_features)]:
        if value is not None and value < least:
            raise ValueError(f"{name} must be at least {least}, got {value}")
    ranged = {"min_features": min_features, "max_features": max_features}
    for name, value in ranged.items():
        if n_features_to_select is not None and value is not None:
            fixed = "when n_features_to_select fixes the size"
            raise ValueError(f"{name} must be None {fixed}, got {value}")
    if min_features is None or max_features is None:
        return
    if max_features < min_features:
        raise ValueError(
            f"max_features must be at least min_features = {min_features}, "
            f"got {max_features}"
        )
