"""How good is a subset: cross-validated errors, measured once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.fronts import front

if TYPE_CHECKING:
    from wrapsel.evaluation.crossval import CrossValidation
    from wrapsel.evaluation.evaluator import Block, Evaluator, Portion
    from wrapsel.evaluation.given.variables import by_prefix
    from wrapsel.evaluation.metrics.metric import Metric, metric, metric_names
    from wrapsel.evaluation.other_rows import holdout_error
    from wrapsel.evaluation.problem import Problem
    from wrapsel.evaluation.processes.pooled import Pooled
    from wrapsel.evaluation.stores.fingerprint import problem_id
    from wrapsel.evaluation.stores.sqlite import SqliteStore
    from wrapsel.evaluation.stores.stored import Prefix, Store, Stored

__all__ = [
    "Block",
    "CrossValidation",
    "Evaluator",
    "Metric",
    "Pooled",
    "Portion",
    "Prefix",
    "Problem",
    "SqliteStore",
    "Store",
    "Stored",
    "by_prefix",
    "holdout_error",
    "metric",
    "metric_names",
    "problem_id",
]

_HOMES = {
    "wrapsel.evaluation.crossval": "CrossValidation",
    "wrapsel.evaluation.evaluator": "Block Evaluator Portion",
    "wrapsel.evaluation.given.variables": "by_prefix",
    "wrapsel.evaluation.metrics.metric": "Metric metric metric_names",
    "wrapsel.evaluation.other_rows": "holdout_error",
    "wrapsel.evaluation.problem": "Problem",
    "wrapsel.evaluation.processes.pooled": "Pooled",
    "wrapsel.evaluation.stores.fingerprint": "problem_id",
    "wrapsel.evaluation.stores.sqlite": "SqliteStore",
    "wrapsel.evaluation.stores.stored": "Prefix Store Stored",
}
__getattr__, __dir__ = front(__name__, _HOMES)
