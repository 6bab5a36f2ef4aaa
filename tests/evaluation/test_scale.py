"""How much folds count, in numbers worked out by hand."""

import numpy as np
import pytest

from wrapsel.evaluation.given.scale import scale_of

# Common multiple * folds * largest is 0.9995 * 2**53 and 1.003 * 2**53.
JUST = [59, 61, 67, 71, 73, 97, 103]
PAST = [59, 61, 67, 71, 83, 89, 101]


@pytest.mark.parametrize(
    ("sizes", "aggregate", "is_summed", "factors", "weights"),
    [
        ([2, 3, 7], "pooled", True, [1, 1, 1], [2, 3, 7]),
        ([2, 3, 7], "pooled", False, [2, 3, 7], [2, 3, 7]),
        ([2, 3, 7], "mean", False, [1, 1, 1], [1, 1, 1]),
        ([2, 3, 7], "mean", True, [21, 14, 6], [42, 42, 42]),
        ([4, 6], "mean", True, [3, 2], [12, 12]),
        ([0.5, 4.0], "mean", True, [2, 0.25], [1, 1]),
        ([0.5, 4.0], "pooled", False, [0.5, 4], [0.5, 4]),
        (JUST, "mean", True, np.prod(JUST) / JUST, [np.prod(JUST)] * 7),
        (PAST, "mean", True, 1 / np.array(PAST), [1] * 7),
    ],
)
def test_folds_count_alike_or_by_their_rows(
    sizes, aggregate, is_summed, factors, weights
):
    found = scale_of(sizes, aggregate, is_summed)
    assert [each.tolist() for each in found] == [list(factors), list(weights)]
