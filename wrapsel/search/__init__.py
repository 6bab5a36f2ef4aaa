"""The search strategies: what to try next.

Of subsets with equal errors the one with the fewest variables is preferred, which is
also the cheapest, then the first in the user's order: that with the first variable
which others lack (`wrapsel.protocol.precedence`). So of two copies the first is added,
the last is removed, and what is chosen does not depend on the order of columns where
errors differ. Strategies that draw at random, and `BestFirst`, whose result is replaced
by a lower error alone, keep to the letter of their papers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.fronts import front

if TYPE_CHECKING:
    from wrapsel.search.answers.auto import Auto
    from wrapsel.search.answers.parsimony import Parsimony
    from wrapsel.search.blocks.babd import BABD
    from wrapsel.search.blocks.block_deletion import BlockDeletion
    from wrapsel.search.composed.chain import Chain
    from wrapsel.search.composed.portfolio import Portfolio
    from wrapsel.search.composed.restarts import Restarts
    from wrapsel.search.composed.top import Top
    from wrapsel.search.composed.within import Within
    from wrapsel.search.heuristics.annealing import Annealing
    from wrapsel.search.heuristics.beam import Beam
    from wrapsel.search.heuristics.best_first import BestFirst
    from wrapsel.search.heuristics.branch_and_bound import BranchAndBound
    from wrapsel.search.heuristics.exhaustive import Exhaustive
    from wrapsel.search.heuristics.genetic import Genetic
    from wrapsel.search.removal.group_testing import GroupTesting
    from wrapsel.search.removal.random_subsets import RandomSubsets
    from wrapsel.search.removal.rve import RVE
    from wrapsel.search.removal.rvers import RVErS
    from wrapsel.search.steps.backward import Backward
    from wrapsel.search.steps.filter_path import FilterPath
    from wrapsel.search.steps.floating import Floating
    from wrapsel.search.steps.forward import Forward
    from wrapsel.search.steps.plus_l_minus_r import PlusLMinusR
    from wrapsel.search.steps.race import HoeffdingRace, PairedRace
    from wrapsel.search.steps.recursive_elimination import RecursiveElimination
    from wrapsel.search.steps.stepwise import Stepwise

__all__ = [
    "BABD",
    "RVE",
    "Annealing",
    "Auto",
    "Backward",
    "Beam",
    "BestFirst",
    "BlockDeletion",
    "BranchAndBound",
    "Chain",
    "Exhaustive",
    "FilterPath",
    "Floating",
    "Forward",
    "Genetic",
    "GroupTesting",
    "HoeffdingRace",
    "PairedRace",
    "Parsimony",
    "PlusLMinusR",
    "Portfolio",
    "RVErS",
    "RandomSubsets",
    "RecursiveElimination",
    "Restarts",
    "Stepwise",
    "Top",
    "Within",
]

_HOMES = {
    "wrapsel.search.answers.auto": "Auto",
    "wrapsel.search.answers.parsimony": "Parsimony",
    "wrapsel.search.blocks.babd": "BABD",
    "wrapsel.search.blocks.block_deletion": "BlockDeletion",
    "wrapsel.search.composed.chain": "Chain",
    "wrapsel.search.composed.portfolio": "Portfolio",
    "wrapsel.search.composed.restarts": "Restarts",
    "wrapsel.search.composed.top": "Top",
    "wrapsel.search.composed.within": "Within",
    "wrapsel.search.heuristics.annealing": "Annealing",
    "wrapsel.search.heuristics.beam": "Beam",
    "wrapsel.search.heuristics.best_first": "BestFirst",
    "wrapsel.search.heuristics.branch_and_bound": "BranchAndBound",
    "wrapsel.search.heuristics.exhaustive": "Exhaustive",
    "wrapsel.search.heuristics.genetic": "Genetic",
    "wrapsel.search.removal.group_testing": "GroupTesting",
    "wrapsel.search.removal.random_subsets": "RandomSubsets",
    "wrapsel.search.removal.rve": "RVE",
    "wrapsel.search.removal.rvers": "RVErS",
    "wrapsel.search.steps.backward": "Backward",
    "wrapsel.search.steps.filter_path": "FilterPath",
    "wrapsel.search.steps.floating": "Floating",
    "wrapsel.search.steps.forward": "Forward",
    "wrapsel.search.steps.plus_l_minus_r": "PlusLMinusR",
    "wrapsel.search.steps.race": "HoeffdingRace PairedRace",
    "wrapsel.search.steps.recursive_elimination": "RecursiveElimination",
    "wrapsel.search.steps.stepwise": "Stepwise",
}
__getattr__, __dir__ = front(__name__, _HOMES)
