"""When and in what order: look-ahead, verdicts, budget and result."""

from wrapsel.engine.budget import Budget, Spending
from wrapsel.engine.events import Event, Finished, Judged, Kept, Observer, Started
from wrapsel.engine.progress import ProgressBar
from wrapsel.engine.result import SearchResult
from wrapsel.engine.run import Run
from wrapsel.engine.select import select
from wrapsel.engine.waves import Waves

__all__ = [
    "Budget",
    "Event",
    "Finished",
    "Judged",
    "Kept",
    "Observer",
    "ProgressBar",
    "Run",
    "SearchResult",
    "Spending",
    "Started",
    "Waves",
    "select",
]
