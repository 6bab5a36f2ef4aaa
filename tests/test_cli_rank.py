"""`wrapsel rank` shows and writes what a ranker says."""

import html
import json
import re

import numpy as np
import pandas as pd
import pytest

from wrapsel.cli import main
from wrapsel.cli.rankers import RANKERS, make_ranker
from wrapsel.datasets import load
from wrapsel.filters import L1, Ranking
from wrapsel.report import ranking_html


def test_the_json_is_the_ranking(tmp_path, capsys):
    out = tmp_path / "out.json"
    assert main(["rank", "wine", "--ranker", "l1", "--json", str(out)]) == 0

    record = json.loads(out.read_text())
    assert list(record) == ["ranker", "order", "scores", "redundant", "seconds"]
    wine = load("wine")
    ranking = L1()(wine.X, wine.y)
    assert record["order"] == [wine.names[i] for i in ranking.order]
    assert record["scores"] == ranking.scores[ranking.order].tolist()
    first = capsys.readouterr().out.splitlines()[1]
    assert first.split()[:2] == ["1", record["order"][0]]


def test_top_and_parameters_count(tmp_path, capsys):
    out = tmp_path / "out.json"
    arguments = ["--ranker", "l1", "--set", "C=0.1", "--top", "3", "--json", str(out)]
    assert main(["rank", "wine", *arguments]) == 0

    wine = load("wine")
    order = L1(C=0.1)(wine.X, wine.y).order[:3]
    assert json.loads(out.read_text())["order"] == [wine.names[i] for i in order]
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_the_page_has_the_first_variables_and_what_is_redundant(tmp_path, capsys):
    page = tmp_path / "out.html"
    assert main(["rank", "wine", "--ranker", "fcbf", "--report", str(page)]) == 0
    wine, text = load("wine"), page.read_text()
    ranking = make_ranker("fcbf", {})(wine.X, wine.y)
    cells = re.findall(r'<th scope="row" class="name">(.*?)</th>', text)
    assert cells == [html.escape(wine.names[i]) for i in ranking.order]
    n_redundant = len(ranking.redundant)
    assert text.count("<td>redundant</td>") == n_redundant > 0
    assert f"13 variables are ranked; the first is {cells[0]}." in text
    assert "FCBF(" in text
    assert "Ranking: wine" in text

    short = ["rank", "wine", "--ranker", "l1", "--top", "2", "--report", str(page)]
    assert main(short) == 0
    text = page.read_text()
    assert text.count('<th scope="row"') == 2
    assert "The first 2; 11 more are not shown." in text
    assert "redundant" not in text


def test_a_page_that_cannot_be_written_is_said_before_ranking(tmp_path, capsys):
    page = tmp_path / "no" / "out.html"
    assert main(["rank", "no-such-file", "--ranker", "l1", "--report", str(page)]) == 2
    assert "--report must be a file to write" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("scores", "parts"),
    [
        ([0.5, 2.0, 1.0], [1.0, 0.5, 0.25]),
        ([-1.0, 1.0, 0.0], [1.0, 0.5, 0.0]),
        ([3.0, 3.0, 3.0], [1.0, 1.0, 1.0]),
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ([-np.inf, 4.0, np.inf], [1.0, 1.0, 0.0]),
    ],
)
def test_bars_begin_at_nothing_or_below(scores, parts):
    ranking = Ranking.by_scores(scores)
    page = ranking_html(ranking, str)
    widths = re.findall(r'class="bar" width="([\d.]+)%"', page)
    assert [float(width) / 100 for width in widths] == parts


def test_quiet_shows_nothing(capsys):
    assert main(["rank", "iris", "--ranker", "l1", "--quiet"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wine", "--ranker", "l7"], "no ranker named 'l7'"),
        (["wine", "--ranker", "l1", "--set", "D=1"], "no parameter of l1 named 'D'"),
        (["wine", "--ranker", "l1", "--set", "C=x"], "C of l1 must be a number"),
        (["wine", "--ranker", "l1", "--top", "0"], "--top must be at least 1"),
        (["wine"], "required: --ranker"),
        (["none.csv", "--ranker", "l1"], "no such file"),
        (["wine", "--ranker", "l1", "--json", "/no/where.json"], "/no/where.json"),
    ],
)
def test_an_error_is_one_line_and_exit_2(capsys, arguments, message):
    assert main(["rank", *arguments]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line


def test_text_is_refused_by_a_ranker_of_numbers(tmp_path, capsys):
    path = tmp_path / "data.csv"
    path.write_text("a,b,target\n" + "1,red,x\n2,blue,y\n" * 5)
    assert main(["rank", str(path), "--ranker", "l1"]) == 2
    assert "column 'b'" in capsys.readouterr().err


RANKER_OPTIONS = {
    "ensemble": ["--set", "ranker=auc"],
    "roger": ["--set", "n_evaluations=2000"],
}


@pytest.mark.parametrize("name", RANKERS)
def test_every_ranker_ranks_by_its_name(tmp_path, name):
    wine, two = load("wine"), tmp_path / "two.csv"
    rows = wine.y != wine.y[-1]  # some take two classes only, and one takes numbers
    X, y = wine.X[rows], wine.y[rows]
    y = wine.X["alcohol"][rows] * 1.37 if name == "rrelieff" else y
    X.assign(target=y).to_csv(two, index=False)
    out = tmp_path / "out.json"
    options = RANKER_OPTIONS.get(name, [])
    assert main(["rank", str(two), "--ranker", name, *options, "--json", str(out)]) == 0
    record = json.loads(out.read_text())
    assert sorted(record["order"]) == sorted(wine.names)
    assert {"proline", "alcohol", "color_intensity"} & set(record["order"][:4])


def test_an_ensemble_needs_a_ranker(capsys):
    assert main(["rank", "wine", "--ranker", "ensemble"]) == 2
    assert "needs --set ranker=VALUE" in capsys.readouterr().err


def test_wide_tables_are_read_by_blocks(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2500)).astype(np.float32)
    y = (X[:, 7] > 0).astype(int)
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "y.npy", y)
    names = [f"'g{i}'" for i in range(2500)]
    frame = pd.DataFrame(X, columns=names).assign(target=y)
    frame.to_parquet(tmp_path / "wide.parquet")
    out = str(tmp_path / "out.json")
    npy = [str(tmp_path / "X.npy"), "--target", str(tmp_path / "y.npy")]

    for source, first in [(npy, "x7"), ([str(tmp_path / "wide.parquet")], "'g7'")]:
        arguments = ["--ranker", "correlation", "--top", "2", "--quiet", "--json", out]
        assert main(["rank", *source, *arguments]) == 0
        with open(out, encoding="utf-8") as file:
            assert json.load(file)["order"][0] == first


def test_an_array_needs_a_file_of_targets(tmp_path, capsys):
    np.save(tmp_path / "X.npy", np.eye(3))
    assert main(["rank", str(tmp_path / "X.npy"), "--ranker", "correlation"]) == 2
    assert "--target must be an .npy file" in capsys.readouterr().err


@pytest.mark.parametrize("spec", ["l1:0", "l1:x", "l1:-3", "l1:", "l1:Auto"])
def test_a_preselection_needs_a_number(capsys, spec):
    assert main(["select", "wine", "--preselect", spec]) == 2
    assert "--preselect must be RANKER:N" in capsys.readouterr().err


def test_rankers_are_made_with_their_parameters():
    ranker = make_ranker("l1", {"C": 2, "epsilon": 0.5})
    assert ranker == L1(2, 0.5)
    assert np.isfinite(ranker([[1, 2], [2, 1], [3, 0]], [0.1, 0.5, 0.6]).scores).all()


def test_targets_may_have_a_decimal_comma(tmp_path):
    path, out = tmp_path / "x.csv", tmp_path / "out.json"
    rows = [f"{i % 7},5;{i},25;{i},5" for i in range(30)]
    path.write_text("\n".join(["a;b;price", *rows]))
    data = [str(path), "--target", "price", "--decimal", ",", "--json", str(out)]
    search = ["--search", "forward", "--learner", "sklearn.linear_model.Ridge"]

    assert main(["rank", *data, "--ranker", "correlation"]) == 0
    assert json.loads(out.read_text())["order"] == ["b", "a"]
    assert main(["select", *data, *search, "--honest", "none", "--quiet"]) == 0
    assert json.loads(out.read_text())["error_all"] < 0.01


@pytest.mark.parametrize("argument", ["source", "target"])
@pytest.mark.parametrize("kind", ["npz", "pickle", "text", "empty", "cut"])
def test_what_is_only_named_npy_is_one_clear_error(tmp_path, capsys, kind, argument):
    wrong, right = tmp_path / "wrong.npy", tmp_path / "right.npy"
    np.save(right, np.eye(4) if argument == "target" else np.array([0, 1, 0, 1]))
    with wrong.open("wb") as file:
        if kind == "npz":
            np.savez(file, X=np.eye(3))
        elif kind == "pickle":
            np.save(file, np.array([{}, 1], dtype=object), allow_pickle=True)
        elif kind == "cut":
            np.save(file, np.eye(30))
            file.truncate(300)
        else:
            file.write(b"1,2,3" if kind == "text" else b"")
    X, y = (right, wrong) if argument == "target" else (wrong, right)

    arguments = ["rank", str(X), "--target", str(y), "--ranker", "correlation"]
    assert main(arguments) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "error: wrong.npy is not a whole .npy file of numbers or text" in line


def test_a_preselection_may_find_its_number(capsys, tmp_path):
    path = tmp_path / "found.json"
    arguments = ["select", "wine", "--preselect", "anova-f:auto", "--search", "top"]
    assert main([*arguments, "--json", str(path), "--honest", "none"]) == 0
    capsys.readouterr()
    assert len(json.loads(path.read_text())["selected"]) == 13
