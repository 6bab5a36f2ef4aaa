"""A progress bar for searches."""

from __future__ import annotations

from typing import Any

from wrapsel.engine.events import (
    Compiling,
    Event,
    Finished,
    HonestFold,
    Judged,
    Kept,
    Observer,
    Started,
)


class ProgressBar:
    """An observer that shows variables left, error, evaluations and used budget.

    Parameters
    ----------
    **options
        Handed to tqdm.

    Examples
    --------
    >>> from wrapsel import Budget
    >>> bar = ProgressBar(disable=True)
    >>> bar(Started(n_variables=10, budget=Budget(evaluations=100)))
    """

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._bar: Any = None
        self._incumbent = ""

    def __call__(self, event: Event) -> None:
        """Show an event."""
        if isinstance(event, Started):
            self._incumbent = f"{event.n_variables} variables"
        elif isinstance(event, Compiling):
            self._show_compiling()
        elif isinstance(event, Judged):
            self._advance(event)
        elif isinstance(event, Kept):
            kept = event.evaluation
            self._incumbent = f"{len(kept.subset)} variables, error {kept.error:.4g}"
        elif isinstance(event, Finished) and self._bar is not None:
            self._bar.set_description_str(self._incumbent)
            self._bar.close()
        elif isinstance(event, HonestFold):
            self._show_fold(event)

    def _open(self, unit: str, total: int | None = None) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(unit=unit, total=total, **self._options)

    def _show_compiling(self) -> None:
        if self._bar is None:
            self._open(" evaluations")
        self._bar.set_description_str("compiling once for this machine")

    def _show_fold(self, event: HonestFold) -> None:
        if not event.done or self._bar is None:
            self._open(" folds", event.total)
            self._bar.set_description_str("honest error")
        self._bar.update(event.done - self._bar.n)
        if event.done == event.total:
            self._bar.close()

    def _advance(self, event: Judged) -> None:
        if self._bar is None:  # a search that fails at once shows no bar
            self._open(" evaluations")
        n_new = event.spending.evaluations - self._bar.n
        if not n_new:
            return
        self._bar.set_description_str(self._incumbent, refresh=False)
        if event.used:
            part = min(event.used, 1.0)
            self._bar.set_postfix_str(f"{part:.0%} of the budget", refresh=False)
        self._bar.update(n_new)


def shown(on_event: Observer | None) -> Observer:
    """Return a progress bar that hands what it sees to another observer, too."""
    bar = ProgressBar()
    if on_event is None:
        return bar

    def both(event: Event) -> None:
        bar(event)
        on_event(event)

    return both
