"""Workers end with their parent, and hear no Ctrl-C while they start."""

import os
import signal
import threading
from types import SimpleNamespace

import pytest

from wrapsel.evaluation.processes import parent as module


@pytest.mark.parametrize("is_child", [True, False])
def test_only_a_child_is_watched_and_may_end_before_its_watch(is_child, monkeypatch):
    seen, told = [], threading.Event()

    def watch(parent):
        seen.append((parent, threading.current_thread().daemon))
        told.set()

    monkeypatch.setattr(module, "_watch", watch)
    parent = os.getppid() if is_child else os.getpid()
    module.end_with.__wrapped__(parent)
    assert told.wait(5 if is_child else 0.05) == is_child
    assert seen == [(parent, True)] * is_child


@pytest.mark.parametrize("other", [1, 9])
def test_a_child_ends_when_another_process_takes_it_over(other, monkeypatch):
    parents, slept = iter([5, 5, other]), []

    def end(code):
        raise SystemExit

    fake = SimpleNamespace(getppid=lambda: next(parents), _exit=end)
    monkeypatch.setattr(module, "os", fake)
    monkeypatch.setattr(module, "time", SimpleNamespace(sleep=slept.append))
    with pytest.raises(SystemExit):
        module._watch(5)
    assert len(slept) == 2
    assert min(slept) > 0


def test_where_signals_have_no_masks_nothing_is_held_back(monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with module.without_interrupts():
        pass
