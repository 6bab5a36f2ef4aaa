"""What must hold of the targets, and whether they are classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import shortened
from wrapsel.evaluation.table import as_pandas


@dataclass(frozen=True, slots=True)
class NoTargets:
    """What stands in the place of y where there is none; of any rows it is None.

    Parameters
    ----------
    n_samples : int
        Rows of the table.

    Examples
    --------
    >>> len(NoTargets(3)), NoTargets(3)[:2]
    (3, None)
    """

    n_samples: int
    ndim: ClassVar[int] = 0

    def __len__(self) -> int:
        return self.n_samples

    def __getitem__(self, rows: Any) -> None:
        return None


def as_targets(y: Any, n_samples: int) -> NDArray[Any] | NoTargets:
    """Return y as an array of shape (n_samples,), or of numbers (n_samples, n_targets).

    Without y, the targets are none.

    Raises
    ------
    ValueError
        If its length is wrong, or targets are missing, infinite, of numbers and text,
        or all the same.
    """
    if y is None or isinstance(y, NoTargets):
        return NoTargets(n_samples)
    targets = read_targets(y, n_samples)
    if (targets == targets[0]).all():
        raise ValueError(f"y must have at least two values, got only {targets[0]!s}")
    return targets


def read_targets(y: Any, n_samples: int) -> NDArray[Any]:
    """Return y as an array of shape (n_samples,) of numbers or of text.

    A table of one column is that column; one of several numbers stays so.

    Raises
    ------
    ValueError
        If its length is wrong, a target is missing or infinite, or some are numbers and
        some text.

    Examples
    --------
    >>> read_targets(np.array(["b", "a"], dtype=object), 2)
    array(['b', 'a'], dtype='<U1')
    """
    # Of a list of 1 and "1", an array would be of text.
    y = as_pandas(y)
    typed = hasattr(y, "dtype") or hasattr(y, "dtypes")
    targets = np.asarray(y, dtype=None if typed else object)
    if targets.shape == (n_samples, 1):
        targets = targets[:, 0]
    if targets.ndim not in (1, 2) or len(targets) != n_samples or not targets.size:
        raise ValueError(
            f"y must have shape ({n_samples},) or ({n_samples}, n_targets), "
            f"got {targets.shape}"
        )
    if targets.ndim == 2:
        return _of_several(targets)
    _check_present(targets)
    targets = of_one_kind("y", targets)
    _check_present(targets)
    return targets


def _of_several(targets: NDArray[Any]) -> NDArray[Any]:
    """Return targets (n_samples, n_targets) as numbers, which they must be."""
    try:
        plain = np.array(targets.tolist()) if targets.dtype.kind == "O" else targets
    except ValueError:
        plain = targets
    if plain.dtype.kind not in "biuf":
        raise ValueError(
            f"y of several targets must be numbers, got {targets.flat[0]!r}"
        )
    _check_present(plain)
    return plain


def of_one_kind(name: str, values: NDArray[Any]) -> NDArray[Any]:
    """Return values as an array of numbers or of text; refuse a mixture, and others.

    Examples
    --------
    >>> of_one_kind("y", np.array([1, "1"], dtype=object))
    Traceback (most recent call last):
    ValueError: y must be of numbers or of text, got both: 1 and '1'
    """
    plain = values
    if values.dtype.kind in "OT" and values.ndim == 1:
        listed = values.tolist()
        firsts = {isinstance(v, str): v for v in reversed(listed)}
        if len(firsts) > 1:
            raise ValueError(
                f"{name} must be of numbers or of text, got both: "
                f"{firsts[False]!r} and {firsts[True]!r}"
            )
        plain = np.array(listed)
    if plain.dtype.kind not in "biufUS":
        raise ValueError(
            f"{name} must be of numbers or of text, got {values.flat[0]!r}"
        )
    return plain


def check_same_kind(name: str, values: NDArray[Any], y: NDArray[Any]) -> None:
    """Raise unless values can equal those of y: text equals no number.

    Examples
    --------
    >>> check_same_kind("predictions", np.array(["1"]), np.array([1, 0]))
    Traceback (most recent call last):
    ValueError: predictions must be numbers as y is, got text such as '1'
    """
    kinds = {"U": "text", "S": "bytes"}
    given, wanted = (kinds.get(a.dtype.kind, "numbers") for a in (values, y))
    if given != wanted:
        raise ValueError(
            f"{name} must be {wanted} as y is, got {given} such as "
            f"{values.tolist()[0]!r}"
        )


def check_numbers(y: NDArray[Any], learner: Any) -> None:
    """Raise ValueError if y is of text, which a regressor cannot predict.

    Examples
    --------
    >>> check_numbers(np.array(["a", "b"]), object())
    Traceback (most recent call last):
    ValueError: y must be numbers for object, got text such as 'a'
    """
    if y.dtype.kind not in "US":
        return
    hint = '; decimal="," or --decimal , reads such numbers' * ("," in str(y[0]))
    raise ValueError(
        f"y must be numbers for {type(learner).__name__}, got text such as "
        f"{y.tolist()[0]!r}{hint}"
    )


def check_without(learner: Any, scoring: Any) -> None:
    """Raise ValueError unless a learner can be judged without y.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> check_without(KMeans(3), lambda estimator, X, y=None: estimator.score(X))
    """
    kind = _declared_kind(learner)
    if kind is not None:
        raise ValueError(f"y must be targets for a {kind}, got None")
    # What is made of a function of y and predictions has no such y.
    scorer = getattr(scoring, "scorer", scoring)
    if not callable(scorer) or hasattr(scorer, "_score_func"):
        raise ValueError(
            "without y, scoring must be a function scorer(estimator, X, y=None) that "
            f"gives a score of rows, larger is better, got {shortened(scoring)}"
        )


def is_classification(learner: Any, y: NDArray[Any] | NoTargets) -> bool:
    """Whether y holds classes: by the learner's own word, else by the type of y.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> is_classification(Ridge(), np.array([0, 1]))
    False
    >>> is_classification(object(), np.array(["a", "b"]))
    True
    """
    from sklearn.utils.multiclass import type_of_target

    if isinstance(y, NoTargets):
        return False
    if kind := _declared_kind(learner):
        return kind == "classifier"
    kind = type_of_target(y)
    return not kind.startswith("continuous") and (y.ndim > 1 or not are_measured(y))


def are_measured(y: NDArray[Any]) -> bool:
    """Whether targets are numbers, by themselves, and no names of classes.

    Whole numbers are names unless there are more than 20, some of them rare.

    Examples
    --------
    >>> are_measured(np.array([0.5, 1, 2])), are_measured(np.repeat([1, 2, 3], 3))
    (True, False)
    >>> are_measured(np.arange(30)), are_measured(np.array(["a", "b", "a"]))
    (True, False)
    """
    if y.dtype.kind not in "iuf":
        return False
    values, counts = np.unique(y, return_counts=True)
    fractions = bool((values % 1 != 0).any())
    return fractions or (len(values) > 20 and bool(counts.min() < 5))


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN or pandas' NA.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("nan")
    (True, False)
    """
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas' NA has no truth value
        return True


def _declared_kind(learner: Any) -> str | None:
    from sklearn.base import is_classifier, is_regressor

    if not hasattr(learner, "__sklearn_tags__"):
        return None
    if is_classifier(learner):
        return "classifier"
    return "regressor" if is_regressor(learner) else None


def _check_present(targets: NDArray[Any]) -> None:
    missing = _missing(targets)
    if missing.any():
        raise ValueError(
            f"y must not have missing or infinite values, got {missing.sum()}, "
            f"the first in row {np.argwhere(missing)[0, 0]}"
        )


def _missing(targets: NDArray[Any]) -> NDArray[np.bool_]:
    if targets.dtype.kind == "f":
        return np.asarray(~np.isfinite(targets))
    if targets.dtype.kind != "O":
        return np.zeros(len(targets), dtype=np.bool_)
    return np.array([is_missing(target) for target in targets])
