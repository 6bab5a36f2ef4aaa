"""The identity of a problem, by the contents of all that its errors depend on.

Learners go by the path of their class, so a class that moves would no longer find what
was stored of it. Where it has an attribute ``fingerprint_name``, such as the path from
before it moved, it goes by that; functions may have one, too. The code of one's own
counts with the name, see `code_id`.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.stores.code import code_id
from wrapsel.evaluation.table import is_frame

_PLAIN = (bool, int, float, complex, str, bytes, slice, range, type(None), np.generic)
_REMEDY = "define it by def or class in a module, or do without a store"


def problem_id(problem: Problem, of_data: Any = None) -> str:
    """Return a SHA-256 over data, folds, metric, seed and learner.

    Parameters
    ----------
    problem : Problem
    of_data : hash, optional
        From `data_hash` of a problem with the same data, which need not be read then.

    Raises
    ------
    TypeError
        If a parameter of the learner is not a plain value, estimator or named function.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> name = problem_id(Problem(GaussianNB(), X, y))
    >>> name == problem_id(Problem(GaussianNB(), X, y))
    True
    >>> name == problem_id(Problem(GaussianNB(), -X, y))
    False
    """
    digest = (data_hash(problem) if of_data is None else of_data).copy()
    _add(digest, _settings(problem))
    found: str = digest.hexdigest()
    return found


def data_hash(problem: Problem) -> Any:
    """Return the hash of the data of a problem, with which its identity begins.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> other = problem.redrawn(1)
    >>> problem_id(other, data_hash(problem)) == problem_id(other)
    True
    """
    digest = hashlib.sha256()
    _add(digest, _table(problem.X))
    _add(digest, [b"no y"] if problem.is_without_y else _array(problem.y))
    return digest


def _add(digest: Any, parts: Iterable[bytes]) -> None:
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)


def learner_id(learner: Any) -> str:
    """Return the class path, version and sorted parameters of a learner, as text.

    A class goes by its own ``fingerprint_name`` in place of its path, if it has one.

    Examples
    --------
    >>> class Nearest:
    ...     fingerprint_name = "old_place.Nearest"
    >>> learner_id(Nearest())
    'old_place.Nearest@()'
    """
    cls = type(learner)
    version = getattr(learner, "version", "")
    return f"{_name(cls)}@{version}{_code(cls)}({_params(learner)})"


def _settings(problem: Problem) -> Iterable[bytes]:
    for train, test in problem.folds:
        yield from _array(train)
        yield from _array(test)
    metric = problem.criterion
    settings = [metric.name, metric.best, metric.constant, metric.scorer, metric.loss]
    if metric.vectorised is not None:  # its last bits are not the scorer's
        settings.append("vectorised")
    yield _value("metric", settings).encode()
    variables = None if problem.variables is None else problem.column_groups
    yield _value("variables", variables).encode()
    if fitting := problem.fitting():  # only then, so that older stores are found
        yield _value("fit_params", [problem.weigh_errors, fitting]).encode()
    if problem.adapt is not None:
        yield _value("adapt", problem.adapt).encode()
    yield repr((problem.aggregate, int(problem.random_state))).encode()
    yield learner_id(problem.learner).encode()


def _table(X: Any) -> Iterable[bytes]:
    if is_frame(X):
        for position, name in enumerate(X.columns):
            yield repr(name).encode()
            yield from _column(X.iloc[:, position])
    elif hasattr(X, "tocsc"):
        for part in (X.data, X.indices, X.indptr):
            yield from _array(part)
    else:
        yield from _array(X)


def _column(column: Any) -> Iterable[bytes]:
    yield str(column.dtype).encode()
    if hasattr(column, "cat"):
        yield repr((list(column.cat.categories), column.cat.ordered)).encode()
        column = column.cat.codes
    yield from _array(column.to_numpy())


def _array(values: NDArray[Any]) -> Iterable[bytes]:
    yield repr((values.dtype.str, values.shape)).encode()
    if values.dtype.hasobject:
        yield repr(values.tolist()).encode()
    else:
        yield np.ascontiguousarray(values).tobytes()


def _params(learner: Any) -> str:
    get = getattr(learner, "get_params", None)
    params = get(deep=False) if get else _attributes(learner)
    return ", ".join(f"{key}={_value(key, params[key])}" for key in sorted(params))


def _value(key: str, value: Any) -> str:
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, PurePath):
        return repr(str(value))
    if key == "random_state":
        return "None"  # a generator, in whose place each fold gets a seed
    if isinstance(value, list | tuple | set | frozenset):
        items = [_value(key, item) for item in value]
        unordered = isinstance(value, set | frozenset)
        return f"[{', '.join(sorted(items) if unordered else items)}]"
    if isinstance(value, dict):
        items = [f"{k!r}: {_value(key, v)}" for k, v in value.items()]
        return f"{{{', '.join(items)}}}"
    if isinstance(value, np.ndarray):
        return hashlib.sha256(b"".join(_array(value))).hexdigest()
    if _is_named(value):
        return _name(value) + _code(value)
    if hasattr(value, "get_params") or _is_record(value):
        return learner_id(value)
    raise TypeError(
        f"{key} must be a plain value, estimator or named function to be stored, "
        f"got {value!r}; {_REMEDY}"
    )


def _code(thing: Any) -> str:
    try:
        return code_id(thing, _value)
    except (RecursionError, TypeError) as cause:
        why = "it refers to itself" if isinstance(cause, RecursionError) else cause
        raise TypeError(
            f"the code of {_name(thing)} cannot be identified to be stored: {why}"
        ) from cause


def _is_named(value: Any) -> bool:
    """Whether it is a class or function that its name alone identifies."""
    owner = getattr(value, "__self__", None)
    bound = inspect.ismethod(value) and not isinstance(owner, type)
    return "<" not in getattr(value, "__qualname__", "<") and not bound


def _is_record(value: Any) -> bool:
    """Whether it is an instance that its attributes describe, such as a scorer."""
    return not hasattr(value, "__qualname__") and bool(_attributes(value))


def _attributes(thing: Any) -> dict[str, Any]:
    """Return the attributes of an instance, those in slots included."""
    own: dict[str, str] = {}
    for cls in type(thing).__mro__:
        slots = vars(cls).get("__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
        own |= {name: _mangled(cls, name) for name in names}
    known = {n: getattr(thing, m) for n, m in own.items() if hasattr(thing, m)}
    return {**known, **getattr(thing, "__dict__", {})}


def _mangled(cls: type, name: str) -> str:
    is_private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.__name__.lstrip('_')}{name}" if is_private else name


def _name(thing: Any) -> str:
    # Its own: a subclass, which inherits the attribute, is another learner.
    own = getattr(thing, "__dict__", {})
    return own.get("fingerprint_name") or f"{thing.__module__}.{thing.__qualname__}"
