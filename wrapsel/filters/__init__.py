"""Rankers: what looks relevant without a search."""

from wrapsel.filters.ranker import Ranker, Ranking

__all__ = ["Ranker", "Ranking"]
