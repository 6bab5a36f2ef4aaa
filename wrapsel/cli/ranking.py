"""What `wrapsel rank` does."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wrapsel.cli.json_file import STANDARD, write_json
from wrapsel.cli.printable import printable
from wrapsel.cli.rankers import make_ranker
from wrapsel.cli.reporting import check_outputs
from wrapsel.filters import Ranking
from wrapsel.report.about import About
from wrapsel.report.figures import seconds as spoken

SHOWN = 20
MANY = 2000  # columns, more than which are read some at a time


def rank_file(
    source: str,
    ranker: str,
    target: str | None = None,
    ranker_params: Any = (),
    nominal: str | None = None,
    decimal: str | None = None,
    max_bytes: int | None = None,
    reader: str | None = None,
    top: int | None = None,
    json: str | None = None,
    report: str | None = None,
    quiet: bool = False,
) -> None:
    """Rank the variables of a data set, and show the first ones.

    Parameters
    ----------
    source : str
    ranker : str
        Its name.
    target, nominal, decimal, max_bytes, reader : optional
        As in `wrapsel.datasets.load`. The columns of an .npy file, a folder of Parquet
        files or a wide Parquet file are read some at a time; the target of an .npy file
        is another one.
    ranker_params : sequence of (str, value)
    top : int, optional
        How many to show and write; by default 20 are shown and all written.
    json : str, optional
        Path of the JSON.
    report : str, optional
        Path of a page with the first variables, 200 by default.
    quiet : bool, default=False
        Whether to show nothing.
    """
    rank = make_ranker(ranker, dict(ranker_params))
    if top is not None and top < 1:
        raise ValueError(f"--top must be at least 1, got {top}")
    check_outputs({"json": json, "report": report})
    how = {"nominal": nominal, "decimal": decimal, "max_bytes": max_bytes}
    X, y, name, n_variables = _read(source, target, reader=reader, **how)
    start = time.perf_counter()
    ranking = rank(X, y)
    seconds = time.perf_counter() - start
    if not isinstance(ranking, Ranking):
        raise ValueError(f"ranker {ranker!r} must return a Ranking, got {ranking!r}")
    record = _record(ranker, ranking, name, top, seconds)
    try:
        if not quiet and json != STANDARD:
            print(_table(record, top or SHOWN, n_variables), flush=True)
    finally:  # whatever has become of the terminal
        if json is not None:
            write_json(Path(json), record)
        if report is not None:
            facts = {"data": source, "ranker": repr(rank), "time": spoken(seconds)}
            _write_page(Path(report), ranking, name, top, facts)


def _write_page(
    path: Path,
    ranking: Any,
    name: Callable[[int], Any],
    top: int | None,
    facts: Mapping[str, str],
) -> None:
    from wrapsel.report.rank_page import SHOWN as ON_PAGE
    from wrapsel.report.rank_page import ranking_html

    about = About(f"Ranking: {Path(facts['data']).name}", facts)
    page = ranking_html(ranking, name, about, top or ON_PAGE)
    path.write_text(page, encoding="utf-8")


def _read(
    source: str, target: str | None, **reading: Any
) -> tuple[Any, Any, Callable[[int], Any], int]:
    """Return X, y, the name of each column, and their number."""
    given = {name: value for name, value in reading.items() if value is not None}
    if _is_wide(Path(source)):
        if given:
            option = next(iter(given)).replace("_", "-")
            raise ValueError(f"--{option} must not come with a table read by blocks")
        return _read_blocks(source, target)
    from wrapsel.datasets import load

    dataset = load(source, target, **given)
    return dataset.X, dataset.y, dataset.names.__getitem__, dataset.n_variables


def _is_wide(path: Path) -> bool:
    """Whether the columns are many, so that they are read some at a time."""
    if path.suffix == ".npy" or (path.is_dir() and any(path.glob("*.parquet"))):
        return True
    if path.suffix != ".parquet" or not path.is_file():
        return False
    from pyarrow.parquet import read_schema

    return len(read_schema(path)) > MANY


def _read_blocks(
    source: str, target: str | None
) -> tuple[Any, Any, Callable[[int], Any], int]:
    from wrapsel.columns.npy import load_npy
    from wrapsel.columns.opening import open_blocks

    if Path(source).suffix != ".npy":
        blocks = open_blocks(source, target or "target")
        return blocks, blocks.y, blocks.name or blocks.shown, blocks.shape[1]
    if target is None or Path(target).suffix != ".npy":
        raise ValueError(
            f"--target must be an .npy file of the targets for {source}, got {target!r}"
        )
    blocks, y = open_blocks(source), load_npy(Path(target))
    return blocks, y, blocks.shown, blocks.shape[1]


def _record(
    ranker: str,
    ranking: Any,
    name: Callable[[int], Any],
    top: int | None,
    seconds: float,
) -> dict[str, Any]:
    order = ranking.order if top is None else ranking.order[:top]
    return {
        "ranker": ranker,
        "order": [str(name(i)) for i in order],
        "scores": [float(ranking.scores[i]) for i in order],
        "redundant": [str(name(i)) for i in ranking.redundant],
        "seconds": seconds,
    }


def _table(record: Mapping[str, Any], n_shown: int, n_variables: int) -> str:
    redundant = set(record["redundant"])
    rows = list(zip(record["order"], record["scores"], strict=True))[:n_shown]
    shown = [printable(name) for name, _ in rows]
    width = max(map(len, shown))
    lines = [
        f"{place:>5}  {shown[place - 1]:<{width}}  {score:.6g}"
        + ("  redundant" if name in redundant else "")
        for place, (name, score) in enumerate(rows, 1)
    ]
    return "\n".join(
        [
            f"{record['ranker']}: {len(rows)} of {n_variables} variables, "
            f"{len(redundant)} redundant, {record['seconds']:.3g} s",
            *lines,
        ]
    )
