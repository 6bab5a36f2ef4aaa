"""How good is a ranking or a selection, and how stable."""

from wrapsel.ranking.agreement import kendall_tau
from wrapsel.ranking.curve import auc_fr, p_best, p_worst, roc_fs_curve
from wrapsel.ranking.selection import SelectionScores, selection_scores
from wrapsel.ranking.stability import Stability, jaccard, kuncheva, nogueira

__all__ = [
    "SelectionScores",
    "Stability",
    "auc_fr",
    "jaccard",
    "kendall_tau",
    "kuncheva",
    "nogueira",
    "p_best",
    "p_worst",
    "roc_fs_curve",
    "selection_scores",
]
