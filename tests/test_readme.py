"""What the README shows works."""

import re
import shlex
from pathlib import Path

import pytest

from tests.pages import blocks, run_python_blocks
from wrapsel.cli.arguments import parser
from wrapsel.cli.rankers import RANKERS
from wrapsel.cli.searches import STRATEGIES
from wrapsel.datasets import list_datasets
from wrapsel.learner import list_learners

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def wrapsel_commands():
    """Yield the arguments of each `wrapsel` command in the shell blocks."""
    for block in blocks(README, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            for command in line.split("&&"):
                words = shlex.split(command)
                if Path(words[0]).name == "wrapsel":
                    yield words[1:]


def section(title):
    return (
        README.read_text(encoding="utf-8")
        .partition(f"\n## {title}\n")[2]
        .partition("\n## ")[0]
    )


def test_the_python_blocks_run_in_order(capsys, monkeypatch):
    run_python_blocks(README, monkeypatch)

    printed = capsys.readouterr().out.splitlines()
    assert re.match(r"\d+ of 30 variables, honest error", printed[0])
    assert float(printed[2].removeprefix("on other rows: ")) < 0.1
    assert len(printed) == 8


@pytest.mark.parametrize("words", list(wrapsel_commands()), ids=" ".join)
def test_a_command_is_one_that_the_parser_takes(words):
    assert parser().parse_args(words).command == words[0]


def test_the_first_two_commands_set_up_and_run_and_test():
    run, test = blocks(README, "sh")[:2]

    for command in (run, test):
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert command.count("\n") == 1
    assert run.endswith("&& .venv/bin/wrapsel demo\n")
    assert test.endswith("&& .venv/bin/python -m pytest -n 2\n")


def test_the_ci_script_runs_the_test_command_as_it_stands_here():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert blocks(README, "sh")[1].strip() in script.splitlines()


@pytest.mark.parametrize(
    "name", [*STRATEGIES, *RANKERS, *list_learners(), *list_datasets()]
)
def test_the_table_of_what_is_in_it_has_every_name(name):
    assert f"`{name}`" in section("What is in it")
