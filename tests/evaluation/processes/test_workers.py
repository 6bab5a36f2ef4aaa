"""Which workers there are is told by a number, a name, or joblib."""

import joblib
import pytest

from wrapsel.evaluation.processes.workers import Workers


def test_by_default_this_process_is_alone():
    assert (Workers().n, Workers().are_here) == (1, True)


@pytest.mark.parametrize(
    ("backend", "config", "shares"),
    [
        (None, None, False),
        (None, "loky", False),
        (None, "threading", True),
        ("loky", "threading", False),
        ("threading", None, True),
    ],
)
def test_threads_alone_share_memory(backend, config, shares):
    with joblib.parallel_config(config or "loky"):
        assert Workers(2, backend).shares_memory is shares


def test_a_backend_of_another_make_shares_no_memory():
    class Backend(joblib.parallel.ParallelBackendBase):
        def effective_n_jobs(self, n_jobs):
            return n_jobs

        def submit(self, func, callback=None):
            raise NotImplementedError

    with joblib.parallel_config(Backend()):
        assert not Workers(2).shares_memory
