"""How good is a subset: cross-validated errors, measured once."""

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
