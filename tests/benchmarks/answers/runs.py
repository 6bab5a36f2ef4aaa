"""Runs of the tools, each in a process of its own, kept in a file of JSON lines."""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

KEY = ("problem", "seed", "tool", "label")
ROOT = Path(__file__).parents[3]
_THREADS = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA", "VECLIB_MAXIMUM")
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in _THREADS}


@dataclass(frozen=True)
class RunFile:
    """One JSON object a line; a stop may have torn one."""

    path: Path

    def read(self) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        runs = []
        for line in self.path.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                runs.append(json.loads(line))
        return runs

    def append(self, run: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            file.seek(0, os.SEEK_END)
            if file.tell() and not self._ends_a_line(file):
                file.write(b"\n")
            file.write((json.dumps(run) + "\n").encode())

    def _ends_a_line(self, file: Any) -> bool:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def key(run: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(run[name] for name in KEY)


def still_to_do(
    wanted: list[dict[str, Any]], there: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield what is wanted and not there, in the order wanted."""
    done = {key(run) for run in there}
    return (run for run in wanted if key(run) not in done)


def in_a_process(
    run: dict[str, Any], data: Path, max_seconds: float, code: Path = ROOT
) -> dict[str, Any]:
    """Return the run with its figures, or with why there are none.

    `code` is the checkout whose wrapsel is run; this battery comes from its own.
    """
    task = json.dumps({**run, "data": str(data.resolve()), "max_seconds": max_seconds})
    paths = os.pathsep.join([str(code.resolve()), str(ROOT)])
    child = subprocess.run(
        [sys.executable, "-P", "-W", "ignore", "-m", __spec__.name, task],
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if child.returncode == 0:
        return {**run, **json.loads(child.stdout.splitlines()[-1])}
    if child.returncode == -signal.SIGXCPU:
        return {**run, "status": "did not finish", "seconds": max_seconds}
    said = child.stderr.strip().splitlines() or [f"exit code {child.returncode}"]
    return {**run, "status": "failed", "why": said[-1]}


def measure(task: dict[str, Any]) -> dict[str, Any]:
    """Run one tool on one problem, in this process."""
    from tests.benchmarks.answers import measures, peers
    from tests.benchmarks.answers.problems import PAIRS
    from tests.benchmarks.answers.tools import tool_of

    pair, tool = PAIRS[task["problem"]], tool_of(task["tool"])
    rows, learner = pair.rows(task["seed"], Path(task["data"])), pair.learner()
    warm_up(tool, learner, rows)
    begin = time.process_time()
    limit(begin + task["max_seconds"])
    try:
        selected, told = tool(learner, rows.X, rows.y, task["seed"])
    except peers.NotForThisLearnerError as why:
        return {"status": "not for this learner", "why": str(why)}
    seconds = time.process_time() - begin
    limit(None)
    figures = measures.measured(learner, rows, selected, told)
    bounds = measures.bounds(learner, rows)
    return {"status": "done", "seconds": seconds, **figures, **bounds}


def warm_up(tool: Any, learner: Any, rows: Any) -> None:
    """Import and compile what the tool needs, on a tiny part of the table.

    It is wide where the table is, since tools do other things there.
    """
    from tests.benchmarks.answers.measures import take

    n_rows, n_columns = (20, 30) if rows.n_variables > len(rows.y) else (60, 6)
    X, y = take(rows.X, range(min(n_columns, rows.n_variables))), rows.y
    if y.dtype.kind != "f":  # the two most frequent classes, all folds with both
        classes, counts = np.unique(y, return_counts=True)
        is_kept = np.isin(y, classes[np.argsort(counts)[-2:]])
        X, y = X[is_kept], y[is_kept]
    # A tool that cannot do with so little has at least been imported.
    with contextlib.suppress(Exception):
        tool(learner, X[:n_rows], y[:n_rows], 0)


def limit(cpu_seconds: float | None) -> None:
    """End this process at so many CPU seconds of its own, or never."""
    hardest = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = hardest if cpu_seconds is None else int(np.ceil(cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hardest))


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
