"""The front door: sources, target, split, test set and nominal columns."""

import socket
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from urllib.error import HTTPError, URLError

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets as sklearn_datasets
from sklearn.utils import Bunch

from wrapsel.datasets import load
from wrapsel.datasets.bundled import list_datasets

ROWS = "x,z,set,target\n3,a,Test,u\n1,b,train,v\n2,c, TRAIN,u\n"


@pytest.fixture
def csv(tmp_path):
    def write(text=ROWS, name="x.csv"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def message(source, *, error=ValueError, **options):
    with pytest.raises(error) as caught:
        load(source, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", list_datasets())
def test_a_bundled_set_is_as_described(name):
    found = load(name)

    summary = list_datasets()[name]
    assert summary.startswith(f"{len(found.X)} rows, {found.n_variables} variables, ")
    if "regression" not in summary:
        assert f"{len(np.unique(found.y))} classes" in summary
    assert found.X.dtypes.eq(np.float64).all()


def test_split_divides_the_rows_and_shares_the_categories(csv):
    found = load(csv(), split="set")

    assert found.names == ["x", "z"]
    assert found.X["x"].tolist() == [1, 2]
    assert found.X_test["x"].tolist() == [3]
    assert (found.y.tolist(), found.y_test.tolist()) == (["v", "u"], ["u"])
    for X in (found.X, found.X_test):
        assert list(X["z"].cat.categories) == ["a", "b", "c"]
    assert (
        repr(found) == '2 rows, 2 variables (1 nominal), target "target", 1 test rows'
    )


def test_a_test_file_is_the_test_set_whatever_its_column_order(csv):
    first = csv("x,z,target\n1,a,0\n2,b,1\n")
    second = csv("target,z,x\n1,9,?\n", "y.csv")

    found = load(first, test=second, nominal=iter(["z"]))

    assert found.X_test["z"].tolist() == ["9"]
    assert found.X_test["x"].isna().all()
    assert list(found.X["z"].cat.categories) == ["9", "a", "b"]
    assert (found.y.tolist(), found.y_test.tolist()) == ([0, 1], [1])


def test_a_declared_kind_survives_a_test_set_with_other_categories():
    first = pd.DataFrame({"c": pd.Categorical(["0", "1"]), "target": [0, 1]})
    second = pd.DataFrame({"c": pd.Categorical(["2"]), "target": [1]})

    found = load(first, test=second)

    assert list(found.X["c"].cat.categories) == ["0", "1", "2"]
    assert found.X_test["c"].tolist() == ["2"]


def test_the_place_of_a_bad_cell_is_told_apart_by_file(csv):
    first = csv("x,target\n1,0\n2,1\n")
    second = csv("x,target\n1,0\nlow,1\n", "y.csv")

    assert "got 'low' (row 2 of the test file)" in message(first, test=second)


def test_a_test_file_must_have_the_same_columns(csv):
    first = csv("x,z,target\n1,a,0\n")
    second = csv("x,w,target\n1,a,0\n", "y.csv")

    assert "it lacks z, it has w besides" in message(first, test=second)


def test_split_and_test_exclude_each_other(csv):
    assert "got both" in message(csv(), split="set", test=csv())


@pytest.mark.parametrize(
    ("values", "came"),
    [
        (["train", "test", "dev"], "'dev', 'test', 'train'"),
        (["train", "train", "train"], "got 'train'"),
        (["train", "test", None], "and 1 missing"),
        ([1, 2, 2], "'1', '2'"),
    ],
)
def test_a_split_column_holds_train_and_test(values, came):
    frame = pd.DataFrame({"x": [1, 2, 3], "s": values, "target": [0, 1, 0]})

    assert came in message(frame, split="s")


def test_names_that_do_not_exist_are_answered_with_the_nearest(csv):
    assert "the nearest are: target" in message(csv(), target="Tarket")
    assert "there are: x, z, set, target" in message(csv(), target="quality")
    assert "no column named 'sett'; the nearest are: set" in message(
        csv(), split="sett"
    )
    assert "no column named 'y'" in message(csv(), nominal="x,y")


def test_the_target_must_be_told_unless_it_is_called_so(csv):
    said = message(csv("a,b\n1,2\n"))

    assert "target is needed (target=, --target), one of: a, b" in said


def test_labels_that_are_no_strings_are_found_by_their_text():
    frame = pd.DataFrame([[1, 2, 0], [3, 4, 1]], columns=[3, 7, ("a", 1)])

    assert load(frame, target="3", nominal="7").target == 3
    assert load(frame, target="3", nominal=["7"]).nominal == [7]
    assert load(frame, target="('a', 1)").names == [3, 7]
    assert load(frame, target=("a", 1)).X.columns.tolist() == [3, 7]


def test_a_frame_with_two_levels_of_labels_keeps_them():
    columns = pd.MultiIndex.from_tuples([("a", "x"), ("a", "y"), ("b", "t")])
    frame = pd.DataFrame([[1, 2, 0], [3, 4, 1]], columns=columns)

    found = load(frame, target=("b", "t"))

    assert found.names == [("a", "x"), ("a", "y")]
    assert found.y.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("cells", "nominal", "dtype", "values"),
    [
        ([1.0, 2.0], None, np.int64, [1, 2]),
        ([1.5, 2.0], None, np.float64, [1.5, 2.0]),
        ([1e300, 2.0], None, np.float64, [1e300, 2.0]),
        (["1", "2"], None, np.int64, [1, 2]),
        ([1, 2], "all", "<U1", ["1", "2"]),
        ([1.0, 2.0], ["target"], "<U1", ["1", "2"]),
        ([True, False], None, "<U5", ["True", "False"]),
        (["b", "a"], None, "<U1", ["b", "a"]),
    ],
)
def test_a_target_is_labels_integers_or_numbers(cells, nominal, dtype, values):
    found = load(pd.DataFrame({"x": [1, 2], "target": cells}), nominal=nominal)

    assert found.y.dtype == dtype
    assert found.y.tolist() == values


def test_the_given_frame_is_left_alone_and_keeps_its_index():
    frame = pd.DataFrame({"x": ["1", "2"], "target": [0, 1]}, index=["r", "s"])
    before = frame.copy()

    found = load(frame)

    pd.testing.assert_frame_equal(frame, before)
    assert found.X.index.tolist() == ["r", "s"]
    assert found.X["x"].tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (pd.to_datetime(["2020-01-01", "2020-01-02"]), "got datetime64"),
        (np.array([1j, 2j]), "got complex128"),
        (pd.Series([[1], [2]]), "got list cells"),
        (pd.Series(["1", 2.5, "x"])[1:].reset_index(drop=True), "got 'x' (row 2)"),
    ],
)
def test_cells_that_are_neither_numbers_nor_labels_are_refused(column, said):
    frame = pd.DataFrame({"odd": column, "target": [0, 1]})

    text = message(frame)
    assert said in text
    assert "'odd'" in text


def test_a_frame_with_repeated_labels_or_no_rows_is_refused():
    twice = pd.DataFrame([[1, 2, 0]], columns=["a", "a", "target"])
    assert "more than once: a" in message(twice)
    assert "no rows" in message(twice.iloc[:0, 1:])


def test_sources_that_do_not_exist_say_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.xls").write_text("?")

    assert message("x.csv", error=FileNotFoundError) == "no such file: 'x.csv'"
    assert "no file of" in message(tmp_path)
    assert "did you mean 'digits'?" in message("digts")
    assert "the known endings are .csv, .tsv, .parquet, .arff" in message("x.xls")
    assert "a DataFrame, got list" in message([1], error=TypeError)


def test_a_file_that_may_not_be_read_says_so(csv, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    path = csv()
    monkeypatch.setattr(Path, "open", refuse)

    assert "x.csv': Permission denied" in message(path, error=OSError)


@pytest.mark.parametrize(
    ("cause", "error", "said"),
    [
        (
            URLError("no route"),
            ConnectionError,
            "no network (<urlopen error no route>)",
        ),
        (TimeoutError("timed out"), ConnectionError, "no network (timed out)"),
        (HTTPError("u", 503, "busy", None, None), ConnectionError, "HTTP Error 503"),
        (ValueError("No known data set\nat all"), ValueError, "No known data set"),
    ],
)
def test_openml_failures_are_one_clear_line(monkeypatch, cause, error, said):
    def fail(**_):
        raise cause

    monkeypatch.setattr(sklearn_datasets, "fetch_openml", fail)

    text = message("openml:adult", error=error)
    assert text == f"openml:adult could not be fetched: {said}" or said in text
    assert text.startswith("openml:adult could not be fetched: ")


def test_without_a_network_openml_fails_in_one_line(monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise socket.gaierror("name resolution failed")

    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    monkeypatch.setattr(socket, "getaddrinfo", refuse)

    text = message("openml:adult", error=ConnectionError)
    assert text.startswith("openml:adult could not be fetched: no network (")


@pytest.mark.parametrize(("source", "key"), [("a-b", "name"), ("61", "data_id")])
def test_openml_sets_are_asked_for_by_name_or_number(monkeypatch, source, key):
    asked = {}
    frame = pd.DataFrame({"x": [1.0, 2.0], "c": pd.Categorical(["1", "2"])})

    def fetch(**options):
        asked.update(options)
        return Bunch(frame=frame, target_names=["c"])

    monkeypatch.setattr(sklearn_datasets, "fetch_openml", fetch)

    found = load(f"openml:{source}")

    assert str(asked[key]) == source
    assert (found.target, found.y.tolist()) == ("c", ["1", "2"])


def test_a_dataset_is_frozen():
    with pytest.raises(FrozenInstanceError):
        load("iris").target = "x"


def test_importing_the_package_does_not_import_pandas():
    code = "import sys, wrapsel.datasets; print({'pandas'} & {*sys.modules})"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout.strip() == "set()", done.stderr


def test_a_file_is_read_by_the_function_that_is_given(tmp_path):
    frame = pd.DataFrame({"a": [1.5, 2, 3], "target": ["u", "v", "u"]})
    path, other = tmp_path / "x.csv", tmp_path / "y.pkl"
    frame.to_pickle(path)
    frame.iloc[:2].to_pickle(other)
    for reader in (pd.read_pickle, "pandas.read_pickle"):
        data = load(path, reader=reader, test=other)
        assert (data.names, data.y.tolist()) == (["a"], ["u", "v", "u"])
        assert data.X_test["a"].tolist() == [1.5, 2]


@pytest.mark.parametrize("reader", ["csv", ".csv"])
def test_a_file_of_another_ending_is_read_as_one_of_ours(tmp_path, reader):
    path = tmp_path / "x.arff"
    path.write_text("a,b,target\n01,1,u\n02,2,v\n")
    data = load(path, reader=reader, nominal="a")
    assert data.X["a"].tolist() == ["01", "02"]  # it keeps its wording, as ever
    assert data.X["b"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("source", "reader", "says"),
    [
        (__file__, "cvs", "no reader named 'cvs'; did you mean 'csv'"),
        (__file__, ["csv"], r"reader must be a function of a path, got \['csv'\]"),
        (pd.DataFrame(), "csv", "reader needs a path as source, got DataFrame"),
        ("nothing.txt", "csv", "no such file"),
        (__file__, "pandas.read_nothing", "cannot import reader 'pandas.read_nothing'"),
        (__file__, len, "test_loading.py cannot be read by .*len.* no len"),
        (__file__, 3, "reader must be a function of a path, got 3"),
        (__file__, str, "source must be a path, a name or a DataFrame, got str"),
        (pd.DataFrame(), str, "reader needs a path as source, got DataFrame"),
        ("nothing.pkl", str, "no such file"),
    ],
)
def test_what_is_no_reader_or_no_file_is_refused(source, reader, says):
    with pytest.raises((ValueError, TypeError, FileNotFoundError), match=says):
        load(source, reader=reader)
