"""Rankers: what looks relevant without a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.fronts import front

if TYPE_CHECKING:
    from wrapsel.columns.blocks import ColumnBlocks
    from wrapsel.columns.opening import open_blocks
    from wrapsel.filters.angles.correlation import Correlation, Cosine
    from wrapsel.filters.angles.gram_schmidt import StoppigliaRanker
    from wrapsel.filters.angles.spe import SPERanker
    from wrapsel.filters.classes.anova import AnovaF, ChiSquare
    from wrapsel.filters.classes.rank_sum import MannWhitney
    from wrapsel.filters.ensemble import Ensemble
    from wrapsel.filters.evolved.roger import ROGER
    from wrapsel.filters.information.cfs import CFS
    from wrapsel.filters.information.fcbf import FCBF
    from wrapsel.filters.information.information import (
        GainRatio,
        InformationGain,
        MutualInformation,
        SymmetricUncertainty,
    )
    from wrapsel.filters.information.mrmr import MRMR
    from wrapsel.filters.linear.program import LPWeights
    from wrapsel.filters.linear.weights import L1, BaggedLinear
    from wrapsel.filters.ranker import Ranker, Ranking
    from wrapsel.filters.relief.gs_relief import GSReliefK
    from wrapsel.filters.relief.multisurf import MultiSURF
    from wrapsel.filters.relief.relief_f import ReliefF, RReliefF
    from wrapsel.filters.relief.relief_k import ReliefK
    from wrapsel.filters.support_vectors.r2w2 import R2W2
    from wrapsel.filters.support_vectors.svm_rfe import DM, RM, SVMRFE

__all__ = [
    "CFS",
    "DM",
    "FCBF",
    "L1",
    "MRMR",
    "R2W2",
    "RM",
    "ROGER",
    "SVMRFE",
    "AnovaF",
    "BaggedLinear",
    "ChiSquare",
    "ColumnBlocks",
    "Correlation",
    "Cosine",
    "Ensemble",
    "GSReliefK",
    "GainRatio",
    "InformationGain",
    "LPWeights",
    "MannWhitney",
    "MultiSURF",
    "MutualInformation",
    "RReliefF",
    "Ranker",
    "Ranking",
    "ReliefF",
    "ReliefK",
    "SPERanker",
    "StoppigliaRanker",
    "SymmetricUncertainty",
    "open_blocks",
]

_HOMES = {
    "wrapsel.columns.blocks": "ColumnBlocks",
    "wrapsel.columns.opening": "open_blocks",
    "wrapsel.filters.angles.correlation": "Correlation Cosine",
    "wrapsel.filters.angles.gram_schmidt": "StoppigliaRanker",
    "wrapsel.filters.angles.spe": "SPERanker",
    "wrapsel.filters.classes.anova": "AnovaF ChiSquare",
    "wrapsel.filters.classes.rank_sum": "MannWhitney",
    "wrapsel.filters.ensemble": "Ensemble",
    "wrapsel.filters.evolved.roger": "ROGER",
    "wrapsel.filters.information.cfs": "CFS",
    "wrapsel.filters.information.fcbf": "FCBF",
    "wrapsel.filters.information.information": "GainRatio InformationGain "
    "MutualInformation SymmetricUncertainty",
    "wrapsel.filters.information.mrmr": "MRMR",
    "wrapsel.filters.linear.program": "LPWeights",
    "wrapsel.filters.linear.weights": "L1 BaggedLinear",
    "wrapsel.filters.ranker": "Ranker Ranking",
    "wrapsel.filters.relief.gs_relief": "GSReliefK",
    "wrapsel.filters.relief.multisurf": "MultiSURF",
    "wrapsel.filters.relief.relief_f": "ReliefF RReliefF",
    "wrapsel.filters.relief.relief_k": "ReliefK",
    "wrapsel.filters.support_vectors.r2w2": "R2W2",
    "wrapsel.filters.support_vectors.svm_rfe": "DM RM SVMRFE",
}
__getattr__, __dir__ = front(__name__, _HOMES)
