"""Data sets from files, libraries and the network, and artificial problems."""

from wrapsel.datasets.by_ending import list_readers
from wrapsel.datasets.dataset import Dataset
from wrapsel.datasets.loading import list_datasets, load
from wrapsel.datasets.made_up.boolean import make_led, make_monks, make_seven_of_ten
from wrapsel.datasets.made_up.by_name import PROBLEMS, make_problem
from wrapsel.datasets.made_up.friedman import make_friedman1
from wrapsel.datasets.made_up.mackey_glass import make_mackey_glass
from wrapsel.datasets.made_up.madelon import make_madelon_like
from wrapsel.datasets.made_up.polynomial import (
    make_jong_linear,
    make_jong_nonlinear,
    make_spe_polynomial,
)
from wrapsel.datasets.made_up.problem import MadeProblem
from wrapsel.datasets.made_up.useless_alone import make_anticorrelated, make_xor
from wrapsel.datasets.made_up.weston import make_weston_linear, make_weston_nonlinear

__all__ = [
    "PROBLEMS",
    "Dataset",
    "MadeProblem",
    "list_datasets",
    "list_readers",
    "load",
    "make_anticorrelated",
    "make_friedman1",
    "make_jong_linear",
    "make_jong_nonlinear",
    "make_led",
    "make_mackey_glass",
    "make_madelon_like",
    "make_monks",
    "make_problem",
    "make_seven_of_ten",
    "make_spe_polynomial",
    "make_weston_linear",
    "make_weston_nonlinear",
    "make_xor",
]
