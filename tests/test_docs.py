"""What the site shows works."""

import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

from wrapsel.cli.arguments import parser

PAGES = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))


def blocks(page, language):
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run_in_order(page, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # as pickling asks for

    for number, block in enumerate(blocks(page, "python")):
        exec(compile(block, f"{page.name} block {number}", "exec"), vars(module))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_are_some_that_the_parser_takes(page):
    for line in "".join(blocks(page, "sh")).splitlines():
        name, *words = shlex.split(line)

        assert name == "wrapsel"
        assert parser().parse_args(words).command == words[0]
