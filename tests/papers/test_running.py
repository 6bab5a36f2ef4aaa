"""Experiments go on from where they stopped, and say what they lack at once."""

import csv

import pytest

from wrapsel.errors import StoreError
from wrapsel.papers import Experiment, Extent, Number, Task, make_again
from wrapsel.papers.showing import shown, write_csv

RUN = []


def doubled(number):
    RUN.append(number)
    return {"twice": 2 * number}


def of_data(name, data):
    raise AssertionError("work began although data sets are missing")


def numbers(results):
    return [
        Number("row", "twice", done["twice"], x=task.arguments["number"], theirs=4.0)
        for task, done in results
    ]


def doubling(extent):
    return [Task(doubled, {"number": k}) for k in range(extent.repeated(4))]


DOUBLES = Experiment("doubles", doubling, numbers, "curves", "number", "twice")


def test_a_second_call_does_only_what_is_left(tmp_path):
    RUN.clear()
    make_again(DOUBLES, Extent(repetitions=2), store=tmp_path / "done.jsonl")

    made = make_again(DOUBLES, store=tmp_path / "done.jsonl")

    assert RUN == [0, 1, 2, 3]
    assert [number.ours for number in made] == [0, 2, 4, 6]


def test_what_a_killed_run_left_unfinished_is_done_again(tmp_path):
    store = tmp_path / "done.jsonl"
    expected = make_again(DOUBLES, store=store)
    store.write_text(store.read_text()[:-5])
    RUN.clear()

    assert make_again(DOUBLES, store=store) == expected
    assert RUN == [3]
    assert make_again(DOUBLES, store=store) == expected


def test_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "done.jsonl").write_text("a,b\n")
    with pytest.raises(StoreError, match=r"done\.jsonl .*line 1"):
        make_again(DOUBLES, store=tmp_path / "done.jsonl")


def test_side_by_side_gives_the_same():
    assert make_again(DOUBLES, n_jobs=2) == make_again(DOUBLES)


def test_all_missing_data_sets_are_named_before_any_work(tmp_path):
    names = ("monks-2", "dna")
    tasks = [Task(of_data, {"name": name}, (name,)) for name in names]
    lacking = Experiment("", lambda extent: tasks, numbers)

    with pytest.raises(ValueError, match=r"missing .*dna\.csv\.gz, monks-2\.csv\.gz"):
        make_again(lacking, data=tmp_path)


def test_the_csv_holds_every_number(tmp_path):
    made = [Number("a", "b", 1.0, theirs=2.0, their_sd=0.5), Number("c", "b", None)]
    write_csv(made, tmp_path / "made.csv")

    with (tmp_path / "made.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["place"] for row in rows] == ["a", "c"]
    assert rows[0]["apart"] == "-2.0"


def test_the_text_leaves_out_what_was_not_made():
    made = [Number("a", "b", 1.0, 0.5, theirs=2.0), Number("c", "b", None)]
    assert shown(made).splitlines() == [
        "a  b  2.00  1.00 (0.50)  -2.0*",
        "printed: 1; near: 1, explained: 0, unexplained: 0, no deviation: 0, "
        "not made: 0",
    ]
