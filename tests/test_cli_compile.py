"""What is compiled before is there for the first search."""

import os
import subprocess
import sys

import pytest

from wrapsel.cli import main

SEARCHES = """
from sklearn.datasets import load_digits, load_wine
from wrapsel import Problem, load_learner, select
from wrapsel.compiled import compile_seconds
with compile_seconds() as seconds:
    for data in load_wine, load_digits:
        problem = Problem(load_learner("naive-bayes"), *data(return_X_y=True))
        select(problem, honest="redrawn")
print(seconds())
"""


def test_a_learner_that_there_is_not_is_one_line(capsys):
    assert main(["compile", "naive-bays"]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.startswith("wrapsel: error: no learner named 'naive-bays'")
    assert len(captured.err.splitlines()) == 1


@pytest.mark.slow
def test_after_it_a_search_compiles_nothing(tmp_path):
    settings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}

    def run(*arguments):
        asked = [sys.executable, *arguments]
        ended = subprocess.run(asked, env=settings, capture_output=True, check=True)
        return ended.stdout.decode()

    first, second = (run("-m", "wrapsel", "compile", "naive-bayes") for _ in range(2))
    assert first.startswith("naive-bayes: ")
    assert not first.endswith(": 0.0 s\n")
    assert second == "naive-bayes: 0.0 s\n"
    assert float(run("-c", SEARCHES)) == 0


def test_learners_of_counts_are_compiled_too(capsys):
    assert main(["compile", "sklearn.naive_bayes.MultinomialNB"]) == 0
    assert capsys.readouterr().out.startswith("sklearn.naive_bayes.MultinomialNB: ")
