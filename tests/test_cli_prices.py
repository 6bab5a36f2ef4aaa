"""Variables of several columns, and their prices, on the command line."""

import json
import shlex

import pandas as pd
import pytest
from sklearn.datasets import load_wine

from wrapsel import Problem, load_learner, select
from wrapsel.cli import main
from wrapsel.cli.arguments import parser
from wrapsel.cli.options import Options
from wrapsel.cli.repeating import code, command
from wrapsel.search import Forward

FRAME, Y = load_wine(return_X_y=True, as_frame=True)
GAUSSIAN = ("--learner", "sklearn.naive_bayes.GaussianNB", "--honest", "none")
FORWARD = ("--search", "forward")


@pytest.fixture
def run(tmp_path):
    FRAME.assign(target=Y).to_csv(tmp_path / "wine.csv", index=False)

    def run(*words, **files):
        for name, value in files.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(value))
            words = [*words, f"--{name}", str(tmp_path / f"{name}.json")]
        path = tmp_path / "out.json"
        words = [str(tmp_path / "wine.csv"), *GAUSSIAN, *FORWARD, *words]
        code = main(["select", *words, "--json", str(path)])
        return json.loads(path.read_text()) if code == 0 else code

    return run


def test_files_say_what_variables_are_cost_and_need(run, capsys):
    variables = {"acids": ["ash", "malic_acid"], "light": ["hue", "color_intensity"]}
    prices = {"proline": 9, "alcohol,flavanoids": 4, "light": 2}
    needs = {"light": ["acids"]}
    found = run("--max-price", "6", variables=variables, prices=prices, needs=needs)
    learner = load_learner("sklearn.naive_bayes.GaussianNB")
    problem = Problem(learner, FRAME, Y.astype(str), variables=variables)
    shared = {"proline": 9, ("alcohol", "flavanoids"): 4, "light": 2}
    options = {"prices": shared, "max_price": 6, "needs": needs, "honest": False}
    expected = select(problem, Forward(), **options)
    assert found["selected"] == list(expected.selected)
    assert found["price"] == expected.price <= 6
    assert found["n_variables"] == 11
    assert "price" in capsys.readouterr().out


def test_columns_that_begin_alike_are_one_variable(tmp_path, capsys):
    frame = pd.get_dummies(FRAME["hue"].round(), prefix="hue", dtype=int)
    frame.assign(ash=FRAME["ash"], target=Y).to_csv(tmp_path / "x.csv", index=False)
    words = [*GAUSSIAN, *FORWARD, "--variables", "prefix:_", "--json", "-"]
    assert main(["select", str(tmp_path / "x.csv"), *words]) == 0
    assert json.loads(capsys.readouterr().out)["n_variables"] == 2


def test_a_price_can_weigh(run):
    dear = run("--price-weight", "10", prices=dict.fromkeys(FRAME, 1))
    assert dear["n_selected"] < run()["n_selected"]
    assert run()["price"] is None


@pytest.mark.parametrize(
    ("words", "files", "says"),
    [
        ((), {"prices": ["a"]}, "must hold one JSON object"),
        ((), {"prices": {"aah": 1}}, "prices: no variable named 'aah'"),
        ((), {"variables": {"a": ["aah"]}}, "variables: no column named 'aah'"),
        ((), {"needs": {"ash": ["aah"]}}, "needs: no variable named 'aah'"),
        (("--needs", "no.json"), {}, "--needs: cannot read 'no.json'"),
        (("--max-price", "3"), {}, "max_price needs prices"),
        (("--max-price", "-3"), {}, "max_price must be at least 0"),
    ],
)
def test_what_cannot_be_is_one_line(run, words, files, says, capsys):
    assert run(*words, **files) == 2
    err = capsys.readouterr().err
    assert says in err
    assert len(err.splitlines()) == 1


def test_the_lines_of_python_and_the_command_repeat_it(tmp_path, run):
    files = {"variables": {"light": ["hue", "color_intensity"]}}
    files |= {"prices": {"proline": 3, "light": 2}, "needs": {"light": ["ash"]}}
    record = run("--max-price", "4", "--price-weight", "0.001", **files)
    paths = {name: str(tmp_path / f"{name}.json") for name in files}
    options = Options(
        str(tmp_path / "wine.csv"),
        learner=GAUSSIAN[1],
        search="forward",
        honest="none",
        max_price=4.0,
        price_weight=0.001,
        **paths,
    )
    found = {}
    exec(code(options, "accuracy", True), found)
    assert list(found["result"].selected) == record["selected"]
    assert found["result"].price == record["price"]
    said = vars(parser().parse_args(shlex.split(command(options))[1:]))
    assert Options(**{k: v for k, v in said.items() if k != "command"}) == options
