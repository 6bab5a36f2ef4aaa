"""Rankers: what looks relevant without a search."""

from wrapsel.filters.linear_weights import L1, BaggedLinear
from wrapsel.filters.lp_preselect import LPWeights
from wrapsel.filters.ranker import Ranker, Ranking
from wrapsel.filters.svm_rfe import DM, RM, SVMRFE

__all__ = ["DM", "L1", "RM", "SVMRFE", "BaggedLinear", "LPWeights", "Ranker", "Ranking"]
