"""What rankers make of text, categories, dates and bools, as the site says."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from wrapsel import filters

CODES = np.arange(30) % 3
NUMBERS = np.random.default_rng(0).random(30)
Y = CODES == 0
WORDS = np.array(["u", "v", "w"])[CODES]
KINDS = {
    "text": WORDS,
    "category": pd.Categorical(WORDS),
    "dates": pd.date_range("2020-01-01", periods=30),
    "bools": Y,
}
BY_NAMES = {
    *("InformationGain", "GainRatio", "SymmetricUncertainty", "MutualInformation"),
    *("FCBF", "CFS", "MRMR", "ReliefF", "RReliefF", "MultiSURF"),
}
BY_NUMBERS = {
    *("AnovaF", "MannWhitney", "Correlation", "Cosine", "SPERanker"),
    *("StoppigliaRanker", "L1", "BaggedLinear", "LPWeights", "SVMRFE"),
    *("ChiSquare", "ReliefK", "GSReliefK"),
}


def rank(name, kind):
    table = pd.DataFrame({"x": NUMBERS, "odd": KINDS[kind]})
    return getattr(filters, name)()(table, Y)


@pytest.mark.parametrize("name", sorted(BY_NAMES | BY_NUMBERS))
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_column_is_ranked_or_refused_by_its_name(name, kind):
    if kind == "bools" or (name in BY_NAMES and kind != "dates"):
        assert rank(name, kind).order[0] == 1
    else:
        with pytest.raises(ValueError, match="column 'odd' must be of finite numbers"):
            rank(name, kind)


def test_the_site_names_those_that_take_names():
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text()
    [said] = re.findall(r"wrapsel.filters`,([^.]*)\stake text\sand\scategories", page)
    assert set(re.findall(r"`(\w+)`", said)) == BY_NAMES
