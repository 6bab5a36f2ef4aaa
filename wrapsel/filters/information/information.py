"""Rankers by what a variable tells of the target, each on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wrapsel.columns.levels import check_discretization
from wrapsel.filters.information.entropies import information
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class _OfLevels(WithParameters):
    """The parameters of the rankers here, and their check."""

    discretize: str = "equal_frequency"
    n_bins: int = 5

    def __post_init__(self) -> None:
        check_kinds(self)
        check_discretization(self.discretize, self.n_bins)


@dataclass(frozen=True, slots=True)
class InformationGain(_OfLevels):
    """Rank by how many bits of the class a variable tells, on average.

    The entropy of y less its mean entropy given the variable, which is their mutual
    information; y are classes.

    Parameters
    ----------
    discretize : {"equal_frequency", "equal_width", "mdl", "none"}, \
default="equal_frequency"
        How numeric columns are cut; "none" takes each distinct value for a level.
    n_bins : int, default=5
        From 2 to 255; not of "mdl" and "none". A numeric column of at most so many
        distinct values keeps them as its levels, except with "mdl".

    Raises
    ------
    ValueError
        If a parameter is out of range, X has an infinite value, or y one class.

    Notes
    -----
    Text, bools and categories are levels as they are. Missing values are a level of
    their own. A constant column scores 0, and so does one whose levels are all alike.
    Sparse X gives the scores of the dense one: what is not stored is 0. Values of
    k log2 k are rounded to 2^-32, so that sums are exact: equal counts tie, and a score
    is right to 1e-9 / n_samples for each pair of levels.

    References
    ----------
    .. [1] J. R. Quinlan, "Induction of decision trees", Machine Learning 1, 1986.

    Examples
    --------
    >>> X = [["a", 1], ["a", 2], ["b", 1], ["b", 2]]
    >>> InformationGain()(X, ["no", "no", "yes", "yes"]).scores.tolist()
    [1.0, 0.0]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        return Ranking.by_scores(information(X, y, self.discretize, self.n_bins).bits)


@dataclass(frozen=True, slots=True)
class GainRatio(_OfLevels):
    """Rank by the information gain, by the entropy of the variable [1]_.

    That does not favour variables of many levels as the gain does. y are classes.

    Parameters
    ----------
    discretize, n_bins
        As of `InformationGain`.

    Raises
    ------
    ValueError
        As `InformationGain`.

    Notes
    -----
    As of `InformationGain`; a constant column scores 0.

    References
    ----------
    .. [1] J. R. Quinlan, "C4.5: Programs for Machine Learning", 1993, section 2.2.

    Examples
    --------
    >>> X = [["a", "p"], ["a", "q"], ["b", "r"], ["b", "s"]]
    >>> GainRatio()(X, ["no", "no", "yes", "yes"]).scores.tolist()
    [1.0, 0.5]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        found = information(X, y, self.discretize, self.n_bins)
        return Ranking.by_scores(found.gain_ratio)


@dataclass(frozen=True, slots=True)
class SymmetricUncertainty(_OfLevels):
    """Rank by twice the information gain, by the entropies of both [1]_.

    From 0 for independent to 1 if each tells all of the other. y are classes.

    Parameters
    ----------
    discretize, n_bins
        As of `InformationGain`.

    Raises
    ------
    ValueError
        As `InformationGain`.

    Notes
    -----
    As of `InformationGain`; a constant column scores 0.

    References
    ----------
    .. [1] L. Yu, H. Liu, "Efficient feature selection via analysis of relevance and
       redundancy", JMLR 5, 2004.

    Examples
    --------
    >>> X = [["a", "p"], ["a", "q"], ["b", "r"], ["b", "s"]]
    >>> SymmetricUncertainty()(X, [0, 0, 1, 1]).scores.round(3).tolist()
    [1.0, 0.667]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        found = information(X, y, self.discretize, self.n_bins)
        return Ranking.by_scores(found.uncertainty)


@dataclass(frozen=True, slots=True)
class MutualInformation(_OfLevels):
    """Rank by the mutual information of a variable and classes or numbers, in bits.

    As `InformationGain`, but a y of numbers, not all whole, is cut as the columns are.

    Parameters
    ----------
    discretize, n_bins
        As of `InformationGain`; "mdl" needs classes.

    Raises
    ------
    ValueError
        As `InformationGain`, or if y are numbers, all the same.

    Notes
    -----
    As of `InformationGain`. Whole numbers are classes. Times log 2, a score is
    scikit-learn's ``mutual_info_score`` of the levels.

    References
    ----------
    .. [1] T. M. Cover, J. A. Thomas, "Elements of Information Theory", 1991, eq. 2.28.

    Examples
    --------
    >>> X = [[1, 1], [1, 2], [2, 1], [2, 2]]
    >>> MutualInformation(n_bins=2)(X, [0.1, 0.2, 7.5, 9.5]).scores.tolist()
    [1.0, 0.0]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        found = information(X, y, self.discretize, self.n_bins, numbers=True)
        return Ranking.by_scores(found.bits)
