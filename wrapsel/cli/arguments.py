"""The arguments of the command line."""

from __future__ import annotations

import argparse
import ast
from collections.abc import Callable
from typing import Any, NoReturn

from wrapsel.cli.options import BACKENDS, HONEST, ON_FAILURE, SCALES, Options
from wrapsel.words import unknown_option

_LISTS = ("learners", "searches", "rankers", "metrics", "datasets")
_WORDS = {"true": True, "false": False, "none": None}
_EXAMPLES = """\
examples:
  wrapsel demo
  wrapsel select digits --holdout 0.25
  wrapsel select data.csv --target class --nominal colour,shape --json out.json
  wrapsel select data.csv --target price --learner sklearn.linear_model.Ridge \\
      --set alpha=0.1 --search forward --scoring r2
  wrapsel rank digits --ranker l1 --top 10
  wrapsel list learners
  wrapsel describe rvers
  wrapsel store measured.db
  wrapsel papers rve-table-7 --quick --data FOLDER
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions, to be worded like all others."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)

    # argparse's own says which words it does not know, and not what was meant.
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        known, left = super().parse_known_args(args, namespace)
        for word in left:
            if word.startswith("--"):
                options = [o[2:] for o in self._option_string_actions if o[:2] == "--"]
                self.error(unknown_option(self.prog, word, options))
        return known, left


def parser() -> argparse.ArgumentParser:
    """Return the parser; what is not given is absent from what it returns.

    Examples
    --------
    >>> parser().parse_args(["select", "wine", "--cv", "3"])
    Namespace(command='select', source='wine', cv=3)
    """
    from wrapsel import __doc__, __version__

    top = _Parser(
        "wrapsel",
        description=__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"wrapsel {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _add_select(commands)
    _add_rank(commands)
    _add_demo(commands)
    _add_papers(commands)
    _add_store(commands)
    text = "list names, with one line on each"
    names = commands.add_parser("list", help=text, description=text)
    names.add_argument("kind", choices=_LISTS)
    text = "say what a name stands for, and its parameters"
    named = commands.add_parser("describe", help=text, description=text)
    named.add_argument("name", metavar="NAME", help="as in wrapsel list")
    return top


def _added(
    commands: Any, name: str, text: str, *, allow_abbrev: bool = False
) -> argparse.ArgumentParser:
    """Return a new command; what is not given has the defaults of its function."""
    added: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text,
        argument_default=argparse.SUPPRESS,
        allow_abbrev=allow_abbrev,
    )
    return added


def _add_select(commands: Any) -> None:
    text = "search the smallest good subset of the variables of a data set"
    command = _added(commands, "select", text)
    _add_data(command.add_argument_group("data"))
    group = command.add_argument_group("learner and search")
    _add_search(group)
    _add_evaluation(group)
    _add_limits(command.add_argument_group("limits"))
    _add_output(command.add_argument_group("output"))


def _add_rank(commands: Any) -> None:
    text = "rank the variables of a data set without a search"
    command = _added(commands, "rank", text)
    add = command.add_argument
    add("source", metavar="SOURCE", help="as in wrapsel select")
    _add_reading(add)
    add("--ranker", metavar="NAME", required=True, help="a name")
    add(
        "--set",
        dest="ranker_params",
        action="extend",
        metavar="NAME=VALUE",
        type=assignment,
        nargs="+",
    )
    add("--top", metavar="K", type=int, help="so many of them only")
    add(
        "--json",
        metavar="FILE",
        help="write the ranking as one JSON object, or to standard output: -",
    )
    add("--report", metavar="FILE", help="write the ranking as one page, .html")
    add("--quiet", action="store_true", help="show nothing")


def _add_demo(commands: Any) -> None:
    text = "select from handwritten digits with noise mixed in; needs no file"
    demo = _added(commands, "demo", text, allow_abbrev=True)
    demo.add_argument(
        "--random-state", type=int, help="of all random choices (default: 0)"
    )


def _add_papers(commands: Any) -> None:
    text = "make a table or figure of the papers again; without a name, list them"
    command = _added(commands, "papers", text)
    add = command.add_argument
    add("name", metavar="NAME", nargs="?", help="such as rve-table-7")
    add("--quick", action="store_true", help="a part of it, in less than a minute")
    add("--csv", metavar="FILE", help="write the numbers as CSV")
    add("--figure", metavar="FILE", help="draw it: .svg, .pdf or .png")
    add(
        "--data",
        metavar="DIR",
        help="the folder of the data sets; what it lacks is fetched from openml.org "
        "where there is a copy",
    )
    add("--store", metavar="FILE", help="keep what is done, and go on from there")
    add("--n-jobs", dest="jobs", metavar="N", type=int, help="runs side by side")


def _add_store(commands: Any) -> None:
    text = "show what is in a store, write it as a table, or remove a part of it"
    command = _added(commands, "store", text)
    add = command.add_argument
    add("source", metavar="FILE", help="as --store of wrapsel select")
    add(
        "--export",
        dest="export_to",
        metavar="FILE",
        help="write a row for each subset, as .parquet",
    )
    add("--prune", action="store_true", help="remove what one of these says")
    add("--keep", metavar="A,B", help="all problems but those that begin so")
    add("--drop", metavar="A,B", help="the problems that begin so")
    add("--unused", metavar="DAYS", type=float, help="those not used for so long")


def _add_data(group: Any) -> None:
    add = group.add_argument
    add(
        "source",
        metavar="SOURCE",
        help="a CSV, TSV, Parquet, ARFF, C4.5 or LIBSVM file, a bundled data set, "
        "or openml:NAME",
    )
    _add_reading(add)
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


def _add_reading(add: Callable[..., Any]) -> None:
    add("--target", metavar="COLUMN", help="what to predict (default: target)")
    add("--nominal", metavar="A,B|all", help="columns that are names, not numbers")
    add(
        "--decimal",
        choices=(".", ","),
        help="what stands before decimals (default: a full stop; in variables of files "
        "with semicolons also a comma)",
    )
    add(
        "--max-bytes",
        metavar="N",
        type=int,
        help="what a packed file may hold, and a table at 8 a cell (default: 2**30)",
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
        help="search among the N variables that a ranker puts first, such as spe:100",
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
        metavar="NAME",
        help="(default: accuracy for classes, mean_squared_error for numbers)",
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


def assignment(text: str) -> tuple[str, Any]:
    """Read ``NAME=VALUE``; the value as Python does, else as text.

    Examples
    --------
    >>> assignment("gamma=1e-3"), assignment("kernel=rbf"), assignment("k=none")
    (('gamma', 0.001), ('kernel', 'rbf'), ('k', None))
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, got {text!r}")
    if value.lower() in _WORDS:
        return name, _WORDS[value.lower()]
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError, TypeError):
        return name, value
