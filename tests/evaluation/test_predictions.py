"""What a learner or a shared scorer answers is a label, or an error."""

import numpy as np
import pytest

from wrapsel.evaluation.predictions import as_column, check_codes, check_predictions


@pytest.mark.parametrize(
    ("codes", "wrong"),
    [
        ([0, 1, 2], None),
        ([0.0, 1.0, 2.0], None),
        ([True, False, True], None),
        (np.zeros((2, 0)), None),
        (np.zeros((2, 0), int), None),
        ([0, 3, 5], "3"),
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


@pytest.mark.parametrize(
    ("predicted", "classes", "wrong"),
    [
        ([0, 1, 1], [0, 1], None),
        ([0.0, 1.0], [0, 1], None),
        (["b", "a"], ["a", "b"], None),
        (np.array(["b", "a"], dtype=object), ["a", "b"], None),
        ([0, 7, 9], [0, 1], "labels that y has, got 7$"),
        ([0.5, 1.0], [0, 1], r"labels that y has, got 0\.5$"),
        (["a", "c"], ["a", "b"], "labels that y has, got 'c'$"),
        (["1", "0"], [0, 1], "labels that y has, got '1'$"),
        ([1, 0], ["0", "1"], "labels that y has, got 1$"),
        ([1, 0], [*map(str, range(30))], "labels that y has, got 1$"),
        (["1", "0"], range(30), "labels that y has, got '1'$"),
        (["a"], None, None),
        ([0.0, np.nan], [0, 1], "not be missing, got NaN$"),
        (np.array(["a", np.nan], dtype=object), ["a", "b"], "not be missing, got NaN$"),
        ([0.5, -3.0], None, None),
        ([0.5, np.inf], None, "finite, got an infinite one$"),
        ([0.5, np.nan], None, "not be missing, got NaN$"),
    ],
    ids=repr,
)
def test_predictions_are_labels_that_there_are_or_finite_numbers(
    predicted, classes, wrong
):
    labels = None if classes is None else np.array(classes)
    if wrong is None:
        check_predictions(np.array(predicted), labels)
        return
    with pytest.raises(ValueError, match=f"predictions must (be )?{wrong}"):
        check_predictions(np.array(predicted), labels)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_single_column_of_predictions_is_a_row(n):
    column = np.arange(n)[:, np.newaxis]
    if n:
        assert as_column(column, n).tolist() == list(range(n))
        assert as_column(column, n + 1) is column
    else:
        assert as_column(column, n) is column
    flat = np.arange(3)
    assert as_column(flat, 3) is flat
