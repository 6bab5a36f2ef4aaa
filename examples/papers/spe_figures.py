"""Rankers on artificial problems, beside the figures of the SPE-ranker paper.

Quevedo, Bahamonde and Luaces, "A simple and efficient method for variable ranking
according to their usefulness for learning", 2007. The figures are lost in our copy, but
its text says who wins and what rises: each of these claims is compared with the table
made here. Run it with ``--figure`` 2, 4, 6, 8, 9 or 10, ``--sets`` (data sets for each
point; the paper takes 30), or ``--times``.

Two things the paper does not say decide who wins, and are chosen by what it reports:

- How large the constants b_j of its polynomials are (eq. 12). If they are small beside
  the linear terms, as with ``--offset 1``, a polynomial of degree 2 is nearly even, no
  ranker by single variables can find its variables, and RM and DM win. From -100 to 100
  they leave it nearly linear, and SPE-ranker keeps its level, as in figure 6.
- Whether the polynomial kernel of RM and DM has a constant. Without it (LIBSVM's own
  default), an even degree cannot tell x from -x, so that RM and DM are worse at even
  degrees, and the worst where nothing is redundant. ``--constant`` puts it in.

Copies are wider than what they copy, which helps RM and DM only if inputs are taken as
they are; ``--standardize`` shows them without. In Weston's problem (figure 8) noise is
the widest, and they must; its variance is 20, as its deviation not even R2W2 copes.
"""

import argparse
import time
from dataclasses import replace
from itertools import product
from zlib import crc32

import numpy as np
from _spe_claims import (
    CLAIMS,
    COPIES,
    DEGREES,
    DISTANCES,
    FACTORS,
    RANKERS,
    SCALED,
    SIZES,
    WIDTHS,
)
from sklearn.preprocessing import scale

from wrapsel.datasets import make_problem
from wrapsel.datasets.made_up.polynomial import make_spe_polynomial
from wrapsel.filters import (
    DM,
    FCBF,
    R2W2,
    RM,
    GSReliefK,
    ReliefK,
    SPERanker,
    StoppigliaRanker,
)
from wrapsel.ranking import auc_fr

SHORT = ("8", "9", "10")  # the others take minutes
PENALTIES = (1e-2, 1.0, 1e2, 1e5)  # of an error; the best counts, at each point
LARGE = 30.0  # times all inputs: beside 900 a.b a constant of 1 is nothing
POINT = {
    "n_variables": (50, 100),
    "n_samples": (50, 100),
    "n_relevant": (5, 10),
    "degree": (1, 2),
    "redundancy": (0, 1),
    "noise": (0.0, 0.05),
}
FIGURES = {
    "2": ("copies of each relevant variable", "redundancy", COPIES),
    "4": ("number of variables", "n_variables", WIDTHS),
    "6": ("degree of the polynomial", "degree", DEGREES),
    "8": ("samples (s: standardised) of Weston's problem", "n_samples", SIZES + SCALED),
    "9": ("variables of the product", "n_relevant", FACTORS),
    "10": ("distance of the classes / sigma", "distance", DISTANCES),
}


def main():
    """Print the figures asked for, and what became of the claims."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--figure", choices=FIGURES, action="append")
    parser.add_argument("--sets", type=int)
    parser.add_argument("--offset", type=float, default=100.0)
    parser.add_argument("--constant", action="store_true")
    parser.add_argument("--standardize", action="store_true")
    parser.add_argument("--times", action="store_true")
    given, _ = parser.parse_known_args()
    if given.times:
        return print_times(given)
    asked = given.figure or SHORT
    given.sets = given.sets or (10 if set(asked) <= set(SHORT) else 2)
    for name, (axis, key, columns) in FIGURES.items():
        if name in asked:
            table = turned({x: measure(name, key, x, given) for x in columns})
            print_table(f"Figure {name}, by {axis}", table)
            print_claims(name, table)


def measure(name, key, x, given):
    """Return a column of a figure: a number for each row."""
    if name == "10":
        return anticorrelated(x, given.sets)
    if name in "246":
        values = {**POINT, key: (x,)}
        points = [
            dict(zip(values, point, strict=True)) for point in product(*values.values())
        ]
    else:
        points = [{key: x}]
    medians = [medians_at(name, point, given) for point in points]
    return {who: np.mean([each[who] for each in medians]) for who in RANKERS}


def medians_at(name, point, given):
    """Return each ranker's median over the data sets, the best over its variants."""
    degree = point["n_relevant"] if name == "9" else point.get("degree", 2)
    rankers = rankers_of(degree, given.constant, given.standardize or name == "8")
    areas = {who: [[] for _ in variants] for who, variants in rankers.items()}
    for seed in range(given.sets):
        problem = problem_of(name, point, given.offset, seed).shuffled(seed)
        truth = problem.relevant, problem.redundant
        for who, variants in rankers.items():
            for own, ranker in zip(areas[who], variants, strict=True):
                own.append(auc_fr(ranker(problem.X, problem.y).order, *truth))
    return {who: max(np.median(own) for own in areas[who]) for who in areas}


def rankers_of(degree, constant, standardize):
    """Return the variants of each ranker for a problem of this degree."""
    # From degree 2 on, the kernel is so large that the margin is hard by C = 1.
    penalties = PENALTIES if degree == 1 else PENALTIES[:2]
    machines = [
        [machine(kind, C, degree, constant, standardize) for C in penalties]
        for kind in (RM, DM)
    ]
    kernel = "linear" if degree == 1 else "poly"
    rankers = [
        [SPERanker(degree)],
        [SPERanker(degree, remove_redundant=False)],
        [StoppigliaRanker(degree, probe="none")],
        [ReliefK()],
        [GSReliefK()],
        [FCBF()],
        *machines,
        [R2W2(kernel, degree=degree, standardize=False)],
    ]
    return dict(zip(RANKERS, rankers, strict=True))


def machine(kind, C, degree, constant, standardize):
    """Return RM or DM, whose kernel has no constant unless asked for."""
    if degree == 1:
        return kind("linear", C=C, standardize=standardize)
    if constant:
        return kind("poly", C=C, degree=degree, standardize=standardize)
    ranker = kind("poly", C=C / LARGE ** (2 * degree), degree=degree, standardize=False)
    if standardize:
        return lambda X, y: ranker(LARGE * scale(X), y)
    return lambda X, y: ranker(LARGE * X, y)


def problem_of(name, point, offset, seed):
    """Make the data set of a point."""
    if name == "9":
        return make_problem(f"xor?n_relevant={point['n_relevant']}&random_state={seed}")
    return weston(point, seed) if name == "8" else polynomial(point, offset, seed)


def weston(point, seed):
    """Make Weston's non-linear problem with noise of variance 20."""
    size = str(point["n_samples"])
    problem = make_problem(
        f"weston-nonlinear?n_samples={size.rstrip('s')}&random_state={seed}"
    )
    X = problem.X.copy()
    X[:, 2:] *= np.sqrt(20) / 20
    return replace(problem, X=scale(X) if size.endswith("s") else X)


def polynomial(point, offset, seed):
    """Make a polynomial problem, with constants from -offset to offset."""
    # Else points would share their draws, and their errors.
    seed = crc32(repr((point, seed)).encode())
    return make_spe_polynomial(**point, offset=offset, random_state=seed)


def anticorrelated(distance, n_sets):
    """Return how often one of two variables was removed, and their correlation."""
    removed, correlations = [], []
    for seed, sigma in product(range(n_sets), np.linspace(1, 3, 21)):
        problem = make_problem(
            f"anticorrelated?sigma={sigma}&distance={distance * sigma}"
            f"&random_state={1000 * seed + round(10 * sigma)}"
        )
        removed.append(len(SPERanker(1)(problem.X, problem.y).redundant) > 0)
        correlations.append(abs(np.corrcoef(problem.X.T)[0, 1]))
    return {"removed": np.mean(removed), "|r|": np.mean(correlations)}


def turned(table):
    """Return {row: {column: figure}} of {column: {row: figure}}."""
    rows = next(iter(table.values()))
    return {row: {x: table[x][row] for x in table} for row in rows}


def print_table(title, table):
    """Print a figure as a table."""
    print(title)
    print(f"{'':12}" + "".join(f"{x:>7}" for x in next(iter(table.values()))))
    for row, cells in table.items():
        print(f"{row:12}" + "".join(f"{value:7.3f}" for value in cells.values()))


def print_claims(name, table):
    """Print whether each claim holds, and by which figures."""
    for claim in CLAIMS[name]:
        holds, words = claim.check(table)
        print(f"  {'holds' if holds else 'does not hold':14} {claim.text}: {words}")
    print(flush=True)


def print_times(given):
    """Print the seconds that each ranker takes for 100 samples of 250 variables."""
    point = {"n_variables": 250, "degree": 2, "redundancy": 1, "noise": 0.05}
    problem = polynomial({**point, "n_relevant": 10}, given.offset, 0)
    print("Median milliseconds of processor time, 100 samples of 250 variables")
    for who, variants in rankers_of(2, given.constant, given.standardize).items():
        variants[0](problem.X, problem.y)  # compiles
        spent = []
        for _ in range(given.sets or 5):
            start = time.process_time()
            variants[0](problem.X, problem.y)
            spent.append(time.process_time() - start)
        print(f"{who:12}{1000 * np.median(spent):9.1f}")


if __name__ == "__main__":
    main()
