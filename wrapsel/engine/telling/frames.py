"""The path of a search, and its variables, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from wrapsel.engine.budget import Spending
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.limits.measured import front
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset

if TYPE_CHECKING:
    import pandas as pd

    from wrapsel.engine.limits.prices import Prices


def path_frame(
    path: Sequence[Evaluation],
    spent: Sequence[Spending],
    names: Sequence[Any],
    honest: HonestError | None,
) -> pd.DataFrame:
    """Return a row for each incumbent; see `SearchResult.to_frame`."""
    import pandas as pd

    before = [Subset.full(len(names)), *(kept.subset for kept in path)]
    steps = list(zip(before, path, strict=False))  # nothing comes after the last
    frame = pd.DataFrame(
        {
            "size": [len(kept.subset) for kept in path],
            "error": np.array([kept.error for kept in path]),
            "honest_error": np.nan,
            "honest_standard_error": np.nan,
            "added": [_named(kept.subset - old, names) for old, kept in steps],
            "removed": [_named(old - kept.subset, names) for old, kept in steps],
        }
    )
    if honest is not None and len(frame):
        told = [honest.error, honest.standard_error]
        frame.loc[len(frame) - 1, ["honest_error", "honest_standard_error"]] = told
    for column in ("evaluations", "cost", "seconds"):
        values = [getattr(each, column) for each in spent] or [np.nan] * len(path)
        frame[column] = np.array(values)
    return frame.rename_axis("step")


def frontier_frame(
    verdicts: Iterable[Evaluation],
    names: Sequence[Any],
    prices: Prices | None,
    by: str,
    others: Sequence[str] = (),
) -> pd.DataFrame:
    """Return a row for each verdict that none beats; see `SearchResult.frontier`.

    `others` are the names that it could be by, too.
    """
    import pandas as pd

    if by not in ("size", "price"):
        allowed = " or ".join(map(repr, ("size", "price", *others)))
        raise ValueError(f"by must be {allowed}, got {by!r}")
    if by == "price" and prices is None:
        raise ValueError("by='price' needs a search with prices")
    if by == "price" and prices is not None:
        best = front(verdicts, lambda v: prices.of(v.subset))
    else:
        best = front(verdicts, lambda v: len(v.subset))
    frame = pd.DataFrame({"size": [len(v.subset) for v in best]})
    if prices is not None:
        frame["price"] = [prices.of(v.subset) for v in best]
    frame["error"] = [v.error for v in best]
    frame["selected"] = [_named(v.subset, names) for v in best]
    return frame


def variables_frame(
    path: Sequence[Evaluation],
    chosen: Subset,
    names: Sequence[Any],
    honest: HonestError | None,
) -> pd.DataFrame:
    """Return a row for each variable; see `SearchResult.variables`."""
    import pandas as pd

    masks = np.array([kept.subset.mask() for kept in path]).reshape(-1, len(names))
    last = np.array([_last(column) for column in masks.T], dtype=np.intp)
    sizes, errors = masks.sum(axis=1), np.array([kept.error for kept in path])
    left = (last >= 0) & (last < len(path) - 1)
    frequency = honest.frequency if honest is not None and honest.n_outer else np.nan
    frame = pd.DataFrame(
        {
            "selected": chosen.mask(),
            "last_size": pd.array([pd.NA] * len(names), dtype="Int64"),
            "error_when_left": np.nan,
            "frequency": frequency,
        },
        index=pd.Index(list(names), name="variable", tupleize_cols=False),
    )
    rows = np.flatnonzero(last >= 0)
    frame.iloc[rows, 1] = sizes[last[rows]]
    frame.iloc[np.flatnonzero(left), 2] = errors[last[left] + 1]
    return frame


def _last(kept: Any) -> int:
    """Return the last place that is true, or -1."""
    return int(np.flatnonzero(kept).max(initial=-1))


def _named(subset: Subset, names: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(names[i] for i in subset)
