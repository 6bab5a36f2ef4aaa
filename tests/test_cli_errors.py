"""What cannot work is said in one line, before the first fit."""

import sqlite3
import sys
from types import ModuleType

import pytest

from wrapsel.cli import main
from wrapsel.evaluation import SqliteStore

ROWS = [f"{i},{i % 3},{'yes' if i % 2 else 'no'}" for i in range(20)]
NEVER = ("--learner", "tests.cli_learners.NeverFitted")


def csv(header, rows):
    return "\n".join([header, *rows, ""])


GOOD = csv("a,b,target", ROWS)

BAD_FILES = {
    "an empty file": ("", ["is empty"]),
    "a header alone": ("a,b,target\n", ["has no rows"]),
    "a ragged file": (GOOD + "1,2\n", ["line 22", "3 fields", "found 2"]),
    "two columns of one name": (csv("a,a,target", ROWS), ["more than once", "a"]),
    "a missing target value": (GOOD + "1,2,\n", ["'target'", "missing", "row 21"]),
    "a constant target": (csv("a,target", ["1,x", "2,x"]), ["two values", "x"]),
    "a class smaller than the folds": (
        GOOD + "1,2,rare\n",
        ["5 folds", "1 rows of class rare"],
    ),
    "more folds than rows": (csv("a,target", ["1,x", "2,y"]), ["2 (the rows)", "5"]),
    "an infinite value": (GOOD + "inf,2,yes\n", ["infinite", "'a'"]),
    "words among numbers": (GOOD + "many,2,yes\n", ["'a'", "'many'", "--nominal"]),
}

BAD_ARGUMENTS = {
    "an unknown learner": (["--learner", "naive-bays"], ["'naive-bayes'?"]),
    "a learner that cannot be imported": (
        ["--learner", "no.such.Learner"],
        ["cannot import learner 'no.such.Learner'"],
    ),
    "a learner that is no class": (["--learner", "math.pi"], ["must be a class"]),
    "an unknown search": (["--search", "forwards"], ["did you mean 'forward'?"]),
    "an unknown metric": (["--scoring", "acuracy"], ["did you mean 'accuracy'?"]),
    "an unknown metric of two": (
        ["--scoring", "accuracy,f1_marco"],
        ["scoring[1]", "did you mean 'f1_macro'?"],
    ),
    "a metric twice": (["--scoring", "accuracy,accuracy"], ["twice", "'accuracy'"]),
    "a second metric of numbers": (
        ["--scoring", "accuracy,mean_squared_error"],
        ["'mean_squared_error'", "suit classes"],
    ),
    "a metric of numbers": (["--scoring", "mean_squared_error"], ["suit classes"]),
    "a wrong parameter of the learner": (
        ["--set", "dept=3"],
        ["parameter", "NeverFitted", "'dept'", "'depth'?"],
    ),
    "a wrong parameter of the search": (
        ["--search", "rvers", "--set-search", "tolerence=0"],
        ["parameter of rvers", "'tolerence'", "'tolerance'?"],
    ),
    "a missing parameter of the search": (
        ["--search", "rve"],
        ["'rve' needs --set-search n_relevant=VALUE"],
    ),
    "a wrong value for the search": (
        ["--set-search", "tolerance=-1"],
        ["tolerance must be at least 0, got -1"],
    ),
    "text as a number for the search": (
        ["--search", "rve", "--set-search", "n_relevant=few"],
        ["n_relevant of rve must be a whole number, got 'few'"],
    ),
    "a part of a variable for the search": (
        ["--search", "rvers", "--set-search", "r_min=2.5"],
        ["r_min of rvers must be a whole number, got 2.5"],
    ),
    "text as a tolerance for the search": (
        ["--search", "rvers", "--set-search", "tolerance=low"],
        ["tolerance of rvers must be a number, got 'low'"],
    ),
    "a parameter without a value": (["--set", "depth"], ["must be NAME=VALUE"]),
    "a negative number of evaluations": (["--max-evaluations", "-3"], ["got -3"]),
    "a negative time": (["--max-seconds", "-1"], ["seconds must be above 0"]),
    "a negative cost": (["--max-cost", "-1"], ["cost must be above 0, got -1"]),
    "a negative seed": (
        ["--random-state", "-1"],
        ["--random-state must be in 0..", "got -1"],
    ),
    "a word as the seed": (["--random-state", "x"], ["--random-state", "'x'"]),
    "no processes": (["--n-jobs", "0"], ["--n-jobs must not be 0"]),
    "one fold": (["--cv", "1"], ["cv must be in 2..20", "got 1"]),
    "all rows held out": (["--holdout", "1"], ["--holdout must be in (0, 1)"]),
    "rows held out beside a test file": (
        ["--holdout", "0.2", "--test", "other.csv"],
        ["--holdout must not come with --split or --test"],
    ),
    "an unknown target": (["--target", "c"], ["no column named 'c'"]),
    "an unknown split column": (["--split", "c"], ["no column named 'c'"]),
    "a split column of other words": (["--split", "b"], ["train and test"]),
    "an unknown nominal column": (["--nominal", "a,c"], ["no column named 'c'"]),
    "a missing test file": (["--test", "none.csv"], ["no such file: 'none.csv'"]),
    "a result in a missing folder": (["--json", "none/x.json"], ["none/x.json"]),
    "a folder as the result": (["--json", "."], ["--json must be a file to write"]),
    "a store in a missing folder": (["--store", "none/x.db"], ["store none/x.db"]),
    "an unknown option": (["--folds", "3"], ["named '--folds'; did you mean '--cv'?"]),
}

BAD_SOURCES = {
    "a missing file": ("none.csv", ["no such file: 'none.csv'"]),
    "an unknown format": ("data.docx", ["unknown format", ".csv", ".arff"]),
    "an unknown data set": ("digit", ["did you mean 'digits'?"]),
}


@pytest.fixture
def fails(tmp_path, monkeypatch, capsys):
    """Return a function that runs what must fail, and checks what is said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(GOOD)

    def check(arguments, words):
        before = sorted(tmp_path.iterdir())
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        [line] = err.splitlines()
        assert line.startswith("wrapsel: error: ")
        for word in words:
            assert word in line
        assert "a fit was made" not in line
        assert out == ""
        assert sorted(tmp_path.iterdir()) == before

    return check


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_is_refused_that_is(fails, tmp_path, what):
    text, words = BAD_FILES[what]
    (tmp_path / "bad.csv").write_text(text)

    fails(["select", "bad.csv", *NEVER], words)


@pytest.mark.parametrize("what", BAD_SOURCES)
def test_a_source_is_refused_that_is(fails, tmp_path, what):
    source, words = BAD_SOURCES[what]
    (tmp_path / "data.docx").write_text(GOOD)

    fails(["select", source, *NEVER], words)


@pytest.mark.parametrize("what", BAD_ARGUMENTS)
def test_arguments_are_refused_that_ask_for(fails, what):
    arguments, words = BAD_ARGUMENTS[what]

    fails(["select", "data.csv", *NEVER, *arguments], words)


def test_the_arguments_that_are_fine_reach_the_first_fit(fails):
    with pytest.raises(AssertionError, match="a fit was made"):
        fails(["select", "data.csv", *NEVER], [])


def test_a_target_must_be_named(fails, tmp_path):
    (tmp_path / "bad.csv").write_text(GOOD.replace("target", "class"))

    fails(["select", "bad.csv", *NEVER], ["target is needed", "a, b, class"])


def test_numbers_are_no_classes(fails, tmp_path):
    (tmp_path / "bad.csv").write_text(csv("a,target", [f"1,{i}" for i in range(9)]))

    fails(["select", "bad.csv", *NEVER], ["numbers are for a regressor"])


def test_text_names_its_column_where_the_learner_cannot_take_it(fails, tmp_path):
    rows = [f"{'red' if i % 3 else 'blue'},{row}" for i, row in enumerate(ROWS)]
    (tmp_path / "bad.csv").write_text(csv("colour,a,b,target", rows))

    learner = ["--learner", "sklearn.tree.DecisionTreeClassifier"]
    fails(["select", "bad.csv", *learner], ["'colour'", "text", "--nominal"])


def test_a_holdout_of_data_with_test_rows_is_refused(fails, tmp_path):
    names = "yes, no.\na: continuous.\nb: continuous.\n"
    for name, text in [("names", names), ("data", csv(ROWS[0], ROWS)), ("test", "")]:
        (tmp_path / f"x.{name}").write_text(text or csv(ROWS[0], ROWS))

    fails(["select", "x.names", *NEVER, "--holdout", "0.2"], ["has test rows"])


def test_the_file_of_another_program_is_no_store(fails, tmp_path):
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE notes (text)")
    db.close()

    words = ["other.db is the file of another program"]
    fails(["select", "data.csv", *NEVER, "--store", "other.db"], words)


def test_a_text_file_is_no_store(fails):
    fails(["select", "data.csv", *NEVER, "--store", "data.csv"], ["not a database"])


def test_a_store_of_a_newer_version_is_refused(fails, tmp_path):
    SqliteStore(tmp_path / "new.db").close()
    with sqlite3.connect(tmp_path / "new.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()

    words = ["version 99", "update wrapsel"]
    fails(["select", "data.csv", *NEVER, "--store", "new.db"], words)


def test_a_learner_that_raises_is_named_with_subset_fold_and_cause(fails, tmp_path):
    (tmp_path / "bad.csv").write_text(csv("bad,b,target", ROWS))

    words = ["Failing failed on fold 0 with bad, b", "ArithmeticError: first line seco"]
    fails(["select", "bad.csv", "--learner", "tests.cli_learners.Failing"], words)


def test_a_command_must_be_one_that_there_is(fails):
    fails(["selct"], ["invalid choice: 'selct'"])
    fails(["list", "things"], ["'things'", "learners"])


def test_a_bug_is_named_by_its_type(fails, monkeypatch):
    def broken(options):
        raise KeyError("oops")

    monkeypatch.setattr("wrapsel.cli.selecting.select_from_file", broken)

    fails(["select", "data.csv"], ["KeyError: 'oops'"])


def test_a_developer_can_have_the_traceback(monkeypatch):
    monkeypatch.setenv("WRAPSEL_DEBUG", "1")

    with pytest.raises(FileNotFoundError):
        main(["select", "none.csv"])


class Interrupted(ModuleType):
    """A module whose import is interrupted."""

    def __getattr__(self, name):
        raise KeyboardInterrupt


def test_an_interrupt_during_imports_is_one_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "wrapsel.cli.command", Interrupted("command"))

    assert main(["list"]) == 130
    assert capsys.readouterr() == ("", "wrapsel: interrupted\n")
