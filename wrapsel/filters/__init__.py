"""Rankers: what looks relevant without a search."""

from wrapsel.filters.linear_weights import L1, BaggedLinear
from wrapsel.filters.ranker import Ranker, Ranking

__all__ = ["L1", "BaggedLinear", "Ranker", "Ranking"]
