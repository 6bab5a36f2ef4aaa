"""The metrics that are given by name."""

from __future__ import annotations

from wrapsel.evaluation import metric
from wrapsel.evaluation.given.scoring import several


def scoring_of(text: str | None) -> str | list[str] | None:
    """Return the metrics of a list with commas; a single one as its name.

    Raises
    ------
    ValueError
        If there is no such metric, or one comes twice.

    Examples
    --------
    >>> scoring_of("accuracy,f1_macro"), scoring_of("r2"), scoring_of(None)
    (['accuracy', 'f1_macro'], 'r2', None)
    """
    if text is None:
        return None
    names = [name for name in text.split(",") if name]
    if len(names) > 1:
        several(names)
        return names
    metric(text)
    return text
