"""What is wrong with data is said, each kind once, with names."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.linear_model import Ridge
from sklearn.model_selection import GroupKFold, LeaveOneOut, StratifiedKFold

from tests.fakes import Majority
from wrapsel import DataWarning, Problem, WrapperSelector, compare, select
from wrapsel.cli import main
from wrapsel.evaluation.data_problems import data_problems
from wrapsel.search import Forward

RNG = np.random.default_rng(0)
N = 40
Y = np.arange(N) % 2
GOOD = pd.DataFrame(RNG.normal(size=(N, 2)), columns=["a", "b"])
IDS = [f"case {i}" for i in RNG.permutation(N)]


def said(frame=GOOD, y=Y, learner=None, **options):
    return data_problems(Problem(learner or Majority(), frame, y, **options))


def test_sound_data_are_passed_in_silence():
    assert said() == []
    assert (
        said(GOOD.round(1).assign(c=RNG.integers(0, 9, N), d=list("uuvv") * 10)) == []
    )


@pytest.mark.parametrize(
    "column",
    [0.0, 7, "same", None, True, pd.NA, pd.Categorical(["u"] * N), [np.nan] * N],
)
def test_constant_columns_are_named(column):
    (text,) = said(GOOD.assign(k=column, j=column))
    assert text == "columns with one value only: 'k', 'j'"


@pytest.mark.parametrize("kind", [float, "category", str, "Int64", object, "float32"])
def test_copies_are_named_with_their_originals(kind):
    digits = pd.Series(RNG.integers(0, 5, N)).astype(kind)
    digits[3] = digits.mode()[0]
    (text,) = said(GOOD.assign(d=digits, e=digits, f=GOOD["a"], g=digits))
    assert text == "columns that are copies: 'e' (of 'd'), 'f' (of 'a'), 'g' (of 'd')"


@pytest.mark.parametrize("seed", range(20))
def test_categories_are_the_values_that_they_stand_for(seed):
    rng = np.random.default_rng(seed)
    levels = np.array(["1", "0", "b", "2.0", 3, 4.5], dtype=object)
    columns = {}
    for j in range(12):
        some = levels[rng.choice(6, rng.integers(1, 4), replace=False)]
        values = some[rng.integers(0, len(some), N)]
        values[rng.random(N) < 0.2 * (j % 2)] = np.nan
        columns[f"v{j}"] = columns[f"v{j - 1}"] if j % 4 == 3 else values
    plain = pd.DataFrame(columns, dtype=object).assign(leak=np.array(["u", "v"])[Y])
    declared = {name: pd.Categorical(plain[name]) for name in plain}
    declared["v0"] = declared["v0"].add_categories(["never seen"])
    assert said(pd.DataFrame(declared)) == said(plain)


def test_copies_may_have_missing_values():
    gaps = GOOD["a"].where(Y == 0)
    assert "copies: 'd' (of 'c')" in said(GOOD.assign(c=gaps, d=gaps))[0]
    assert said(GOOD.assign(c=gaps)) == []


@pytest.mark.parametrize(
    ("y", "column"),
    [
        (Y, Y),
        (Y, 1.5 - Y),
        (Y, np.array(["no", "yes"])[Y]),
        (np.array(["no", "yes"])[Y], Y.astype(bool)),
        (np.array(list("cab") * 13 + ["c"]), np.array(["u", "v", "w"] * 13 + ["u"])),
    ],
)
def test_a_column_that_names_the_classes_is_named(y, column):
    (text,) = said(GOOD.assign(leak=column), y)
    assert text == "columns that are the target itself: 'leak'"
    column = np.where(np.arange(N) == 7, column[::-1], column)
    assert said(GOOD.assign(near=column), y) == []


@pytest.mark.parametrize(
    "change", [lambda y: y, np.float32, lambda y: y.astype(object)]
)
def test_a_column_of_the_numbers_to_predict_is_named(change):
    y = RNG.integers(0, 9, N) / 4
    options = {"learner": Ridge(), "scoring": "mean_squared_error"}
    (text,) = said(GOOD.assign(leak=change(y)), y, **options)
    assert text == "columns that are the target itself: 'leak'"


@pytest.mark.parametrize(
    "column",
    [
        np.arange(N),
        RNG.permutation(N) + 1.0,
        RNG.permutation(N) * 977 + 10**6,
        -np.arange(N),
        IDS,
        pd.Categorical(IDS),
    ],
)
def test_columns_of_a_different_value_in_each_row_are_named(column):
    (text,) = said(GOOD.assign(patient=column))
    assert text == (
        "columns like an id, a different whole number or text in each row: 'patient'"
    )


@pytest.mark.parametrize(
    ("cv", "n_folds"),
    [
        (GroupKFold(10), 10),
        ([(np.arange(10, N), np.arange(10)), (np.arange(10), np.arange(10, N))], None),
        (LeaveOneOut(), None),
        (StratifiedKFold(5), None),
        ([(np.arange(N), np.arange(7))] * 2, 6),  # 5.7 of them have all rows
    ],
)
def test_classes_with_fewer_rows_than_folds_are_named(cv, n_folds):
    y = np.where(np.arange(N) < 5, "rare", np.where(Y, "u", "v"))
    groups = np.arange(N) // 2 if isinstance(cv, GroupKFold) else None
    text = f"classes with fewer rows than folds ({n_folds}): 'rare'"
    assert said(y=y, cv=cv, groups=groups) == [text] * bool(n_folds)


@pytest.mark.parametrize(
    ("index", "found"),
    [
        (range(N), False),
        (range(N)[::-1], True),
        (range(1, N + 1), True),
        ([f"r{i}" for i in range(N)], True),
    ],
)
def test_another_index_of_the_targets_is_said(index, found):
    text = "y has another index than X; rows are taken by position"
    assert said(y=pd.Series(Y, index=index)) == [text] * found
    assert said(GOOD.to_numpy(), pd.Series(Y, index=index)) == []


@pytest.mark.parametrize(
    "make", [np.asarray, sparse.csr_array, sparse.csc_matrix, np.ndarray.tolist]
)
def test_tables_without_names_are_looked_through_too(make):
    table = np.column_stack([GOOD, np.zeros(N), GOOD["a"], Y, np.arange(N)])
    assert said(make(table)) == [
        "columns with one value only: 'x2'",
        "columns that are copies: 'x3' (of 'x0')",
        "columns that are the target itself: 'x4'",
        "columns like an id, a different whole number or text in each row: 'x5'",
    ]


def test_many_names_are_cut():
    (text,) = said(GOOD.assign(**{f"k{i}": 1 for i in range(30)}))
    assert text.endswith("'k5', 'k6' and 23 more")
    (text,) = said(GOOD.assign(**{f"k{i}": 1 for i in range(8)}))
    assert text.endswith("'k5', 'k6', 'k7'")


def test_a_search_warns_once_of_each_kind():
    frame = GOOD.assign(k=1, j=2, c=GOOD["a"])
    with pytest.warns(DataWarning) as caught:
        select(Problem(Majority(), frame, Y), Forward(n_features_to_select=1))
    assert [str(w.message) for w in caught] == [
        "columns with one value only: 'k', 'j'",
        "columns that are copies: 'c' (of 'a')",
    ]
    assert {w.filename for w in caught} == {__file__}
    with pytest.warns(DataWarning, match="one value only"):
        WrapperSelector(Majority(), Forward(n_features_to_select=1)).fit(frame, Y)
    with pytest.warns(DataWarning) as caught:
        compare(Problem(Majority(), frame, Y), {"a": Forward(n_features_to_select=1)})
    assert {w.filename for w in caught} == {__file__}


def test_a_problem_and_sound_data_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error", DataWarning)
        select(Problem(Majority(), GOOD, Y), Forward(n_features_to_select=1))
        Problem(Majority(), GOOD.assign(k=1), Y)


def test_the_command_line_says_it_on_stderr(tmp_path, capsys):
    path = tmp_path / "x.csv"
    GOOD.assign(k=1, j=GOOD["b"], target=Y).to_csv(path, index=False)
    arguments = ["--search", "forward", "--honest", "none", "--quiet"]

    assert main(["select", str(path), *arguments]) == 0

    out, err = capsys.readouterr()
    assert out == ""
    assert re.findall("^wrapsel: warning: (.*)$", err, re.MULTILINE) == [
        "columns with one value only: 'k'",
        "columns that are copies: 'j' (of 'b')",
    ]
    assert err.count("\n") == 2


@pytest.mark.parametrize("n_rows", [2**17, 2**18 + 1])  # two columns a block, or one
def test_tables_of_many_blocks_are_looked_through_to_the_end(n_rows):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_rows, 5)).astype(np.float32)
    X[:, 3], X[:, 4] = X[:, 0], 1.0
    found = said(X, np.arange(n_rows) % 2)
    assert found == [
        "columns with one value only: 'x4'",
        "columns that are copies: 'x3' (of 'x0')",
    ]


def test_text_is_not_the_numbers_to_predict():
    frame = GOOD.assign(t=[f"t{i % 7}" for i in range(N)])
    assert said(frame, RNG.normal(size=N), Ridge()) == []


@pytest.mark.parametrize("kind", [float, object])
def test_zeros_of_either_sign_are_the_same(kind):
    there = np.arange(N) < 9
    zeros, negative = (np.where(there, zero, GOOD["a"]) for zero in (0.0, -0.0))
    (text,) = said(GOOD.assign(c=zeros.astype(kind), d=negative.astype(kind)))
    assert text == "columns that are copies: 'd' (of 'c')"


def test_dates_may_be_copies():
    days = pd.Series(pd.date_range("2020-02-01", periods=N // 2).repeat(2).to_numpy())
    assert said(GOOD.assign(c=days, d=days)) == [
        "columns that are copies: 'd' (of 'c')"
    ]


@pytest.mark.parametrize("part", [0.25, 0.75])
def test_numbers_with_fractions_are_no_ids(part):
    assert said(GOOD.assign(c=np.arange(N) + part)) == []


@pytest.mark.parametrize(("n_rows", "found"), [(19, False), (20, True)])
def test_ids_need_twenty_rows(n_rows, found):
    table = GOOD.assign(c=IDS, d=np.arange(N) * 3)[:n_rows]
    assert bool(said(table, Y[:n_rows])) == found


@pytest.mark.parametrize(("n_columns", "found"), [(10**4, True), (10**4 + 1, False)])
def test_larger_tables_are_not_looked_through(monkeypatch, n_columns, found):
    path = "wrapsel.evaluation.data_problems._of_columns"
    monkeypatch.setattr(path, lambda problem: {"looked": ["x"]})
    table = np.broadcast_to(np.int8(1), (10**4, n_columns))
    assert bool(said(table, np.arange(10**4) % 2)) == found
