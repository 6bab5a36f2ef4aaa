"""What an error is, in words."""

from __future__ import annotations

from wrapsel.evaluation.metrics.metric import Metric


def error_formula(metric: Metric) -> str:
    """Say what the error of a metric is.

    Examples
    --------
    >>> from wrapsel.evaluation import metric
    >>> error_formula(metric("roc_auc")), error_formula(metric("neg_log_loss"))
    ('1 - roc_auc', 'log_loss')
    """
    if not metric.best:
        return metric.name.removeprefix("neg_")
    return f"{metric.best:g} - {metric.name}"
