"""Which metrics suit which classes."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from wrapsel.evaluation.metrics.metric import Metric


def check_metric(
    metric: Metric,
    classes: NDArray[Any] | None,
    weighs: bool = False,
    are_several: bool = False,
) -> None:
    """Raise unless a metric suits the classes, or numbers if there are none.

    Parameters
    ----------
    metric : Metric
    classes : ndarray of shape (n_classes,) or None
    weighs : bool, default=False
        Whether rows weigh differently.
    are_several : bool, default=False
        Whether each row has several labels.
    """
    name, labels = metric.name, classes is not None
    if metric.loss is None and metric.scorer is None:
        raise TypeError(f"metric {name!r} must have a scorer or a loss, got none")
    if metric.loss is not None and metric.of_labels != labels:
        kind = "classes" if labels else "numbers"
        instead = "accuracy" if labels else "mean_absolute_error"
        raise ValueError(
            f"scoring must suit {kind}, got {name!r}; try {instead!r} or another"
        )
    if weighs and not takes_weights(metric):
        raise ValueError(
            f"weigh_errors needs a metric that takes weights, got {name!r}"
        )
    if classes is None:
        return
    if name == "roc_auc" and len(classes) > 2:
        raise ValueError(
            "scoring must suit more than two classes, got 'roc_auc'; "
            "try 'roc_auc_ovr' or 'roc_auc_ovo'"
        )
    wrong = _of_several(metric) if are_several else unsuited(metric, classes)
    if wrong:
        raise ValueError(wrong)


def unsuited(metric: Metric, classes: NDArray[Any]) -> str | None:
    """Say why a metric of scikit-learn does not suit these classes, or None.

    Examples
    --------
    >>> from wrapsel.evaluation import metric
    >>> import numpy as np
    >>> print(unsuited(metric("f1"), np.array([0, 1])))
    None
    >>> unsuited(metric("f1"), np.array([0, 1, 2]))
    "scoring must suit 3 classes, got 'f1', which is of two; try 'f1_macro' or another"
    """
    name = metric.name
    scored: Any = getattr(metric.scorer, "_score_func", None)
    if not str(getattr(scored, "__module__", "")).startswith("sklearn.metrics."):
        return None
    options = {**_defaults(scored), **getattr(metric.scorer, "_kwargs", {})}
    average = options.get("average", "binary")
    if average == "samples":
        return f"scoring must suit one label a row, got {name!r}, which is of several"
    if "pos_label" not in options or average not in ("binary", "macro"):
        return None
    if len(classes) > 2:
        if options.get("average") != "binary":
            return None
        return (
            f"scoring must suit {len(classes)} classes, got {name!r}, which is of two; "
            f"try '{name}_macro' or another"
        )
    if average == "macro" and scored.__name__ != "average_precision_score":
        return None
    positive = options["pos_label"]
    if positive is None and classes.dtype.kind not in "OUS":
        return None  # the larger one is
    if positive is not None and positive in classes.tolist():
        return None
    return (
        f"metric {name!r} must know which class is positive, of "
        f"{' and '.join(repr(label) for label in classes.tolist())}; make that one 1 "
        f"and the other 0, or the metric by make_scorer({scored.__name__}, "
        f"pos_label={classes.tolist()[1]!r}{_answers(metric)})"
    )


def _of_several(metric: Metric) -> str | None:
    """Say why a metric of scikit-learn does not suit several labels a row, or None."""
    if getattr(metric.scorer, "_kwargs", {}).get("average") != "binary":
        return None
    name = metric.name
    return (
        f"scoring must suit several labels a row, got {name!r}, which is of one; "
        f"try '{name}_macro' or '{name}_samples'"
    )


def finding(metric: Metric, classes: NDArray[Any]) -> Metric:
    """Return a metric that finds the larger of two labels if it knows neither.

    So it is with scikit-learn's areas under curves, whatever the labels.

    Examples
    --------
    >>> from wrapsel.evaluation import metric
    >>> import numpy as np
    >>> finding(metric("f1"), np.array(["no", "yes"])).scorer._kwargs["pos_label"]
    'yes'
    """
    scorer: Any = metric.scorer
    if len(classes) != 2 or unsuited(metric, classes) is None:
        return metric
    from sklearn.metrics import make_scorer

    found = make_scorer(
        scorer._score_func,
        response_method=scorer._response_method,
        greater_is_better=scorer._sign > 0,
        **{**scorer._kwargs, "pos_label": classes.tolist()[1]},
    )
    return replace(metric, scorer=found)


def takes_weights(metric: Metric) -> bool:
    """Whether rows may weigh differently in a metric.

    Examples
    --------
    >>> from wrapsel.evaluation import metric
    >>> [takes_weights(metric(name)) for name in ("roc_auc", "rand_score")]
    [True, False]
    """
    scored: Any = getattr(metric.scorer, "_score_func", metric.scorer)
    return scored is None or "sample_weight" in inspect.signature(scored).parameters


def _defaults(scored: Any) -> dict[str, Any]:
    known = inspect.signature(scored).parameters.values()
    return {p.name: p.default for p in known if p.default is not p.empty}


def _answers(metric: Metric) -> str:
    """Return how a scorer is made that asks for what this one asks for."""
    scorer: Any = metric.scorer
    method = scorer._response_method
    text = "" if method == "predict" else f", response_method={method!r}"
    return text if scorer._sign > 0 else f"{text}, greater_is_better=False"
