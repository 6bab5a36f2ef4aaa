"""Run pytest in forks of a process that has loaded what others than we wrote."""

from __future__ import annotations

import importlib
import os
import pickle
import resource
import signal
import sys
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest

MEMORY = 10 * 2**30  # bytes that a fork may take


class Watch:
    """Notes of each test its seconds, and the lines that it ran of some folder."""

    def __init__(self, folder):
        self.folder, self.tests, self.failed = str(folder), {}, set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.lines, start = defaultdict(set), time.perf_counter()
        threading.settrace(self.trace)
        sys.settrace(self.trace)
        result = yield
        sys.settrace(None)
        self.tests[item.nodeid] = time.perf_counter() - start, dict(self.lines)
        return result

    def trace(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(self.folder):
            return None
        self.lines[frame.f_code.co_filename].add(frame.f_lineno)
        return self.trace

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.add(report.nodeid)


class Chosen:
    """Runs chosen tests alone, in their order, and notes the one that fails."""

    def __init__(self, tests):
        self.places, self.failed = {test: i for i, test in enumerate(tests)}, None

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.nodeid in self.places]
        items.sort(key=lambda item: self.places[item.nodeid])

    def pytest_runtest_logreport(self, report):
        self.failed = report.nodeid if report.failed else self.failed


class Loaded:
    """Notes the names of the modules of others that are loaded to collect tests."""

    def pytest_collection_finish(self):
        files = {name: getattr(m, "__file__", "") for name, m in sys.modules.items()}
        self.names = [name for name in files if "site-packages" in str(files[name])]


def in_fork(work, limit):
    """Return what a function returns in a fork, or None if it does not end in time."""
    answer = Path("../answer").resolve()
    answer.unlink(missing_ok=True)
    child = os.fork()
    if not child:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            answer.write_bytes(pickle.dumps(work()))
        finally:
            os._exit(0)
    end, is_over = time.monotonic() + limit, os.WEXITED | os.WNOHANG | os.WNOWAIT
    while not os.waitid(os.P_PID, child, is_over) and time.monotonic() < end:
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return pickle.loads(answer.read_bytes()) if answer.exists() else None


def pytest_alone(arguments, plugin, limit):
    """Run pytest in a fork, and return its code and the plugin, or None as above."""

    def run():
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        options = ["-q", "-p", "no:cacheprovider", "--assert=plain"]
        return int(pytest.main([*options, *arguments], [plugin])), plugin

    return in_fork(run, limit)


def load_libraries(tests):
    """Import what others wrote and the tests import, once for all forks."""
    _, loaded = pytest_alone(["--collect-only", *tests], Loaded(), limit=600)
    for name in loaded.names:
        with suppress(Exception):
            importlib.import_module(name)
