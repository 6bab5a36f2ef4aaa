"""Say where a row has become slower than it was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from pytest_benchmark.utils import format_time

BAD = "slower", "results differ", "failed"


def verdict(row: Mapping[str, Any], recorded: Mapping[str, Any], times: float) -> str:
    """Return what became of a row.

    It is slower if its ratio is below the recorded one divided by `times`. Ratios
    beside different peers are not compared.

    Examples
    --------
    >>> row = {"ratio": 40.0, "peer": "RFE", "agree": True}
    >>> verdict(row, {"ratio": 100.0, "peer": "RFE"}, times=2)
    'slower'
    >>> verdict(row, {"ratio": 70.0, "peer": "RFE"}, times=2)
    'as fast'
    >>> verdict(row, {}, times=2)
    'new'
    """
    if row["agree"] is False:
        return "results differ"
    if row["peer"] != recorded.get("peer", "none recorded"):
        return "new"
    gain = row["ratio"] / recorded["ratio"]
    return "slower" if gain < 1 / times else "faster" if gain > times else "as fast"


def compared(
    rows: Mapping[str, Mapping[str, Any]],
    recorded: Mapping[str, Mapping[str, Any]],
    unfinished: Mapping[str, str],
    times: float,
) -> pd.DataFrame:
    """Return the table: measured rows, then the tests that did not measure one."""
    found = [
        {
            "row": name,
            "ours": format_time(row["ours"]) + "s",
            "peer": _peer(row),
            "ratio": row["ratio"],
            "recorded": recorded.get(name, {}).get("ratio"),
            "verdict": verdict(row, recorded.get(name, {}), times),
        }
        for name, row in rows.items()
    ]
    found += [{"row": test, "verdict": why} for test, why in unfinished.items()]
    columns = ["row", "ours", "peer", "ratio", "recorded", "verdict"]
    return pd.DataFrame(found, columns=columns).set_index("row")


def is_bad(table: pd.DataFrame) -> bool:
    """Say whether a row is slower, differs from its peer, or failed."""
    return bool(table["verdict"].str.startswith(BAD).any())


def as_text(table: pd.DataFrame) -> str:
    """Return the table for a terminal."""
    return table.to_string(na_rep="", float_format="{:.3g}".format)


def _peer(row: Mapping[str, Any]) -> str:
    if row["peer"] is None:
        return "calibration"
    return f"{row['peer']} {format_time(row['peer_seconds'])}s"
