"""Selections judged by the relevant variables in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wrapsel.ranking.walk import Groups, groups_of, take_places


class SelectionScores(NamedTuple):
    """How well selected variables agree with the relevant ones, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def selection_scores(
    selected: Iterable[int], relevant: Iterable[int], redundant: Groups = ()
) -> SelectionScores:
    """Compare selected variables with the relevant ones.

    A variable that stands for a relevant one is as good, but counts once: further ones
    of a group are mistakes. The precision of no variables is 0.

    Parameters
    ----------
    selected : iterable of int
        The selected variables, each once.
    relevant, redundant
        As in `roc_fs_curve`; all variables may be relevant.

    Examples
    --------
    >>> selection_scores([0, 2, 5], relevant=[0, 1], redundant=[(0, 2)])
    SelectionScores(precision=0.3333333333333333, recall=0.5, f1=0.4)
    """
    chosen = [int(variable) for variable in selected]
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"selected must hold each variable once, got {chosen}")
    group_of, places = groups_of(relevant, redundant, merged=False)
    n_relevant = sum(places)
    n_true = sum(take_places([group_of.get(i) for i in chosen], places))
    precision = n_true / len(chosen) if chosen else 0.0
    f1 = 2 * n_true / (len(chosen) + n_relevant)
    return SelectionScores(precision, n_true / n_relevant, f1)
