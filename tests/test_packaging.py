"""What is handed out is whole, and a user's folders do not get in its way."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [".ci", "docs", "examples", "learners", "tests", "wrapsel"]
BUILD = "from setuptools.build_meta import build_sdist; build_sdist('dist')"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """Make a source distribution of a copy, and return the folder it unpacks to."""
    copy, folder = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("sdist")
    skip = shutil.ignore_patterns("__pycache__", "_build", "gallery", "api")
    for name in SOURCES:
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, copy / name, ignore=skip)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    (copy / "learners" / "c45" / "old.py311.nbi").write_text("compiled")
    subprocess.run(
        [sys.executable, "-c", BUILD], cwd=copy, check=True, capture_output=True
    )
    [archive] = (copy / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(folder.iterdir())


def files(folder):
    paths = [p.relative_to(folder) for p in folder.rglob("*") if p.is_file()]
    return {p for p in paths if "__pycache__" not in p.parts}


def test_a_source_distribution_has_all_files(unpacked):
    packed = files(unpacked)
    for name in SOURCES:
        ours = files(ROOT / name) if (ROOT / name).exists() else set()
        made = {"_build", "gallery", "api"} if name == "docs" else set()
        wanted = {Path(name) / path for path in ours if not made & {*path.parts}}
        assert wanted <= packed
    assert {Path(n) for n in ("CHANGELOG.md", "LICENSE", "README.md")} <= packed
    assert not [p for p in packed if p.suffix in (".nbi", ".nbc", ".pyc")]


def test_its_tests_run(unpacked):
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
    ]
    run = subprocess.run(
        [*command, "tests/test_subset.py", "wrapsel/subset.py"],
        cwd=unpacked,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_each_python_that_is_promised_has_its_classifier():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    least = int(project["requires-python"].removeprefix(">=3."))
    prefix = "Programming Language :: Python :: 3."
    named = [c.removeprefix(prefix) for c in project["classifiers"] if prefix in c]
    assert named == [str(minor) for minor in range(least, 15)]
    assert project["authors"]


def extras():
    """Return the extras, and what each asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project["optional-dependencies"]


def test_ci_takes_wheels_only_and_installs_every_extra_but_one():
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    pips = [place for place, line in enumerate(lines) if "pip install" in line]
    assert lines.index("export PIP_ONLY_BINARY=:all:") < pips[0]
    asked = re.findall(r"pip install -e '\.\[([^]]*)\]'", "\n".join(lines))
    installed = {extra for names in asked for extra in names.split(",")}
    within = {e for each in installed for name in extras()[each] for e in part_of(name)}
    assert "torch" in lines[pips[0]]
    # Where nothing else asks for what has no wheel, see pyproject.
    assert extras().keys() - installed - within - {"torch"} == {"mutation"}


def part_of(requirement):
    """Return the extras of ours that a requirement asks for."""
    found = re.fullmatch(r"wrapsel\[(.*)\]", requirement)
    return found.group(1).split(",") if found else []


SCRIPT = """
from wrapsel import Problem, load_learner, select
from wrapsel.datasets import load
data = load("iris")
print(select(Problem(load_learner("naive-bayes"), data.X, data.y), honest=False))
"""


def test_a_users_own_folders_hide_no_learner(tmp_path):
    for name in ("learners", "tests", "search"):
        (tmp_path / name).mkdir()
        told = f"raise ImportError('not your {name}')"
        (tmp_path / name / "__init__.py").write_text(told)
    (tmp_path / "script.py").write_text(SCRIPT)
    search = ["--search", "forward", "--honest", "none", "--quiet"]
    command = ["-m", "wrapsel", "select", "iris", *search]
    for words in (command, ["script.py"]):
        run = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr


def test_a_package_of_that_name_that_was_imported_is_named(tmp_path):
    (tmp_path / "learners.py").write_text("mine = 1")
    (tmp_path / "script.py").write_text(f"import learners\n{SCRIPT}")
    run = subprocess.run(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "another package 'learners' hides it" in run.stderr
    assert str(tmp_path) in run.stderr
