"""What is compiled is forgotten once a source has changed, and kept if it can be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


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


# Each in a package of its own, which knows nothing of the others.
IMPORTS = {
    "theirs": "from theirs.sums.inner import number",
    "a_part": "from a_part.sums import inner; number = inner.number",
    "dotted": "import dotted.sums.inner; number = dotted.sums.inner.number",
    "near": "from .sums.inner import number",
    "by_way": "from by_way.between import number",
    "by_near_way": "from .between import number",
}
ASK = "from {0}.outer import twice as t; print('{0}', t(), len(t.stats.cache_hits))"


def test_a_kernel_notices_that_another_file_has_changed(tmp_path):
    for name, line in IMPORTS.items():
        sums = tmp_path / name / "sums"
        sums.mkdir(parents=True)
        for part in (sums, sums.parent):
            (part / "__init__.py").touch()
        (sums.parent / "between.py").write_text("from .sums.inner import number\n")
        (sums.parent / "outer.py").write_text(OUTER.format(line))
    code = "\n".join(ASK.format(name) for name in IMPORTS)
    for number, n_kept in [(1, 0), (1, 1), (21, 0)]:
        for name in IMPORTS:
            (tmp_path / name / "sums" / "inner.py").write_text(INNER.format(number))
        found = run(tmp_path, code).splitlines()
        assert found == [f"{name} {2 * number} {n_kept}" for name in IMPORTS]


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


def package(folder, number):
    """Write a package of two kernels, the outer of which gives twice the number."""
    (folder / "theirs").mkdir(exist_ok=True)
    (folder / "theirs" / "__init__.py").touch()
    (folder / "theirs" / "inner.py").write_text(INNER.format(number))
    line = "from theirs.inner import number"
    (folder / "theirs" / "outer.py").write_text(OUTER.format(line))


def test_where_nothing_can_be_kept_it_compiles_with_one_warning(tmp_path):
    package(tmp_path, 7)
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


# Before the first call; of a user with all rights, too.
SPOILT = {
    "File too large": "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (0, 0))",
    "Not a directory": "shutil.rmtree(folder); folder.touch()",
    "Is a directory": "Path(number._cache._cache_file._index_path).mkdir()",
    "No space left on device": "caching.open = full",
}
CALL = """
import shutil, numba.core.caching as caching
from pathlib import Path
from theirs.outer import number, twice
def full(path, mode):
    if "w" in mode: raise OSError(28, "No space left on device")
    return open(path, mode)
folder = Path(number._cache.cache_path)
{}
print(twice(), number())
"""


@pytest.mark.parametrize("why", SPOILT)
def test_a_disk_that_fails_later_is_one_warning(tmp_path, why):
    package(tmp_path, 7)

    done = run_in(tmp_path, ["-c", CALL.format(SPOILT[why])])

    assert done.stdout.strip() == "14 7"
    [line] = [line for line in done.stderr.splitlines() if "CacheWarning" in line]
    assert f"cannot keep what is compiled ({why})" in line
    assert not list(tmp_path.rglob("*.tmp.*"))


def test_what_a_full_disk_kept_in_part_is_not_taken_for_whole(tmp_path):
    package(tmp_path, 7)
    room = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, ({0}, r.RLIM_INFINITY))"
    assert run(tmp_path, CALL.format("")) == "14 7"
    largest = max(path.stat().st_size for path in tmp_path.rglob("*.nbi"))
    package(tmp_path, 21)  # the file of what is compiled has the same name
    assert run(tmp_path, CALL.format(room.format(largest))) == "42 21"
    assert run(tmp_path, CALL.format("")) == "42 21"


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 20, 200])
def test_what_is_damaged_is_compiled_and_kept_anew(tmp_path, ending, left):
    package(tmp_path, 7)
    code = "from theirs.outer import number as t; print(t(), len(t.stats.cache_hits))"
    assert run(tmp_path, code) == "7 0"
    for path in tmp_path.rglob(f"*.{ending}"):
        path.write_bytes(path.read_bytes()[:left])

    done = run_in(tmp_path, ["-c", code])
    assert (done.stdout.strip(), done.stderr) == ("7 0", "")
    assert run(tmp_path, code) == "7 1"
