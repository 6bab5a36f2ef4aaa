"""The blocks of code of a page."""

import re
import sys
from types import ModuleType


def blocks(page, language):
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run_python_blocks(page, monkeypatch):
    """Run the blocks in order, in a module of their own."""
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # as pickling asks for
    for number, block in enumerate(blocks(page, "python")):
        exec(compile(block, f"{page.name} block {number}", "exec"), vars(module))
