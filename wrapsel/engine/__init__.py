"""When and in what order: look-ahead, verdicts, budget and result."""

from wrapsel.engine.budget import Budget, Spending
from wrapsel.engine.events import (
    Compiling,
    Event,
    Finished,
    HonestFold,
    Judged,
    Kept,
    Observer,
    Started,
)
from wrapsel.engine.honest import honest_error, redrawn_error
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.many.compare import compare
from wrapsel.engine.progress import ProgressBar
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.result import SearchResult
from wrapsel.engine.run import Run
from wrapsel.engine.select import select
from wrapsel.engine.substitutes import Substitutes, substitutes
from wrapsel.engine.telling.by_metric import MetricErrors
from wrapsel.engine.telling.history import History
from wrapsel.engine.telling.stage import Stage
from wrapsel.engine.telling.without import errors_without
from wrapsel.engine.waves import Waves

__all__ = [
    "Budget",
    "Compiling",
    "Event",
    "Failure",
    "Finished",
    "History",
    "HonestError",
    "HonestFold",
    "Judged",
    "Kept",
    "MetricErrors",
    "Observer",
    "ProgressBar",
    "Run",
    "SearchResult",
    "Spending",
    "Stage",
    "Started",
    "Substitutes",
    "Waves",
    "compare",
    "errors_without",
    "honest_error",
    "redrawn_error",
    "select",
    "substitutes",
]
