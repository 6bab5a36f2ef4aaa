"""Wrapper variable selection: the fewest variables that predict as well as all."""

from __future__ import annotations

from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

from wrapsel.driver import Driver
from wrapsel.engine import (
    Budget,
    History,
    HonestError,
    ProgressBar,
    SearchResult,
    Spending,
    honest_error,
    select,
    substitutes,
)
from wrapsel.errors import (
    DataWarning,
    LearnerError,
    SearchError,
    StoreError,
    WrapselError,
)
from wrapsel.evaluation import Metric, Problem, SqliteStore, holdout_error
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
from wrapsel.subset import Subset

if TYPE_CHECKING:
    from wrapsel.rank_selector import RankSelector
    from wrapsel.selector import WrapperSelector

__version__ = _version("wrapsel")

__all__ = [
    "Budget",
    "DataWarning",
    "Driver",
    "Evaluate",
    "Evaluation",
    "History",
    "HonestError",
    "Keep",
    "LearnerError",
    "Measure",
    "Metric",
    "Problem",
    "ProgressBar",
    "Rank",
    "RankSelector",
    "SearchError",
    "SearchResult",
    "SearchSpace",
    "SearchStrategy",
    "Spending",
    "SqliteStore",
    "StoreError",
    "Subset",
    "WrapperSelector",
    "WrapselError",
    "holdout_error",
    "honest_error",
    "list_learners",
    "load_learner",
    "select",
    "substitutes",
]


def __getattr__(name: str) -> Any:
    # scikit-learn takes longer to import than everything else here.
    if name == "WrapperSelector":
        from wrapsel.selector import WrapperSelector

        return WrapperSelector
    if name == "RankSelector":
        from wrapsel.rank_selector import RankSelector

        return RankSelector
    raise AttributeError(f"module 'wrapsel' has no attribute {name!r}")
