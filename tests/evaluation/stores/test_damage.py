"""What a store returns is what was written, or it says that it is damaged."""

import json
import sqlite3
from contextlib import suppress
from dataclasses import asdict

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import RidgeClassifier

from tests.fakes import TableEvaluator
from wrapsel import Problem, StoreError, select
from wrapsel.evaluation import Prefix, SqliteStore
from wrapsel.evaluation.stores.about import About
from wrapsel.evaluation.stores.contents import contents
from wrapsel.evaluation.stores.exported import export
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.search import RecursiveElimination
from wrapsel.subset import Subset

FULL = Subset.full(4)


class Ordinary(RidgeClassifier):
    """Is fitted for each subset and fold."""


def facts(path):
    problem = Problem(Ordinary(), *load_iris(return_X_y=True), cv=3)
    result = select(problem, RecursiveElimination(), store=path, honest=False)
    return result.path, result.reference


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("stored") / "store.db"
    return facts(path), path.read_bytes()


def copied(tmp_path, content):
    path = tmp_path / "copy.db"
    for suffix in ("-wal", "-shm"):
        path.with_name(f"copy.db{suffix}").unlink(missing_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_byte_changes_no_result_without_a_word(tmp_path, stored, seed):
    expected, content = stored
    rng = np.random.default_rng(seed)
    changed = bytearray(content)
    changed[rng.integers(len(changed))] ^= rng.integers(1, 256)
    try:
        found = facts(copied(tmp_path, changed))
    except StoreError:
        return
    assert found == expected


VALUES = [b"", None, "text", 3, -1, 1e300, b"12345678", np.full(3, np.nan).tobytes()]
COLUMNS = [
    ("results", "errors"),
    ("results", "cost"),
    ("results", "n_folds"),
    ("results", "digest"),
    ("results", "key"),
    ("results", "problem"),
    ("importances", "importances"),
    ("importances", "digest"),
    ("problems", "id"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_wrong_cell_changes_no_result_without_a_word(
    tmp_path, stored, table, column, value
):
    expected, content = stored
    path = copied(tmp_path, content)
    db = sqlite3.connect(path)
    try:
        db.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))
        db.commit()
    except sqlite3.IntegrityError:
        return
    finally:
        db.close()
    try:
        found = facts(path)
    except StoreError:
        return
    assert found == expected  # what was not found was measured anew


@pytest.mark.parametrize(
    ("table", "column"), [*COLUMNS, ("results", "variables"), ("problems", "about")]
)
def test_a_wrong_cell_is_told_or_harms_nothing_where_a_store_is_looked_at(
    tmp_path, stored, table, column
):
    abouts = ["{}", "[1]", "null", json.dumps(asdict(About("a", "b", 3, 4, [])))]
    for value in VALUES + abouts:
        path = copied(tmp_path, stored[1])
        db = sqlite3.connect(path)
        with suppress(sqlite3.IntegrityError):
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))
            db.commit()
        db.close()
        for look in (contents, lambda path: export(path, tmp_path / "out.parquet")):
            with suppress(StoreError):
                look(path)


def test_looking_does_not_verify(tmp_path, stored):
    path = copied(tmp_path, stored[1])
    before = contents(path)
    db = sqlite3.connect(path)
    db.execute("UPDATE results SET digest = NULL")
    db.commit()
    db.close()
    assert contents(path) == before
    with pytest.raises(StoreError, match="is damaged"):
        export(path, tmp_path / "out.parquet")


@pytest.mark.parametrize("part", [0.1, 0.5])
def test_a_truncated_store_is_told_where_it_is_looked_at(tmp_path, stored, part):
    path = copied(tmp_path, stored[1][: int(part * len(stored[1]))])
    with pytest.raises(StoreError, match="cannot be used"):
        contents(path)


@pytest.mark.parametrize("column", ["errors", "cost"])
def test_swapped_rows_are_found_out(tmp_path, stored, column):
    path = copied(tmp_path, stored[1])
    db = sqlite3.connect(path)
    rows = db.execute(f"SELECT rowid, {column} FROM results ORDER BY rowid").fetchall()
    turned = [(value, other[0]) for (_, value), other in zip(rows, rows[::-1])]  # noqa: B905
    db.executemany(f"UPDATE results SET {column} = ? WHERE rowid = ?", turned)
    db.commit()
    db.close()
    with pytest.raises(StoreError, match="is damaged"):
        facts(path)


OLD = """
PRAGMA application_id = 1465012307;
PRAGMA user_version = 1;
CREATE TABLE problems (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL);
CREATE TABLE results (
    problem INTEGER NOT NULL, key BLOB NOT NULL, variables BLOB NOT NULL,
    n_folds INTEGER NOT NULL, errors BLOB NOT NULL, cost BLOB NOT NULL,
    UNIQUE (problem, key)
);
CREATE TABLE importances (
    problem INTEGER NOT NULL, key BLOB NOT NULL, importances BLOB NOT NULL,
    PRIMARY KEY (problem, key)
) WITHOUT ROWID;
INSERT INTO problems VALUES (1, 'p'), (2, 'q');
"""


def old(tmp_path):
    """Make a store as the first version wrote it."""
    new = SqliteStore(tmp_path / "new.db")
    for problem in ("p", "q"):
        prefix = Prefix(np.array([[0.5, 0.25]] * 3), np.ones(3))
        new.put(problem, [FULL, Subset.of([1], 4)], [prefix, prefix])
        new.put_importances(problem, FULL, np.arange(4.0))
    path = tmp_path / "old.db"
    db = sqlite3.connect(path)
    db.executescript(OLD)
    results = "SELECT problem, key, variables, n_folds, errors, cost FROM results"
    importances = "SELECT problem, key, importances FROM importances"
    for table, columns in {"results": results, "importances": importances}.items():
        rows = new._db.execute(columns).fetchall()
        marks = ", ".join("?" * len(rows[0]))
        db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
    db.commit()
    db.close()
    new.close()
    return path


def test_a_store_from_before_there_were_digests_is_read_and_gets_them(tmp_path):
    path = old(tmp_path)
    for _ in range(2):
        with SqliteStore(path) as store:
            known = store.get("q", [FULL, Subset.of([1], 4)])
            assert [prefix.errors.tolist() for prefix in known] == [
                [[0.5, 0.25]] * 3
            ] * 2
            assert store.get_importances("p", FULL).tolist() == [0, 1, 2, 3]
    with SqliteStore(path) as store:
        store.put("p", [FULL], [Prefix(np.ones((4, 2)), np.ones(4))])
        assert len(store.get("p", [FULL])[0].cost) == 4
        store._db.execute("UPDATE results SET errors = cost WHERE problem = 2")
        with pytest.raises(StoreError, match="is damaged"):
            store.get("q", [FULL])


@pytest.mark.parametrize("content", [b"x", b"\0", b"\n", b"SQLite", b"\0" * 100])
def test_a_file_of_a_few_bytes_is_not_taken_over(tmp_path, content):
    path = tmp_path / "note"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"not a (store|database)"):
        SqliteStore(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("vacuum", [False, True])
@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_an_emptied_database_of_another_program_is_not_taken_over(
    tmp_path, vacuum, mode
):
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA journal_mode = {mode}")
    db.execute("CREATE TABLE a (b)")
    db.commit()
    db.execute("DROP TABLE a")
    db.commit()
    if vacuum:
        db.execute("VACUUM")
    db.close()
    with pytest.raises(StoreError, match="is the file of another program, not a store"):
        SqliteStore(path)
    db = sqlite3.connect(path)
    assert db.execute("SELECT * FROM sqlite_master").fetchall() == []
    db.close()


class Saying:
    """A store that always says the same."""

    def __init__(self, prefixes, importances=None):
        self.prefixes, self.known = prefixes, importances

    def get(self, problem_id, subsets):
        return self.prefixes

    def get_importances(self, problem_id, subset, by="learner"):
        return self.known


def asked(store):
    table = {FULL: np.ones((3, 2))}
    return Stored(TableEvaluator(table, [1, 1, 1]), store, "p")


@pytest.mark.parametrize(
    "prefix",
    [
        Prefix(np.ones((2, 1)), np.ones(2)),
        Prefix(np.ones((4, 2)), np.ones(4)),
        Prefix(np.ones((2, 2)), np.ones(3)),
        Prefix(np.ones(2), np.ones(2)),
        Prefix(np.full((2, 2), np.nan), np.ones(2)),
        Prefix(np.full((2, 2), np.inf), np.ones(2)),
        Prefix(np.ones((2, 2)), np.array([1, np.nan])),
        Prefix("text", np.ones(2)),
        Prefix(np.ones((2, 2)), None),
        Prefix(np.ones((0, 2)), np.ones(0)),
        Prefix({}, np.ones(2)),
        "text",
        3,
    ],
)
def test_what_any_store_says_is_checked(prefix):
    with pytest.raises(StoreError, match="a store must know"):
        asked(Saying([prefix])).measure([FULL], range(3))


@pytest.mark.parametrize("n", [0, 2])
def test_a_store_answers_for_each_subset(n):
    with pytest.raises(StoreError, match=f"a store must give 1 answers, got {n}"):
        asked(Saying([None] * n)).measure([FULL], range(3))


@pytest.mark.parametrize(
    "known",
    [[], [1.0], np.ones((4, 1)), [1, 2, 3, np.nan], ["a"] * 4, 5, [np.inf] * 4, {}],
)
def test_importances_of_any_store_are_checked(known):
    with pytest.raises(StoreError, match="a store must know"):
        asked(Saying([None], known)).importances(FULL)
