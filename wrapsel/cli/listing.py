"""What there is, by name."""

from __future__ import annotations

import inspect
import re

_SAID = {
    "accuracy": "share of right predictions",
    "error_rate": "share of wrong predictions",
    "mean_absolute_error": "mean of the absolute deviations",
    "mean_squared_error": "mean of the squared deviations",
}


def listing(kind: str) -> str:
    """Return the names of one kind of things, with one line on each.

    Parameters
    ----------
    kind : {"learners", "searches", "rankers", "metrics", "datasets"}

    Examples
    --------
    >>> print(listing("datasets").splitlines()[-1])
    openml:NAME            any data set of openml.org, by its name or number
    """
    listers = {
        "learners": _learners,
        "searches": _searches,
        "rankers": _rankers,
        "metrics": _metrics,
        "datasets": _datasets,
    }
    lines = listers[kind]()
    width = max(map(len, lines)) + 2
    return "\n".join(
        name.ljust(width) + _without_citation(line) for name, line in lines.items()
    )


def _learners() -> dict[str, str]:
    from wrapsel.learner import list_learners

    dotted = "any other class with fit and predict, by its dotted path"
    return {**list_learners(), "package.module.Class": dotted}


def _searches() -> dict[str, str]:
    from wrapsel.cli.searches import STRATEGIES

    docs = {name: inspect.getdoc(cls) or "" for name, cls in STRATEGIES.items()}
    return {name: doc.partition("\n")[0] for name, doc in docs.items()}


def _rankers() -> dict[str, str]:
    import wrapsel.filters
    from wrapsel.cli.rankers import RANKERS

    classes = {name: getattr(wrapsel.filters, cls) for name, cls in RANKERS.items()}
    docs = {name: inspect.getdoc(cls) or "" for name, cls in classes.items()}
    return {name: doc.partition("\n")[0] for name, doc in docs.items()}


def _metrics() -> dict[str, str]:
    from wrapsel.evaluation import metric, metric_names
    from wrapsel.evaluation.metrics.formula import error_formula

    return {
        name: f"{_SAID.get(name, 'scikit-learn scorer')}; "
        f"the error is {error_formula(metric(name))}"
        for name in metric_names()
    }


def _datasets() -> dict[str, str]:
    from wrapsel.datasets import list_datasets

    openml = "any data set of openml.org, by its name or number"
    return {**list_datasets(), "openml:NAME": openml}


def _without_citation(line: str) -> str:
    return re.sub(r" \[\d+\]_", "", line)
