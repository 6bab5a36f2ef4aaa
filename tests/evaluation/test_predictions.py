"""What a learner or a shared scorer answers is a label, or an error."""

import numpy as np
import pytest

from wrapsel.evaluation.predictions import check_codes


@pytest.mark.parametrize(
    ("codes", "wrong"),
    [
        ([0, 1, 2], None),
        ([0.0, 1.0, 2.0], None),
        ([True, False, True], None),
        (np.zeros((2, 0)), None),
        ([0, 3], "3"),
        ([2, -1], "-1"),
        ([0.0, 0.5], "0.5"),
        ([0.0, 3.0], "3.0"),
        ([1.0, -0.5], "-0.5"),
        ([1.0, np.nan], "nan"),
        ([1.0, np.inf], "inf"),
    ],
    ids=repr,
)
def test_codes_are_whole_numbers_below_the_number_of_classes(codes, wrong):
    if wrong is None:
        check_codes(np.array(codes), 3)
        return
    with pytest.raises(ValueError, match=f"codes in 0..2, got {wrong}$"):
        check_codes(np.array(codes), 3)
