"""The search strategies: what to try next."""

from wrapsel.search.annealing import Annealing
from wrapsel.search.answers.auto import Auto
from wrapsel.search.answers.parsimony import Parsimony
from wrapsel.search.babd import BABD
from wrapsel.search.backward import Backward
from wrapsel.search.beam import Beam
from wrapsel.search.best_first import BestFirst
from wrapsel.search.block_deletion import BlockDeletion
from wrapsel.search.branch_and_bound import BranchAndBound
from wrapsel.search.chain import Chain
from wrapsel.search.exhaustive import Exhaustive
from wrapsel.search.filter_path import FilterPath
from wrapsel.search.floating import Floating
from wrapsel.search.forward import Forward
from wrapsel.search.genetic import Genetic
from wrapsel.search.group_testing import GroupTesting
from wrapsel.search.plus_l_minus_r import PlusLMinusR
from wrapsel.search.portfolio import Portfolio
from wrapsel.search.race import HoeffdingRace, PairedRace
from wrapsel.search.random_subsets import RandomSubsets
from wrapsel.search.recursive_elimination import RecursiveElimination
from wrapsel.search.restarts import Restarts
from wrapsel.search.rve import RVE
from wrapsel.search.rvers import RVErS
from wrapsel.search.stepwise import Stepwise
from wrapsel.search.top import Top
from wrapsel.search.within import Within

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
