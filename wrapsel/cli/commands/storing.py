"""What `wrapsel store` does."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from wrapsel.cli.json_file import check_json_path
from wrapsel.cli.printable import printable
from wrapsel.evaluation.stores.contents import Contents, check_is_store, contents
from wrapsel.evaluation.stores.exported import export
from wrapsel.evaluation.stores.sqlite import SqliteStore

SHOWN = 12  # characters of a fingerprint
_HEAD = [
    *("problem", "learner", "scoring", "rows", "variables"),
    *("subsets", "fits", "seconds", "error", "size"),
]
_CHOICES = ("keep", "drop", "unused")
_DAY = 86_400.0


def store_file(
    source: str,
    export_to: str | None = None,
    prune: bool = False,
    keep: str | None = None,
    drop: str | None = None,
    unused: float | None = None,
) -> None:
    """Show what is in a store, write it elsewhere, or remove a part of it.

    Parameters
    ----------
    source : str
        The store's file.
    export_to : str, optional
        A Parquet file.
    prune : bool, default=False
        Whether to remove what one of the following says.
    keep, drop : str, optional
        The beginnings of fingerprints, with commas between them: of all problems that
        stay, or of all that go.
    unused : float, optional
        Problems go of which nothing was measured for so many days.
    """
    choice = {"keep": keep, "drop": drop, "unused": unused}
    _check(prune, [name for name in _CHOICES if choice[name] is not None])
    if export_to is not None:
        _check_parquet(export_to)
    found = contents(source)
    if export_to is not None:
        print(f"{export(source, export_to):,} subsets written to {export_to}")
    if not prune:
        if export_to is None:
            print(_shown(source, found, shutil.get_terminal_size().columns))
        return
    gone = _chosen(found, keep, drop, unused)
    _forget(source, [problem.problem_id for problem in gone])
    print(f"{len(gone)} problems of {len(found)} removed from {source}")


def _check(prune: bool, given: Sequence[str]) -> None:
    options = ", ".join(f"--{name}" for name in _CHOICES)
    if prune and len(given) != 1:
        raise ValueError(
            f"--prune needs one of {options} to say what is removed, "
            f"got {' and '.join(f'--{name}' for name in given) or 'none'}; nothing was"
        )
    if given and not prune:
        raise ValueError(f"--{given[0]} needs --prune; nothing was removed")


def _check_parquet(path: str) -> None:
    if Path(path).suffix != ".parquet":
        raise ValueError(f"--export must be a .parquet file, got {path!r}")
    check_json_path(Path(path), "--export")


def _chosen(
    found: Sequence[Contents],
    keep: str | None,
    drop: str | None,
    unused: float | None,
) -> list[Contents]:
    """Return the problems that are to go."""
    if keep is not None:
        kept = _named(found, "--keep", keep)
        return [problem for problem in found if problem not in kept]
    if drop is not None:
        return _named(found, "--drop", drop)
    assert unused is not None
    if not unused > 0:
        raise ValueError(f"--unused must be above 0 days, got {unused:g}")
    since = time.time() - unused * _DAY
    # When was never told of an old store: such problems stay.
    return [each for each in found if each.used is not None and each.used < since]


def _named(found: Sequence[Contents], option: str, listed: str) -> list[Contents]:
    named = list[Contents]()
    for prefix in listed.split(","):
        begun = [p for p in found if prefix and p.problem_id.startswith(prefix)]
        if not begun:
            raise ValueError(
                f"{option} must be beginnings of fingerprints, got {prefix!r}, with "
                "which no problem begins; nothing was removed"
            )
        named += [problem for problem in begun if problem not in named]
    return named


def _forget(source: str, problem_ids: Sequence[str]) -> None:
    check_is_store(Path(source))
    with SqliteStore(source) as store:
        store.forget(problem_ids)


def _shown(source: str, found: Sequence[Contents], width: int) -> str:
    n_bytes = Path(source).stat().st_size
    n_subsets = sum(problem.n_subsets for problem in found)
    head = f"{source}: {len(found)} problems, {n_subsets:,} subsets, {n_bytes:,} bytes"
    lines = [_HEAD, *map(_cells, found)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = [
        "  ".join(cell.ljust(n) for cell, n in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    shown = [head, "", table[0]] if found else [head]
    for line, problem in zip(table[1:], found, strict=True):
        shown += [line, *_names(problem, width)]
    return "\n".join(printable(line) for line in shown)


def _cells(problem: Contents) -> list[str]:
    about, best = problem.about, problem.best
    told = ["?"] * 4
    if about is not None:
        told = [about.learner, about.scoring, f"{about.n_rows}", f"{about.n_variables}"]
    return [
        problem.problem_id[:SHOWN],
        *told,
        str(problem.n_subsets),
        str(problem.n_fits),
        "?" if problem.seconds is None else f"{problem.seconds:.3g}",
        "" if best is None else f"{best.error:.4g}",
        "" if best is None else str(len(best.subset)),
    ]


def _names(problem: Contents, width: int) -> list[str]:
    """Return a line with the variables of the best subset, as many as it holds."""
    if problem.best is None or problem.about is None:
        return []
    names, variables = problem.about.names, problem.best.subset.indices().tolist()
    line = ", ".join(str(i) if names is None else names[i] for i in variables)
    room = max(20, width - SHOWN - 2)
    if len(line) > room:
        line = f"{line[: room - 3]}..."
    return [f"{'':{SHOWN}}  {line}"] if line else []
