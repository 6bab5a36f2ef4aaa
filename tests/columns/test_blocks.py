"""Tables read by blocks of columns rank as those in memory, in little memory."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

from wrapsel.columns.blocks import ColumnBlocks, as_blocks
from wrapsel.columns.opening import open_blocks
from wrapsel.filters.angles.correlation import Correlation, Cosine
from wrapsel.filters.angles.spe import SPERanker
from wrapsel.filters.classes.anova import AnovaF, ChiSquare
from wrapsel.filters.classes.rank_sum import MannWhitney

RANKERS = [
    Correlation(3),
    Cosine(),
    AnovaF(),
    MannWhitney(),
    SPERanker(),
    SPERanker(n_features_to_select=20),
]


def table(n, m, kind=np.float32):
    rng = np.random.default_rng(0)
    return (8 * rng.normal(size=(n, m))).astype(kind), rng.permutation(np.arange(n) % 2)


def whole(blocks):
    return np.concatenate([block for _, block in blocks], axis=1)


@pytest.mark.parametrize("kind", ["f4", "f8", ">f4", "f2", "i2", "u1", "?"])
@pytest.mark.parametrize("layout", ["C", "F"])
def test_npy_files_are_read_as_they_were_written(tmp_path, kind, layout):
    X, _ = table(7, 30, np.int8)
    X = np.array(X, dtype=kind, order=layout)
    np.save(tmp_path / "X.npy", X)
    blocks = replace(open_blocks(tmp_path / "X.npy"), width=4)
    assert np.array_equal(whole(blocks), X)
    assert np.array_equal(blocks.take([29, 3, 3, 0]), X[:, [29, 3, 3, 0]])
    for start, block in blocks:
        assert start % 4 == 0
        assert block.dtype in ("f4", "f8")
        assert block.flags.c_contiguous


def write_parquet(path, X, names, **more):
    columns = {str(name): column for name, column in zip(names, X.T, strict=True)}
    pd.DataFrame({**columns, **more}).to_parquet(path)


@pytest.mark.parametrize("kind", ["f4", "f8", "i4", "?"])
def test_parquet_columns_lie_side_by_side_over_the_files_of_a_folder(tmp_path, kind):
    X, y = table(7, 30, kind)
    labels = np.array(["no", "yes"])[y]
    write_parquet(tmp_path / "a.parquet", X[:, :11], range(11))
    write_parquet(tmp_path / "b.parquet", X[:, 11:], range(11, 30), kind=labels)
    blocks = replace(open_blocks(tmp_path, target="kind"), width=4)
    assert blocks.y.tolist() == labels.tolist()
    assert np.array_equal(whole(blocks), X)
    assert np.array_equal(blocks.take([29, 3, 10, 11]), X[:, [29, 3, 10, 11]])
    one = open_blocks(tmp_path / "a.parquet")
    assert one.y is None
    assert np.array_equal(whole(one), X[:, :11])


@pytest.mark.parametrize("ranker", RANKERS, ids=repr)
def test_rankings_are_those_of_the_table_in_memory(tmp_path, ranker):
    X, y = table(30, 90)
    X[:, 5] = 2.5
    X[:, 60:70] = 2 * X[:, :10]
    np.save(tmp_path / "X.npy", X)
    write_parquet(tmp_path / "X.parquet", X, [f"v{j}" for j in range(90)])
    expected = ranker(X.astype(np.float64), y)
    for name in ("X.npy", "X.parquet"):
        for width in (1, 7, 1000):
            blocks = replace(open_blocks(tmp_path / name), width=width)
            ranking = ranker(blocks, y)
            assert np.array_equal(ranking.scores, expected.scores)
            assert np.array_equal(ranking.order, expected.order)
            assert np.array_equal(ranking.redundant, expected.redundant)


@pytest.mark.parametrize("ranker", RANKERS, ids=repr)
@pytest.mark.parametrize("layout", ["C", "F"])
def test_a_wide_table_needs_a_small_part_of_its_size(tmp_path, ranker, layout):
    X, y = table(200, 20000)
    np.save(tmp_path / "X.npy", np.array(X, order=layout))
    size = X.nbytes
    del X
    blocks = replace(open_blocks(tmp_path / "X.npy"), width=500)
    ranker(blocks.take(range(3)), y)  # compiles
    tracemalloc.start()
    ranker(blocks, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # The numbers of each column, and of each one for each of 16 directions.
    allowed = 0.4 if ranker == SPERanker() else 0.25
    assert peak < allowed * size


@pytest.mark.parametrize("ranker", [*RANKERS, ChiSquare()], ids=repr)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_the_column_that_is_not_finite_is_named(tmp_path, ranker, value):
    X, y = table(9, 40)
    X = np.abs(X)
    X[4, 33] = value
    np.save(tmp_path / "X.npy", X)
    blocks = replace(open_blocks(tmp_path / "X.npy"), width=10)
    with pytest.raises(ValueError, match=f"column x33 must be of .* numbers.*{value}"):
        ranker(blocks, y)
    write_parquet(tmp_path / "X.parquet", X, [f"v{j}" for j in range(40)])
    blocks = replace(open_blocks(tmp_path / "X.parquet"), width=10)
    with pytest.raises(ValueError, match="column 'v33' must be of"):
        ranker(blocks, y)
    with pytest.raises(ValueError, match="column x33 must be of"):
        ranker(X, y)


def test_text_and_gaps_in_parquet_are_refused_by_name(tmp_path):
    path = tmp_path / "X.parquet"
    pd.DataFrame({"a": [1.5, 2], "b": ["red", "blue"]}).to_parquet(path)
    with pytest.raises(
        ValueError, match="column 'b' must be of finite numbers, got 're"
    ):
        Correlation()(open_blocks(path), [0, 1])
    pd.DataFrame({"a": [1, 2], "b": pd.array([3, None], "Int32")}).to_parquet(path)
    with pytest.raises(
        ValueError, match="column 'b' must be of finite numbers, got nan"
    ):
        Correlation()(open_blocks(path), [0, 1])


def test_files_of_another_kind_are_refused(tmp_path):
    np.save(tmp_path / "flat.npy", np.zeros(3))
    np.save(tmp_path / "text.npy", np.array([["a"]]))
    for name in ("flat", "text"):
        with pytest.raises(ValueError, match=f"{name}.npy must be a table of numbers"):
            open_blocks(tmp_path / f"{name}.npy")
    with pytest.raises(
        ValueError, match=r"path must end in .npy or .parquet, got 'x.c"
    ):
        open_blocks(tmp_path / "x.csv")
    with pytest.raises(ValueError, match=r"must hold .parquet files, got none"):
        open_blocks(tmp_path)
    with pytest.raises(
        ValueError, match=r"target must be None for an .npy file, got 'y'"
    ):
        open_blocks(tmp_path / "flat.npy", "y")
    pd.DataFrame({"a": [1.0, 2]}).to_parquet(tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="target must be one of the columns, got 'y'"):
        open_blocks(tmp_path, "y")
    pd.DataFrame({"b": [1.0]}).to_parquet(tmp_path / "b.parquet")
    with pytest.raises(
        ValueError, match=r"files must have the same number of rows, got"
    ):
        open_blocks(tmp_path)


def test_blocks_of_anything_hold_its_numbers():
    X, _ = table(5, 9, np.float64)
    for given in (X, X.tolist(), pd.DataFrame(X), csr_array(X), np.asfortranarray(X)):
        assert np.array_equal(whole(as_blocks(given)), X)
    assert as_blocks(blocks := as_blocks(X)) is blocks


def test_shapes_and_widths_are_checked():
    with pytest.raises(ValueError, match="X must be of shape"):
        as_blocks(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="X must be of shape"):
        as_blocks(np.zeros(3))
    with pytest.raises(ValueError, match="width must be at least 1, got 0"):
        ColumnBlocks((2, 2), lambda start, stop: np.zeros((2, stop - start)), 0)
