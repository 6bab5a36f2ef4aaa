"""What is packed into words has room there, or is refused."""

import numpy as np
import pytest

from learners import C45Tree
from learners.c45.nodes import ABSENT, LOW_16, LOW_24, RANK, ROW
from learners.c45.ranking import pack, rank_codes
from learners.c45.table import LARGEST, Table
from learners.tables.nominal import Coding


@pytest.mark.parametrize("label", [0, 2**16 - 1])
@pytest.mark.parametrize("rank", [0, LARGEST - 1, -1])
@pytest.mark.parametrize("row", [0, LARGEST - 1])
def test_what_is_packed_comes_out_of_its_word(row, rank, label):
    ranks, y = np.zeros(LARGEST, np.int32), np.zeros(LARGEST, np.int64)
    ranks[row], y[row], out = rank, label, np.zeros(1, np.int64)
    pack(ranks, np.array([row]), y, out)
    [entry] = out.tolist()
    assert entry >> RANK == (rank if rank >= 0 else ABSENT)
    assert ((entry >> ROW) & LOW_24, entry & LOW_16) == (row, label)
    assert LARGEST <= ABSENT


def test_more_rows_than_a_word_has_room_for_are_refused():
    X, coding = np.empty((LARGEST + 1, 0)), Coding.learn(np.empty((1, 0)), None)
    with pytest.raises(ValueError, match=f"at most {LARGEST} rows, got {LARGEST + 1}"):
        Table(X, np.zeros(LARGEST + 1, int), coding, 1)


def test_more_classes_than_a_word_has_room_for_are_refused():
    X = np.arange(2.0**18)[:, np.newaxis]
    y = np.minimum(np.arange(len(X)), 2**16)
    with pytest.raises(ValueError, match="y must have at most 65536 classes, got 6553"):
        C45Tree().fit(X, y)
    tree = C45Tree(min_leaf=10_000, prune=False, mdl_penalty=False).fit(X[1:], y[1:])
    turned = C45Tree(**tree.get_params()).fit(X[1:], -y[1:])
    asked = [[9.5e4], [1e5], [2e5]]
    assert tree.predict(asked).tolist() == [2**16] * 3
    assert turned.predict(asked).tolist() == [-(2**16)] * 3
    assert tree.export_text().count("\n") == turned.export_text().count("\n")


def test_what_is_no_code_of_a_level_has_no_rank():
    column = np.array([0.0, 2.0, 0.5, 3.0, -1.0, np.nan, 7.0])
    ranks = np.full(len(column), 9, np.int32)
    rank_codes(column, 3, ranks)
    assert ranks.tolist() == [0, 2, -1, -1, -1, -1, -1]
