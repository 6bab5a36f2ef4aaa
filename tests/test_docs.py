"""What the site shows works."""

import shlex
from pathlib import Path

import pytest

from tests.pages import blocks, run_python_blocks
from wrapsel.cli.arguments import parser

PAGES = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run_in_order(page, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    run_python_blocks(page, monkeypatch)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_are_some_that_the_parser_takes(page):
    for line in "".join(blocks(page, "sh")).splitlines():
        name, *words = shlex.split(line)

        assert name == "wrapsel"
        assert parser().parse_args(words).command == words[0]
