"""What a search costs, against the number of variables."""

import pytest

from tests.benchmarks.bench_width import STRATEGIES, line, measured


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_cost_of_a_search_grows_with_the_width(name):
    few, more = (measured(STRATEGIES[name], 40, n, n_before=20) for n in (30, 120))
    assert few["cost"] < more["cost"] < 100 * few["cost"]
    assert line(more).split()[0] == "120"
