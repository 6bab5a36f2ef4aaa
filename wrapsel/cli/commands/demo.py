"""A search on bundled data with noise mixed in."""

from __future__ import annotations

import numpy as np

from wrapsel.cli.options import Options
from wrapsel.cli.selecting import select_from
from wrapsel.datasets import Dataset, load

_NOISE = "noise_"
_INTRODUCTION = """\
1797 handwritten digits of 8 x 8 pixels, and for each pixel a shuffled copy that says
nothing: which of the 128 variables does naive Bayes need? Several searches propose
subsets, and the smallest that predicts as well on other folds is taken; 25 % of the
rows are kept aside as a test.
"""


def demo(random_state: int = 0) -> None:
    """Select from digits and as many noise variables; say how many noise was kept."""
    print(_INTRODUCTION)
    options = Options("digits", random_state=random_state, holdout=0.25)
    record = select_from(options, lambda: noisy_digits(random_state))
    kept = [name for name in record["selected"] if name.startswith(_NOISE)]
    print(f"\nnoise variables kept: {len(kept)} of {record['n_variables'] // 2}")


def noisy_digits(random_state: int) -> Dataset:
    """Return the digits with a shuffled copy of each variable.

    Examples
    --------
    >>> noisy_digits(random_state=0)
    1797 rows, 128 variables (0 nominal), target "target"
    """
    import pandas as pd

    digits, rng = load("digits"), np.random.default_rng(random_state)
    noise = rng.permuted(digits.X.to_numpy(), axis=0)
    names = [f"{_NOISE}{name}" for name in digits.names]
    X = pd.concat([digits.X, pd.DataFrame(noise, columns=names)], axis=1)
    return Dataset(X, digits.y, digits.target)
