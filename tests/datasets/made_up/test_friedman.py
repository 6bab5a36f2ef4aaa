"""Friedman's problem follows its formula."""

import numpy as np
import pytest

from tests.datasets.made_up import oracles_problems as oracle
from wrapsel.datasets.made_up.friedman import make_friedman1


def test_friedmans_formula_holds_without_noise():
    clean, noisy = make_friedman1(4000, noise=0.0), make_friedman1(4000, noise=2.0)

    assert clean.y == pytest.approx([oracle.friedman1(row) for row in clean.X])
    assert (noisy.y - clean.y).std() == pytest.approx(2, rel=0.05)
    assert np.array_equal(clean.X, noisy.X)
