"""Torch adds what the README says, and its tests are skipped without it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
# As it is where torch is not installed: nobody finds it.
BLOCKED = """
import sys
import pytest


class Without:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        gone = name.partition(".")[0] in ("torch", "triton")
        return None if gone else self.finder.find_spec(name, path, target)

    def __getattr__(self, name):
        return getattr(self.finder, name)


sys.meta_path[:] = map(Without, sys.meta_path)
sys.exit(pytest.main(sys.argv[1:]))
"""
DEVICES = "tests/learners/perceptron/test_devices.py"
EXAMPLE = "tests/test_examples.py::test_an_example_prints_what_it_found"
OTHERS = "tests/learners/test_ecosystem.py"


def run(*words):
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-rs"]
    return subprocess.run(
        [sys.executable, "-c", BLOCKED, *options, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_readme_says_what_torch_adds_and_what_is_skipped_without_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [re.split(r"\W", r)[0] for r in project["optional-dependencies"]["torch"]]
    assert asked == ["torch", "triton"]
    assert not {"torch", "triton"} & {*map(str.lower, project["dependencies"])}
    told = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert (
        "`pip install 'wrapsel[torch]'` adds the training of perceptrons on a GPU; "
        "without torch, the tests of devices and the example of a torch module are "
        "skipped."
    ) in told


def test_without_torch_these_tests_are_skipped_and_none_fails():
    example = f"{EXAMPLE}[custom_torch_learner-selected: ]"
    drawn = f"{OTHERS}::test_what_torch_draws_is_the_same_for_the_same_call_and_leaves"
    done = run(DEVICES, example, "-m", "", f"{drawn}_no_trace")
    assert done.returncode in (0, 5), done.stdout
    # The file of devices counts as one.
    assert "3 skipped" in done.stdout.splitlines()[-1]
    assert done.stdout.count("torch is not installed") >= 1


def test_without_torch_every_file_of_tests_that_names_it_is_there():
    named = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if "torch" in path.read_text(encoding="utf-8")
    ]
    assert DEVICES in named
    done = run("--collect-only", "-m", "", *named)
    assert done.returncode == 0, done.stdout


def test_without_torch_perceptrons_learn_on_the_cpu():
    done = run("learners/perceptron/thermal.py", "learners/perceptron/device.py")
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout.splitlines()[-1]
