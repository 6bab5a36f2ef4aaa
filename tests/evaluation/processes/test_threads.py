"""BLAS has one thread as long as anything is measured, and no longer."""

import sys
from contextlib import ExitStack
from types import ModuleType, SimpleNamespace

import pytest

from wrapsel.evaluation.processes import threads as module
from wrapsel.evaluation.processes.threads import one_blas_thread


@pytest.fixture
def calls(monkeypatch):
    """Return what is said to the libraries of threadpoolctl."""
    calls = []

    def limit(limits, user_api):
        name = len(calls)
        calls.append(f"{limits} {user_api}")
        return SimpleNamespace(restore_original_limits=lambda: calls.append(name))

    controller = SimpleNamespace(limit=limit)
    monkeypatch.setattr(module, "_controller", lambda n_modules: controller)
    return calls


def test_the_first_to_come_limits_and_the_last_to_leave_lifts(calls):
    limit, first, second = module._Limit(), ExitStack(), ExitStack()
    for _ in range(2):
        calls.clear()
        first.enter_context(limit)
        second.enter_context(limit)
        first.close()
        assert calls == ["1 blas"]
        second.close()
        assert calls == ["1 blas", 0]


@pytest.mark.parametrize("is_new", [True, False])
def test_other_modules_may_bring_other_libraries(is_new, calls, monkeypatch):
    limit = module._Limit()
    monkeypatch.setitem(sys.modules, "a module", ModuleType("a module"))
    with limit:
        if is_new:
            monkeypatch.setitem(sys.modules, "another", ModuleType("another"))
        else:
            monkeypatch.delitem(sys.modules, "a module")
        with limit, limit:
            assert calls == ["1 blas"] * 2
    assert calls == ["1 blas"] * 2 + [1, 0]


def test_all_threads_have_one_limit():
    assert one_blas_thread() is one_blas_thread()
