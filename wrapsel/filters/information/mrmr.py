"""Relevance less redundancy, one variable after the other."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from wrapsel.columns.levels import check_discretization
from wrapsel.filters.information.entropies import UNIT, Entropies
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds

CRITERIA = ("difference", "quotient")


@dataclass(frozen=True, slots=True)
class MRMR(WithParameters):
    """Add the variable that tells most of y and least of those before, again and again.

    The criterion is the mutual information with y, less or by the mean one with the
    variables selected so far [1]_. y are classes; numbers, not all whole, are cut as
    the columns are.

    Parameters
    ----------
    n_features_to_select : int, default=20
        How many variables are selected so; the rest follow by the criterion after the
        last of them.
    criterion : {"difference", "quotient"}, default="difference"
        MID or MIQ of [1]_. A mean of less than 2^-32 bits divides as 2^-32.
    discretize, n_bins
        As of `InformationGain`; "mdl" needs classes.

    Raises
    ------
    ValueError
        If a parameter is out of range, X is sparse or has an infinite value, or y one
        class or value.

    Notes
    -----
    `scores` are the criterion when a variable had its turn, in bits if a difference;
    they need not fall along `order`. The first has its mutual information with y. Ties
    go to the smaller variable. Time grows with n_features_to_select times n_variables,
    memory with n_variables. Levels, missing values and rounding are as in
    `InformationGain`.

    References
    ----------
    .. [1] C. Ding, H. Peng, "Minimum redundancy feature selection from microarray gene
       expression data", J. Bioinformatics and Computational Biology 3, 2005, table 1.

    Examples
    --------
    >>> X = [["a", "p", 1], ["a", "p", 2], ["b", "q", 1], ["b", "q", 2]]
    >>> ranking = MRMR()(X, ["no", "no", "yes", "yes"])
    >>> ranking.order.tolist(), ranking.scores.tolist()
    ([0, 1, 2], [1.0, 0.0, 0.0])
    """

    n_features_to_select: int = 20
    criterion: str = "difference"
    discretize: str = "equal_frequency"
    n_bins: int = 5

    def __post_init__(self) -> None:
        check_kinds(self)
        n = self.n_features_to_select
        if not (isinstance(n, Integral) and n >= 1):
            raise ValueError(f"n_features_to_select must be an integer from 1, got {n}")
        if self.criterion not in CRITERIA:
            allowed = " or ".join(CRITERIA)
            raise ValueError(f"criterion must be {allowed}, got {self.criterion!r}")
        check_discretization(self.discretize, self.n_bins)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        entropies = Entropies.of(X, y, self.discretize, self.n_bins, numbers=True)
        n_samples = entropies.n_samples
        left = np.arange(len(entropies.own) - 1)
        relevance = entropies.shared(len(left), left)
        redundancy = np.zeros(len(left), dtype=np.int64)
        selected: list[int] = []
        scores = relevance * (UNIT / n_samples)
        while len(left) and len(selected) < self.n_features_to_select:
            best = left[np.argmax(scores[left])]
            selected.append(int(best))
            left = left[left != best]
            redundancy[left] += entropies.shared(best, left)
            # Whole numbers until the last step, so that equal criteria tie.
            wanted, known = relevance[left] * len(selected), redundancy[left]
            if self.criterion == "difference":
                scores[left] = (wanted - known) * (UNIT / n_samples / len(selected))
            else:
                scores[left] = wanted / np.maximum(known, n_samples * len(selected))
        rest = left[np.argsort(-scores[left], kind="stable")]
        order = np.concatenate([selected, rest])
        return Ranking.by_order(order, scores, n_selected=len(selected))
