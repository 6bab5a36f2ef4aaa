"""What was found is not lost on its way out."""

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from wrapsel.cli import main
from wrapsel.cli.json_file import write_json

SEARCH = [
    "--search",
    "forward",
    "--set-search",
    "n_features_to_select=1",
    "--honest",
    "none",
]
SELECT = ["select", "wine", "--learner", "sklearn.naive_bayes.GaussianNB", *SEARCH]
RANK = ["rank", "wine", "--ranker", "correlation"]


def refuse(constant):
    raise AssertionError(f"{constant} is no JSON")


def strict(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)


@pytest.mark.filterwarnings("ignore::wrapsel.errors.CacheWarning")  # by os.replace, too
@pytest.mark.parametrize("command", [SELECT, RANK], ids=["select", "rank"])
def test_what_cannot_be_written_was_shown(tmp_path, capsys, monkeypatch, command):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    out = tmp_path / "out.json"
    out.write_text("before")
    assert main([*command, "--json", str(out)]) == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) > 3
    assert "cannot be written: No space left" in said.err.splitlines()[-1]
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


class Broken(io.TextIOWrapper):
    def write(self, text):
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("command", [SELECT, RANK], ids=["select", "rank"])
def test_what_cannot_be_shown_is_written(tmp_path, monkeypatch, command):
    monkeypatch.setattr(sys, "stdout", Broken(io.BytesIO()))
    out = tmp_path / "out.json"
    assert main([*command, "--json", str(out)]) == 2
    assert strict(out)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
@pytest.mark.parametrize("command", ["select", "rank"])
def test_a_terminal_of_few_signs_gets_escapes(tmp_path, monkeypatch, encoding, command):
    table = pd.DataFrame({"größe→": np.tile([0, 1], 20), "class": np.tile([0, 1], 20)})
    table.to_csv(tmp_path / "t.csv", index=False)
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    rest = SELECT[2:] if command == "select" else RANK[2:]
    out = tmp_path / "out.json"
    source = [command, str(tmp_path / "t.csv"), "--target", "class"]
    assert main([*source, *rest, "--json", str(out)]) == 0
    shown = written.getvalue().decode(encoding)
    assert ("größe→" if encoding == "utf-8" else "\\u2192") in shown
    assert "größe→" in strict(out)["selected" if command == "select" else "order"]


def test_scores_that_are_not_finite_are_null(tmp_path):
    table = pd.DataFrame({"a": np.tile([0, 1], 20), "b": np.arange(40) % 7})
    table["class"] = table["a"]
    table.to_csv(tmp_path / "t.csv", index=False)
    out = tmp_path / "out.json"
    source = [
        "rank",
        str(tmp_path / "t.csv"),
        "--target",
        "class",
        "--nominal",
        "class",
    ]
    assert main([*source, "--ranker", "anova-f", "--quiet", "--json", str(out)]) == 0
    record = strict(out)
    assert record["order"] == ["a", "b"]
    assert record["scores"][0] is None


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("place", [lambda v: v, lambda v: [v], lambda v: {"a": [v]}])
def test_no_json_holds_what_json_does_not_have(tmp_path, value, place):
    write_json(tmp_path / "out.json", {"x": place(value), "y": 1.5})
    assert strict(tmp_path / "out.json") == {"x": place(None), "y": 1.5}


@pytest.mark.parametrize("name", ["\udc80", "a\ud800b", "größe", "\x1b[2J"])
def test_any_name_can_be_written(tmp_path, name):
    write_json(tmp_path / "out.json", {"selected": [name]})
    assert strict(tmp_path / "out.json") == {"selected": [name]}
    assert [path.name for path in Path(tmp_path).iterdir()] == ["out.json"]


def test_a_long_error_is_cut_and_says_where_all_of_it_is(capsys, monkeypatch):
    def fail(*_):
        raise ValueError("many words " * 100)

    monkeypatch.setattr("wrapsel.cli.command._run", fail)
    assert main(["demo"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert len(line) < 360
    assert line.endswith("... (all of it with WRAPSEL_DEBUG=1)")
    monkeypatch.setenv("WRAPSEL_DEBUG", "1")
    with pytest.raises(ValueError, match="many words"):
        main(["demo"])


@pytest.mark.parametrize("command", [SELECT, RANK, ["list", "metrics"]], ids=len)
def test_without_a_terminal_nothing_is_wrong(tmp_path, monkeypatch, command):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(command) == 0


@pytest.mark.parametrize("how", [">&-", "> /dev/full", ">&- 2>&-"])
def test_a_terminal_that_is_gone_is_no_traceback(how):
    line = f"{sys.executable} -m wrapsel list searches {how}"
    run = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert run.returncode == (2 if "full" in how else 0)
    assert "Traceback" not in run.stderr
    assert len(run.stderr.splitlines()) <= 1


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["select", "wine", *SEARCH, "--learner", "naive-bayes"], "selected"),
        (["rank", "wine", "--ranker", "correlation"], "order"),
    ],
)
def test_json_goes_to_standard_output_and_nothing_else_does(capsys, arguments, key):
    assert main([*arguments, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)[key]


def test_the_command_alone_shows_its_help(capsys):
    assert main([]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: wrapsel")
    assert "wrapsel demo" in out
    assert err == ""


@pytest.mark.parametrize(
    ("learner", "repeatable"),
    [
        ("tests.cli_learners.Unseeded", False),
        ("tests.cli_learners.Mute", True),
        ("sklearn.naive_bayes.GaussianNB", None),
    ],
)
def test_a_learner_that_cannot_be_seeded_is_told(tmp_path, capsys, learner, repeatable):
    out = tmp_path / "out.json"
    arguments = ["--learner", learner, *SEARCH, "--honest", "redrawn"]
    assert main(["select", "wine", *arguments, "--json", str(out)]) == 0
    shown = capsys.readouterr()
    assert strict(out)["repeatable"] is repeatable
    line = "repeatable    no: the learner draws from what cannot be seeded"
    warned = "wrapsel: warning: Unseeded predicts otherwise"
    told = line in shown.out.splitlines(), shown.err.startswith(warned)
    assert told == (repeatable is False,) * 2
    assert len(shown.err.splitlines()) == told[1]
