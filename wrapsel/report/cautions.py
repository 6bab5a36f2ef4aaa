"""What a reader should be warned of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wrapsel.engine import SearchResult
from wrapsel.engine.telling.answer import listed
from wrapsel.engine.telling.told import NOT_REPEATABLE

FEW_ROWS, STABLE = 100, 0.75  # Nogueira et al. call 0.75 and more excellent


def cautions(
    result: SearchResult,
    n_samples: int | None = None,
    copies: Mapping[Any, tuple[Any, ...]] | None = None,
) -> list[str]:
    """Return a sentence for each reason to be careful.

    Parameters
    ----------
    result : SearchResult
    n_samples : int, optional
        Rows, if known.
    copies : mapping of name to names, optional
        For chosen variables, others with the same values.
    """
    said = [*_of_errors(result), *_of_rows(result, n_samples), *_of_choice(result)]
    for name, others in (copies or {}).items():
        said.append(
            f"{name} has the same values as {listed(others)}: "
            "that it was chosen and not the other is chance."
        )
    return said


def _of_errors(result: SearchResult) -> list[str]:
    said = []
    if not result.beats_constant:
        said.append(
            "The honest error is not below that of the best constant prediction by a "
            "standard error: the variables are not shown to be of use."
        )
    if result.is_lucky:
        said.append(
            "The cross-validated error is lucky: it is more than two standard errors "
            "below the honest one. Quote the honest one."
        )
    if result.repeatable is False:
        said.append(f"{NOT_REPEATABLE}. The same call may give another answer.")
    if result.versus_all == "worse":
        said.append("The selected variables predict worse than all of them.")
    if result.stopped_by == "budget":
        said.append("The budget ended the search: with more, it may find better.")
    if result.stopped_by == "interrupt":
        said.append("The search was interrupted: this is the best until then.")
    return said


def _of_rows(result: SearchResult, n_samples: int | None) -> list[str]:
    if n_samples is None:
        return []
    every, said = len(result.names), []
    if n_samples < FEW_ROWS:
        said.append(f"There are only {n_samples} rows: every error here is uncertain.")
    if every >= n_samples:
        said.append(
            f"There are no fewer variables ({every}) than rows ({n_samples}): some "
            "look relevant by chance."
        )
    return said


def _of_choice(result: SearchResult) -> list[str]:
    stability = None if result.honest is None else result.honest.stability
    if stability is None or stability.estimate >= STABLE:
        return []
    return [
        f"The choice is not stable: repeated on parts of the rows, the search chose "
        f"other variables (stability {stability.estimate:.2f} of 1). Others may be as "
        "good."
    ]
