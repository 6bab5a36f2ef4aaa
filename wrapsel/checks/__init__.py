"""What strategies, learners, rankers and stores must hold; third parties run it too."""

from wrapsel.checks.learners import check_learner
from wrapsel.checks.random_errors import RandomErrors
from wrapsel.checks.rankers import check_ranker
from wrapsel.checks.stores import check_store
from wrapsel.checks.strategies import check_strategy

__all__ = [
    "RandomErrors",
    "check_learner",
    "check_ranker",
    "check_store",
    "check_strategy",
]
