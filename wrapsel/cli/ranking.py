"""What `wrapsel rank` does."""

from __future__ import annotations

import json as json_format
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wrapsel.cli.rankers import make_ranker
from wrapsel.cli.report import check_json_path

SHOWN = 20


def rank_file(
    source: str,
    ranker: str,
    target: str | None = None,
    ranker_params: Any = (),
    nominal: str | None = None,
    top: int | None = None,
    json: str | None = None,
    quiet: bool = False,
) -> None:
    """Rank the variables of a data set, and show the first ones.

    Parameters
    ----------
    source : str
    ranker : str
        Its name.
    target, nominal : str, optional
        As in `wrapsel.datasets.load`.
    ranker_params : sequence of (str, value)
    top : int, optional
        How many to show and write; by default 20 are shown and all written.
    json : str, optional
        Path of the JSON.
    quiet : bool, default=False
        Whether to show nothing.
    """
    rank = make_ranker(ranker, dict(ranker_params))
    if top is not None and top < 1:
        raise ValueError(f"--top must be at least 1, got {top}")
    if json is not None:
        check_json_path(Path(json))
    X, y, names = _read(source, target, nominal)
    start = time.perf_counter()
    ranking = rank(X, y)
    seconds = time.perf_counter() - start
    record = _record(ranker, ranking, names, top, seconds)
    if json is not None:
        text = json_format.dumps(record, indent=2) + "\n"
        Path(json).write_text(text, encoding="utf-8")
    if not quiet:
        print(_table(record, top or SHOWN, len(names)))


def _read(source: str, target: str | None, nominal: str | None) -> tuple[Any, Any, Any]:
    from wrapsel.datasets import load

    dataset = load(source, target, nominal=nominal)
    return dataset.X, dataset.y, dataset.names


def _record(
    ranker: str, ranking: Any, names: Any, top: int | None, seconds: float
) -> dict[str, Any]:
    order = ranking.order if top is None else ranking.order[:top]
    return {
        "ranker": ranker,
        "order": [str(names[i]) for i in order],
        "scores": [float(ranking.scores[i]) for i in order],
        "redundant": [str(names[i]) for i in ranking.redundant],
        "seconds": seconds,
    }


def _table(record: Mapping[str, Any], n_shown: int, n_variables: int) -> str:
    redundant = set(record["redundant"])
    rows = list(zip(record["order"], record["scores"], strict=True))[:n_shown]
    width = max(len(name) for name, _ in rows)
    lines = [
        f"{place:>5}  {name:<{width}}  {score:.6g}"
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
