"""Tables of block addition and deletion."""

import numpy as np
import pandas as pd
import pytest

from wrapsel.papers import Extent, Number, experiment, make_again
from wrapsel.papers.babd import selection, tables
from wrapsel.papers.babd.selection import rows_of, select_blocks
from wrapsel.papers.experiment import QUICK
from wrapsel.papers.published import published


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.random((40, 4)), columns=["CRIM", "NOX", "RM", "AGE"])
    X["target"] = 3 * X["RM"] + X["NOX"]
    X.to_csv(tmp_path / "boston-housing.csv", index=False)
    X.assign(target=np.where(X["RM"] > 0.5, "g", "b")).to_csv(
        tmp_path / "ionosphere.csv", index=False
    )
    return tmp_path


@pytest.fixture(autouse=True)
def _few_parameters(monkeypatch):
    monkeypatch.setattr(selection, "GAMMAS", (0.1, 1.0))
    monkeypatch.setattr(selection, "CS", (10, 1000))
    monkeypatch.setattr(selection, "CLASS_CS", (100, 1000))


def test_halves_share_no_row_and_are_scaled_by_the_first(folder):
    rows = rows_of("Boston 14", 0, folder)
    assert (len(rows.y), len(rows.y_test)) == (20, 20)
    assert not np.intersect1d(rows.y, rows.y_test).size
    assert (rows.X.min(axis=0) == 0).all()
    assert (rows.X.max(axis=0) == 1).all()
    assert not np.array_equal(rows.y, rows_of("Boston 14", 1, folder).y)


def test_boston_5_predicts_an_input_of_boston_14(folder):
    first, last = (rows_of(f"Boston {k}", 0, folder) for k in (5, 14))
    assert first.X.shape == last.X.shape
    low, width = last.y.min(), np.ptp(last.y)
    np.testing.assert_allclose(first.X[:, -1], (last.y - low) / width)


def test_gamma_is_over_the_number_of_variables_selected(folder):
    problem, _ = selection.tuned_problem(rows_of("Boston 14", 0, folder), 0)
    assert problem.learner.gamma in {0.1, 1.0}
    assert type(problem.learner).__name__ == "LSSVROverVariables"


@pytest.mark.parametrize("method", ["BD", "BABD_u", "BABD-LP"])
def test_blocks_find_the_variables_that_matter(folder, method):
    found = select_blocks("Boston 14", method, 0, folder)
    assert set(found["selected"]) <= {1, 2, 3, 4}
    assert {2, 3} <= set(found["selected"])
    assert found["after_vali"] <= found["before_vali"]


def test_classes_are_told_on_all_rows(folder):
    found = select_blocks("Ionosphere", "BD", 0, folder)
    assert 3 in found["selected"]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_table_is_made_of_all_rows_but_lost_data_and_other_learners(number):
    made = experiment(f"babd-table-{number}")
    rows = published(f"babd_table{number}")
    tasks = made.tasks(Extent(repetitions=1))
    lost = [
        row
        for row in rows
        if row.get("dataset") in tables.LOST or row["method"] == "NLPSVM"
    ]
    assert len(tasks) == len(rows) - len(lost)
    assert 0 < len(made.tasks(QUICK)) <= 2 * len(tasks)


def test_a_change_is_marked_by_welchs_test():
    numbers = [
        Number("Boston 5, BD", f"{when}_{rows}", ours, 0.002, runs=20)
        for rows, after in (("vali", 0.026), ("test", 0.0295))
        for when, ours in (("before", 0.030), ("after", after))
    ]
    assert experiment("babd-table-4").notes(numbers) == [
        "  * Boston 5, BD: after is better on vali"
    ]


@pytest.mark.parametrize(("runs", "is_marked"), [(3, False), (20, True)])
def test_welchs_test_knows_how_many_runs_there_are(runs, is_marked):
    # t = 0.04 / (0.05 * sqrt(2 / n)): 0.98 of 3 runs (p = 0.38), 2.5 of 20 (p = 0.016).
    numbers = [
        Number("Triazines, BD", f"{when}_{rows}", ours, 0.05, runs=runs)
        for rows in ("vali", "test")
        for when, ours in (("before", 0.14), ("after", 0.10))
    ]
    assert bool(experiment("babd-table-4").notes(numbers)) == is_marked


def test_the_parts_of_a_figure_share_a_path(tmp_path):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.random((30, 5)), columns=list("abcde"))
    X.insert(0, "split", ["train"] * 20 + ["test"] * 10)
    X["target"] = 3 * X["a"] + X["b"]
    X.to_csv(tmp_path / "orange-juice.csv", index=False)
    a, b = (
        make_again(experiment(f"babd-figure-1{part}"), data=tmp_path) for part in "ab"
    )

    assert [(n.place, n.x) for n in a] == [(n.place, n.x) for n in b]
    assert {n.place for n in a} == {"BD", "BABD", "BABD-LP"}
    first, *_, last = [n.ours for n in b if n.place == "BD"]
    assert (first, last) == (5, 2)


@pytest.mark.parametrize(("number", "printed_once"), [(2, 1), (3, 2), (4, 2 * 14)])
def test_what_the_paper_prints_once_counts_once(number, printed_once):
    # Table 4: of fixed and updating thresholds, of each of seven data sets.
    numbers = experiment(f"babd-table-{number}").numbers([])
    before = [n for n in numbers if n.measure.startswith("before")]
    assert sum(n.theirs is not None for n in before) == printed_once
