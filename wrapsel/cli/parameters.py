"""Values from a command line for the parameters of a strategy or ranker."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter
from typing import Any

from wrapsel.words import unknown_parameter

_KINDS = {
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "bool": ((bool,), "true or false"),
}


def check_parameters(
    owner: str, params: Mapping[str, Any], known: Mapping[str, Parameter]
) -> dict[str, Any]:
    """Return the values, if their names and kinds are those of the parameters.

    Raises
    ------
    ValueError
        If one is not.

    Examples
    --------
    >>> from inspect import signature
    >>> from wrapsel.search import Forward
    >>> check_parameters("forward", {"tolerance": 1}, signature(Forward).parameters)
    {'tolerance': 1}
    """
    for param, value in params.items():
        if param not in known:
            raise ValueError(unknown_parameter(owner, param, known))
        _check_kind(f"{param} of {owner}", value, known[param].annotation)
    return dict(params)


def _check_kind(what: str, value: Any, annotation: Any) -> None:
    # Strategies and rankers trust the types of Python code; a command line has none.
    if not isinstance(annotation, str):
        annotation = getattr(annotation, "__name__", str(annotation))
    kinds = [kind.strip() for kind in annotation.split("|")]
    if not set(kinds) <= {*_KINDS, "None"} or (value is None and "None" in kinds):
        return
    types = [t for kind in kinds if kind in _KINDS for t in _KINDS[kind][0]]
    if type(value) not in types:
        wordings = " or ".join(_KINDS[kind][1] for kind in kinds if kind in _KINDS)
        raise ValueError(f"{what} must be {wordings}, got {value!r}")
