"""The sizes that a search may end with."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from wrapsel.protocol import Evaluation, Keep, Request, SearchSpace


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

    def order(self, verdict: Evaluation) -> tuple[int, float, int]:
        """Sort by the distance from these sizes, the error, and the size."""
        size = len(verdict.subset)
        return max(self.low - size, size - self.high, 0), verdict.error, size

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
    n_features: int | None,
    min_features: int | None,
    max_features: int | None,
    fewest: int = 0,
) -> Sizes:
    """Return the sizes that the parameters allow in this space.

    `fewest` is the least without `min_features`, where there are so many to begin with.

    Raises
    ------
    ValueError
        If there are not so many variables.
    """
    n_variables = len(space.variables)
    check_size(n_features, n_variables)
    check_size(min_features, n_variables, "min_features")
    if n_features is not None:
        return Sizes(n_features, n_features)
    if min_features is None:
        first = space.variables if space.start is None else space.start
        min_features = min(fewest, len(first))
    high = n_variables if max_features is None else min(max_features, n_variables)
    return Sizes(min_features, high)


def check_size(size: int | None, n_variables: int, name: str = "n_features") -> None:
    """Refuse a size larger than the number of variables."""
    if size is not None and size > n_variables:
        raise ValueError(
            f"{name} must be at most the {n_variables} variables, got {size}"
        )


def check_sizes(
    n_features: int | None, min_features: int | None, max_features: int | None
) -> None:
    """Refuse sizes that are too small, or contradict each other."""
    named = [("n_features", 1, n_features), ("min_features", 0, min_features)]
    for name, least, value in [*named, ("max_features", 1, max_features)]:
        if value is not None and value < least:
            raise ValueError(f"{name} must be at least {least}, got {value}")
    ranged = {"min_features": min_features, "max_features": max_features}
    for name, value in ranged.items():
        if n_features is not None and value is not None:
            raise ValueError(
                f"{name} must be None when n_features fixes the size, got {value}"
            )
    if min_features is None or max_features is None:
        return
    if max_features < min_features:
        raise ValueError(
            f"max_features must be at least min_features = {min_features}, "
            f"got {max_features}"
        )
