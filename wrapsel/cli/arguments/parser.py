"""The commands."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from wrapsel.cli.arguments.assignment import assignment
from wrapsel.cli.arguments.reading import add_reading
from wrapsel.cli.arguments.selecting import add_groups
from wrapsel.words import unknown_option

_LISTS = ("learners", "searches", "rankers", "metrics", "datasets", "readers")
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
  wrapsel compile naive-bayes c45
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
        if left and hasattr(known, "source"):
            self.error(
                f"one SOURCE is read, got {left[0]!r} besides; of a table in several "
                "files name the folder, or a pattern in quotes"
            )
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
    _add_compile(commands)
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
    add_groups(_added(commands, "select", text))


def _add_rank(commands: Any) -> None:
    text = "rank the variables of a data set without a search"
    command = _added(commands, "rank", text)
    add = command.add_argument
    add("source", metavar="SOURCE", help="as in wrapsel select")
    add_reading(add)
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


def _add_compile(commands: Any) -> None:
    text = "compile what searches need, once for this machine, such as in an image"
    command = _added(commands, "compile", text)
    command.add_argument(
        "names",
        metavar="LEARNER",
        nargs="*",
        help="as in wrapsel list; all of these by default",
    )


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
