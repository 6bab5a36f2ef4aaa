"""The page of a ranking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from wrapsel.filters.ranker import Ranking
from wrapsel.report.about import About
from wrapsel.report.template import render

SHOWN = 200


class Row(NamedTuple):
    """A variable; `part` is the length of its bar, from 0 to 1."""

    rank: int
    name: str
    score: float
    part: float
    is_redundant: bool


def ranking_html(
    ranking: Ranking,
    name: Callable[[int], Any],
    about: About | None = None,
    n_shown: int = SHOWN,
) -> str:
    """Return a ranking as one HTML page that needs nothing else.

    Parameters
    ----------
    ranking : Ranking
    name : callable
        Gives the name of a variable by its index.
    about : About, optional
        Where it comes from, and how to repeat it.
    n_shown : int, default=200
        The first so many variables.

    Raises
    ------
    ImportError
        If jinja2 is missing.

    Examples
    --------
    >>> page = ranking_html(Ranking.by_scores([0.1, 0.7]), ["a", "<b>"].__getitem__)
    >>> "2 variables are ranked; the first is &lt;b&gt;." in page
    True
    """
    rows = _rows(ranking, name, n_shown)
    n, n_redundant = len(ranking.order), len(ranking.redundant)
    answer = f"{n:,} variables are ranked; the first is {name(ranking.order[0])}."
    if n_redundant:
        answer += f" {n_redundant:,} of them are redundant beside better ones."
    about = about or About("Ranking")
    return render(
        "ranking.html",
        about=about,
        answer=answer,
        cautions=[],
        facts=about.facts,
        rows=rows,
        n_left_out=n - len(rows),
        has_redundant=n_redundant > 0,
    )


def _rows(ranking: Ranking, name: Callable[[int], Any], n: int) -> list[Row]:
    order = ranking.order[:n].tolist()
    scores = np.asarray(ranking.scores, dtype=float)[order]
    finite = scores[np.isfinite(scores)]
    low, high = (finite.min(), finite.max()) if len(finite) else (0.0, 0.0)
    # Bars begin at 0, or at the lowest score where that is below.
    low = min(float(low), 0.0)
    parts = np.clip((scores - low) / ((float(high) - low) or 1.0), 0.0, 1.0)
    redundant = set(ranking.redundant.tolist())
    return [
        Row(rank, str(name(i)), float(score), float(part), i in redundant)
        for rank, (i, score, part) in enumerate(
            zip(order, scores, np.nan_to_num(parts), strict=True), 1
        )
    ]
