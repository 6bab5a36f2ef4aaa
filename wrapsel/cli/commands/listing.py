"""What there is, by name, and the parameters of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from wrapsel.errors import cut, unknown
from wrapsel.plugins import METRICS, RANKERS, READERS, STRATEGIES, find, points

_SAID = {
    "accuracy": "share of right predictions",
    "error_rate": "share of wrong predictions",
    "mean_absolute_error": "mean of the absolute deviations",
    "mean_squared_error": "mean of the squared deviations",
}
_SECTION = re.compile(r"^Parameters\n-+\n(.*?)(?=^\w[^\n]*\n-+$|\Z)", re.S | re.M)
_ENTRY = re.compile(r"^([\w*][\w*, ]*?)(?: ?: ?([^\n]*))?\n((?:[ ]+[^\n]*\n)*)", re.M)


def listing(kind: str) -> str:
    """Return the names of one kind of things, with one line on each.

    Parameters
    ----------
    kind : {"learners", "searches", "rankers", "metrics", "datasets", "readers"}

    Examples
    --------
    >>> print(listing("datasets").splitlines()[-1])
    openml:NAME            any data set of openml.org, by its name or number
    """
    lines = _LISTERS[kind]()
    width = max(map(len, lines)) + 2
    return "\n".join(
        name.ljust(width) + _without_citation(line) for name, line in lines.items()
    )


def description(name: str) -> str:
    """Return a line on what has a name, and one on each of its parameters.

    Their types and defaults, and what the docstring says first, are those of the class.

    Raises
    ------
    ValueError
        If nothing has this name, or its dotted path leads nowhere.

    Examples
    --------
    >>> print(description("iris"))
    iris, a data set: 150 rows, 4 variables, 3 classes: flowers of three species
    """
    from wrapsel.datasets.by_ending import reader_name

    name = reader_name(name)
    parts = []
    for kind, list_all in _LISTERS.items():
        lines = list_all()
        if name in lines and not name.endswith(("Class", "function", "NAME")):
            thing = _made_by(kind, name)
            parts.append(_described(_ONE[kind], name, lines[name], thing))
    if not parts and "." in name.lstrip("."):
        thing = find("class", name, {}, STRATEGIES)
        return _described("", name, _summary(thing), thing)
    if not parts:
        every = [n for list_all in _LISTERS.values() for n in list_all()]
        raise ValueError(
            unknown("learner, search, ranker, metric, data or reader", name, every)
        )
    return "\n\n".join(parts)


def _described(kind: str, name: str, line: str, thing: Any) -> str:
    head = f"{name}{f', a {kind}' if kind else ''}: {_without_citation(line)}"
    return "\n".join([head, *(_parameters(thing) if callable(thing) else [])])


def _parameters(thing: Any) -> Iterator[str]:
    """Yield "name : type, default=value" of each parameter, and what it is."""
    said = _said_of_parameters(inspect.getdoc(thing) or "")
    for name, known in inspect.signature(thing).parameters.items():
        kind, text = said.get(name, ("", ""))
        kind = kind or _annotation(known.annotation)
        has_default = known.default is not known.empty
        if has_default and "default" not in kind and "optional" not in kind:
            kind += f"{', ' if kind else ''}default={cut(repr(known.default), 40)}"
        yield f"  {name} : {kind}" if kind else f"  {name}"
        if text:
            yield f"      {text}"


def _said_of_parameters(doc: str) -> dict[str, tuple[str, str]]:
    """Return the type, and the first sentence, of each parameter of a docstring."""
    found = _SECTION.search(doc)
    said: dict[str, tuple[str, str]] = {}
    for names, kind, text in _ENTRY.findall(found.group(1) + "\n" if found else ""):
        words = _without_citation(" ".join(text.split()))
        first = re.split(r"(?<=\.)\s", words, maxsplit=1)[0]
        entry = " ".join(kind.split()), first
        said |= {name.strip(" *"): entry for name in names.split(",")}
    return said


def _annotation(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    is_text = isinstance(annotation, str)
    return annotation if is_text else getattr(annotation, "__name__", str(annotation))


def _learners() -> dict[str, str]:
    from wrapsel.learner import list_learners

    dotted = "any other class with fit and predict, by its dotted path"
    return {**list_learners(), "package.module.Class": dotted}


def _searches() -> dict[str, str]:
    from wrapsel.cli.searches import STRATEGIES as OURS

    return _with_added("search", OURS, STRATEGIES, "class with a method search")


def _rankers() -> dict[str, str]:
    import wrapsel.filters
    from wrapsel.cli.rankers import RANKERS as OURS

    classes = {name: getattr(wrapsel.filters, cls) for name, cls in OURS.items()}
    return _with_added("ranker", classes, RANKERS, "class of rankers")


def _with_added(
    kind: str, ours: dict[str, Any], group: str, what: str
) -> dict[str, str]:
    """Return lines on our own, on what others add, and on what has but a path."""
    lines = {name: _summary(thing) for name, thing in ours.items()}
    for name in points(group):
        try:
            lines.setdefault(name, _summary(find(kind, name, {}, group)))
        except ValueError as error:
            lines[name] = f"broken: {error}"
    return {**lines, "package.module.Class": f"any other {what}, by its dotted path"}


def _summary(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def _metrics() -> dict[str, str]:
    from wrapsel.evaluation import metric, metric_names
    from wrapsel.evaluation.metrics.formula import error_formula

    added = points(METRICS)
    lines = {
        name: f"{_SAID.get(name, 'scikit-learn scorer')}; "
        f"the error is {error_formula(metric(name))}"
        for name in metric_names()
        if name not in added
    }
    lines |= {name: f"of {point.module}" for name, point in added.items()}
    dotted = "any other scorer(estimator, X, y) or Metric, by its dotted path"
    return {**lines, "package.module.function": dotted}


def _datasets() -> dict[str, str]:
    from wrapsel.datasets import list_datasets

    openml = "any data set of openml.org, by its name or number"
    return {**list_datasets(), "openml:NAME": openml}


def _readers() -> dict[str, str]:
    from wrapsel.datasets import list_readers

    dotted = "any other function of a path that returns a DataFrame, by its dotted path"
    return {**list_readers(), "package.module.function": dotted}


def _without_citation(line: str) -> str:
    return re.sub(r" \[\d+\]_", "", line)


def _made_by(kind: str, name: str) -> Any:
    """Return the class or function of what has parameters; else nothing."""
    if kind == "learners":
        from wrapsel.learner import GROUP

        return find("learner", name, {}, GROUP)
    if kind == "searches":
        from wrapsel.cli.searches import STRATEGIES as OURS

        return find("search", name, OURS, STRATEGIES)
    if kind == "rankers":
        from wrapsel.cli.rankers import ranker_class

        return ranker_class(name)
    if kind == "readers" and name in points(READERS):
        return find("reader", name, {}, READERS)
    return None


_LISTERS: dict[str, Callable[[], dict[str, str]]] = {
    "learners": _learners,
    "searches": _searches,
    "rankers": _rankers,
    "metrics": _metrics,
    "datasets": _datasets,
    "readers": _readers,
}
_ONE = {
    "learners": "learner",
    "searches": "search",
    "rankers": "ranker",
    "metrics": "metric",
    "datasets": "data set",
    "readers": "reader",
}
