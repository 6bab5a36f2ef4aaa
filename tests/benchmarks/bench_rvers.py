"""RVErS with naive Bayes on the paper's sets, with a store; no peer has it.

Run with ``pytest tests/benchmarks/bench_rvers.py --benchmark-enable -s``.
"""

import json
from pathlib import Path

import pytest

from learners import NaiveBayes
from wrapsel import Problem, select
from wrapsel.datasets import load
from wrapsel.search import RVErS

DATA = Path(__file__).parents[3] / "shared" / "data"


def table(name):
    if not DATA.exists():
        pytest.skip("the benchmark data sets are not beside this checkout")
    if name == "dna":
        return load(DATA / "dna.csv.gz", "target", split="split", nominal="all")
    kinds = json.loads((DATA / "index.json").read_text())[name]["kinds"]
    nominal = [column for column, kind in kinds.items() if kind == "nominal"]
    return load(DATA / f"{name}.csv.gz", "target", nominal=nominal)


@pytest.mark.parametrize(("name", "paper"), [("dna", 84), ("internet-ad", 1406)])
def test_rvers(row, tmp_path, name, paper):
    data = table(name)
    stores = iter(range(100))

    def run():
        problem = Problem(NaiveBayes(), data.X, data.y)
        store = tmp_path / f"{next(stores)}.db"
        return select(problem, RVErS(r_max=data.X.shape[1]), store=store)

    row(
        f"RVErS and its honest error, naive Bayes, {name}",
        run,
        note=lambda result: f"the paper: {paper} s; {result}",
    )
