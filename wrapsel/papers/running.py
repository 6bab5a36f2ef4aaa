"""Run the tasks of an experiment side by side, and keep what is done."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from wrapsel.errors import DataWarning, StoreError
from wrapsel.papers.experiment import FULL, Experiment, Extent, Number, Result, Task
from wrapsel.papers.sources import check_sources


def make_again(
    experiment: Experiment,
    extent: Extent = FULL,
    *,
    data: str | Path | None = None,
    store: str | Path | None = None,
    n_jobs: int = 1,
    progress: bool = False,
) -> list[Number]:
    """Run an experiment, and return its numbers beside those of the paper.

    Parameters
    ----------
    experiment : Experiment
    extent : Extent
    data : str or Path, optional
        The folder of the data sets; what is not there is fetched from openml.org.
    store : str or Path, optional
        A file of JSON lines, one for each task done: the same call goes on from there.
    n_jobs : int, default=1
        Tasks at a time, -1 for one a core. The numbers do not depend on it.
    progress : bool, default=False
        Whether to count the tasks on stderr.

    Raises
    ------
    ValueError
        If data sets are missing, all of them named.

    Examples
    --------
    >>> from wrapsel.papers import experiment
    >>> numbers = make_again(experiment("rve-figure-1"))
    >>> [round(n.ours / 1e9, 3) for n in numbers if n.x == 100 and "RVE" in n.place]
    [5.512, 12.147]
    """
    tasks = experiment.tasks(extent)
    folder = None if data is None else Path(data)
    if folder is not None and not folder.is_dir():
        raise ValueError(f"data must be a folder, got {str(data)!r}")
    done = {} if store is None else _read(Path(store))
    left = [task for task in tasks if task.key not in done]
    check_sources({name for task in left for name in task.data_sets}, folder)
    for count, (key, result) in enumerate(_run(left, folder, n_jobs), 1):
        done[key] = result
        if store is not None:
            _append(Path(store), key, result)
        if progress:
            print(f"\r{count} of {len(left)} tasks", end="", file=sys.stderr)
    if progress and left:
        print(file=sys.stderr)
    return experiment.numbers([(task, done[task.key]) for task in tasks])


def _run(
    tasks: list[Task], data: Path | None, n_jobs: int
) -> Iterator[tuple[str, Result]]:
    if n_jobs == 1:
        yield from (_one(task, data) for task in tasks)
        return
    from joblib import Parallel, delayed

    run = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    yield from run(delayed(_one)(task, data) for task in tasks)


def _one(task: Task, data: Path | None) -> tuple[str, Result]:
    from threadpoolctl import threadpool_limits

    call = partial(task.function, **task.arguments)
    # Tasks are small, and run side by side: more threads only wait for each other.
    with warnings.catch_warnings(), threadpool_limits(1):
        # The papers' data are what they are, constant columns and all.
        warnings.simplefilter("ignore", DataWarning)
        return task.key, call(data=data) if task.data_sets else call()


def _read(path: Path) -> dict[str, Any]:
    """Read what is done; a line that a killed run left unfinished is cut off."""
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    done = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            entry = json.loads(line)
            done[entry["task"]] = entry["result"]
        except (ValueError, KeyError, TypeError) as cause:
            wrong = f"{path} must hold tasks that were done, line {number} does not"
            raise StoreError(wrong) from cause
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return done


def _append(path: Path, key: str, result: Result) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"task": key, "result": result}) + "\n")
