"""Nothing is measured twice."""

import time
from dataclasses import replace

import numpy as np
import pytest

from tests.fakes import TableEvaluator
from wrapsel.evaluation import Block, Portion, Prefix, SqliteStore, Stored
from wrapsel.evaluation.stores import stored as stored_module
from wrapsel.subset import Subset


class DictStore:
    """A store in memory that logs what is put."""

    def __init__(self):
        self.known, self.importances, self.puts, self.gets = {}, {}, [], 0

    def get(self, problem, subsets):
        self.gets += 1
        return [self.known.get((problem, subset)) for subset in subsets]

    def put(self, problem, subsets, prefixes):
        self.puts.append((list(subsets), len(prefixes[0].cost)))
        for subset, prefix in zip(subsets, prefixes, strict=True):
            errors, cost = prefix.errors.copy(), prefix.cost.copy()
            self.known[problem, subset] = Prefix(errors, cost)

    def get_importances(self, problem, subset, by):
        return self.importances.get((problem, subset, by))

    def put_importances(self, problem, subset, importances, by):
        self.importances[problem, subset, by] = importances


class SlowEvaluator(TableEvaluator):
    """Says that each pair took a while."""

    def measure(self, subsets, folds):
        block = super().measure(subsets, folds)
        return Block(
            block.errors, block.weights, block.cost, 0.1 * len(subsets) * len(folds)
        )


def evaluator(seed=0, n_variables=5, n_folds=4, n_variants=1, cls=TableEvaluator):
    rng = np.random.default_rng(seed)
    return cls.random(rng, n_variables, n_folds, n_variants)


def some(rng, n_variables, n_subsets):
    bits = rng.integers(0, 2**n_variables, n_subsets).tolist()
    return [Subset(b, n_variables) for b in bits]


def check(block, table, subsets, folds):
    part = slice(folds.start, folds.stop)
    expected = np.array([table.table[s][part] for s in subsets])
    assert np.array_equal(block.errors, expected)
    assert np.array_equal(block.weights, table.weights[part])
    assert np.array_equal(block.cost[:, 0], [len(s) for s in subsets])


@pytest.mark.parametrize("seed", range(30))
def test_any_order_of_questions_gives_the_table_and_measures_once(seed):
    rng = np.random.default_rng(seed)
    table = evaluator(seed, n_variants=1 + seed % 3)
    store = DictStore() if seed % 2 else None

    for _ in range(3):  # each time as a new process, on the same store
        stored = Stored(table, store, "p", chunk_seconds=10.0 ** rng.integers(-7, 2))
        for _ in range(6):
            first, last = sorted(rng.integers(0, 5, 2).tolist())
            folds, subsets = range(first, last + (first == last)), some(rng, 5, 9)
            if folds.stop > 4:
                continue
            check(stored.measure(subsets, folds), table, subsets, folds)

    most = 1 if store else 3
    assert max(table.measured.values()) <= most


def test_duplicates_in_one_call_are_measured_once():
    table = evaluator()
    subset, other = Subset.of([1], 5), Subset.of([2], 5)

    subsets = [subset, other, subset, subset, other]
    check(Stored(table).measure(subsets, range(4)), table, subsets, range(4))

    assert set(table.measured.values()) == {1}


def test_only_missing_folds_are_measured():
    table = evaluator()
    stored, (a, b, c) = Stored(table), [Subset.of([i], 5) for i in range(3)]
    stored.measure([a], range(3))
    stored.measure([b], range(1))
    stored.measure([c], range(4))

    subsets = [c, b, a, b]
    check(stored.measure(subsets, range(4)), table, subsets, range(4))

    assert set(table.measured.values()) == {1}
    assert len(table.measured) == 12


def test_a_later_fold_alone_brings_the_earlier_ones():
    table = evaluator()
    subset = Subset.of([1], 5)
    stored, store = Stored(table), DictStore()

    check(stored.measure([subset], range(2, 4)), table, [subset], range(2, 4))
    Stored(table, store).measure([subset], range(2, 3))

    assert store.puts == [([subset], 3)]


def test_a_second_run_on_the_store_measures_nothing():
    table, store = evaluator(), DictStore()
    subsets = [Subset(bits, 5) for bits in range(32)]
    Stored(table, store, "p").measure(subsets, range(2))
    Stored(table, store, "p").measure(subsets[:7], range(4))
    table.measured.clear()

    again = Stored(table, store, "p")
    check(again.measure(subsets, range(2)), table, subsets, range(2))
    check(again.measure(subsets[:7], range(4)), table, subsets[:7], range(4))

    assert table.measured == {}
    assert again.found.get([s.bits for s in subsets]) == [4] * 7 + [2] * 25
    assert Stored(table, store, "q").measure(subsets[:1], range(1)).seconds > 0


def test_what_is_measured_in_this_run_was_not_found():
    stored = Stored(evaluator(), DictStore(), "p")
    stored.measure([Subset.full(5)], range(3))
    assert stored.found.get([Subset.full(5).key]) == [0]


class Portioned(SlowEvaluator):
    """Is best asked for so much, and notes what it is asked for."""

    def __init__(self, *table):
        super().__init__(*table)
        self.asked = []

    def measure(self, subsets, folds):
        self.asked.append((len(subsets), len(folds)))
        return super().measure(subsets, folds)


def asked(groups, *, store=None, portion=None, **options):
    """Return how many subsets and folds were asked for where these groups were."""
    table = evaluator(cls=Portioned)
    table.portion = portion or Portion()
    stored = Stored(table, store, **options)
    for bits in groups:
        subsets = [Subset(b, 5) for b in bits]
        block = stored.measure(subsets, range(4))
        check(block, table, subsets, range(4))
        assert block.seconds == pytest.approx(0.4 * len(subsets))
    return table.asked


@pytest.mark.parametrize("with_store", [True, False])
def test_slow_results_come_in_chunks_of_a_second(with_store):
    """Each takes 0.4 s, as the first one tells; without a store two are no chunk."""
    store = DictStore() if with_store else None
    assert asked([range(8)], store=store) == [(n, 4) for n in (1, 2, 2, 2, 1)]
    groups = [[31], [20, 21], range(8)]
    assert asked(groups, store=store and DictStore()) == [
        (n, 4) for n in (1, 2, 2, 2, 2, 2)
    ]
    if store is not None:
        assert [len(subsets) for subsets, _ in store.puts] == [1, 2, 2, 2, 1]


SINGLES = [(1, 1)] * 4


@pytest.mark.parametrize(
    ("seconds", "portion", "second"),
    [
        (0.05, Portion(), SINGLES),
        (0.05, Portion(pairs=3), [(1, 3)] * 3),
        (0.1, Portion(), [(1, 4)]),
        (0.11, Portion(), [(1, 4)]),
        (0.05, Portion(call=10), [(2, 4)]),
        (0.05, Portion(call=13), [(3, 4)]),
        (0.05, Portion(pairs=2, call=3), [(1, 4)]),
    ],
)
def test_what_is_known_of_a_fold_waits_for_no_other(seconds, portion, second):
    """Unless fits are fast, or an evaluator is best asked for more."""
    groups = [[31], [1, 2, 3]]
    found = asked(groups, store=DictStore(), portion=portion, chunk_seconds=seconds)
    assert found[: 1 + len(second)] == [(1, 4), *second]


@pytest.mark.parametrize("store", [None, DictStore()])
@pytest.mark.parametrize("seconds", [0.0, 1e-6])
def test_what_takes_no_time_is_asked_for_at_once(store, seconds):
    class Instant(Portioned):
        def measure(self, subsets, folds):
            return replace(super().measure(subsets, folds), seconds=seconds)

    table = evaluator(cls=Instant)
    stored = Stored(table, store, str(seconds))
    for bits in ([31], [1, 2, 3], [1, 4, 5, 6]):
        stored.measure([Subset(b, 5) for b in bits], range(4))
    assert table.asked == [(1, 4), (3, 4), (3, 4)]


def test_the_older_half_is_forgotten(monkeypatch):
    monkeypatch.setattr(stored_module, "MOST", 8)
    table = evaluator()
    stored, subsets = Stored(table), [Subset(bits, 5) for bits in range(10)]
    for subset in subsets:  # the last one is one too many
        stored.measure([subset], range(4))
    stored.measure(subsets[4:], range(4))
    assert set(table.measured.values()) == {1}
    stored.measure(subsets[3:4], range(4))
    assert table.measured[subsets[3], 0] == 2


def test_what_was_measured_before_a_failure_is_in_the_store():
    class Failing(SlowEvaluator):
        def measure(self, subsets, folds):
            if Subset(6, 5) in subsets:
                raise RuntimeError("no luck")
            return super().measure(subsets, folds)

    store = DictStore()
    stored = Stored(evaluator(cls=Failing), store, "p", chunk_seconds=0.1)
    with pytest.raises(RuntimeError):
        stored.measure([Subset(bits, 5) for bits in range(8)], range(4))

    assert [subset.bits for _, subset in store.known] == list(range(6))


def test_the_memory_grows_and_forgets_nothing():
    table = evaluator(n_variables=11)
    rng = np.random.default_rng(0)
    stored, subsets = Stored(table), [Subset(bits, 11) for bits in range(2_000)]
    rng.shuffle(subsets)

    for start, n in [(0, 200), (200, 100), (300, 1_200), (1_500, 500)]:
        part = subsets[start : start + n]
        check(stored.measure(part, range(3)), table, part, range(3))
    check(stored.measure(subsets, range(3)), table, subsets, range(3))

    assert set(table.measured.values()) == {1}


def test_a_block_does_not_change_with_the_memory():
    stored = Stored(evaluator())
    block = stored.measure([Subset.full(5)], range(2))
    before = block.errors.copy()
    stored._errors[:] = -1
    assert np.array_equal(block.errors, before)


def test_importances_are_computed_once():
    calls = []

    class Ranking(TableEvaluator):
        def importances(self, subset, by):
            calls.append(subset)
            return super().importances(subset, by)

    store = DictStore()
    for _ in range(2):
        stored = Stored(evaluator(cls=Ranking), store, "p")
        for _ in range(2):
            assert stored.importances(Subset.full(5)).tolist() == [0, 1, 2, 3, 4]
    assert len(calls) == 1


def test_a_run_goes_on_on_a_file(tmp_path):
    table, subsets = evaluator(), [Subset(bits, 5) for bits in range(32)]
    for n in (10, 20, 32):
        with SqliteStore(tmp_path / "s.db") as store:
            stored = Stored(table, store, "p")
            check(stored.measure(subsets[:n], range(4)), table, subsets[:n], range(4))
            assert stored.importances(subsets[5]).tolist() == [0.0, 1.0]
    assert set(table.measured.values()) == {1}


def test_the_seconds_are_those_of_this_call():
    stored = Stored(evaluator(cls=SlowEvaluator))
    start = time.perf_counter()
    assert stored.measure([Subset.full(5)], range(4)).seconds == pytest.approx(0.4)
    assert stored.measure([Subset.full(5)], range(4)).seconds == 0
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("store", [None, DictStore()])
def test_what_is_forgotten_is_measured_alike(store, monkeypatch):
    monkeypatch.setattr(stored_module, "MOST", 60)
    table = evaluator(n_variables=11)
    rng = np.random.default_rng(0)
    stored, subsets = Stored(table, store, "p"), [Subset(b, 11) for b in range(400)]
    for _ in range(150):
        part = [subsets[i] for i in rng.integers(0, 400, 5)]
        folds = range(int(rng.integers(1, 4)))
        check(stored.measure(part, folds), table, part, folds)
        assert len(stored._rows) < 70


def test_a_store_is_told_the_seconds_of_all_subsets():
    class Clock(DictStore):
        seconds = 0.0

        def put(self, problem, subsets, prefixes):
            self.seconds += sum(prefix.seconds for prefix in prefixes)

    store, subsets = Clock(), [Subset.of([i], 5) for i in range(3)]
    Stored(evaluator(cls=SlowEvaluator), store).measure(subsets, range(4))
    assert store.seconds == pytest.approx(1.2)


@pytest.mark.parametrize("bits", [[1, 1, 2, 3], [1, 2, 1, 3]])
def test_repeated_subsets_do_not_take_the_place_of_later_ones(bits):
    table = evaluator()
    stored = Stored(table)
    for some_bits in ([7], bits, [4, 5], [3, 4]):  # cheap, as the first one tells
        subsets = [Subset(b, 5) for b in some_bits]
        check(stored.measure(subsets, range(4)), table, subsets, range(4))
    assert set(table.measured.values()) == {1}


def test_a_store_is_told_what_is_cheap():
    store = DictStore()
    stored = Stored(evaluator(), store)
    for bits in ([7], [1, 2, 3]):
        stored.measure([Subset(b, 5) for b in bits], range(4))
    assert [len(subsets) for subsets, _ in store.puts] == [1, 3]
