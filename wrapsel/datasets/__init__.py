"""Data sets from files, libraries and the network, and artificial problems."""

from wrapsel.datasets.boolean_problems import make_led, make_monks, make_seven_of_ten
from wrapsel.datasets.dataset import Dataset
from wrapsel.datasets.friedman import make_friedman1
from wrapsel.datasets.loading import list_datasets, load
from wrapsel.datasets.mackey_glass import make_mackey_glass
from wrapsel.datasets.made import MadeProblem
from wrapsel.datasets.madelon import make_madelon_like
from wrapsel.datasets.polynomial_problems import (
    make_jong_linear,
    make_jong_nonlinear,
    make_spe_polynomial,
)
from wrapsel.datasets.problems import PROBLEMS, make_problem
from wrapsel.datasets.useless_alone import make_anticorrelated, make_xor
from wrapsel.datasets.weston import make_weston_linear, make_weston_nonlinear

__all__ = [
    "PROBLEMS",
    "Dataset",
    "MadeProblem",
    "list_datasets",
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
