"""What a problem is, in the words that a store keeps of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol, runtime_checkable

from wrapsel.evaluation.problem import Problem

MOST_NAMES = 20_000  # of a wider problem the numbers of its variables must do


@runtime_checkable
class Describing(Protocol):
    """A store that is told what its problems are; it need not be."""

    def describe(self, problem_id: str, about: str, /) -> None:
        """Keep what a problem is."""


@dataclass(frozen=True)
class About:
    """What a store knows of a problem beside its fingerprint.

    Parameters
    ----------
    learner, scoring : str
    n_rows, n_variables : int
    weights : list of float
        What the errors of all folds are to be divided by.
    names : list of str, optional
        Of the variables, unless these are very many.

    Examples
    --------
    >>> about = About("GaussianNB", "accuracy", 150, 4, [50.0, 50.0, 50.0])
    >>> About.read(about.written()) == about, About.read("no JSON")
    (True, None)
    """

    learner: str
    scoring: str
    n_rows: int
    n_variables: int
    weights: list[float]
    names: list[str] | None = None

    @classmethod
    def of(cls, problem: Problem) -> About:
        """Say what a problem is."""
        few = problem.n_variables <= MOST_NAMES
        return cls(
            type(problem.learner).__name__,
            problem.criterion.name,
            len(problem.y),
            problem.n_variables,
            problem.scale[1].tolist(),
            [str(name) for name in problem.names] if few else None,
        )

    def written(self) -> str:
        """Return it as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: Any) -> About | None:
        """Read what was written; None if a store was never told, or is damaged."""
        try:
            return cls(**json.loads(text))
        except (TypeError, ValueError):
            return None
