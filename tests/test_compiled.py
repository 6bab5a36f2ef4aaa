"""What is compiled is forgotten once a source has changed."""

import ast
import gc
import os
import subprocess
import sys
from contextlib import suppress
from itertools import chain
from pathlib import Path

import numba
import pytest

from wrapsel.compiled import compile_seconds, compiled

ROOT = Path(__file__).parents[1]
FOLDERS = ("wrapsel", "learners", "tests")


def run(folder, code):
    return run_in(folder, ["-c", code]).stdout.strip()


def run_in(folder, arguments, **settings):
    kept = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    return subprocess.run(
        [sys.executable, *arguments],
        env=kept | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"} | settings,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )


START = "from wrapsel.compiled import compiled\n"
INNER = START + "@compiled\ndef number(): return {}\n"
OUTER = START + "{}\n@compiled\ndef twice(): return 2 * number()\n"


@pytest.mark.parametrize(
    "line",
    [
        "from theirs.sums.inner import number",
        "from theirs.sums import inner; number = inner.number",
        "import theirs.sums.inner; number = theirs.sums.inner.number",
        "from .sums.inner import number",
        "from theirs.between import number",
        "from .between import number",
    ],
)
def test_a_kernel_notices_that_another_file_has_changed(tmp_path, line):
    sums = tmp_path / "theirs" / "sums"
    sums.mkdir(parents=True)
    for part in (sums, sums.parent):
        (part / "__init__.py").touch()
    (sums.parent / "between.py").write_text("from .sums.inner import number\n")
    (sums.parent / "outer.py").write_text(OUTER.format(line))
    found = []
    for number in (1, 1, 21):
        (sums / "inner.py").write_text(INNER.format(number))
        code = "from theirs.outer import twice as t; print(t(), t.stats.cache_hits)"
        found.append(run(tmp_path, code).split())

    answers = [int(answer) for answer, *_ in found]
    assert answers == [2, 2, 42]
    hits = [not hit.endswith("Counter()") for _, hit, *_ in found]
    assert hits == [False, True, False]


def test_a_kernel_is_kept_when_a_file_changes_that_it_does_not_import(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "__init__.py").touch()
    (tmp_path / "theirs" / "alone.py").write_text(INNER.format(7))
    code = "from theirs.alone import number as t; print(t(), t.stats.cache_hits)"
    run(tmp_path, code)
    (tmp_path / "theirs" / "other.py").write_text("x = 1\n")

    assert not run(tmp_path, code).endswith("Counter()")


# Nobody can write below a file, whatever the rights.
NOWHERE = """
import numba.core.caching as caching
for locator in vars(caching).values():
    if isinstance(locator, type) and hasattr(locator, "ensure_cache_path"):
        locator.get_cache_path = lambda self: "/dev/null/below"
"""


def test_where_nothing_can_be_kept_it_compiles_with_one_warning(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "__init__.py").touch()
    (tmp_path / "theirs" / "inner.py").write_text(INNER.format(7))
    line = "from theirs.inner import number"
    (tmp_path / "theirs" / "outer.py").write_text(OUTER.format(line))
    code = NOWHERE + "from theirs.outer import twice; print(twice())"

    done = run_in(tmp_path, ["-c", code])

    assert done.stdout.strip() == "14"
    assert done.stderr.count("CacheWarning") == 1


def test_a_command_that_can_keep_nothing_says_so_in_one_line(tmp_path):
    code = "from wrapsel.cli.command import main; main(['describe', 'anova-f'])"

    done = run_in(tmp_path, ["-c", NOWHERE + code])

    assert done.stdout.startswith("anova-f, a ranker")
    [line] = done.stderr.splitlines()
    assert line.startswith("wrapsel: warning: no folder can be written")


@pytest.mark.parametrize("fails", [False, True])
def test_garbage_is_collected_as_before_once_it_is_compiled(fails):
    before, seen = gc.get_threshold(), []

    def note():
        seen.append(gc.get_threshold())

    with compile_seconds(note), compile_seconds(note):  # as of a search in a search
        with suppress(numba.TypingError):
            compiled(lambda x: x + 1)("a" if not fails else object())
        note()
    assert seen[0][0] == seen[1][0] > before[0]
    assert seen[-1] == before


def test_nothing_is_compiled_for_c_to_call():
    kernel = compiled(eval("lambda number: number + 1"))  # of no file, so not kept
    assert kernel(1) == 2
    [library] = [made.library for made in kernel.overloads.values()]
    functions = [function.name for function in library.get_defined_functions()]
    assert any("cpython" in name for name in functions)
    assert not any(name.startswith("cfunc.") for name in functions)


def kernels_of(tree):
    """Return the functions of a module that are compiled, and how."""
    named = {}
    for node in tree.body:
        for mark in getattr(node, "decorator_list", []):
            mark = ast.unparse(mark).partition("(")[0]
            if mark in ("compiled", "inner"):
                named[node.name] = mark
    return named


def asked_by_python(module, tree, kernels):
    """Return the (module, name) pairs that code which is not compiled names."""
    names = {name: {(module, name)} for name in kernels}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                place = node.module, alias.name
                names.setdefault(alias.asname or alias.name, set()).add(place)
    compiled_here = [node for node in tree.body if getattr(node, "name", "") in kernels]
    left = [node for node in tree.body if node not in compiled_here]
    asked = set()
    for node in chain.from_iterable(map(ast.walk, left)):
        if isinstance(node, ast.Name):
            asked |= names.get(node.id, set())
        elif isinstance(node, ast.Attribute):
            owners = names.get(ast.unparse(node.value), set())
            asked |= {(".".join(owner), node.attr) for owner in owners}
    return asked


def test_what_python_calls_and_nothing_else_is_compiled_for_it():
    # What is compiled for kernels alone crashes where Python calls it.
    asked, kept = set(), {"compiled": set(), "inner": set()}
    for path in chain.from_iterable((ROOT / d).rglob("*.py") for d in FOLDERS):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text())
        kernels = kernels_of(tree)
        asked |= asked_by_python(module, tree, kernels)
        for name, how in kernels.items():
            kept[how].add((module, name))
    assert len(kept["inner"]) > 100
    assert not kept["inner"] & asked
    assert not kept["compiled"] - asked
