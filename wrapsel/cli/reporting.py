"""What `wrapsel select` writes beside its JSON: the report and the verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wrapsel.cli.json_file import check_json_path
from wrapsel.cli.options import Options
from wrapsel.cli.repeating import code, command
from wrapsel.datasets import Dataset
from wrapsel.engine import History, SearchResult
from wrapsel.engine.telling.history import check_history_path
from wrapsel.evaluation import Problem
from wrapsel.report import About, write
from wrapsel.report.errors import TestErrors
from wrapsel.report.page import MAX_SECONDS
from wrapsel.report.template import check_jinja


def check_outputs(paths: Mapping[str, str | None]) -> None:
    """Raise unless everything asked for can be written, before the work."""
    for option, path in paths.items():
        if path is not None:
            check_json_path(Path(path), f"--{option}")
    if (history := paths.get("history")) is not None:
        check_history_path(history)
    if paths.get("report") is not None:
        check_jinja()


def write_seen(
    options: Options,
    dataset: Dataset,
    problem: Problem,
    history: History,
    result: SearchResult,
    test_errors: TestErrors,
) -> None:
    """Write the verdicts, and the page; what is asked for."""
    if options.history is not None:
        history.save(options.history)
    if options.report is None:
        return
    write(
        result,
        options.report,
        problem,
        history=history,
        test_errors=test_errors,
        about=_about(options, dataset, problem),
        store=options.store,
        n_jobs=options.n_jobs,
        # Who interrupts does not want to wait.
        max_seconds=0.0 if result.stopped_by == "interrupt" else MAX_SECONDS,
    )


def _about(options: Options, dataset: Dataset, problem: Problem) -> About:
    facts = {"data": options.source, "target": str(dataset.target)}
    facts["search"] = _with(options.search, options.search_params)
    if dataset.X_test is not None:
        facts["test rows"] = f"{len(dataset.X_test):,}"
    name = Path(options.source).name
    lines = code(options, _scoring(problem), problem.is_classification)
    return About(f"Variable selection: {name}", facts, command(options), lines)


def _scoring(problem: Problem) -> str | list[str]:
    several = len(problem.metrics) > 1
    return list(problem.metrics) if several else problem.criterion.name


def _with(name: str, params: Sequence[tuple[str, Any]]) -> str:
    return ", ".join([name, *(f"{key}={value}" for key, value in params)])
