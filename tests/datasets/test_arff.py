"""ARFF files, as Weka writes and reads them."""

import re

import numpy as np
import pytest

from wrapsel.datasets import load


@pytest.fixture
def arff(tmp_path):
    def arff(declarations, rows, name="x.arff"):
        lines = ["@relation made", *declarations, "@data", *rows]
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return arff


def numbers(kind, rows):
    return ["@attribute s " + kind, "@attribute class {u,v}"], [
        f"{row},{'uv'[i % 2]}" for i, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    "kind",
    [
        "integer",
        "INTEGER [0,9]",
        "Integer % whole, they said",
        "integer[0, 9]  % note",
        "real [0.5,9]",
        "NUMERIC\t",
    ],
)
@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1.5", "2.5"], [1.5, 2.5]),
        (["'1e-3'", "-7"], [0.001, -7.0]),
        (["?", ".25"], [np.nan, 0.25]),
    ],
)
def test_every_numeric_attribute_keeps_its_decimals(arff, kind, cells, values):
    found = load(arff(*numbers(kind, cells)))

    assert found.nominal == []
    np.testing.assert_array_equal(found.X["s"], values)


@pytest.mark.parametrize(
    ("rows", "values", "targets"),
    [
        (["1, 0.5", "2, 1.75"], [1.0, 2.0], [0.5, 1.75]),
        (["{0 1.5, 1 .5}", "{1 2}"], [1.5, 0.0], [0.5, 2.0]),
        (["{0 1.5}", "2.5,1.5"], [1.5, 2.5], [0.0, 1.5]),
        (["{0 ?, 1 .5}", "{}"], [np.nan, 0.0], [0.5, 0.0]),
    ],
)
def test_targets_and_sparse_rows_keep_their_decimals(arff, rows, values, targets):
    found = load(arff(["@attribute x integer", "@attribute y INTEGER"], rows))

    np.testing.assert_array_equal(found.X["x"], values)
    assert found.y.tolist() == targets


@pytest.mark.parametrize(
    "rows",
    [
        ["1.5\t'a b'\tu", "2\tc\tv"],
        ["1.5 'a b' u", "2 c v"],
        ["1.5,\t'a b' ,\tu", " 2,c\tv   % note"],
        ['1.5,"a b",u % note', "% note", "2,c,v"],
    ],
)
def test_rows_are_separated_by_commas_or_blanks(arff, rows):
    declared = ["@attribute x real", "@attribute t string", "@attribute class {u, v}"]

    found = load(arff(declared, rows))

    assert found.X["x"].tolist() == [1.5, 2.0]
    assert found.X["t"].tolist() == ["a b", "c"]
    assert found.y.tolist() == ["u", "v"]


@pytest.mark.parametrize(
    "declaration",
    [
        "@attribute class {01,1,'?'}",
        "@attribute class {01, 1 , '?'} % note",
        "@ATTRIBUTE\t'class'\t{'01',\"1\",'?'}",
        "@attribute class string",
    ],
)
def test_classes_keep_their_wording(arff, declaration):
    found = load(arff(["@attribute x real", declaration], ["1,01", "2,1", "3,'?'"]))

    assert found.y.tolist() == ["01", "1", "?"]


@pytest.mark.parametrize("kind", ["string", "STRING", "string % note"])
@pytest.mark.parametrize("cells", [["01234", "1234"], ["1.0", "1"], ["' NA'", "True"]])
def test_strings_keep_their_wording(arff, kind, cells):
    found = load(arff(*numbers(kind, [*cells, "?"])))

    assert found.nominal == ["s"]
    assert found.X["s"].tolist()[:2] == [cell.strip("'") for cell in cells]
    assert found.X["s"].isna().tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("kind", "cell", "milliseconds"),
    [
        ("date", "1970-01-02T00:00:01", 86_401_000),
        ("DATE yyyy-MM-dd", "1969-12-31", -86_400_000),
        ("date 'dd.MM.yy HH:mm' % note", "'02.01.70 01:00'", 90_000_000),
        ("date \"yyyyMMdd'T'HHmmss.SSS\"", "19700101T000000.250", 250),
        ("date", "?", np.nan),
    ],
)
def test_dates_are_milliseconds_as_in_weka(arff, kind, cell, milliseconds):
    found = load(arff(*numbers(kind, [cell, "?"])))

    np.testing.assert_array_equal(found.X["s"], [milliseconds, np.nan])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("'it\\'s 50 %'", "it's 50 %"),
        ('"a, {b}"', "a, {b}"),
        ("50%", "50%"),
        ("caf\u00e9\u0085", "caf\u00e9\u0085"),
        (r"'\u00e9\t\101'", "\u00e9\tA"),
    ],
)
def test_names_and_values_read_as_quoted(arff, name, expected):
    declared = [f"@attribute {name} {{{name} , z}}", "@attribute y real"]

    found = load(arff(declared, [f"{name}, 1", "z, 2"]))

    assert found.names == [expected]
    assert found.X[expected].tolist() == [expected, "z"]


@pytest.mark.parametrize(
    ("declared", "row", "said"),
    [
        ("@attribute bag relational", "1,1", "line 2: relational attributes are not"),
        ("@attribute bag Relational % x", "1,1", "line 2: relational attributes are"),
        ("@attribute d date 'QQ yyyy'", "1,1", "line 2: the date format 'QQ yyyy'"),
        ("@attribute d date", "today,1", "line 5: 'd' must hold dates like yyyy-MM"),
        ("@attribute s string", "{1 2}", "line 5: a sparse row must give 's'"),
        ("@attribute s real", "{0 1,0 2}", "line 5: 0 occurs twice in a sparse row"),
        ("@attribute s real", "{2 1}", "line 5: a sparse row must give pairs"),
        ("@attribute s real", "1,2,{0.5}", "line 5: weights of rows are not read"),
        ("@attribute s real", "1_0,2", "line 5: 's' must hold numbers, got '1_0'"),
        ("@attribute s real", "1 1 1", "line 5: expected 2 values, found 3"),
        ("@attribute s real", "it's,1", "line 5: cannot read"),
        ("@attribute s real", "'1,1", "line 5: cannot read"),
        ("@attribute s {a, b", "a,1", "line 2: expected '@attribute name type'"),
        ("@attribute s {a} b", "a,1", "line 2: expected '@attribute name type'"),
        ("@attribute s number", "a,1", "line 2: the type of 's' must be numeric,"),
        ("@attribute s", "a,1", "line 2: the type of 's' must be numeric,"),
        ("attribute s real", "a,1", "line 2: expected '@attribute name type'"),
    ],
)
def test_what_cannot_be_read_is_one_clear_error(arff, declared, row, said):
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        load(arff([declared, "@attribute y real"], [row]))

    assert "\n" not in str(caught.value)
