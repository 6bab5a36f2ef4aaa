"""C4.5, ARFF, Parquet and LIBSVM files."""

import bz2
import gzip

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import dump_svmlight_file

from wrapsel.datasets import load

NAMES = r"""| a comment
good, bad.   | the classes
size: continuous. colour: red, green,
   dark\, red.
id: ignore.
zip.code: discrete 9.
flag: 0, 1
"""
DATA = "1.5, red , a, 01234, 1, good.\n?,dark\\, red,b,NA,?,bad.|no. 2\n"


@pytest.fixture
def c45(tmp_path):
    def write(names=NAMES, data=DATA, test=None):
        (tmp_path / "x.names").write_text(names)
        (tmp_path / "x.data").write_text(data)
        if test is not None:
            (tmp_path / "x.test").write_text(test)
        return tmp_path / "x.names"

    return write


def message(source, **options):
    with pytest.raises((ValueError, OSError)) as caught:
        load(source, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_c45_reads_as_declared(c45):
    found = load(c45())

    assert found.names == ["size", "colour", "zip.code", "flag"]
    assert found.nominal == ["colour", "zip.code", "flag"]
    assert found.X["colour"].tolist() == ["red", "dark, red"]
    assert found.X["zip.code"].tolist() == ["01234", "NA"]
    assert found.X.isna().sum().tolist() == [1, 0, 0, 1]
    assert found.target == "class"
    assert found.y.tolist() == ["good", "bad"]


def test_the_test_file_of_c45_is_the_test_set(c45):
    found = load(c45(test="|cross validator\n2,green,a,0,0,bad.\n"))

    assert len(found.X) == 2
    assert found.y_test.tolist() == ["bad"]
    assert list(found.X["colour"].cat.categories) == ["dark, red", "green", "red"]
    assert (found.X.dtypes == found.X_test.dtypes).all()


def test_split_and_test_override_the_test_file_of_c45(c45, tmp_path):
    path = c45(
        "a, b.\nx: continuous.\nset: train, test.\n",
        "1,train,a\n2,test,b\n",
        "3,train,a\n4,test,a\n5,test,a\n",
    )

    assert len(load(path, split="set").X_test) == 1
    assert len(load(path, test=tmp_path / "x.data").X_test) == 2


def test_see5_may_name_the_target(c45):
    found = load(c45("x.\nx: continuous.\na: u, v.\n", "1.5,u\n2.5,v\n"))

    assert (found.target, found.y.tolist(), found.names) == ("x", [1.5, 2.5], ["a"])


@pytest.mark.parametrize(
    ("names", "data", "said"),
    [
        ("1. Title: Monks\n\n2. Sources\n", "1\n", "x.names, line 1: expected the cla"),
        ("a, b.\nIt was\n", "1\n", "x.names, line 2: expected 'name: continuous.' or"),
        ("a, b.\n\nx: continuous.\ny: .\n", "1\n", "x.names, line 4: expected 'name:"),
        (
            "a, b.\nx: continuous.\n",
            "1,a\n1 b\n",
            "line 2: expected 2 fields as in x.n",
        ),
        ("a, b.\nx: continuous.\n", "1,a\n2,c.\n", "hold one of a, b as declared, got"),
        ("a, b.\nx: continuous.\n", "1,a\nlow,a\n", "numbers, got 'low' (row 2)"),
        ("a, b.\nx: continuous.\n", "", "x.data is empty"),
        ("a, b.\nx: u, v.\nx: u, v.\n", "u,u,a\n", "more than once: x"),
        ("a, b.\nclass: u, v.\n", "u,a\n", "more than once: class"),
    ],
)
def test_bad_c45_is_one_clear_error(c45, names, data, said):
    assert said in message(c45(names, data))


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("1.5,\tred,\tyes.", [1.5, "red", "yes"]),
        (" \t1.5\t , \t red \t,yes \t.", [1.5, "red", "yes"]),
        ("1.5, red ,yes . | a note", [1.5, "red", "yes"]),
        ("1.5,light   blue,yes", [1.5, "light blue", "yes"]),
        ("1.5,light blue , yes.|a, b", [1.5, "light blue", "yes"]),
        (r"1.5, a\|b, yes.", [1.5, "a|b", "yes"]),
        (r"1.5, a\,b\., yes .", [1.5, "a,b.", "yes"]),
        (r"1.5, a\\, yes\.", [1.5, "a\\", "yes."]),
        (r"1\.5, \r\e\d, yes", [1.5, "red", "yes"]),
        ("? , ?, no\t.", [np.nan, np.nan, "no"]),
        (".5,v1.0,no", [0.5, "v1.0", "no"]),
    ],
)
def test_rows_of_c45_are_read_as_c45_reads_names(c45, row, cells):
    names = (
        "yes\t, no , yes\\..\t| note\n"
        "size :\tcontinuous\t.\n"
        "colour: light  blue,\tred , a\\|b,\n\ta\\,b\\. , a\\\\, v1.0 .\n"
    )

    found = load(c45(names, f"{row}\n2,red,no.\n"))

    assert found.names == ["size", "colour"]
    np.testing.assert_array_equal(found.X["size"][:1], cells[:1])
    np.testing.assert_array_equal([found.X["colour"].iloc[0]], [cells[1]])
    assert found.y[0] == cells[2]


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("blood  pressure: continuous.", "blood pressure"),
        ("\tpressure\t:\tcontinuous .", "pressure"),
        (r"a\:b\|c: continuous. | note", "a:b|c"),
        (r"a\\: continuous.", "a\\"),
        ("u.v\u0085: continuous.", "u.v\u0085"),
    ],
)
def test_names_of_c45_are_read_as_c45_reads_them(c45, declared, name):
    assert load(c45(f"a, b.\n{declared}\n", "1,a\n2,b\n")).names == [name]


def test_c45_needs_both_files(c45, tmp_path):
    path = c45()
    (tmp_path / "x.data").unlink()
    assert "no such file" in message(path)
    (tmp_path / "y.data").write_text(DATA)
    assert "y.names" in message(tmp_path / "y.data")


ARFF = """@RELATION x
@ATTRIBUTE 'a b' {0,1,NA}
@attribute n INTEGER
@attribute s string
@attribute class {u, v}
@data
% note
1, 3, 'two words', u
NA, ?, ?, v
"""


def write_arff(tmp_path, text):
    path = tmp_path / "x.arff"
    path.write_text(text, encoding="latin-1")
    return path


def test_arff_reads_as_declared(tmp_path):
    found = load(write_arff(tmp_path, "% caf\xe9\n" + ARFF))

    assert found.nominal == ["a b", "s"]
    assert found.X["a b"].tolist() == ["1", "NA"]
    assert found.X["n"].isna().tolist() == [False, True]
    assert (found.target, found.y.tolist()) == ("class", ["u", "v"])


def test_sparse_arff_rows_are_filled(tmp_path):
    text = (
        "@relation x\n@attribute a real\n@attribute b real\n@data\n{1 2}\n{0 3,1 1}\n"
    )

    assert load(write_arff(tmp_path, text)).X["a"].tolist() == [0, 3]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("NA, ?", "2, ?", "line 9"),
        ("1, 3", "1, x", "line 8"),
        ("INTEGER", "relational", "line 3"),
        ("'two words', u", "u", "line 8"),
        ("'two words'", r"'\xq'", "Unsupported escape"),
        ("@data", "", "x.arff"),
        ("n INT", "class INT", "class"),
        ("1, 3, 'two words', u\nNA, ?, ?, v\n", "", "x.arff has no rows"),
        (ARFF, "", "is empty"),
    ],
)
def test_bad_arff_is_one_clear_error(tmp_path, old, new, said):
    text = message(write_arff(tmp_path, ARFF.replace(old, new)))
    assert said in text
    assert "x.arff" in text


def mixed_frame():
    return pd.DataFrame(
        {
            "n": [1, 2, 3],
            "f": [0.5, np.nan, 1.5],
            "i": pd.array([1, None, 3], dtype="Int64"),
            "c": pd.Categorical(["u", None, "v"], categories=["v", "unused", "u"]),
            "b": [True, False, True],
            "w": ["x", "y", None],
            "target": ["yes", "no", "yes"],
        }
    )


def test_parquet_equals_the_frame_it_was_written_from(tmp_path):
    path = tmp_path / "x.parquet"
    mixed_frame().to_parquet(path)

    found, expected = load(path), load(mixed_frame())

    pd.testing.assert_frame_equal(found.X, expected.X)
    assert found.nominal == ["c", "b", "w"]
    assert list(found.X["c"].cat.categories) == ["u", "v"]
    assert found.X["b"].tolist() == ["True", "False", "True"]
    assert found.X["i"].isna().tolist() == [False, True, False]
    assert found.y.tolist() == ["yes", "no", "yes"]


def test_bad_parquet_is_one_clear_error(tmp_path):
    path = tmp_path / "x.parquet"
    path.write_text("a,b\n1,2\n")

    assert "is not a Parquet file" in message(path)


@pytest.mark.parametrize("zero_based", [False, True])
def test_libsvm_equals_the_matrix_it_was_written_from(tmp_path, zero_based):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (20, 6)) * rng.normal(size=(20, 6)).round(3)
    X[0] = 1
    y = rng.choice([-1, 1], 20)
    dump_svmlight_file(X, y, str(tmp_path / "x.svm"), zero_based=zero_based)
    (tmp_path / "y.libsvm.bz2").write_bytes(
        bz2.compress((tmp_path / "x.svm").read_bytes())
    )

    for name in ("x.svm", "y.libsvm.bz2"):
        found = load(tmp_path / name)
        np.testing.assert_array_equal(found.X, X)
        assert found.y.tolist() == y.tolist()
        assert found.names == [str(i + 1 - zero_based) for i in range(6)]


def test_a_libsvm_test_set_may_lack_the_last_variables(tmp_path):
    (tmp_path / "x.svm").write_text("1 1:1 3:2\n-1 2:1\n")
    (tmp_path / "y.svm").write_text("1 2:5\n")

    found = load(tmp_path / "x.svm", test=tmp_path / "y.svm")
    swapped = load(tmp_path / "y.svm", test=tmp_path / "x.svm")

    assert found.X_test.to_numpy().tolist() == [[0, 5, 0]]
    assert swapped.X.to_numpy().tolist() == [[0, 5, 0]]
    assert swapped.X_test.to_numpy().tolist() == [[1, 0, 2], [0, 1, 0]]


def test_bad_libsvm_is_one_clear_error(tmp_path):
    path = tmp_path / "x.svm"
    path.write_text("1 a:b\n")
    assert "is not a LIBSVM file" in message(path)
    path.write_text("")
    assert "is empty" in message(path)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1 99999999999:2", "an index is larger than 2147483647"),
        ("1 4294967297:2", "an index is larger than 2147483647"),
        ("1 99999999999999999999999:2", "an index is larger than 2147483647"),
        ("1 -1:2", "Invalid index -1"),
    ],
)
def test_an_impossible_index_of_libsvm_is_one_clear_error(tmp_path, row, said):
    path = tmp_path / "x.svm"
    path.write_text(f"1 1:0.5 2:1\n{row}\n")
    assert f"x.svm is not a LIBSVM file: {said}" in message(path)


@pytest.mark.parametrize("last", [50_000_000, 2**31 - 2, 7])
def test_indices_that_do_not_occur_take_no_memory(tmp_path, last):
    (tmp_path / "x.svm").write_text(f"1 1:0.5 {last}:2\n-1 3:1\n")
    (tmp_path / "y.svm").write_text("1 2:5 3:1\n")

    found = load(tmp_path / "x.svm", test=tmp_path / "y.svm")

    assert found.names == ["1", "2", "3", str(last)]
    assert found.X.to_numpy().tolist() == [[0.5, 0, 0, 2], [0, 0, 1, 0]]
    assert found.X_test.to_numpy().tolist() == [[0, 5, 1, 0]]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
@pytest.mark.parametrize("damage", [slice(-9), slice(20), slice(2, None)])
def test_a_damaged_archive_of_libsvm_is_one_clear_error(tmp_path, pack, damage):
    ending = "gz" if pack is gzip.compress else "bz2"
    path = tmp_path / f"x.svm.{ending}"
    path.write_bytes(pack(b"1 1:0.5 2:1\n-1 2:1\n" * 50)[damage])
    assert "is not a whole" in message(path)


def sparse_arff(n):
    declared = "".join(f"@attribute a{i} real\n" for i in range(n))
    return f"@relation x\n{declared}@data\n" + "{0 1}\n" * n


BOMBS = {
    "x.csv.gz": lambda: gzip.compress(b"a,target\n" + b"1,0\n" * 30_000),
    "x.tsv.gz": lambda: gzip.compress(b"a\ttarget\n" + b" " * 100_000 + b"1\t0\n"),
    "x.CSV.GZ": lambda: gzip.compress(b"a,target\n1,0\n2,1\n" * 9_000),
    "x.svm.gz": lambda: gzip.compress(b"1 1:0.5 2:1\n" * 9_000),
    "x.svm.bz2": lambda: bz2.compress(b"1 1:0.5 2:1\n" * 9_000),
    "x.svm": lambda: b"".join(b"1 %d:1\n" % i for i in range(1, 200)),
    "x.arff": lambda: sparse_arff(200).encode(),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_table_larger_than_the_limit_is_refused_in_one_line(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(BOMBS[name]())

    said = message(path, max_bytes=100_000)

    assert "more than 100,000 bytes" in said
    assert "raise the limit if it is meant (max_bytes=, --max-bytes)" in said
    if name != "x.CSV.GZ":  # whose rows are no numbers
        assert len(load(path, max_bytes=2**24).y) > 0


def test_a_wide_parquet_file_of_few_bytes_is_refused(tmp_path):
    path = tmp_path / "x.parquet"
    pd.DataFrame({"x": [1.5] * 20_000, "target": 0}).to_parquet(path)

    assert "holds 20,000 rows of 2 columns" in message(path, max_bytes=100_000)
    assert "max_bytes must be at least 1, got 0" in message(path, max_bytes=0)
