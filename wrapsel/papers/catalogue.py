"""The experiments by their names."""

from __future__ import annotations

from functools import cache

from wrapsel.errors import unknown
from wrapsel.papers.experiment import Experiment


def experiment(name: str) -> Experiment:
    """Return an experiment by its name.

    Raises
    ------
    ValueError
        If there is no such table or figure.

    Examples
    --------
    >>> experiment("rve-figure-1").plot
    'curves'
    """
    if name not in _experiments():
        raise ValueError(unknown("table or figure", name, _experiments()))
    return _experiments()[name]


def list_experiments() -> dict[str, str]:
    """Return each experiment's name and one line on it.

    Examples
    --------
    >>> "rve-table-7" in list_experiments()
    True
    """
    return {name: made.title for name, made in _experiments().items()}


@cache
def _experiments() -> dict[str, Experiment]:
    from wrapsel.papers.babd.progress import figure as progress
    from wrapsel.papers.babd.tables import table_2, table_3, table_4, table_5
    from wrapsel.papers.efr.curves import figure as efr_figure
    from wrapsel.papers.efr.tables import table as efr_table
    from wrapsel.papers.rve.estimates import ESTIMATE
    from wrapsel.papers.rve.expected_costs import FIGURE_1
    from wrapsel.papers.rve.overfitting import figure as overfitting
    from wrapsel.papers.rve.perceptrons import RVE_CURVES, RVERS_CURVES, TABLE_4
    from wrapsel.papers.rve.readings import READING
    from wrapsel.papers.rve.tables import table
    from wrapsel.papers.spe.anticorrelated import FIGURE_10, FIGURE_11
    from wrapsel.papers.spe.figures import figure
    from wrapsel.papers.spe.neighbours import FIGURE_1 as SPE_FIGURE_1

    return {
        "babd-figure-1a": progress("a", "error"),
        "babd-figure-1b": progress("b", "variables"),
        "babd-table-2": table_2(),
        "babd-table-3": table_3(),
        "babd-table-4": table_4(),
        "babd-table-5": table_5(),
        **{f"efr-figure-{number}": efr_figure(number) for number in (1, 2)},
        **{f"efr-table-{number}": efr_table(number) for number in (1, 2)},
        "rve-figure-1": FIGURE_1,
        "rve-figure-2": RVE_CURVES,
        "rve-figure-3": RVERS_CURVES,
        "rve-figure-4": overfitting(4, "Bayes"),
        "rve-figure-5": overfitting(5, "C4.5"),
        "rve-table-4": TABLE_4,
        **{f"rve-table-{n}": table(n) for n in (6, 7, 8, 9)},
        "rve-estimates": ESTIMATE,
        "rve-readings": READING,
        "spe-figure-1": SPE_FIGURE_1,
        **{f"spe-figure-{name}": figure(name) for name in "24689"},
        "spe-figure-10": FIGURE_10,
        "spe-figure-11": FIGURE_11,
    }
