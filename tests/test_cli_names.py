"""Names of columns reach a terminal as text, whatever they are made of."""

import json

import numpy as np
import pandas as pd
import pytest

from wrapsel.cli import main

NAMES = {
    "\x1b]0;mine\x07size": r"\x1b]0;mine\x07size",
    "\x1b[2K\x1b[1Agone": r"\x1b[2K\x1b[1Agone",
    "two\nlines": r"two\nlines",
    "tab\tback\x08space": r"tab\tback\x08space",
    "\x9b31mred": r"\x9b31mred",
    "left\u202eright": r"left\u202eright",
    "zero\u200bwidth\u2028line": r"zero\u200bwidth\u2028line",
    "größe Δ": "größe Δ",
}
RNG = np.random.default_rng(0)
Y = np.arange(60) % 2


@pytest.fixture(params=NAMES, ids=range(len(NAMES)))
def table(request, tmp_path):
    path = tmp_path / "x.csv"
    good = Y + RNG.normal(size=60) / 9
    frame = pd.DataFrame({request.param: good, "bad": RNG.normal(size=60)})
    frame.assign(k=1, target=Y).to_csv(path, index=False)
    return request.param, path


def shown(capsys):
    out, err = capsys.readouterr()
    assert all(line.isprintable() for line in (out + err).split("\n"))
    return out, err


def test_the_selected_names_are_escaped_but_not_in_json(table, tmp_path, capsys):
    name, path = table
    arguments = ["--search", "forward", "--honest", "none"]
    json_path = tmp_path / "out.json"

    assert main(["select", str(path), *arguments, "--json", str(json_path)]) == 0

    out, _ = shown(capsys)
    [line] = [x for x in out.splitlines() if x.startswith("selected  ")]
    assert " ".join(line.split()).endswith(" ".join(NAMES[name].split()))
    assert json.loads(json_path.read_text(encoding="utf-8"))["selected"] == [name]


def test_the_ranked_names_are_escaped_but_not_in_json(table, tmp_path, capsys):
    name, path = table
    json_path = tmp_path / "out.json"
    arguments = ["--ranker", "correlation", "--json", str(json_path)]

    assert main(["rank", str(path), *arguments]) == 0

    out, _ = shown(capsys)
    assert out.count("\n") == 4
    assert out.splitlines()[1].startswith(f"    1  {NAMES[name]} ")
    assert json.loads(json_path.read_text(encoding="utf-8"))["order"][0] == name


@pytest.mark.parametrize(
    "arguments",
    [
        ["--target", "no such"],
        ["--required", "no such"],
        ["--learner", "tests.cli_learners.Failing"],
        ["--nominal", "no such"],
    ],
)
def test_errors_show_names_as_escapes(table, arguments, capsys):
    _, path = table
    assert main(["select", str(path), *arguments]) == 2
    _, err = shown(capsys)
    assert len(err.splitlines()) == 1


def test_warnings_show_names_as_escapes(table, tmp_path, capsys):
    name, path = table
    frame = pd.read_csv(path).assign(copy=lambda f: f.iloc[:, 0])
    frame.to_csv(path, index=False)
    arguments = ["--search", "forward", "--honest", "none", "--quiet"]

    assert main(["select", str(path), *arguments]) == 0

    _, err = shown(capsys)
    assert f"columns that are copies: 'copy' (of '{NAMES[name]}')" in err
