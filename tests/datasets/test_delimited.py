"""CSV and TSV files, clean, messy and broken."""

import gzip

import numpy as np
import pytest

from wrapsel.datasets import load


@pytest.fixture
def write(tmp_path):
    def write(content, name="x.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def message(source, error=ValueError, **options):
    with pytest.raises(error) as caught:
        load(source, **options)
    text = str(caught.value)
    assert "\n" not in text
    return text


MESSY = (
    '\ufeff age , "job, or none",note,size,target\r\n'
    ' 41,"cook, chef","two\r\nlines", ?,yes \r\n'
    "\r\n"
    '? , NA ,plain,"7",no\r\n'
    "N/A,pilot,,1e1,yes\r\n"
)


def test_a_messy_file_reads_as_a_person_would(write):
    found = load(write(MESSY))

    assert found.names == ["age", "job, or none", "note", "size"]
    assert found.nominal == ["job, or none", "note"]
    np.testing.assert_array_equal(found.X["age"], [41, np.nan, np.nan])
    np.testing.assert_array_equal(found.X["size"], [np.nan, 7, 10])
    job = found.X["job, or none"]
    assert list(job.cat.categories) == ["cook, chef", "pilot"]
    assert job.isna().tolist() == [False, True, False]
    assert list(found.X["note"])[:2] == ["two\r\nlines", "plain"]
    assert found.y.tolist() == ["yes", "no", "yes"]


@pytest.mark.parametrize("marker", ["", " ", "NA", "NaN", "nan", "null", "?", " N/A "])
@pytest.mark.parametrize("rows", ["{},b,0\n1,{},1\n", "1,{},0\n{},b,1\n"])
def test_every_missing_marker_is_missing_in_both_kinds(write, marker, rows):
    found = load(write("x,z,target\n" + rows.format(marker, marker)))

    assert found.nominal == ["z"]
    assert found.X["x"].isna().sum() == 1
    assert found.X["z"].isna().sum() == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a;b;target\n1,5;x;0\n-,25;y;1\n", "x.csv"),
        ("a\tb\ttarget\n1.5\tx\t0\n-.25\ty\t1\n", "x.csv"),
        ("a\tb\ttarget\n1.5\tx\t0\n-.25\ty\t1\n", "x.TSV"),
        ("a,b,target\n1.5,x,0\n-.25,y,1\n", "x.tsv"),
    ],
)
def test_the_delimiter_is_found_in_the_header(write, text, name):
    found = load(write(text, name))

    assert found.X["a"].tolist() == [1.5, -0.25]
    assert found.X["b"].tolist() == ["x", "y"]


def test_a_comma_in_the_text_of_a_semicolon_file_stays(write):
    found = load(write("a;target\n2,4-D;0\n1,5 or so;1\n"))

    assert found.X["a"].tolist() == ["2,4-D", "1,5 or so"]


def test_nominal_columns_keep_their_wording(write):
    text = "a,b,target\n01,1,1\n1,1.0,0\n10,True,1\n"

    found = load(write(text), nominal="a, b")

    assert list(found.X["a"].cat.categories) == ["01", "1", "10"]
    assert found.X["b"].tolist() == ["1", "1.0", "True"]
    assert found.y.dtype == np.int64


def test_truth_values_are_nominal_in_their_own_wording(write):
    found = load(write("a,target\nTRUE,1\nfalse,0\n"))

    assert found.X["a"].tolist() == ["TRUE", "false"]


def test_an_empty_column_is_numeric(write):
    found = load(write("a,b,target\n,1,1\n,2,0\n"))

    assert found.X.dtypes.tolist() == [np.float64, np.float64]
    assert found.X["a"].isna().all()


def test_a_packed_file_equals_the_plain_one(write):
    text = "a,target\n1,0\n2,1\n"

    packed = write(gzip.compress(text.encode()), "x.csv.gz")

    assert load(packed).X.equals(load(write(text)).X)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("a,target\n", "has no rows"),
        ("a,b,target\n1,2,0\n1,2\n", "line 3: expected 3 fields as in the header line"),
        ("a,b,target\n1,2,0,4\n", "line 2: expected 3 fields as in the header line, f"),
        ('a,target\n"1\n2",0\n3\n', "line 4: expected 2 fields"),
        ('a,target\n1,"0\n', "line 2: unexpected end of data"),
        ("a,b ,b,a,target\n1,2,3,4,5\n", "these occur more than once: a, b"),
        (",a,target\n0,1,2\n", "column 1 has no name in the header line"),
        (b"a,target\n1,\xe9\n", "is not UTF-8 text: byte 0xe9 in line 2"),
        (b"a,target\n1,\0\n", "holds zero bytes"),
        ("target\n1\n", "no variables besides the target 'target'"),
        ("a,target\n1,0\n2,\n3,?\n", "got 2 (first: row 2)"),
        (
            "a,target\n1,0\n ?,1\nn/a?,1\n",
            "column 'a' must hold numbers, got 'n/a?' (row 3); "
            "clean it or declare it nominal (nominal=, --nominal)",
        ),
    ],
)
def test_a_broken_file_is_one_clear_error(write, content, said):
    assert said in message(write(content))


def test_a_broken_archive_is_one_clear_error(write):
    whole = gzip.compress(b"a,target\n1,0\n" * 99)

    for content in (b"a,target\n1,0\n", whole[:-12]):
        assert "is not a whole gzip file" in message(write(content, "x.csv.gz"))


def test_a_decimal_comma_may_stand_in_quotes(write):
    data = load(write('a;target\n1,5;x\n"3,0";y\n'), "target")

    assert data.X["a"].tolist() == [1.5, 3.0]


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1,5", "2"], [1.5, 2.0]),
        (["7", "-,25", "?"], [7.0, -0.25, np.nan]),
        (["+1,5e3", "1E-2", "2,"], [1500.0, 0.01, 2.0]),
        (["1.234,5", "-1.234.567,25", "3"], [1234.5, -1234567.25, 3.0]),
        (["1.5", "2"], [1.5, 2.0]),
    ],
)
def test_a_numeric_column_of_a_semicolon_file_may_have_decimal_commas(
    write, cells, values
):
    rows = "".join(f"{cell} ; {'xy'[i % 2]}\n" for i, cell in enumerate(cells))

    found = load(write("a;target\n" + rows))

    np.testing.assert_array_equal(found.X["a"], values)


@pytest.mark.parametrize(
    ("text", "nominal", "column", "cells"),
    [
        ("a;target\n3,5;x\n2,5;y\n", ["a"], "a", ["3,5", "2,5"]),
        ("a;target\n3,5;x\n3.5;y\n", "all", "a", ["3,5", "3.5"]),
        ('a;b;target\n"x;1,5";1;x\n"2,5;";2;y\n', None, "a", ["x;1,5", "2,5;"]),
        ("a;target\n1,5,2;x\n2,5,1;y\n", None, "a", ["1,5,2", "2,5,1"]),
        ("a;target\n1,5\u00a0kg;x\n2,5;y\n", ["a"], "a", ["1,5\u00a0kg", "2,5"]),
        (
            'a;target\n"say ""1,5""";x\n"1,5\n2,5";y\n',
            None,
            "a",
            ['say "1,5"', "1,5\n2,5"],
        ),
    ],
)
def test_no_comma_of_text_is_touched(write, text, nominal, column, cells):
    found = load(write(text), nominal=nominal)

    assert found.X[column].tolist() == cells


@pytest.mark.parametrize("cells", [["3,5", "4,5"], ["1,0", "1,0"], [",5", "7,25"]])
def test_the_target_of_a_semicolon_file_keeps_its_commas(write, cells):
    text = "a;kind\n" + "".join(f"1,5;{cell}\n" for cell in cells)

    assert load(write(text), "kind").y.tolist() == cells
    floats = [float(cell.replace(",", ".")) for cell in cells]
    assert load(write(text), "kind", decimal=",").y.tolist() == floats


def test_decimals_are_decided_once_for_training_and_test_rows(write):
    train = write("a;b;target\n1,5;2,5 or so;x\n2;3,5;y\n", "train.csv")
    test = write("a;b;target\n3;3,5;x\n4,5;3,5;y\n", "test.csv")

    found = load(train, test=test, nominal=["b"])

    assert found.X_test["a"].tolist() == [3.0, 4.5]
    assert found.X_test["b"].tolist() == ["3,5", "3,5"]


@pytest.mark.parametrize(
    "text", ["a\ttarget\n1,5\tx\n2\ty\n", "a;target\n1,5;x\n2;y\n"]
)
def test_the_mark_of_decimals_can_be_named(write, text):
    assert load(write(text), decimal=",").X["a"].tolist() == [1.5, 2.0]
    assert "must hold numbers, got '1,5'" in message(write(text), decimal=".")


@pytest.mark.parametrize(
    "cells", [["1,5", "2.5"], ["1.234", "1,5"], ["1,5", "12.34,5"]]
)
def test_two_marks_of_decimals_in_a_column_are_an_error(write, cells):
    text = "a;target\n" + "".join(f"{cell};{cell}\n" for cell in cells)

    assert "column 'a' must hold numbers, got '" in message(write(text))


def test_an_unknown_mark_of_decimals_is_an_error(write):
    said = message(write("a;target\n1;x\n"), decimal=";")
    assert said == "decimal must be '.' or ',', got ';'"
