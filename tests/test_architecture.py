"""Who may import whom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "subset": set(),
    "errors": set(),
    "protocol": {"subset"},
    "learner": {"subset", "errors"},
    "driver": {"protocol", "subset"},
    "search": {"protocol", "subset", "search"},
    "evaluation": {"protocol", "subset", "learner", "errors", "evaluation"},
    "engine": {
        "protocol",
        "subset",
        "errors",
        "search",
        "evaluation",
        "ranking",
        "engine",
    },
    "datasets": {"subset", "errors", "datasets"},
    "ranking": {"ranking"},
    "compiled": set(),
    "filters": {"subset", "errors", "filters", "compiled"},
}
COMPILER = {"wrapsel.compiled"}


def ours(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.split(".")[0] in ("wrapsel", "learners"):
                yield name


@pytest.mark.parametrize("part", ALLOWED)
def test_each_part_imports_only_what_it_may(part):
    folder = ROOT / "wrapsel" / part
    files = folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]
    for path in files:
        for name in ours(path):
            assert name.split(".")[1] in ALLOWED[part], f"{path} imports {name}"


def test_the_package_never_imports_learners_and_they_only_its_compiler():
    for path in (ROOT / "wrapsel").rglob("*.py"):
        assert not [n for n in ours(path) if n.startswith("learners")], path
    for path in (ROOT / "learners").rglob("*.py"):
        assert {n for n in ours(path) if n.startswith("wrapsel")} <= COMPILER, path


def test_importing_wrapsel_loads_nothing_heavy():
    heavy = ["torch", "numba", "pandas", "matplotlib", "sklearn", "scipy"]
    code = f"import sys, wrapsel; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_no_kernel_sorts_but_by_argsort():
    # numba caches both under the same name: the first one loaded serves for both.
    for folder in ("wrapsel", "learners"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "njit" in text or "import compiled" in text:
                assert "np.sort(" not in text, path
                assert ".sort()" not in text, path
