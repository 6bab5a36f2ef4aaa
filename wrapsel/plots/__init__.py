"""Pictures of results: functions that draw on axes of matplotlib and return them."""

from wrapsel.plots.compare import compare
from wrapsel.plots.errors import errors
from wrapsel.plots.frequency import frequency
from wrapsel.plots.frontier import frontier
from wrapsel.plots.path import path
from wrapsel.plots.ranking import ranking
from wrapsel.plots.trace import trace

__all__ = ["compare", "errors", "frequency", "frontier", "path", "ranking", "trace"]
