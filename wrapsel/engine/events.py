"""What observers of a search see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wrapsel.engine.budget import Budget, Spending
from wrapsel.engine.result import SearchResult
from wrapsel.protocol import Evaluation


@dataclass(frozen=True, slots=True)
class Started:
    """A search begins."""

    n_variables: int
    budget: Budget


@dataclass(frozen=True, slots=True)
class Compiling:
    """The search compiles, which no budget of seconds pays; told by any thread."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict was handed to the strategy; `used` is the used part of the budget."""

    evaluation: Evaluation
    spending: Spending
    used: float


@dataclass(frozen=True, slots=True)
class Kept:
    """There is a new incumbent."""

    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class Finished:
    """The search is over, or was interrupted."""

    result: SearchResult


@dataclass(frozen=True, slots=True)
class HonestFold:
    """So many of the searches are done that an honest error takes."""

    done: int
    total: int


Event = Started | Compiling | Judged | Kept | Finished | HonestFold
Observer = Callable[[Event], None]
