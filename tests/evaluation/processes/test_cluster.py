"""A cluster is left as it was found, and does what a `Parallel` of joblib does."""

import logging
import sys
from types import ModuleType, SimpleNamespace

import pytest
from joblib import delayed

from wrapsel.evaluation.processes import cluster as module
from wrapsel.evaluation.processes.cluster import Connection, Spread, connected
from wrapsel.evaluation.processes.workers import Workers, broken


@pytest.fixture
def cluster(monkeypatch):
    """Start a scheduler and one worker of one thread in this process."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(module, "WORKER_SECONDS", 0.5)
    one = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with distributed.LocalCluster(**one, dashboard_address=None) as made:
        yield made


@pytest.fixture
def user(cluster):
    """Connect as a user does."""
    client = sys.modules["distributed"].Client(cluster)
    yield client
    client.close()


def test_one_worker_is_enough_and_is_no_process_of_ours(cluster):
    with Workers(1, "dask", cluster.scheduler_address) as workers:
        assert workers.n == 1
        assert not workers.are_here
        assert not workers.shares_memory
    assert Workers(1).are_here


def test_a_client_of_the_user_stays_open_and_the_default(cluster, user):
    with Workers(1, "dask") as workers:
        assert workers._connection.client is user
    assert user.status == "running"
    with Workers(1, "dask", cluster.scheduler_address) as workers:
        ours = workers._connection.client
        assert ours is not user
        assert sys.modules["distributed"].default_client() is user
    assert (ours.status, user.status) == ("closed", "running")


MADE = []


def call(first, other, by=1):
    MADE.append(first)
    return first, other * by


def test_calls_are_all_made_in_order_with_what_is_shared(user):
    shared, n_before = ["shared"], len(MADE)
    with Spread(Connection(user, is_ours=False), shared) as spread:
        calls = [delayed(call)(shared, 3), delayed(call)("other", 4, by=2)]
        found = list(spread([*calls, calls[0]]))
    assert found == [(shared, 3), ("other", 8), (shared, 3)]
    assert len(MADE) == n_before + 3
    assert list(spread(calls[:1])) == found[:1]  # it need not be a context


class Client:
    """Has so many threads, and fails so many times."""

    def __init__(self, threads=(1,), n_failures=0):
        self.threads, self.n_failures = threads, n_failures
        self.n_scattered = self.n_closed = 0

    def nthreads(self):
        return dict(enumerate(self.threads))

    def wait_for_workers(self, n, timeout):
        if not self.threads:
            raise TimeoutError

    def scatter(self, thing, **options):
        self.n_scattered += 1
        if self.n_scattered <= self.n_failures:
            raise OSError
        return ("there", thing)

    def submit(self, function, *given, pure):
        return SimpleNamespace(result=lambda: function(*given))

    def cancel(self, made):
        pass

    def close(self):
        self.n_closed += 1


@pytest.mark.parametrize(("threads", "n"), [((), 1), ((1,), 1), ((2, 3), 5)])
def test_each_thread_of_a_cluster_makes_a_fit(threads, n):
    assert Connection(Client(threads), is_ours=True).n_workers == n


@pytest.mark.parametrize("is_ours", [True, False])
def test_without_workers_a_client_of_ours_is_closed(is_ours):
    client = Client(threads=())
    with pytest.raises(ConnectionError, match="has had no worker for 30 seconds"):
        module._with_workers(Connection(client, is_ours))
    assert client.n_closed == is_ours


@pytest.mark.parametrize("n_failures", [0, 2, 3])
def test_data_are_sent_once_and_again_where_workers_die(n_failures):
    client, shared = Client(n_failures=n_failures), object()
    spread = Spread(Connection(client, is_ours=False), shared)
    if n_failures == 3:
        with pytest.raises(ConnectionError, match="die, one and all"):
            spread.__enter__()
    else:
        with spread:
            calls = [delayed(lambda *given: given)(shared, 1)]
            assert [*spread(calls), *spread(calls)] == [(("there", shared), 1)] * 2
    assert client.n_scattered == min(n_failures + 1, 3)


@pytest.mark.parametrize("error", [None, KeyError])
def test_a_connection_is_quiet_and_then_no_more(error, caplog):
    log, below = logging.getLogger("distributed"), logging.getLogger("distributed.a")
    before = log.level
    try:
        with module._quiet():
            below.critical("not told")
            if error:
                raise error
    except KeyError:
        pass
    assert log.level == before
    assert caplog.records == []


@pytest.mark.parametrize(
    ("backend", "package"), [("dask", "distributed"), ("ray", "ray.util.joblib")]
)
def test_a_package_that_is_not_there_is_named(backend, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=f"'{backend}' needs {backend}: pip"):
        Workers(2, backend).__enter__()


def test_ray_makes_itself_known_to_joblib(monkeypatch):
    names, calls = ("ray", "ray.util", "ray.util.joblib"), []
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules[names[-1]].register_ray = lambda: calls.append("ray")
    with Workers(2, "ray"):
        assert calls == ["ray"]


def test_a_dead_worker_of_dask_is_known_where_dask_is(monkeypatch):
    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    assert len(broken()) == 1
    fake = SimpleNamespace(scheduler=SimpleNamespace(KilledWorker=KeyError))
    monkeypatch.setitem(sys.modules, "distributed", fake)
    assert KeyError in broken()


def test_connecting_needs_an_address_or_a_client():
    pytest.importorskip("distributed")
    with pytest.raises(ConnectionError, match="needs scheduler=, the address of one"):
        connected(None)
