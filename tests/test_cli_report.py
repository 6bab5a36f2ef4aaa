"""The report on the command line, and what it says of how to repeat it."""

import json
import shlex
from dataclasses import replace

import pandas as pd
import pytest

from wrapsel.cli import main
from wrapsel.cli.arguments import parser
from wrapsel.cli.options import Options
from wrapsel.cli.repeating import code, command

GAUSSIAN = ("--learner", "sklearn.naive_bayes.GaussianNB")
RVERS = (*GAUSSIAN, "--search", "rvers")
NUMBERS = "mean_squared_error"
LISTED = ("--required", "ash,hue", "--forbidden", "proline", "--start", "alcohol")
ONCE = ("--honest", "redrawn")
DEARER = ("--max-evaluations", "9", *ONCE)
OF_ROWS = ("--sample-weight", "hue", "--weigh-errors", "--holdout", "0.25")
CALLS = [
    ["wine", *ONCE],
    ["wine", *GAUSSIAN, "--search", "rvers", "--set-search", "r_max=5", "--cv", "3"],
    ["wine", *RVERS, "--holdout", "0.25", "--random-state", "3", "--scale", "range"],
    ["wine", *GAUSSIAN, "--preselect", "l1:5", "--search", "forward", *ONCE],
    ["wine", *GAUSSIAN, *LISTED, "--search", "forward", *ONCE],
    ["wine", *GAUSSIAN, "--max-evaluations", "20", "--honest", "none"],
    ["wine", *GAUSSIAN, "--scoring", "roc_auc_ovr", *DEARER],
    ["wine", *GAUSSIAN, "--scoring", "accuracy,f1_macro", "--search", "forward"],
    ["diabetes", "--learner", "sklearn.linear_model.Ridge", "--search", "backward"],
    ["wine", *GAUSSIAN, *OF_ROWS, "--search", "forward", *ONCE],
    ["wine", *RVERS, "--aggregate", "pooled", "--honest", "nested"],
]


def options_of(words):
    arguments = vars(parser().parse_args(["select", *words]))
    del arguments["command"]
    return Options(**arguments)


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_the_command_of_options_gives_these_options(words):
    options = options_of([*words, "--quiet", "--json", "out.json"])

    said = shlex.split(command(options))

    assert said[:2] == ["wrapsel", "select"]
    assert options_of(said[2:]) == options_of(words)


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_the_lines_of_python_give_the_same_result(words, tmp_path, capsys):
    path = tmp_path / "out.json"
    assert main(["select", *words, "--json", str(path), "--quiet"]) == 0
    record = json.loads(path.read_text())

    options = replace(options_of(words), learner=record["learner"])
    scoring = list(record["metrics"]) or record["scoring"]
    lines = code(options, scoring, record["scoring"] != NUMBERS)
    found = {}
    exec(lines, found)

    assert list(found["result"].selected) == record["selected"]
    assert found["result"].error == record["error"]
    honest = found["result"].honest
    assert (honest and honest.error) == record["honest_error"]


def test_a_report_is_written(tmp_path, capsys):
    page, history = tmp_path / "out.html", tmp_path / "out.parquet"
    words = ["select", "wine", *GAUSSIAN, "--holdout", "0.25", "--quiet"]

    assert main([*words, "--report", str(page), "--history", str(history)]) == 0

    text = page.read_text(encoding="utf-8")
    assert "wrapsel select wine --learner" in text
    assert "on the test rows" in text
    assert capsys.readouterr() == ("", "")
    assert pd.read_parquet(history)["kept"].sum() > 1


def test_a_report_has_a_table_of_several_metrics(tmp_path):
    page = tmp_path / "out.html"
    words = ["select", "wine", *GAUSSIAN, "--search", "forward", "--quiet"]

    for scoring, is_there in [("accuracy", False), ("accuracy,f1_macro", True)]:
        assert main([*words, "--scoring", scoring, "--report", str(page)]) == 0
        text = page.read_text(encoding="utf-8")
        assert ("By other metrics" in text) == is_there
        assert ('class="name">f1_macro<' in text) == is_there


@pytest.mark.parametrize(
    ("option", "path", "message"),
    [
        ("--report", ".", "--report must be a file to write, got '.'"),
        ("--report", "no/such/out.html", "--report must be a file to write"),
        ("--history", ".", "--history must be a file to write, got '.'"),
        ("--history", "out.csv", "saved as .parquet or .json, got 'out.csv'"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_search(
    monkeypatch, tmp_path, capsys, option, path, message
):
    monkeypatch.chdir(tmp_path)
    never = ("--learner", "tests.cli_learners.NeverFitted")

    assert main(["select", "wine", *never, option, path]) == 2

    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
