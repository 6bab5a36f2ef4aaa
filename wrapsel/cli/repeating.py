"""The command, and the lines of Python, that repeat a search."""

from __future__ import annotations

import shlex
from dataclasses import fields
from typing import Any

from wrapsel.cli.options import Options

_FLAGS = {"learner_params": "set", "search_params": "set-search"}
_OUTPUT = (
    *("json", "report", "history", "quiet", "store"),
    *("n_jobs", "backend", "scheduler", "lookahead"),
)


def command(options: Options) -> str:
    """Return the command line of these options; what is by default is left out.

    Examples
    --------
    >>> command(Options("my data.csv", learner_params=[("k", 3)], cv=10, quiet=True))
    "wrapsel select 'my data.csv' --set k=3 --cv 10"
    """
    words = ["wrapsel", "select", options.source]
    for field in fields(options):
        value = getattr(options, field.name)
        if field.name in ("source", *_OUTPUT) or value == field.default:
            continue
        words.append("--" + _FLAGS.get(field.name, field.name.replace("_", "-")))
        if value is True:
            continue
        if field.name in _FLAGS:
            words += [f"{name}={setting}" for name, setting in value]
        else:
            words.append(str(value))
    return shlex.join(words)


def code(options: Options, metric: str | list[str], stratified: bool) -> str:
    """Return lines of Python that give the same result.

    Parameters
    ----------
    options : Options
        With the learner that was used.
    metric : str or list of str
        What was used, that which led first.
    stratified : bool
        Whether rows kept aside are of each class.

    Examples
    --------
    >>> print(code(Options("wine", cv=3, learner="c45"), "accuracy", True))
    from wrapsel import Problem, load_learner, select
    from wrapsel.datasets import load
    <BLANKLINE>
    data = load('wine')
    learner = load_learner('c45')
    problem = Problem(learner, data.X, data.y, cv=3, scoring='accuracy')
    result = select(problem)
    print(result)
    """
    imports = ["from wrapsel import Problem, load_learner, select"]
    imports += ["from wrapsel.datasets import load"]
    lines = [
        *_data(options, stratified),
        *_learner(options),
        *_problem(options, metric),
    ]
    lines += [*_search(options), "print(result)"]
    for name, module in _IMPORTED.items():
        if any(f"{name}(" in line for line in lines):
            imports.append(f"from {module} import {name}")
    return "\n".join([*imports, "", *lines])


_IMPORTED = {
    "Budget": "wrapsel",
    "make_search": "wrapsel.cli.searches",
    "preselection": "wrapsel.cli.rankers",
    "scaled": "wrapsel.cli.scaling",
    "keep_aside": "wrapsel.cli.holdout",
    "taken": "wrapsel.cli.rows",
    "variables_of": "wrapsel.cli.variables",
    "prices_of": "wrapsel.cli.variables",
    "needs_of": "wrapsel.cli.variables",
}


def _data(options: Options, stratified: bool) -> list[str]:
    flags = ("target", "split", "nominal", "test", "decimal", "max_bytes", "reader")
    values = {flag: getattr(options, flag) for flag in flags}
    given = {f: v for f, v in values.items() if v != getattr(Options, f)}
    lines = [f"data = {_call('load', options.source, **given)}"]
    if options.holdout is not None:
        seed = f"random_state={options.random_state}"
        aside = f"{options.holdout!r}, {seed}, stratify={stratified}"
        aside += "" if options.groups is None else f", groups={options.groups!r}"
        lines.append(f"data = keep_aside(data, {aside})")
    for name in _OF_ROWS:
        if (column := getattr(options, name)) is not None:
            lines.append(f"data, {name}, _ = taken(data, {column!r})")
    if options.scale is not None:
        lines.append(f"data = scaled(data, {options.scale!r})")
    return lines


def _learner(options: Options) -> list[str]:
    params = dict(options.learner_params)
    return [f"learner = {_call('load_learner', options.learner, **params)}"]


def _problem(options: Options, metric: str | list[str]) -> list[str]:
    given = {"cv": options.cv, "scoring": metric, "aggregate": options.aggregate}
    given["random_state"] = options.random_state
    default = {"cv": 5, "aggregate": "mean", "random_state": 0}
    differ = {k: v for k, v in given.items() if default.get(k) != v}
    differ |= {n: _Name(n) for n in _OF_ROWS if getattr(options, n) is not None}
    if options.variables is not None:
        differ |= {"variables": _Name(f"variables_of({options.variables!r}, data.X)")}
    differ |= {"weigh_errors": True} if options.weigh_errors else {}
    said = "".join(f", {name}={value!r}" for name, value in differ.items())
    return [f"problem = Problem(learner, data.X, data.y{said})"]


def _search(options: Options) -> list[str]:
    lines, given = [], dict[str, Any]()
    if options.preselect is not None:
        lines.append(f"ranker, n_preselect = preselection({options.preselect!r})")
        given |= {"ranker": _Name("ranker"), "n_preselect": _Name("n_preselect")}
    strategy = ""
    if options.search != "auto" or options.search_params:
        params = dict(options.search_params)
        lines.append(f"search = make_search({options.search!r}, {params!r})")
        strategy = ", search"
    if strategy or options.honest != "auto":
        given["honest"] = False if options.honest == "none" else options.honest
    for name in _LISTS:
        if (listed := getattr(options, name)) is not None:
            given[name] = [part for part in listed.split(",") if part]
    for name in ("max_price", "price_weight"):
        given[name] = getattr(options, name) or None
    if options.prices is not None:
        given["prices"] = _Name(f"prices_of({options.prices!r}, problem)")
    if options.needs is not None:
        given["needs"] = _Name(f"needs_of({options.needs!r})")
    limits = (options.max_evaluations, options.max_cost, options.max_seconds)
    if limits != (None, None, None):
        given["budget"] = _Name("Budget({!r}, {!r}, {!r})".format(*limits))
    given["random_state"] = options.random_state or None
    said = "".join(f", {k}={v!r}" for k, v in given.items() if v is not None)
    return [*lines, f"result = select(problem{strategy}{said})"]


_OF_ROWS = ("groups", "sample_weight")
_LISTS = ("required", "forbidden", "start")


def _call(function: str, *values: Any, **given: Any) -> str:
    said = [repr(value) for value in values]
    said += [f"{name}={value!r}" for name, value in given.items()]
    return f"{function}({', '.join(said)})"


class _Name(str):
    """What is shown as it is, without quotes."""

    def __repr__(self) -> str:
        return str(self)
