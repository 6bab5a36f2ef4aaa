"""The command line, from arguments to table and JSON."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest

import wrapsel
from tests.cli_learners import Interrupted
from wrapsel.cli import main
from wrapsel.cli.searches import STRATEGIES

KEYS = """
learner search scoring random_state n_variables n_allowed n_selected selected price
error_all error metrics honest_error honest_standard_error honest lucky repeatable
beats_constant sizes stability test_error_all test_error evaluations proposals fits cost
seconds stopped_by failures stages version
"""
GAUSSIAN = ("--learner", "sklearn.naive_bayes.GaussianNB")
TREE = ("--learner", "sklearn.tree.DecisionTreeClassifier", "--set", "max_depth=3")
STOPPED = ("select", "wine", "--learner", "tests.cli_learners.Interrupted")
RVERS = ("--search", "rvers", "--set-search")
FAST = ("--honest", "none")
BACKWARD = ("--search", "backward", "--set-search", "n_features_to_select=10")


@pytest.fixture
def select(tmp_path):
    """Return a function that searches, and returns what the JSON says."""

    def run(*arguments):
        path = tmp_path / "out.json"
        assert main(["select", *arguments, "--json", str(path)]) == 0
        return json.loads(path.read_text(encoding="utf-8"))

    return run


def without_seconds(record):
    return {key: value for key, value in record.items() if key != "seconds"}


def test_the_json_has_the_promised_keys(select):
    record = select("wine", *GAUSSIAN, "--holdout", "0.25", "--random-state", "3")

    assert list(record) == KEYS.split()
    assert record["learner"] == "sklearn.naive_bayes.GaussianNB"
    assert (record["search"], record["scoring"]) == ("auto", "accuracy")
    assert (record["random_state"], record["version"]) == (3, wrapsel.__version__)
    assert record["n_variables"] == 13
    assert record["n_selected"] == len(record["selected"]) < 13
    assert 0 <= record["test_error"] < 0.3
    assert record["stopped_by"] == "strategy"


@pytest.mark.parametrize(
    ("source", "learner", "metric"),
    [
        ("diabetes", "sklearn.linear_model.Ridge", "mean_squared_error"),
        ("wine", "naive-bayes", "accuracy"),
    ],
)
def test_nothing_needs_to_be_said_of_learner_and_metric(
    source, learner, metric, select
):
    record = select(source)
    assert (record["learner"], record["scoring"]) == (learner, metric)
    assert record["n_selected"] > 1
    assert record["beats_constant"]


@pytest.mark.parametrize("learner", ["lssvr", "lssvc"])
def test_the_test_error_is_that_of_the_parameters_chosen(select, learner):
    data = "diabetes" if learner == "lssvr" else "wine"
    rows = ("--scale", "standard", "--holdout", "0.5", "--honest", "none")
    search = (data, "--learner", learner, *BACKWARD, *rows)

    one = select(*search, "--set", "C=1000.0", "--set", "gamma=1e-3")
    grid = select(*search, "--set", "C_grid=(1e-9,1000.0)", "--set", "gamma=1e-3")

    assert grid["selected"] == one["selected"]
    assert grid["test_error"] == pytest.approx(one["test_error"])


def test_a_learner_whose_fit_returns_nothing_is_tested(select):
    rows = ("wine", "--holdout", "0.25", "--honest", "none", *BACKWARD)
    mute = select(*rows, "--learner", "tests.cli_learners.Mute")

    assert mute["test_error"] == select(*rows, *GAUSSIAN)["test_error"]


def test_a_failing_subset_is_rejected_if_asked_for(select, capsys):
    search = ("wine", "--learner", "tests.cli_learners.NotThree", "--honest", "none")
    search += ("--search", "backward", "--set-search", "min_features=2")
    record = select(*search, "--on-failure", "reject")
    assert record["n_selected"] > 3
    assert {failure["n"] for failure in record["failures"]} == {3}
    assert "RuntimeError: three of them" in record["failures"][0]["why"]
    assert f"failed        {len(record['failures'])}: " in capsys.readouterr().out

    assert main(["select", *search]) == 2
    assert "three of them" in capsys.readouterr().err


def test_the_json_says_what_the_library_finds(select):
    from sklearn.naive_bayes import GaussianNB

    from wrapsel.datasets import load
    from wrapsel.search import RVErS

    record = select("wine", *GAUSSIAN, *RVERS, "r_max=5", "--cv", "3")

    data = load("wine")
    problem = wrapsel.Problem(GaussianNB(), data.X, data.y, cv=3)
    result = wrapsel.select(problem, RVErS(r_max=5))
    assert record["selected"] == list(result.selected)
    assert record["error"] == result.error
    assert record["honest_error"] >= result.honest.error  # which is not nested
    assert record["error_all"] == result.reference.error
    assert record["evaluations"] == result.spending.evaluations
    assert record["test_error"] is record["test_error_all"] is None


def test_the_bundled_naive_bayes_is_the_default(select):
    record = select("iris", "--quiet")

    assert record["learner"] == "naive-bayes"


def test_two_runs_give_the_same_json_but_for_seconds(select):
    arguments = ("wine", *GAUSSIAN, "--holdout", "0.3", "--random-state", "1")

    first, second = select(*arguments), select(*arguments)

    assert without_seconds(first) == without_seconds(second)


def test_two_processes_give_the_json_of_one(select):
    arguments = ("wine", *TREE, "--max-evaluations", "60", "--honest", "redrawn")

    first, second = select(*arguments), select(*arguments, "--n-jobs", "2")

    assert without_seconds(first) == without_seconds(second)


def test_another_seed_draws_other_folds(select):
    rows = ("wine", *GAUSSIAN, *FAST)
    first, second = (select(*rows, "--random-state", seed) for seed in "01")

    assert first["error_all"] != second["error_all"]


def test_a_second_run_on_a_store_makes_no_fit(select, tmp_path):
    arguments = ("wine", *GAUSSIAN, "--store", str(tmp_path / "store.db"))

    first, second = select(*arguments), select(*arguments)

    assert first["fits"] > 0
    assert second["fits"] == 0
    for record in (first, second):
        del record["fits"]
    assert without_seconds(first) == without_seconds(second)


def test_a_budget_ends_the_search(select):
    record = select("wine", *GAUSSIAN, "--max-evaluations", "7")

    assert (record["evaluations"], record["stopped_by"]) == (7, "budget")


SEARCH_OPTIONS = {
    "babd-lp": ["--preselect", "lp-weights"],
    "branch-and-bound": ["--set-search", "n_features_to_select=11"],
    "chain": [
        "--set-search",
        "first=rvers",
        "then=forward:n_features_to_select=1,block=1",
    ],
    "filter-path": ["--preselect", "l1"],
    "portfolio": ["--set-search", "strategies=forward+rvers:k=1,bias=1"],
    "recursive-elimination": ["--set-search", "criterion=permutation"],
    "restarts": ["--set-search", "strategy=backward", "n=2"],
    "rve": ["--set-search", "n_relevant=6"],
    "top": ["--preselect", "l1:5"],
}


@pytest.mark.parametrize("search", STRATEGIES)
def test_every_search_runs_by_its_name(select, search):
    options = SEARCH_OPTIONS.get(search, [])

    record = select(
        "wine", *GAUSSIAN, "--search", search, *options, "--honest", "redrawn"
    )

    assert 1 <= record["n_selected"] <= 13


def test_variables_can_be_required_and_forbidden(select):
    record = select(
        "wine",
        *GAUSSIAN,
        *("--required", "ash,alcohol", "--forbidden", "proline"),
        *("--search", "forward", "--start", "hue", "--max-evaluations", "2"),
        *FAST,
    )

    assert record["selected"] == ["alcohol", "ash", "hue"]


def test_a_ranker_preselects(select):
    record = select("wine", *GAUSSIAN, "--search", "top", "--preselect", "l1:3", *FAST)

    assert record["n_selected"] == 3


def test_parameters_reach_the_learner_and_the_search(select):
    record = select(
        "wine",
        *("--learner", "sklearn.neighbors.KNeighborsClassifier"),
        *("--set", "n_neighbors=3", "weights=distance", "--set", "p=1"),
        *("--search", "forward", "--set-search", "n_features_to_select=2"),
        *FAST,
    )

    assert record["n_selected"] == 2


def test_numbers_are_predicted_with_the_squared_error(select):
    ridge = ("--learner", "sklearn.linear_model.Ridge")
    record = select("diabetes", *ridge, *BACKWARD, *FAST)

    assert record["scoring"] == "mean_squared_error"
    assert record["error"] > 100


def test_a_split_column_gives_the_test_rows(select, tmp_path):
    path = tmp_path / "data.csv"
    rows = [f"train,{i % 2},{i},c{i % 2}" for i in range(40)]
    path.write_text("\n".join(["split,a,b,target", *rows, "test,0,1,c1", ""]))

    record = select(str(path), *GAUSSIAN, "--split", "split", "--search", "forward")

    assert record["selected"] == ["a"]
    assert (record["error"], record["test_error"]) == (0, 1)


def test_a_second_file_gives_the_test_rows(select, tmp_path):
    text = "\n".join(f"{i % 2},c{i % 2}" for i in range(20))
    for name in ("train.csv", "test.csv"):
        (tmp_path / name).write_text(f"a,class\n{text}\n")

    record = select(
        str(tmp_path / "train.csv"),
        *("--test", str(tmp_path / "test.csv"), "--target", "class", *GAUSSIAN),
    )

    assert record["test_error"] == 0


def test_holdout_keeps_rows_of_each_class_aside(select, tmp_path):
    path = tmp_path / "data.csv"
    rows = [f"{i},{'rare' if i < 8 else 'common'}" for i in range(40)]
    path.write_text("\n".join(["a,target", *rows, ""]))

    # Two of the eight are kept aside, so that there are six folds and not seven.
    assert select(str(path), *GAUSSIAN, "--holdout", "0.25", "--cv", "6")
    assert main(["select", str(path), "--holdout", "0.25", "--cv", "7"]) == 2


def test_several_metrics_are_in_the_table_and_the_json(select, capsys):
    words = ("wine", *GAUSSIAN, "--search", "forward", "--honest", "none")
    alone = select(*words, "--scoring", "accuracy")
    capsys.readouterr()

    record = select(*words, "--scoring", "accuracy,f1_macro,neg_log_loss")

    said = record.pop("metrics")
    assert alone.pop("metrics") == {}
    assert without_seconds(record) == without_seconds(alone)
    assert list(said) == ["accuracy", "f1_macro", "neg_log_loss"]
    assert said["accuracy"]["error"] == record["error"]
    out = capsys.readouterr().out.splitlines()
    [line] = [line for line in out if line.startswith("cross-validated f1_macro")]
    scores = [said["f1_macro"][key] for key in ("score_all", "score")]
    assert line.split()[2:] == [f"{score:.4g}" for score in scores]
    assert not [line for line in out if line.startswith("cross-validated accuracy")]


def test_several_metrics_judge_the_test_rows_too(select, tmp_path, capsys):
    page = tmp_path / "out.html"
    words = ("wine", *GAUSSIAN, "--search", "forward", "--honest", "none")
    words += ("--holdout", "0.25")
    names = ["accuracy", "neg_log_loss", "f1_macro"]
    alone = {name: select(*words, "--scoring", name) for name in names}
    capsys.readouterr()

    record = select(*words, "--scoring", ",".join(names), "--report", str(page))

    said, out = record["metrics"], capsys.readouterr().out.splitlines()
    assert record["test_error"] == said["accuracy"]["test_error"]
    assert record["test_error"] == alone["accuracy"]["test_error"]
    for name, best in [("neg_log_loss", 0), ("f1_macro", 1)]:
        told = said[name]
        assert told["test_error_all"] == alone[name]["test_error_all"]
        assert told["test_score"] == best - told["test_error"]
        scores = [f"{told[key]:.4g}" for key in ("test_score_all", "test_score")]
        [line] = [line for line in out if line.startswith(f"test {name}")]
        assert line.split()[2:] == scores
        text = page.read_text(encoding="utf-8")
        [row] = [row for row in text.split("<tr>") if f">{name}<" in row]
        assert [f">{score}<" in row for score in scores] == [True, True]


def test_the_table_compares_all_variables_with_the_selected(select, capsys):
    quick = ["--search", "forward", "--set-search", "n_features_to_select=2"]
    quick += ["--honest", "nested", "--holdout", "0.3"]
    record = select("wine", *GAUSSIAN, "--scoring", "roc_auc_ovr", *quick)

    out, err = capsys.readouterr()
    lines = [line.split("  ") for line in out.splitlines()]
    cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert cells[0] == [f"{record['n_selected']} of 13 variables selected"]
    [honest] = cells[1]
    assert honest.startswith("honest error (1 - roc_auc_ovr): 0.")
    [sure] = cells[2]
    assert sure.startswith("how sure: ")
    assert ["all", "selected"] in cells
    assert ["variables", "13", str(record["n_selected"])] in cells
    names = ["cross-validated error (1 - roc_auc_ovr)", "test error (1 - roc_auc_ovr)"]
    for name, key in zip(names, ["error", "test_error"], strict=True):
        shown = [f"{record[key + '_all']:.4g}", f"{record[key]:.4g}"]
        assert [name, *shown] in cells
    assert ["evaluations", str(record["evaluations"])] in cells
    assert ["fits", str(record["fits"])] in cells
    assert ["stopped by", "strategy"] in cells
    assert all(name in out for name in record["selected"])
    assert "optimistic" not in out
    assert err == ""


def test_without_test_rows_the_error_is_called_optimistic(select, capsys):
    select("wine", *GAUSSIAN, *FAST)

    [line] = [x for x in capsys.readouterr().out.splitlines() if "optimistic" in x]
    assert "--holdout 0.25" in line


def test_a_long_list_of_names_is_cut(capsys):
    assert main(["select", "digits", "--max-evaluations", "1"]) == 0

    assert "and 14 more (all with --json)" in capsys.readouterr().out


def test_a_terminal_shows_a_bar(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    slow = ("--learner", "tests.cli_learners.Slow", "--max-evaluations", "8")
    slow += ("--search", "backward", "--honest", "none")
    assert main(["select", "wine", *slow]) == 0

    err = capsys.readouterr().err
    assert re.search(r"\d+ variables, error 0\.\d+: 8 evaluations", err)
    assert "% of the budget" in err


def test_quiet_shows_nothing(select, capsys):
    assert select("wine", *GAUSSIAN, "--quiet")

    assert capsys.readouterr() == ("", "")


def test_an_interrupted_search_reports_and_goes_on(monkeypatch, capsys, tmp_path):
    def run(*arguments):
        path = tmp_path / "out.json"
        # Whether the time allows for nesting is not the same in each run.
        how = ("--honest", "redrawn")
        code = main([*STOPPED, *BACKWARD, *how, "--json", str(path), *arguments])
        record = json.loads(path.read_text())
        return code, record, capsys.readouterr()

    _, unbroken, _ = run()
    monkeypatch.setattr(Interrupted, "stop_at", Interrupted.fits + 90)
    store = ("--store", str(tmp_path / "store.db"))

    code, stopped, (out, err) = run(*store)
    assert (code, stopped["stopped_by"]) == (130, "interrupt")
    assert unbroken["n_selected"] < stopped["n_selected"] <= 13
    assert f"selected      {stopped['selected'][0]}" in out
    assert err == "wrapsel: interrupted; the same command goes on from there\n"

    code, resumed, _ = run(*store)
    assert code == 0
    assert 0 < resumed["fits"] <= unbroken["fits"] - 65
    for record in (resumed, unbroken):
        del record["fits"]
    assert without_seconds(resumed) == without_seconds(unbroken)


def test_an_interrupt_before_the_first_result_has_nothing_to_report(
    monkeypatch, capsys
):
    monkeypatch.setattr(Interrupted, "stop_at", Interrupted.fits + 1)

    assert main([*STOPPED]) == 130

    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("wrapsel: interrupted; with --store FILE the same command")


def test_test_rows_that_cannot_be_judged_cost_no_result(capsys, tmp_path):
    rows = [f"{i},{'ab'[i % 2]}" for i in range(30)]
    train, test, out = (tmp_path / n for n in ("train.csv", "test.csv", "out.json"))
    train.write_text("\n".join(["x,target", *rows, ""]))
    test.write_text("x,target\n1,a\n2,a\n")

    arguments = ["--test", str(test), "--scoring", "roc_auc", "--json", str(out)]
    arguments += [
        "--search",
        "top",
        "--set-search",
        "n_features_to_select=1",
        "--preselect",
        "auc",
    ]
    assert main(["select", str(train), *GAUSSIAN, *arguments]) == 2

    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("wrapsel: error: the test rows could not be predicted")
    record = json.loads(out.read_text())
    assert record["n_selected"] == 1
    assert record["test_error"] is None


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("learners", "naive-bayes  "),
        ("searches", "  Remove variables at random while bisecting"),
        ("metrics", "the error is 1 - roc_auc"),
        ("datasets", "1797 rows, 64 variables"),
    ],
)
def test_list_gives_names_with_one_line_each(capsys, kind, expected):
    assert main(["list", kind]) == 0

    out = capsys.readouterr().out
    assert expected in out
    assert all("  " in line for line in out.splitlines())
    assert "]_" not in out


def test_a_broken_learner_is_listed_with_its_cause(monkeypatch, capsys):
    from importlib.metadata import EntryPoint

    broken = EntryPoint("torn", "no_such_module:Learner", "wrapsel.learners")
    monkeypatch.setattr(wrapsel.learner, "entry_points", lambda group: [broken])

    assert main(["list", "learners"]) == 0

    [line, _] = capsys.readouterr().out.splitlines()
    assert line.startswith("torn  ")
    assert "broken: ModuleNotFoundError" in line


def test_the_demo_drops_most_of_the_noise(capsys):
    start = time.perf_counter()
    assert main(["demo"]) == 0

    assert time.perf_counter() - start < 20
    last = capsys.readouterr().out.splitlines()[-1]
    kept = int(last.removeprefix("noise variables kept: ").removesuffix(" of 64"))
    assert kept <= 8


def test_help_and_version_are_answered(capsys):
    assert main(["--version"]) == main(["--help"]) == main(["select", "--help"]) == 0

    out = capsys.readouterr().out
    assert f"wrapsel {wrapsel.__version__}" in out
    assert "wrapsel demo" in out
    assert "--set-search" in out


def test_the_bare_command_shows_help(capsys):
    assert main(["--help"]) == 0
    helped = capsys.readouterr().out
    assert main([]) == 0
    shown = capsys.readouterr()
    assert shown.out.split() == helped.split() != []
    assert shown.err == ""


def test_help_waits_for_no_heavy_import():
    heavy = {"numba", "pandas", "pyarrow", "sklearn", "torch", "tqdm"}
    code = f"""if True:
        import sys
        from wrapsel.cli import main
        main(["--help"])
        print({heavy} & set(sys.modules))
    """

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout.splitlines()[-1] == "set()"


def test_the_module_is_the_command_too():
    done = subprocess.run(
        [sys.executable, "-m", "wrapsel", "select", "nowhere.csv"],
        capture_output=True,
        text=True,
    )

    assert done.returncode == 2
    assert done.stderr == "wrapsel: error: no such file: 'nowhere.csv'\n"


def test_a_reader_that_leaves_is_no_error():
    command = [sys.executable, "-m", "wrapsel", "list", "datasets"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""

    assert process.returncode == 141


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_control_c_in_a_terminal_ends_with_130(tmp_path, sent):
    # A job in the background inherits that it ignores the signal.
    code = """if True:
        import signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from wrapsel.cli import main
        sys.exit(main(sys.argv[1:]))
    """
    store = tmp_path / "store.db"
    arguments = ["select", "digits", "--learner", "tests.cli_learners.Slow"]
    arguments += ["--search", "rvers"]
    command = [sys.executable, "-c", code, *arguments, "--store", str(store)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None and not store.exists():
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(sent)
        out, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert err == "wrapsel: interrupted; the same command goes on from there\n"
    assert "stopped by    interrupt" in out
