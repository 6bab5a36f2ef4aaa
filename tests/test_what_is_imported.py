"""What an import or a mistake waits for."""

import os
import subprocess
import sys

import pytest

# Each takes a tenth of a second or more.
HEAVY = [
    *("joblib", "matplotlib", "numba", "pandas", "pyarrow"),
    *("scipy", "sklearn", "torch", "tqdm"),
]
THERE = "import sys; print('\\n'.join(sys.modules))"
FIRST = "from sklearn.feature_selection import SequentialFeatureSelector"


def modules(code):
    """Return the modules that are there after some lines, in a process of their own."""
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{THERE}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())


def heavy(loaded):
    return {name for name in loaded if name.partition(".")[0] in HEAVY}


WRONG = "from wrapsel.cli import main; assert main(['select', 'nothing.csv']) == 2"


@pytest.mark.parametrize(
    "code", ["import wrapsel", WRONG], ids=["import", "wrong file name"]
)
def test_it_waits_for_no_large_package(code):
    loaded = modules(code)
    assert any(name.startswith("wrapsel") for name in loaded)
    assert heavy(loaded) == set()


def test_importing_it_loads_no_package_but_its_own_and_pythons():
    before = modules("import typing, collections, importlib")
    more = {name for name in modules("import wrapsel") - before if "." not in name}
    assert more <= {"wrapsel", *sys.stdlib_module_names}


def test_a_selector_loads_no_package_that_one_of_scikit_learn_does_not():
    theirs, ours = modules(FIRST), modules("from wrapsel import WrapperSelector")
    added = {name for name in ours - theirs if name.split(".")[0] != "wrapsel"}
    assert added == set()
    assert heavy(theirs)  # so that it is no empty promise above


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="cannot measure a child")
@pytest.mark.parametrize(
    ("code", "seconds"),
    [("import wrapsel", 0.3), (WRONG, 1.0)],
    ids=["import", "wrong file name"],
)
def test_it_takes_no_more_cpu_than_promised(code, seconds):
    # The least of some, as other processes share caches; thrice the promise at most.
    least = min(cpu_seconds(code) for _ in range(3))
    assert least < 3 * seconds


def cpu_seconds(code):
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime
