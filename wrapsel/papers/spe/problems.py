"""The artificial problems of the figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zlib import crc32

import numpy as np

from wrapsel.datasets import MadeProblem, make_problem, make_spe_polynomial

# Constants b_j of the polynomials (eq. 12), of which the paper does not say how large
# they are. If small beside the linear terms, a polynomial of degree 2 is nearly even,
# no ranker by single variables finds its variables, and RM and DM win; so large they
# leave it nearly linear, and SPE-ranker keeps its level, as in figure 6.
OFFSET = 100.0


def make_point(figure: str, point: dict[str, Any], seed: int) -> MadeProblem:
    """Make a data set of a point of a figure.

    Examples
    --------
    >>> make_point("9", {"n_relevant": 3}, seed=0)
    xor: 100 rows, 100 variables, 3 of them relevant
    """
    if figure == "9":
        return make_problem(f"xor?n_relevant={point['n_relevant']}&random_state={seed}")
    if figure == "8":
        return _weston(point["n_samples"], point["standardized"], seed)
    # Else points would share their draws, and their errors.
    own = crc32(repr((sorted(point.items()), seed)).encode())
    return make_spe_polynomial(**point, offset=OFFSET, random_state=own)


def _weston(n_samples: int, standardized: bool, seed: int) -> MadeProblem:
    """Make Weston's non-linear problem with noise of variance 20.

    Noise is the widest there; with a deviation of 20 not even R2W2 copes.
    """
    from sklearn.preprocessing import scale

    problem = make_problem(
        f"weston-nonlinear?n_samples={n_samples}&random_state={seed}"
    )
    X = problem.X.copy()
    X[:, 2:] *= np.sqrt(20) / 20
    return replace(problem, X=scale(X) if standardized else X)
