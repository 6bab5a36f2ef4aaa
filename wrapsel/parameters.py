"""The kinds of values that parameters take: one set of checks for all that has some."""

from __future__ import annotations

import copy
import sys
from dataclasses import fields
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from wrapsel.errors import class_for_value, shortened
from wrapsel.words import ChecksWords, check_words

Kinds = tuple[Any, ...]
_SIZES = "; leave it out, and the search finds how many are best"
MOST = 2**53  # up to which a float has every integer
_WORDS = {
    int: "an integer",
    float: "a number",
    bool: "True or False",
    str: "text",
    NoneType: "None",
}


def check_kinds(owner: Any) -> None:
    """Refuse what is not of the kinds that a dataclass declares for its parameters.

    Integers are those of Python and NumPy, of at most 64 bits; numbers are all that
    have a float; neither takes a bool, nor text. Ranges are checked elsewhere.

    Scalars of NumPy, and huge integers for numbers, are replaced by those of Python.

    Raises
    ------
    ValueError
        With the name of the parameter, what it takes, and what it was given.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Steps:
    ...     n: int | None
    >>> check_kinds(Steps(np.int64(3)))
    >>> check_kinds(Steps(2.5))
    Traceback (most recent call last):
    ValueError: n must be an integer or None, got 2.5
    """
    for name, kinds in _declared(type(owner)).items():
        value = getattr(owner, name)
        check_kind(name, value, kinds)
        object.__setattr__(owner, name, _plain(value, kinds))


def check_kinds_of_defaults(owner: Any, **kinds: Kinds) -> None:
    """Refuse parameters of a learner that are not of the kinds of their defaults.

    Parameters
    ----------
    owner : learner
        Its parameters are its attributes, as in scikit-learn.
    **kinds : tuple of type
        Of parameters that take others. Where the default is None, and nothing is said
        here, a parameter is checked elsewhere.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> check_kinds_of_defaults(Ridge(alpha=True), max_iter=(int, NoneType))
    Traceback (most recent call last):
    ValueError: alpha must be a number, got True
    """
    for name, parameter in signature(type(owner)).parameters.items():
        kind = type(parameter.default)
        taken = kinds.get(
            name, (kind,) if kind in _WORDS and kind is not NoneType else ()
        )
        if taken:
            check_kind(name, getattr(owner, name), taken)


def check_kind(name: str, value: Any, kinds: Kinds) -> None:
    """Refuse a value that is of none of the kinds.

    Examples
    --------
    >>> check_kind("C", "1.0", (float,))
    Traceback (most recent call last):
    ValueError: C must be a number, got '1.0'
    """
    if not any(_is_of(value, kind) for kind in kinds):
        words = " or ".join(map(_word, kinds))
        hint = _SIZES * (name == "n_features_to_select" and isinstance(value, str))
        raise ValueError(f"{name} must be {words}, got {shortened(value)}{hint}")
    is_integer = isinstance(value, int | np.integer) and int in kinds
    if is_integer and abs(int(value)) > sys.maxsize:
        raise ValueError(
            f"{name} must be at most {sys.maxsize}, got {shortened(value)}"
        )


def check_function(name: str, value: Any) -> None:
    """Refuse what cannot be called, and a class in place of what it makes.

    Examples
    --------
    >>> check_function("ranker", type("SPE", (), {}))
    Traceback (most recent call last):
    TypeError: ranker must be a function, got the class SPE; did you mean SPE()?
    """
    if isinstance(value, type):
        raise TypeError(f"{name} must be a function, got {class_for_value(value)}")
    if not callable(value):
        raise TypeError(f"{name} must be a function, got {shortened(value)}")


def _plain(value: Any, kinds: Kinds) -> Any:
    """Return a number as one of Python that does not overflow."""
    if isinstance(value, np.generic):
        value = value.item()
    is_huge = isinstance(value, int) and abs(value) > MOST
    return float(value) if is_huge and float in kinds else value


def _declared(cls: type[Any]) -> dict[str, Kinds]:
    """Return the kinds of the parameters of which all are among those known here."""
    hints = get_type_hints(cls)
    kinds = {field.name: _alternatives(hints[field.name]) for field in fields(cls)}
    return {name: found for name, found in kinds.items() if found}


def _alternatives(hint: Any) -> Kinds:
    """Return what a hint allows; nothing if that is more than is known here."""
    is_union = get_origin(hint) in (Union, UnionType)
    found = get_args(hint) if is_union else (hint,)
    is_known = all(get_origin(kind) is Literal or kind in _WORDS for kind in found)
    return found if is_known else ()


def _is_of(value: Any, kind: Any) -> bool:
    is_bool = isinstance(value, bool | np.bool_)
    if get_origin(kind) is Literal:
        return isinstance(value, str)
    if kind is int:
        return isinstance(value, int | np.integer) and not is_bool
    if kind is float:
        is_number = isinstance(value, int | float | np.integer | np.floating)
        return is_number and not is_bool and _has_float(value)
    return is_bool if kind is bool else isinstance(value, kind)


def _has_float(value: Any) -> bool:
    try:
        float(value)
    except OverflowError:
        return False
    return True


def _word(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    return _WORDS[kind]


class WithParameters(ChecksWords):
    """A strategy or ranker: a value that scikit-learn can read, clone and set.

    Examples
    --------
    >>> from wrapsel.search import Forward, Restarts
    >>> strategy = Restarts(Forward(), n=3)
    >>> strategy.get_params()["strategy__tolerance"]
    0.0
    >>> strategy.set_params(strategy__tolerance=0.1, n=2).strategy.tolerance
    0.1
    """

    __slots__ = ()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; with `deep`, those of values in it, too."""
        names = [field.name for field in fields(self) if field.init]  # type: ignore[arg-type]  # a dataclass is made of it
        params = {name: getattr(self, name) for name in names}
        for name, value in list(params.items()) if deep else []:
            if hasattr(value, "get_params") and not isinstance(value, type):
                inner = value.get_params()
                params |= {f"{name}__{key}": inner[key] for key in inner}
        return params

    def set_params(self, **params: Any) -> Any:
        """Change parameters in place, as scikit-learn's do; all or none."""
        changed = self.get_params(deep=False)
        nested: dict[str, dict[str, Any]] = {}
        check_words(
            type(self).__name__, (n.partition("__")[0] for n in params), changed
        )
        for name, value in params.items():
            own, inside, key = name.partition("__")
            if inside:
                nested.setdefault(own, {})[key] = value
            else:
                changed[own] = value
        for own, inner in nested.items():
            changed[own] = copy.copy(changed[own]).set_params(**inner)
        checked = type(self)(**changed)
        for name in changed:
            object.__setattr__(self, name, getattr(checked, name))
        return self
