"""Rankers: what looks relevant without a search."""

from wrapsel.filters.anova import AnovaF, ChiSquare
from wrapsel.filters.blocks import ColumnBlocks, open_blocks
from wrapsel.filters.cfs import CFS
from wrapsel.filters.correlation import Correlation, Cosine
from wrapsel.filters.ensemble import Ensemble
from wrapsel.filters.fcbf import FCBF
from wrapsel.filters.gram_schmidt import StoppigliaRanker
from wrapsel.filters.gs_relief import GSReliefK
from wrapsel.filters.information import (
    GainRatio,
    InformationGain,
    MutualInformation,
    SymmetricUncertainty,
)
from wrapsel.filters.linear_weights import L1, BaggedLinear
from wrapsel.filters.lp_preselect import LPWeights
from wrapsel.filters.mrmr import MRMR
from wrapsel.filters.multisurf import MultiSURF
from wrapsel.filters.r2w2 import R2W2
from wrapsel.filters.rank_sum import MannWhitney
from wrapsel.filters.ranker import Ranker, Ranking
from wrapsel.filters.relief import ReliefK
from wrapsel.filters.relief_f import ReliefF, RReliefF
from wrapsel.filters.roger import ROGER
from wrapsel.filters.spe import SPERanker
from wrapsel.filters.svm_rfe import DM, RM, SVMRFE

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
