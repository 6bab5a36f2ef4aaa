"""The store holds what was measured, whole, or says what is wrong."""

import hashlib
import multiprocessing
import shutil
import sqlite3
from contextlib import nullcontext
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

from wrapsel.errors import StoreError
from wrapsel.evaluation import CrossValidation, Prefix, Problem, SqliteStore
from wrapsel.evaluation.stores import exported
from wrapsel.evaluation.stores.about import About
from wrapsel.evaluation.stores.contents import Row, check_is_store, contents
from wrapsel.evaluation.stores.digests import row_digest, row_digests, subset_key
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset

FULL = Subset.full(9)


def prefix(n_folds, value=1.0, n_variants=1):
    return Prefix(
        np.full((n_folds, n_variants), value), np.arange(n_folds, dtype=float)
    )


def equal(known, expected):
    if known is None or expected is None:
        return known is expected
    return np.array_equal(known.errors, expected.errors) and np.array_equal(
        known.cost, expected.cost
    )


def folds_of(store, problem="p", subset=FULL):
    [known] = store.get(problem, [subset])
    return None if known is None else len(known.cost)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.db"


def test_what_was_put_is_found_after_reopening(path):
    subsets = [Subset.of([1, 8], 9), Subset.empty(9), FULL]
    rng = np.random.default_rng(0)
    prefixes = [Prefix(rng.normal(size=(3, 2)), rng.random(3)) for _ in subsets]

    with SqliteStore(path) as store:
        store.put("p", subsets, prefixes)
    with SqliteStore(str(path)) as store:
        known = store.get("p", [*subsets, Subset.of([3], 9)])

    assert all(map(equal, known, [*prefixes, None]))


@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2), (3, 3)])
def test_a_prefix_is_only_replaced_by_a_longer_one(path, first, second):
    with SqliteStore(path) as store:
        store.put("p", [FULL], [prefix(first, 1.0)])
        store.put("p", [FULL], [prefix(second, 2.0)])
        [known] = store.get("p", [FULL])

    expected = prefix(second, 2.0) if second > first else prefix(first, 1.0)
    assert equal(known, expected)


def test_two_problems_do_not_mix(path):
    with SqliteStore(path) as store, SqliteStore(path) as other:
        store.put("p", [FULL], [prefix(2)])
        other.put("q", [FULL], [prefix(3)])
        assert folds_of(store, "q") == folds_of(other, "q") == 3
        assert folds_of(other, "p") == folds_of(store, "p") == 2
        assert folds_of(store, "r") is None


def test_importances_are_kept_by_problem_and_subset(path):
    with SqliteStore(path) as store:
        store.put_importances("p", FULL, np.arange(9.0))
        store.put_importances("p", FULL, np.zeros(9))  # known: not replaced
        store.put_importances("q", Subset.of([2], 9), np.array([0.5]))
    with SqliteStore(path) as store:
        assert store.get_importances("p", FULL).tolist() == list(range(9))
        assert store.get_importances("q", Subset.of([2], 9)).tolist() == [0.5]
        assert store.get_importances("q", FULL) is None


def test_any_number_of_subsets_is_found_at_once(path):
    subsets = [Subset(bits, 11) for bits in range(1_700)]
    prefixes = [prefix(1 + bits % 3, bits) for bits in range(1_700)]
    with SqliteStore(path) as store:
        store.put("p", subsets[::2], prefixes[::2])
        known = store.get("p", subsets[::-1])[::-1]

    assert all(map(equal, known[::2], prefixes[::2]))
    assert not any(known[1::2])
    assert len(known) == 1_700


puts = st.lists(
    st.tuples(
        st.sampled_from(["p", "q"]),
        st.lists(st.tuples(st.integers(0, 7), st.integers(1, 4)), max_size=4),
        st.booleans(),
    ),
    max_size=8,
)


@settings(max_examples=15, deadline=None)
@given(puts)
def test_a_store_is_a_dict_of_longest_prefixes(puts):
    expected = {}
    with TemporaryDirectory() as folder:
        store = SqliteStore(f"{folder}/s.db")
        for number, (problem, rows, reopen) in enumerate(puts):
            subsets = [Subset(bits, 3) for bits, _ in rows]
            prefixes = [prefix(n_folds, number) for _, n_folds in rows]
            store.put(problem, subsets, prefixes)
            for key, new in zip(subsets, prefixes, strict=True):
                old = expected.get((problem, key))
                if old is None or len(new.cost) > len(old.cost):
                    expected[problem, key] = new
            if reopen:
                store.close()
                store = SqliteStore(f"{folder}/s.db")
        everything = [Subset(bits, 3) for bits in range(8)]
        for problem in ("p", "q"):
            known = store.get(problem, everything)
            for subset, found in zip(everything, known, strict=True):
                assert equal(found, expected.get((problem, subset)))
        store.close()


def test_a_text_file_is_no_store_and_stays_as_it_is(path):
    path.write_text("name,value\n" * 100)
    with pytest.raises(
        StoreError, match=r"store\.db cannot be used: file is not a dat"
    ):
        SqliteStore(path)
    assert path.read_text() == "name,value\n" * 100


@pytest.mark.parametrize("application", [0, 77])
def test_the_database_of_another_program_is_no_store(path, application):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE results (a)")
    db.execute(f"PRAGMA application_id = {application}")
    db.commit()
    db.close()
    before = path.read_bytes()

    with pytest.raises(StoreError, match="is the file of another program, not a store"):
        SqliteStore(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 2])
def test_a_store_of_another_version_is_refused(path, version):
    SqliteStore(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {version}")
    db.close()
    said = rf"of version {version}, this program reads version 1"
    with pytest.raises(StoreError, match=said):
        SqliteStore(path)


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with SqliteStore(path) as store:
        assert folds_of(store) is None


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(StoreError, match="cannot be used: unable to open"):
        SqliteStore(tmp_path)
    with pytest.raises(StoreError, match=r"none.store\.db cannot be used: unable"):
        SqliteStore(tmp_path / "none" / "store.db")


def test_a_closed_store_says_so(path):
    store = SqliteStore(path)
    store.close()
    for ask in (
        lambda: store.get("p", [FULL]),
        lambda: store.put("p", [FULL], [prefix(1)]),
        lambda: store.get_importances("p", FULL),
        lambda: store.put_importances("p", FULL, np.ones(9)),
    ):
        with pytest.raises(StoreError, match="cannot be used"):
            ask()


def read(path, subsets):
    with SqliteStore(path) as store:
        return store.get("p", subsets)


@pytest.mark.parametrize("part", [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_truncated_file_gives_an_error(path, part):
    subsets = [Subset(bits, 9) for bits in range(512)]
    prefixes = [prefix(5, bits, n_variants=4) for bits in range(512)]
    with SqliteStore(path) as store:
        store.put("p", subsets, prefixes)
    content = path.read_bytes()
    path.write_bytes(content[: int(part * len(content))])

    with pytest.raises(StoreError):
        read(path, subsets)


def test_what_was_not_committed_is_ignored(path):
    with SqliteStore(path) as store:
        store.put("p", [FULL], [prefix(1)])
        store._db.execute("BEGIN")
        store._db.execute("UPDATE results SET n_folds = 4")
        copy = path.with_name("copy.db")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
        store._db.execute("ROLLBACK")
    with SqliteStore(copy) as killed:
        assert folds_of(killed) == 1


def test_a_failed_put_keeps_nothing_and_harms_nothing(path):
    other = SqliteStore(path)
    with SqliteStore(path) as store:
        with pytest.raises(AttributeError):
            store.put("p", [FULL, None], [prefix(1), prefix(1)])
        other.put("q", [FULL], [prefix(3)])
        assert folds_of(store, "p") is None
        store.put("p", [FULL], [prefix(2)])
        assert (folds_of(other, "p"), folds_of(other, "q")) == (2, 3)
    other.close()


def test_a_put_that_fails_half_way_ends_its_transaction(path):
    with SqliteStore(path) as store, SqliteStore(path) as other:
        store._db.execute(
            "CREATE TEMP TRIGGER no BEFORE INSERT ON results WHEN NEW.n_folds = 2 "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        with pytest.raises(StoreError, match="no room"):
            store.put("p", [Subset.of([1], 9), FULL], [prefix(1), prefix(2)])
        other.put("q", [FULL], [prefix(3)])
        assert folds_of(store, "p", Subset.of([1], 9)) is None
        store.put("p", [FULL], [prefix(4)])
        assert (folds_of(other, "p"), folds_of(store, "q")) == (4, 3)


def test_a_name_that_is_no_text_is_told(path):
    with SqliteStore(path) as store, pytest.raises(StoreError, match="surrogates"):
        folds_of(store, "\ud800")


def test_a_store_may_lie_in_memory():
    with SqliteStore(":memory:") as store:
        store.put("p", [FULL], [prefix(2)])
        assert folds_of(store) == 2


def test_the_format_of_rows_does_not_change():
    """Else what was stored before would not be found, or seem damaged."""
    packed = FULL.to_bytes()
    key = hashlib.blake2b(packed, digest_size=16).digest()
    assert subset_key(FULL) == key
    ranked = hashlib.blake2b(packed, digest_size=16, person=b"learner").digest()
    assert subset_key(FULL, "learner") == ranked
    text = b"str 3 'p'" + b"bytes 16 " + key + b"int 1 7"
    digest = hashlib.blake2b(text, digest_size=16).digest()
    assert row_digest("p", key, 7) == digest


def test_rows_are_found_in_any_order_beside_those_of_others(path):
    rng, names = np.random.default_rng(0), ["p", "q"]
    expected, subsets = {}, [Subset(bits, 9) for bits in range(512)]
    with SqliteStore(path) as store:
        for _ in range(60):
            name, start = names[rng.integers(2)], int(rng.integers(500))
            some, n_folds = subsets[start : start + 12], int(rng.integers(1, 5))
            store.put(name, some, [prefix(n_folds, n_folds)] * len(some))
            for key in [(name, subset) for subset in some]:
                expected[key] = max(expected.get(key, 0), n_folds)
        in_order = [*expected]
        for start in range(0, len(in_order), 7):  # as in a search that goes on
            for name in names:
                some = [s for n, s in in_order[start : start + 7] if n == name]
                some += rng.permutation(subsets)[: rng.integers(3)].tolist()
                known = store.get(name, some)
                sizes = [0 if each is None else len(each.cost) for each in known]
                assert sizes == [expected.get((name, s), 0) for s in some]


@pytest.mark.parametrize("n_folds", [3, 12, True, 3.0, "3", b"3", None, 2**40])
def test_digests_of_many_rows_are_those_of_each(n_folds):
    cells = [b"key", 3, bytes(24), bytes(24)]
    odd = [b"key", n_folds, b"", b"cost"]
    wrong = [
        [*cells[:i], wrong, *cells[i + 1 :]]
        for i in range(4)
        for wrong in ("text", None, 7, 0.5)
    ]
    rows = [cells, odd, *wrong, cells]
    assert row_digests("p", rows) == [row_digest("p", *row) for row in rows]


def write(path, number, start):
    start.wait()
    with SqliteStore(path) as store:
        for bits in range(60):
            subsets = [Subset(b, 9) for b in range(bits, bits + 3)]
            store.put(f"p{number}", subsets, [prefix(2, number)] * 3)
            store.put("both", subsets, [prefix(1 + number, number)] * 3)
            assert folds_of(store, f"p{number}", subsets[0]) == 2


class Refusing:
    """A connection that is refused a number of switches to shared reading."""

    def __init__(self, db, n_refusals, code=sqlite3.SQLITE_BUSY):
        self.db, self.n_refusals, self.code = db, n_refusals, code

    def execute(self, statement):
        if "WAL" in statement and self.n_refusals:
            self.n_refusals -= 1
            raise refusal(self.code)
        return self.db.execute(statement)


def refusal(code):
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize("code", [sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY])
def test_opening_waits_for_nothing_else(path, code):
    with SqliteStore(path) as store:
        db, store._db = store._db, Refusing(store._db, 1, code)
        with pytest.raises(sqlite3.OperationalError):
            store._share()
        store._db = db


def test_opening_waits_for_others_that_open_the_same_new_file(path, monkeypatch):
    with SqliteStore(path) as store:
        store._db.execute("PRAGMA journal_mode = DELETE")
        store._db = Refusing(store._db, 3)
        store._share()
        assert store._db.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
        store._db = store._db.db
        monkeypatch.setattr("wrapsel.evaluation.stores.sqlite._PATIENCE", 0)
        store._db = Refusing(store._db, 3)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            store._share()
        store._db = store._db.db


def test_two_processes_may_open_and_write_at_once(path):
    context = multiprocessing.get_context("fork")
    start = context.Barrier(2)
    writers = [context.Process(target=write, args=(path, i, start)) for i in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert [writer.exitcode for writer in writers] == [0, 0]
    with SqliteStore(path) as store:
        subsets = [Subset(bits, 9) for bits in range(62)]
        for number in range(2):
            known = store.get(f"p{number}", subsets)
            assert all(equal(k, prefix(2, number)) for k in known)
        assert all(equal(k, prefix(2, 1)) for k in store.get("both", subsets))


@pytest.mark.parametrize(
    ("n_folds", "is_whole"), [(1, False), (2, False), (3, True), (4, False)]
)
def test_a_subset_has_a_verdict_when_all_folds_are_known(n_folds, is_whole):
    about = About("Learner", "accuracy", 9, 9, [3.0] * 3)
    row = Row(FULL.to_bytes(), np.ones((n_folds, 1)), np.ones(n_folds))
    assert (row.verdict(about) is not None) == is_whole


@pytest.mark.parametrize(("n", "n_names"), [(20_000, 20_000), (20_001, None)])
def test_the_names_of_very_many_variables_are_left_out(n, n_names):
    problem = Problem(GaussianNB(), np.eye(4, n), [0, 1, 0, 1], cv=2)
    about = About.of(problem)
    assert about.n_variables == n
    assert (about.names and len(about.names)) == n_names


@pytest.mark.parametrize("group", [1, 2, 10_000])
@pytest.mark.parametrize("names", [["a", "b", "c"], None])
def test_of_several_variants_the_best_one_is_shown(path, group, names, monkeypatch):
    monkeypatch.setattr(exported, "GROUP", group)
    weights, cost = [2.0, 4.0], np.array([1.0, 2.0])
    subsets = [Subset.of([0, 2], 3), Subset.of([1], 3), Subset.of([2], 3)]
    errors = [[[2, 0], [2, 3]], [[3, 2], [2, 0]], [[3, 2], [2, 0]]]
    with SqliteStore(path) as store:
        store.put("p", subsets, [Prefix(np.array(e), cost) for e in errors])
        store.put("p", [Subset.full(3)], [prefix(1, n_variants=2)])
        about = About("Learner", "accuracy", 6, 3, weights, names)
        store.describe("p", about.written())
        store.put_importances("q", FULL, np.ones(9))
        store.describe("r", about.written())
    known, ranked = contents(path)
    assert known.best == Evaluation(subsets[1], 2 / 6, 2, True, 1)
    assert (known.n_subsets, known.n_fits, known.seconds) == (4, 7, 0.0)
    assert (ranked.problem_id, ranked.n_subsets, ranked.n_importances) == ("q", 0, 1)

    assert exported.export(path, path.with_name("out.parquet")) == 4
    rows = pq.read_table(path.with_name("out.parquet")).to_pylist()
    assert [row["variables"] for row in rows[:3]] == [[0, 2], [1], [2]]
    assert [row["fold_errors"] for row in rows[:3]] == [[0, 0.75], [1, 0], [1, 0]]
    assert [row["error"] for row in rows[:3]] == [3 / 6, 2 / 6, 2 / 6]
    assert [row["cost"] for row in rows[:3]] == [3.0] * 3
    assert rows[3]["error"] is None
    assert rows[0]["names"] == (names and ["a", "c"])


@pytest.mark.parametrize(
    ("head", "is_store"),
    [
        (b"SQLite format 3\0" + b"." * 52 + b"WRPS", True),
        (b"SQLite format 4\0" + b"." * 52 + b"WRPS", False),
        (b"SQLite format 3\0" + b"." * 52 + b"WRPT", False),
        (b"SQLite format 3\0", False),
    ],
)
def test_a_store_is_known_by_its_first_bytes(path, head, is_store):
    path.write_bytes(head + b"more")
    with nullcontext() if is_store else pytest.raises(StoreError, match="another prog"):
        check_is_store(path)


def test_the_weights_of_a_problem_are_those_of_its_folds():
    problem = Problem(GaussianNB(), np.eye(5), [0, 1, 0, 1, 1], cv=2)
    assert About.of(problem).weights == CrossValidation(problem).weights.tolist()
