"""Change the package in small ways, one at a time, and see whether tests notice.

    python .ci/mutate.py wrapsel/evaluation/folds.py tests/evaluation
    python .ci/mutate.py learners/c45 tests/learners/c45 -n 8 --seed 1

tries so many changes of each file, drawn at random. Of the tests, and the doctests of
the files, those that run the changed line come first, then the rest of their modules.
Prints the survivors, and how many died. Works on a copy in build/, each change in a
fork; needs `pip install -e '.[test,mutation]'`. With NUMBA_DISABLE_JIT=1 in the
environment, kernels are Python, which is quicker than to compile them for each change.
Not so for learners/perceptron, sklearn/naive_bayes, and parts of c45, least_squares and
sklearn/neighbors, whose tests need compiled numbers: as Python they fail without a
change, and are left out.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import shutil
import sys
from pathlib import Path

from changes import changes
from forks import Chosen, Watch, load_libraries, pytest_alone

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "build" / "mutants" / "project"
CACHE = COPY.parent / "numba"
SLOW = 2.0  # seconds of a test that others go before


def main():
    asked = _arguments()
    _copy()
    os.chdir(COPY)
    tests = _watched(asked.path, [asked.path, *asked.tests])
    shutil.rmtree(CACHE.with_name("kept"), ignore_errors=True)
    if CACHE.exists():
        shutil.copytree(CACHE, CACHE.with_name("kept"), copy_function=os.link)
    n_died = n_tried = 0
    for file in _files(asked.path):
        rng = random.Random(f"{asked.seed} {file}")
        old = file.read_text()
        for new in changes(old, asked.n, rng):
            killer = _killer(file, old, new, tests, asked.seconds)
            n_tried, n_died = n_tried + 1, n_died + bool(killer)
            print(f"{file} {_diff(old, new)}{killer or 'SURVIVED'}\n", flush=True)
    print(f"{n_died} of {n_tried} died")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("path", type=Path, help="file or folder to change")
    parser.add_argument("tests", nargs="+", help="files or folders of tests")
    parser.add_argument("-n", type=int, default=30, help="changes of each file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120, help="tests of each")
    return parser.parse_args()


def _copy():
    """Copy the project, always to the same place: compiled kernels are found again."""
    shutil.rmtree(COPY, ignore_errors=True)
    left_out = shutil.ignore_patterns(".git", ".venv", "build", ".*_cache")
    shutil.copytree(ROOT, COPY, ignore=left_out)
    shared = COPY.with_name("shared")
    if (ROOT.parent / "shared").exists() and not shared.exists():
        shared.symlink_to(ROOT.parent / "shared")
    os.environ |= {"PYTHONPATH": str(COPY), "NUMBA_CACHE_DIR": str(CACHE)}
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "1", "TRITON_INTERPRET": "1"}
    sys.path.insert(0, str(COPY))
    sys.dont_write_bytecode = True


def _files(path):
    return [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))


def _watched(path, paths):
    """Return the seconds of each test, and the lines of each file that it ran."""
    paths = [str(path) for path in paths]
    load_libraries(paths)
    _, watch = pytest_alone(paths, Watch(COPY / path), limit=3600)
    for test in watch.failed:
        print(f"left out, since it fails without a change: {test}", flush=True)
    return {t: seen for t, seen in watch.tests.items() if t not in watch.failed}


def _killer(file, old, new, tests, seconds):
    """Return what notices a change, or None."""
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    line = next(i for i, (a, b) in enumerate(pairs, 1) if a != b)
    chosen = _in_order(tests, file, line, seconds)
    modules = list(dict.fromkeys(map(_module, chosen)))
    limit = 60 + 5 * sum(tests[test][0] for test in chosen)
    file.write_text(new)
    answer = pytest_alone(["-x", *modules], Chosen(chosen), limit) if chosen else (0, 0)
    file.write_text(old)
    if CACHE.exists():
        shutil.rmtree(CACHE)
        shutil.copytree(CACHE.with_name("kept"), CACHE, copy_function=os.link)
    code, plugin = answer or ("a crash, or no end", None)
    return code and (getattr(plugin, "failed", None) or str(code))


def _in_order(tests, file, line, seconds):
    """Return the tests that run a line, then others of their modules."""
    path = str(COPY / file)
    ran = {test for test, (_, lines) in tests.items() if line in lines.get(path, ())}
    ran = ran or {test for test, (_, lines) in tests.items() if path in lines}
    modules = {_module(test) for test in ran or tests}

    def place(test):
        is_far = file.stem not in _module(test)
        return test not in ran, tests[test][0] > SLOW, is_far, _module(test)

    chosen, spent = [], 0.0
    for test in sorted([t for t in tests if _module(t) in modules], key=place):
        spent += tests[test][0]
        if spent <= seconds:
            chosen.append(test)
    return chosen


def _module(test):
    return test.partition("::")[0]


def _diff(old, new):
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1)
    return "\n".join([*list(lines)[2:], ""])


if __name__ == "__main__":
    main()
