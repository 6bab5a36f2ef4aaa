"""Workers of any kind, killed ones among them, change nothing but the time."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import joblib
import numpy as np
import pytest

from tests.engine.cluster_search import facts
from tests.fakes import Majority
from wrapsel import LearnerError, Problem, SqliteStore, WrapperSelector, select
from wrapsel.cli import main
from wrapsel.evaluation.processes import cluster as connecting
from wrapsel.search import Backward, Forward

POOLED = "wrapsel.evaluation.processes.pooled"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def distributed():
    """Return the package, where it is installed."""
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster(distributed):
    """Start a scheduler and two worker processes, each of which is restarted."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as made:
        yield made


@pytest.fixture
def _at_once(monkeypatch):
    """Have workers measure all but the first subset."""
    for name in ("START_SECONDS", "SHARE_SECONDS", "WAIT_SECONDS"):
        monkeypatch.setattr(f"{POOLED}.{name}", 0.0)


@pytest.fixture(scope="module")
def alone():
    return facts()


class Drawing(Majority):
    """Draws from the global generator, which threads have in common."""

    def fit(self, X, y):
        time.sleep(0.002)
        self.p = np.random.random()  # noqa: NPY002
        return super().fit(X, y)

    def predict(self, X):
        flip = np.random.random(len(X)) < 0.2 * self.p  # noqa: NPY002
        predicted = super().predict(X)
        return np.where(flip, 1 - predicted, predicted)


def drawn(**options):
    X = np.random.default_rng(0).integers(0, 2, (80, 7))
    problem = Problem(Drawing(), X, X[:, 2] ^ X[:, 5], 4)
    result = select(problem, Backward(tolerance=0.1), honest=False, **options)
    return result.path, result.spending.cost


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("backend", [None, "loky", "threading"])
def test_any_number_of_any_workers_gives_the_same_bits(backend, workers):
    assert drawn(backend=backend, n_jobs=workers) == drawn()


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize(("workers", "threads"), [(1, 2), (2, 2), (4, 1)])
def test_any_number_of_workers_of_a_cluster_gives_the_same_bits(
    distributed, workers, threads
):
    size = {"n_workers": workers, "threads_per_worker": threads}
    with distributed.LocalCluster(**size, dashboard_address=":0") as made:
        there = {"backend": "dask", "scheduler": made.scheduler_address}
        assert drawn(**there) == drawn()


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
def test_the_client_made_last_serves_where_no_scheduler_is_named(
    distributed, cluster, alone
):
    with distributed.Client(cluster):
        assert facts(backend="dask") == alone


def processes(cluster):
    return [worker.process.process.pid for worker in cluster.workers.values()]


def seen_later(seconds, function):
    thread = threading.Timer(seconds, function)
    thread.start()
    return thread


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("killed", [1, 2])
def test_workers_that_are_killed_and_added_change_nothing(cluster, alone, killed):
    """With both, what was sent to the workers is lost, too."""
    before = processes(cluster)

    def disturb():
        for process in before[:killed]:
            os.kill(process, signal.SIGKILL)
        cluster.scale(3)

    thread = seen_later(0.7, disturb)
    found = facts(backend="dask", scheduler=cluster.scheduler_address)
    assert not thread.is_alive()  # else nothing was tried
    cluster.scale(2)
    assert found == alone


def search(cluster, store, n_bytes=0):
    command = [sys.executable, "-m", "tests.engine.cluster_search"]
    where = [cluster.scheduler_address, str(store), str(n_bytes)]
    return subprocess.Popen(
        command + where,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def n_stored(path):
    if not path.exists():
        return 0
    with SqliteStore(path) as store:
        [(n_folds,)] = store._db.execute(
            "SELECT coalesce(sum(n_folds), 0) FROM results"
        )
    return n_folds


@pytest.mark.slow
def test_a_search_that_is_killed_starved_and_restarted_finds_the_same(
    cluster, alone, tmp_path
):
    store = tmp_path / "store.db"
    with search(cluster, store) as first:
        end = time.monotonic() + 60
        while n_stored(store) < 20 and time.monotonic() < end:
            time.sleep(0.05)
        first.kill()
    killed = n_stored(store)

    with search(cluster, store, n_bytes=50_000) as second:
        out, said = second.communicate(timeout=120)
    assert not out
    assert "StoreError: store" in said
    starved = n_stored(store)

    with search(cluster, store) as third:
        out, said = third.communicate(timeout=120)
    assert json.loads(out) == json.loads(json.dumps(alone)), said
    assert 20 <= killed <= starved < n_stored(store)


class Deadly(Majority):
    """Ends its process, unless it is that of the test, where a column says so."""

    def fit(self, X, y):
        time.sleep(0.002)
        if self.is_deadly(X):
            os._exit(3)
        return super().fit(X, y)

    def is_deadly(self, X):
        return X.shape[1] == 1 and X[0, 0] == 7


def deadly(**options):
    X = np.zeros((20, 5))
    X[:, 4] = 7
    return select(
        Problem(Deadly(), X, [0, 1] * 10, 2),
        Forward(n_features_to_select=1),
        honest=False,
        **options,
    )


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
def test_a_learner_that_ends_workers_is_a_failure_and_no_end():
    result = deadly(n_jobs=2, on_failure="reject")
    [failure] = result.failures
    assert failure.subset.indices().tolist() == [4]
    assert "a worker process died" in failure.why


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
def test_a_learner_that_ends_workers_ends_a_search_with_its_name():
    with pytest.raises(LearnerError, match=r"worker process died .* variables \[4\]"):
        deadly(n_jobs=2)


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
def test_a_learner_that_ends_workers_of_a_cluster_is_a_failure(cluster):
    there = {"backend": "dask", "scheduler": cluster.scheduler_address}
    result = deadly(on_failure="reject", **there)
    assert [f.subset.indices().tolist() for f in result.failures] == [[4]]


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(connecting, "WORKER_SECONDS", 0.5)


BAD = ["tcp://127.0.0.1:9", "no such thing", "tcp://127.0.0.1", "", "http://x:1"]
BAD += ["ucx://x:1"]  # known, but not installed


@pytest.mark.usefixtures("_impatient", "distributed")
@pytest.mark.parametrize("address", BAD)
def test_a_scheduler_that_does_not_answer_is_one_error_before_any_work(address, capfd):
    problem = Problem(Deadly(), np.full((8, 1), 7), [0, 1] * 4, 2)
    start = time.perf_counter()
    with pytest.raises(
        ConnectionError, match="scheduler must be the address of a dask"
    ):
        select(problem, backend="dask", scheduler=address)
    assert time.perf_counter() - start < 5
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("_impatient", "distributed")
def test_the_command_line_says_it_before_it_reads(capsys):
    there = ["--backend", "dask", "--scheduler", BAD[0]]
    assert main(["select", "no-such-file.csv", *there]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("wrapsel: error: scheduler must be the address")


@pytest.mark.usefixtures("_impatient")
def test_a_scheduler_without_workers_is_told(distributed):
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(ConnectionError, match="has had no worker for"),
    ):
        facts(backend="dask", scheduler=empty.scheduler_address)


@pytest.mark.usefixtures("distributed")
def test_no_scheduler_at_all_is_told():
    with pytest.raises(ConnectionError, match="backend='dask' needs scheduler="):
        facts(backend="dask")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"backend": "multiprocessing"}, "backend must be None, 'loky', 'thr"),
        ({"backend": ["dask"]}, "backend must be None, "),
        (
            {"scheduler": "tcp://a:1"},
            "scheduler needs backend='dask', got backend=None",
        ),
        ({"backend": "loky", "fit_seconds": 3.0}, "must not come with backend='loky'"),
        (
            {"backend": "dask", "scheduler": 8786},
            "scheduler must be an address, got 87",
        ),
        ({"n_jobs": 0}, "n_jobs must not be 0"),
    ],
    ids=range(6),
)
def test_what_cannot_be_is_refused(options, words):
    with pytest.raises((ValueError, TypeError), match=words):
        facts(**options)
    selector = WrapperSelector(Majority(), **options)
    with pytest.raises((ValueError, TypeError), match=words):
        selector.fit(np.arange(40.0).reshape(20, 2), [0, 1] * 10)


@pytest.mark.slow
def test_the_command_line_searches_on_a_cluster(cluster, tmp_path):
    tree = ["--learner", "sklearn.tree.DecisionTreeClassifier", "--search", "forward"]
    tree += ["--honest", "redrawn"]  # what auto does depends on time
    there = ["--backend", "dask", "--scheduler", cluster.scheduler_address]
    found = []
    for place, options in enumerate([[], there]):
        out = tmp_path / f"{place}.json"
        assert main(["select", "wine", *tree, *options, "--json", str(out)]) == 0
        record = json.loads(out.read_text())
        found.append({k: v for k, v in record.items() if k != "seconds"})
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.usefixtures("_at_once")
def test_a_config_of_joblib_still_names_the_workers(distributed, cluster, alone):
    with distributed.Client(cluster), joblib.parallel_config("dask"):
        assert facts(n_jobs=2) == alone
