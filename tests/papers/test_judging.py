"""Each printed number is near, explained, or said to be neither."""

import csv

import pytest

from wrapsel.papers import Number, list_experiments
from wrapsel.papers.judging import counted, reason_of, state_of
from wrapsel.papers.published import published
from wrapsel.papers.showing import shown, write_csv

LOST = Number("Water Purification, BD", "num", None, theirs=4.7)


@pytest.mark.parametrize(
    ("number", "state"),
    [
        (Number("a", "error", 5.0, 0.5, theirs=4.0), "near"),
        (Number("a", "error", 5.0, 0.5, theirs=3.9), "unexplained"),
        (Number("a", "error", 5.0, 0.1, theirs=4.0, their_sd=0.5), "near"),
        (Number("a", "error", 5.0, 0.1, theirs=4.0, their_sd=0.0), "unexplained"),
        (Number("a", "error", 5.0, theirs=4.0), "no deviation"),
        (Number("a", "inputs", 5.0, theirs=5.0), "near"),
        (Number("a", "cost", 76349.0, theirs=7.63e4), "near"),
        (Number("a", "cost", 76351.0, theirs=7.63e4), "no deviation"),
        (Number("a", "error", None, theirs=4.0), "not made"),
        (Number("a", "error", 5.0, 0.5), ""),
        (Number("a", "seconds", 5.0, theirs=400.0), "times"),
        (Number("a", "error", None, theirs=4.0, is_cited=True), "cited"),
    ],
)
def test_a_number_is_in_one_state(number, state):
    assert state_of("rve-table-7", number) == state


def test_what_has_a_reason_is_explained_in_its_own_table_only():
    assert state_of("babd-table-4", LOST) == "explained"
    assert state_of("babd-table-5", LOST) == "not made"


def test_every_number_printed_is_counted_once():
    numbers = [LOST, Number("a", "b", 1.0, 0.1, theirs=2.0), Number("a", "c", 1.0)]
    said = counted("babd-table-4", numbers)
    assert said.startswith("printed: 2; near: 0, explained: 1, unexplained: 1")


def test_reasons_are_of_tables_that_there_are_and_none_hides_another():
    rows = published("reasons")
    assert {row["experiment"] for row in rows} <= set(list_experiments())
    for k, row in enumerate(rows):
        number = Number(row["place"], row["measure"], None, theirs=1.0)
        first = reason_of(row["experiment"], number)
        assert first == row["reason"], f"row {k + 1} is hidden by an earlier one"


def test_reasons_are_shown_and_written(tmp_path):
    write_csv([LOST], tmp_path / "made.csv", "babd-table-4")
    [row] = csv.DictReader((tmp_path / "made.csv").read_text().splitlines())
    assert row["state"] == "explained"
    assert row["reason"] in shown([LOST], "babd-table-4")
