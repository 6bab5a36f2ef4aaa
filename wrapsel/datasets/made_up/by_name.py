"""Artificial problems by their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Any

from wrapsel.datasets.made_up.boolean import make_led, make_monks, make_seven_of_ten
from wrapsel.datasets.made_up.friedman import make_friedman1
from wrapsel.datasets.made_up.mackey_glass import make_mackey_glass
from wrapsel.datasets.made_up.madelon import make_madelon_like
from wrapsel.datasets.made_up.polynomial import (
    make_jong_linear,
    make_jong_nonlinear,
    make_spe_polynomial,
)
from wrapsel.datasets.made_up.problem import MadeProblem
from wrapsel.datasets.made_up.useless_alone import make_anticorrelated, make_xor
from wrapsel.datasets.made_up.weston import make_weston_linear, make_weston_nonlinear
from wrapsel.datasets.table import Table
from wrapsel.errors import unknown

PROBLEMS: dict[str, Callable[..., MadeProblem]] = {
    "anticorrelated": make_anticorrelated,
    "friedman1": make_friedman1,
    "jong-linear": make_jong_linear,
    "jong-nonlinear": make_jong_nonlinear,
    "led150": partial(make_led, n_variables=150),
    "led24": partial(make_led, n_variables=24),
    "mackey-glass": make_mackey_glass,
    "madelon-like": make_madelon_like,
    "monks-1": partial(make_monks, problem=1),
    "monks-2": partial(make_monks, problem=2),
    "monks-3": partial(make_monks, problem=3),
    "seven-of-ten": make_seven_of_ten,
    "spe-polynomial": make_spe_polynomial,
    "weston-linear": make_weston_linear,
    "weston-nonlinear": make_weston_nonlinear,
    "xor": make_xor,
}
_SUMMARIES = {
    "anticorrelated": "200 rows, 2 variables, 2 classes: told apart only by both",
    "friedman1": "200 rows, 10 variables, regression: 5 relevant",
    "jong-linear": "100 rows, 100 variables, 2 classes: a sum of 10 relevant",
    "jong-nonlinear": "100 rows, 100 variables, 2 classes: a sphere in 10 relevant",
    "led150": "2000 rows, 150 variables, 10 classes: 7 faulty segments of a digit",
    "led24": "2000 rows, 24 variables, 10 classes: 7 faulty segments of a digit",
    "mackey-glass": "1000 rows, 22 variables, regression: 4 lags of a time series",
    "madelon-like": "2000 rows, 500 variables, 2 classes: 5 informative, 15 redundant",
    "monks-1": "432 rows, 6 variables, 2 classes: 3 relevant",
    "monks-2": "432 rows, 6 variables, 2 classes: 6 relevant",
    "monks-3": "432 rows, 6 variables, 2 classes: 3 relevant",
    "seven-of-ten": "1000 rows, 100 variables, 2 classes: at least 7 of 10 relevant",
    "spe-polynomial": "100 rows, 100 variables, 2 classes: a polynomial of 10 relevant",
    "weston-linear": "100 rows, 202 variables, 2 classes: 6 relevant",
    "weston-nonlinear": "100 rows, 52 variables, 2 classes: 2 relevant",
    "xor": "100 rows, 100 variables, 2 classes: the sign of a product of 2",
}


def list_problems() -> dict[str, str]:
    """Return each artificial problem's name and one line on it.

    Examples
    --------
    >>> list_problems()["monks-2"]
    '432 rows, 6 variables, 2 classes: 6 relevant'
    """
    return dict(_SUMMARIES)


def make_problem(source: str) -> MadeProblem:
    """Make a problem from its name and its parameters in text.

    Parameters
    ----------
    source : str
        One of `list_problems`, and perhaps ``?`` and parameters of its maker, such as
        ``led24?n_samples=500&noise=0``.

    Raises
    ------
    ValueError
        If the name, or the name or value of a parameter, is not known.

    Examples
    --------
    >>> make_problem("xor?n_samples=30&n_relevant=3")
    xor: 30 rows, 100 variables, 3 of them relevant
    """
    name, _, parameters = source.partition("?")
    if name not in PROBLEMS:
        raise ValueError(unknown("artificial problem", name, PROBLEMS))
    maker = PROBLEMS[name]
    fixed = maker.keywords if isinstance(maker, partial) else {}
    defaults = {
        parameter.name: parameter.default
        for parameter in signature(maker).parameters.values()
        if parameter.name not in fixed
    }
    return maker(**_read(parameters, name, defaults))


def read_made(source: str) -> Table:
    """Read a problem as a table with the column ``target``.

    Examples
    --------
    >>> read_made("monks-1").frame.shape
    (432, 7)
    """
    problem = make_problem(source)
    return Table(problem.frame().assign(target=problem.y), "target")


def _read(text: str, name: str, defaults: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in text.split("&") if text else ():
        key, equals, value = pair.partition("=")
        if key not in defaults:
            raise ValueError(unknown(f"parameter of {name}", key, defaults))
        if not equals or key in values:
            raise ValueError(f"parameters must be key=value, each once, got {text!r}")
        values[key] = _value(key, value, type(defaults[key]))
    return values


def _value(key: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(f"{key} must be true or false, got {text!r}")
        return text.lower() == "true"
    try:
        return kind(text)
    except ValueError:
        said = "an integer" if kind is int else "a number"
        raise ValueError(f"{key} must be {said}, got {text!r}") from None
