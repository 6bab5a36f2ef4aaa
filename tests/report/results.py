"""Results made by hand, to be drawn and told."""

import math

from wrapsel import Evaluation, HonestError, SearchResult, Spending, Subset
from wrapsel.engine import Stage

NAMES = ("age", "<script>alert(1)</script>", "{{ 7 * 7 }}", "dose & 'time'")
N = len(NAMES)
ALL = Evaluation(Subset.full(N), 0.25, 5)
THREE = Evaluation(Subset.of([0, 1, 2], N), 0.21, 5)
TWO = Evaluation(Subset.of([0, 1], N), 0.125, 5)
NONE = Evaluation(Subset.empty(N), 0.5, 5)
SPENT = tuple(Spending(n, n, n * 5, n * 10.0, n / 2) for n in (1, 3, 7))


def nested(error=0.2, standard_error=0.02, correction=0.05):
    chosen = [[0, 1], [0, 1], [0], [0, 1, 2], [0, 3]]
    subsets = tuple(Subset.of(each, N) for each in chosen)
    measured = error - correction
    return HonestError(
        error, standard_error, "nested", measured, correction, 5, subsets
    )


def result(path=(ALL, THREE, TWO), stopped_by="strategy", **known):
    known = {"honest": nested(), "constant": NONE, "spent": SPENT[: len(path)]} | known
    stages = tuple(Stage(kept, f"stage {i}") for i, kept in enumerate(path))
    spending = Spending(7, 9, 35, 70.0, 3.5)
    return SearchResult(path, ALL, spending, stopped_by, NAMES, stages=stages, **known)


RESULTS = {
    "nested": result(),
    "nothing known": result(honest=None, constant=None, spent=()),
    "redrawn": result(honest=HonestError(0.2, 0.02, "redrawn", 0.2, n_draws=5)),
    "given": result(honest=HonestError(0.2, 0.02, "given", 0.2)),
    "not sure": result(honest=nested(standard_error=math.inf)),
    "no spread": result(honest=HonestError(0.0, 0.0, "redrawn", 0.0, n_draws=5)),
    "no variable": result((NONE,)),
    "all variables": result((ALL,)),
    "no incumbent": result(()),
    "useless": result(honest=nested(error=0.49)),
    "worse": result(honest=nested(error=0.4)),
    "budget": result(stopped_by="budget"),
    "interrupt": result(stopped_by="interrupt"),
}
