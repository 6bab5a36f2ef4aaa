"""Wrapper variable selection: the fewest variables that predict as well as all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wrapsel.fronts import front

if TYPE_CHECKING:
    __version__: str
    from wrapsel.driver import Driver
    from wrapsel.early_stopping import EarlyStopping
    from wrapsel.engine import (
        Budget,
        History,
        HonestError,
        MetricErrors,
        ProgressBar,
        SearchResult,
        Spending,
        compare,
        honest_error,
        select,
        substitutes,
    )
    from wrapsel.errors import (
        CacheWarning,
        DataWarning,
        LearnerError,
        SearchError,
        SeedWarning,
        StoreError,
        WrapselError,
    )
    from wrapsel.evaluation import (
        Metric,
        Problem,
        SqliteStore,
        by_prefix,
        holdout_error,
    )
    from wrapsel.learner import list_learners, load_learner
    from wrapsel.protocol import (
        Evaluate,
        Evaluation,
        Keep,
        Measure,
        Rank,
        SearchSpace,
        SearchStrategy,
    )
    from wrapsel.rank_selector import RankSelector
    from wrapsel.selector import WrapperSelector
    from wrapsel.subset import Subset

__all__ = [
    "Budget",
    "CacheWarning",
    "DataWarning",
    "Driver",
    "EarlyStopping",
    "Evaluate",
    "Evaluation",
    "History",
    "HonestError",
    "Keep",
    "LearnerError",
    "Measure",
    "Metric",
    "MetricErrors",
    "Problem",
    "ProgressBar",
    "Rank",
    "RankSelector",
    "SearchError",
    "SearchResult",
    "SearchSpace",
    "SearchStrategy",
    "SeedWarning",
    "Spending",
    "SqliteStore",
    "StoreError",
    "Subset",
    "WrapperSelector",
    "WrapselError",
    "by_prefix",
    "compare",
    "holdout_error",
    "honest_error",
    "list_learners",
    "load_learner",
    "select",
    "substitutes",
]

# Imported when asked for: all of it takes a second, in which a command would not hear
# Ctrl-C, and much that is imported needs but a part.
_HOMES = {
    "wrapsel.driver": "Driver",
    "wrapsel.early_stopping": "EarlyStopping",
    "wrapsel.engine": "Budget History HonestError MetricErrors ProgressBar "
    "SearchResult Spending compare honest_error select substitutes",
    "wrapsel.errors": "CacheWarning DataWarning LearnerError SearchError SeedWarning "
    "StoreError WrapselError",
    "wrapsel.evaluation": "Metric Problem SqliteStore by_prefix holdout_error",
    "wrapsel.learner": "list_learners load_learner",
    "wrapsel.protocol": "Evaluate Evaluation Keep Measure Rank SearchSpace "
    "SearchStrategy",
    "wrapsel.rank_selector": "RankSelector",
    "wrapsel.selector": "WrapperSelector",
    "wrapsel.subset": "Subset",
}
_named, __dir__ = front(__name__, _HOMES)
_ROOMS = "checks datasets engine evaluation filters papers plots ranking report search"


def __getattr__(name: str) -> Any:
    if name in _ROOMS.split():
        return import_module(f"wrapsel.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("wrapsel")
    return _named(name)
