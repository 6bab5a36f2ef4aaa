"""A store shows what is in it, and loses nothing that was not chosen."""

import json
import sqlite3
from pathlib import Path

import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from wrapsel import History, Problem, SqliteStore, select
from wrapsel.cli import main
from wrapsel.evaluation.stores.contents import contents
from wrapsel.evaluation.stores.fingerprint import problem_id
from wrapsel.protocol import precedence
from wrapsel.search import Forward

X, Y = load_wine(return_X_y=True, as_frame=True)
PROBLEMS = [Problem(GaussianNB(), X, Y, cv) for cv in (3, 4)]
IDS = [problem_id(problem) for problem in PROBLEMS]
SOME = Forward(n_features_to_select=3)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return the bytes of a store of two problems, and the search of each."""
    path = tmp_path_factory.mktemp("made") / "store.db"
    found = [searched(problem, path) for problem in PROBLEMS]
    return path.read_bytes(), found


def searched(problem, path):
    """Return the result of a search, and the best that it was told of."""
    history = History()
    result = select(problem, SOME, store=path, honest=False, on_event=history)
    verdicts = [judged.evaluation for judged in history.verdicts]
    return result, min((v for v in verdicts if v.complete), key=precedence)


@pytest.fixture
def path(made, tmp_path):
    path = tmp_path / "store.db"
    path.write_bytes(made[0])
    return path


def shown(capsys, *arguments, code=0):
    assert main(["store", *map(str, arguments)]) == code
    out, err = capsys.readouterr()
    return err if code else out


def test_a_store_shows_its_problems_and_the_best_of_each(path, made, capsys):
    lines = shown(capsys, path).splitlines()

    assert "2 problems" in lines[0]
    for place, (name, (result, best)) in enumerate(zip(IDS, made[1], strict=True)):
        cells = lines[3 + 2 * place].split()
        assert cells[:5] == [name[:12], "GaussianNB", "accuracy", "178", "13"]
        assert int(cells[6]) >= result.spending.fits  # of no variable there are none
        assert (cells[8], cells[9]) == (f"{best.error:.4g}", str(len(best.subset)))
        names = lines[4 + 2 * place].strip().removesuffix("...")
        assert ", ".join(X.columns[best.subset.indices()]).startswith(names)


def test_the_best_has_the_bits_of_the_search(path, made):
    for known, (result, best) in zip(contents(path), made[1], strict=True):
        assert known.best == best
        assert 0 < known.seconds < 60
        assert known.n_subsets >= result.spending.evaluations


def test_looking_changes_nothing(path, made, capsys):
    shown(capsys, path)
    shown(capsys, path, "--export", path.with_name("out.parquet"))
    assert path.read_bytes() == made[0]


def test_an_export_has_a_row_for_each_subset(path, made, capsys):
    out = path.with_name("out.parquet")
    said = shown(capsys, path, "--export", out)

    frame = pd.read_parquet(out)
    assert f"{len(frame)} subsets written" in said
    assert len(frame) == sum(known.n_subsets for known in contents(path))
    frame = frame.set_index(frame["variables"].map(tuple))
    for name, (result, _) in zip(IDS, made[1], strict=True):
        mine = frame[frame["problem"] == name]
        row = mine.loc[[tuple(result.subset)]].iloc[0]
        assert row["error"] == result.error
        assert row["names"].tolist() == list(result.selected)
        assert row["fold_errors"].mean() == pytest.approx(result.error)
        assert mine.loc[[tuple(range(13))]].iloc[0]["cost"] == 13 * row["folds"]


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        (["--keep", IDS[1][:6]], [1]),
        (["--drop", IDS[1]], [0]),
        (["--drop", f"{IDS[0][:9]},{IDS[1][:9]}"], []),
        (["--unused", "1"], [0, 1]),
    ],
    ids=["keep", "drop", "drop both", "unused"],
)
def test_pruning_takes_what_was_chosen_alone(path, choice, left, capsys):
    before = {known.problem_id: known for known in contents(path)}
    said = shown(capsys, path, "--prune", *choice)

    assert f"{2 - len(left)} problems of 2 removed" in said
    assert contents(path) == [before[IDS[i]] for i in left]


def test_what_was_not_used_for_long_can_go(path, capsys):
    with sqlite3.connect(path) as db:
        db.execute("UPDATE problems SET used = used - 86400 * 3 WHERE id = ?", IDS[:1])
    db.close()
    assert "0 problems" in shown(capsys, path, "--prune", "--unused", "4")
    assert "1 problems" in shown(capsys, path, "--prune", "--unused", "2")
    assert [known.problem_id for known in contents(path)] == IDS[1:]


def test_a_pruned_problem_is_measured_again_and_others_are_not(path, made, capsys):
    shown(capsys, path, "--prune", "--drop", IDS[0])
    again = [select(p, SOME, store=path, honest=False) for p in PROBLEMS]

    before = [result for result, _ in made[1]]
    assert [result.path for result in again] == [result.path for result in before]
    assert again[0].spending.fits == before[0].spending.fits
    assert again[1].spending.fits == 0


def test_a_search_that_goes_on_while_its_problem_is_pruned_mixes_nothing(path):
    with SqliteStore(path) as searching, SqliteStore(path) as other:
        full = contents(path)[0].best.subset
        [known] = searching.get(IDS[0], [full])
        other.forget(IDS[:1])
        assert searching.get(IDS[0], [full]) == [None]
        other.describe("new", "{}")
        searching.put(IDS[0], [full], [known])
        assert other.get("new", [full]) == [None]
        assert other.get(IDS[0], [full])[0].errors.tolist() == known.errors.tolist()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--prune"], "needs one of --keep, --drop, --unused"),
        (["--prune", "--keep", "a", "--drop", "b"], "got --keep and --drop"),
        (["--drop", IDS[0]], "--drop needs --prune; nothing was removed"),
        (["--prune", "--drop", "no"], "got 'no', with which no problem begins"),
        (["--prune", "--drop", ""], "got '', with which no problem begins"),
        (["--prune", "--keep", f"{IDS[0]},"], "got '', with which no problem begins"),
        (["--prune", "--unused", "0"], "--unused must be above 0 days, got 0"),
        (["--export", "out.csv"], "--export must be a .parquet file, got 'out.csv'"),
        (["--export", "no/out.parquet"], "--export must be a file to write"),
    ],
    ids=range(9),
)
def test_nothing_is_lost_by_a_mistake(path, made, arguments, words, capsys):
    assert words in shown(capsys, path, *arguments, code=2)
    assert path.read_bytes() == made[0]


def foreign(path, kind):
    if kind == "text":
        path.write_text("a,b\n1,2\n" * 99)
        return
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE results (a)")
    db.close()


@pytest.mark.parametrize("kind", ["text", "database"])
@pytest.mark.parametrize(
    "options", [[], ["--export", "out.parquet"], ["--prune", "--drop", "a"]], ids=len
)
def test_a_foreign_file_is_refused_and_never_changed(
    tmp_path, kind, options, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    foreign(Path("other.db"), kind)
    before = Path("other.db").read_bytes()
    said = shown(capsys, "other.db", *options, code=2)
    assert "other.db is the file of another program, not a store" in said
    assert Path("other.db").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]


def test_a_file_that_is_not_there_is_not_made(tmp_path, capsys):
    said = shown(capsys, tmp_path / "no.db", code=2)
    assert "there is no store" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [[], ["--prune", "--drop", IDS[0]]], ids=len)
def test_a_newer_store_is_refused_and_stays(path, options, capsys):
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 2")
    db.close()
    before = path.read_bytes()
    said = shown(capsys, path, *options, code=2)
    assert "is a store of version 2, this program reads version 1; update" in said
    assert path.read_bytes() == before


def test_a_store_that_was_told_nothing_shows_what_it_has(path, capsys):
    """Stores of before know neither learner nor seconds."""
    with sqlite3.connect(path) as db:
        for name in ("about", "seconds", "used"):
            db.execute(f"ALTER TABLE problems DROP COLUMN {name}")
    db.close()
    before = path.read_bytes()
    lines = shown(capsys, path, "--export", path.with_name("out.parquet"))
    lines = shown(capsys, path).splitlines()
    cells = lines[3].split()
    assert cells[0] == IDS[0][:12]
    assert cells[1:5] == ["?"] * 4
    assert cells[7] == "?"
    frame = pd.read_parquet(path.with_name("out.parquet"))
    assert frame["error"].isna().all()
    assert path.read_bytes() == before
    assert select(PROBLEMS[0], SOME, store=path, honest=False).spending.fits == 0
    assert contents(path)[0].about is not None


def test_a_damaged_row_is_not_exported(path, capsys):
    with sqlite3.connect(path) as db:
        db.execute("UPDATE results SET cost = zeroblob(length(cost)) WHERE rowid = 3")
    db.close()
    out = path.with_name("out.parquet")
    said = shown(capsys, path, "--export", out, code=2)
    assert "damaged" in said
    assert not out.exists()
    assert [file.name for file in path.parent.iterdir()] == ["store.db"]


def test_what_is_told_of_a_problem_is_plain(path):
    with sqlite3.connect(path) as db:
        [text] = db.execute("SELECT about FROM problems WHERE id = ?", IDS[:1])
    db.close()
    about = json.loads(text[0])
    assert about["names"] == list(map(str, X.columns))
    assert len(about["weights"]) == 3
