"""What `wrapsel select` takes."""

from __future__ import annotations

import argparse
from typing import Any

from wrapsel.cli.arguments.assignment import assignment
from wrapsel.cli.arguments.reading import add_reading
from wrapsel.cli.options import BACKENDS, HONEST, ON_FAILURE, SCALES, Options


def add_groups(command: argparse.ArgumentParser) -> None:
    """Add what `wrapsel select` takes."""
    _add_data(command.add_argument_group("data"))
    group = command.add_argument_group("learner and search")
    _add_search(group)
    _add_evaluation(group)
    _add_limits(command.add_argument_group("limits"))
    _add_output(command.add_argument_group("output"))


def _add_data(group: Any) -> None:
    add = group.add_argument
    add(
        "source",
        metavar="SOURCE",
        help="a CSV, TSV, Parquet, ARFF, C4.5 or LIBSVM file, a folder of the first "
        "three, a bundled data set, or openml:NAME",
    )
    add_reading(add)
    add("--split", metavar="COLUMN", help="says train or test for each row")
    add("--test", metavar="FILE", help="the test rows")
    add(
        "--holdout",
        metavar="PART",
        type=float,
        help="part of the rows to keep aside for an honest error, such as 0.25",
    )
    add(
        "--scale",
        choices=SCALES,
        help="scale numeric columns, for learners that depend on their units: to 0 to "
        "1, or to mean 0 and standard deviation 1, of the training rows",
    )


def _add_search(group: Any) -> None:
    add, params = group.add_argument, {"type": assignment, "nargs": "+"}
    add(
        "--learner",
        metavar="NAME",
        help="a name, or the dotted path of a class with fit and predict "
        "(default: naive-bayes for classes, sklearn.linear_model.Ridge for numbers)",
    )
    add("--set", dest="learner_params", action="extend", metavar="NAME=VALUE", **params)
    add("--search", metavar="NAME", help=f"a name (default: {Options.search})")
    add(
        "--set-search",
        dest="search_params",
        action="extend",
        metavar="NAME=VALUE",
        **params,
    )
    add(
        "--preselect",
        metavar="RANKER[:N]",
        help="search among the N variables that a ranker puts first, such as spe:100; "
        "with :auto as many as stand out from chance",
    )
    add("--required", metavar="A,B", help="variables of every subset")
    add("--forbidden", metavar="A,B", help="variables of no subset")
    add("--start", metavar="A,B", help="variables to start from")
    add(
        "--variables",
        metavar="FILE",
        help='what is one variable: JSON such as {"colour": ["red", "blue"]}, or '
        "prefix:_ for columns that begin alike",
    )
    add(
        "--prices",
        metavar="FILE",
        help='what variables cost: JSON such as {"mri": 400, "red,white": 12}, where '
        "the second is paid once for either or both",
    )
    add("--max-price", metavar="P", type=float, help="of all selected variables")
    add(
        "--price-weight",
        metavar="W",
        type=float,
        help="what a unit of price adds to an error (default: 0)",
    )
    add(
        "--needs",
        metavar="FILE",
        help='what variables must not be without: JSON such as {"ab": ["a", "b"]}',
    )
    add(
        "--honest",
        choices=HONEST,
        help="how the honest error is made: with the whole search nested in 5 folds, "
        "drawn twice, on folds drawn anew, or not; auto nests if the search took at "
        "most 10 seconds",
    )


def _add_evaluation(group: Any) -> None:
    add = group.add_argument
    add("--cv", metavar="N", type=int, help=f"folds (default: {Options.cv})")
    add(
        "--scoring",
        metavar="NAME[,NAME]",
        help="(default: accuracy for classes, mean_squared_error for numbers); of "
        "several, the first leads the search, and the others judge what it found",
    )
    add(
        "--aggregate",
        choices=("mean", "pooled"),
        help=f"count folds alike, or test rows (default: {Options.aggregate})",
    )
    add("--groups", metavar="COLUMN", help="whose rows stay together in the folds")
    add(
        "--sample-weight",
        metavar="COLUMN",
        help="what rows weigh as the learner is fitted",
    )
    add(
        "--weigh-errors",
        action="store_true",
        help="let rows weigh as much in the errors, too",
    )
    add(
        "--random-state",
        metavar="N",
        type=int,
        help=f"of all random choices (default: {Options.random_state})",
    )
    add(
        "--n-jobs",
        metavar="N",
        type=int,
        help=f"processes, -1 for one a core (default: {Options.n_jobs})",
    )
    add(
        "--backend",
        choices=BACKENDS,
        help="what the workers are (default: processes); a cluster says how many",
    )
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="of dask, such as tcp://10.0.0.1:8786; with --backend dask",
    )
    add("--lookahead", metavar="N", type=int, help="candidates in the widest wave")


def _add_limits(group: Any) -> None:
    add = group.add_argument
    add("--max-evaluations", metavar="N", type=int, help="subsets measured")
    add("--max-cost", metavar="C", type=float, help="in the learner's own unit")
    add("--max-seconds", metavar="S", type=float, help="wall-clock time")
    add(
        "--fit-seconds",
        metavar="S",
        type=float,
        help="limit of one fit, in processes of its own; a longer one is a failure",
    )
    add(
        "--on-failure",
        choices=ON_FAILURE,
        help="where the learner fails: end, or reject the subset and count it",
    )


def _add_output(group: Any) -> None:
    add = group.add_argument
    add(
        "--store",
        metavar="FILE",
        help="keep what is measured; the same command goes on from there",
    )
    add(
        "--json",
        metavar="FILE",
        help="write the result as one JSON object, or to standard output: -",
    )
    add("--report", metavar="FILE", help="write the result as one page, .html")
    add(
        "--history",
        metavar="FILE",
        help="write every verdict of the search, as .parquet or .json",
    )
    add("--quiet", action="store_true", help="show neither progress nor table")
