"""Tables of the runs: one of the problems, one of the tools."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata

SKIPPED = "not for this learner"


def ranks(
    values: Mapping[str, float | None], *, high_is_good: bool
) -> dict[str, float]:
    """Return the rank of each tool from 1; ties share theirs, None is last.

    Examples
    --------
    >>> found = ranks({"a": 0.5, "b": None, "c": 0.5, "d": 0.1}, high_is_good=True)
    >>> [float(found[name]) for name in "abcd"]
    [1.5, 4.0, 1.5, 3.0]
    """
    sign = -1 if high_is_good else 1
    costs = [np.inf if v is None else sign * v for v in values.values()]
    return dict(zip(values, rankdata(costs), strict=True))


def table(runs: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Return one row a run, with the differences that matter."""
    frame = pd.DataFrame(list(runs)).reindex(columns=_KEYS + _NUMBERS)
    frame[_NUMBERS] = frame[_NUMBERS].astype(float)
    labels = frame["label"].fillna("")
    frame["tool"] += np.where(labels == "", "", "@" + labels)
    frame["is_done"] = frame["status"] == "done"
    frame["loss"] = frame["fresh"] - frame["fresh_all"]
    frame["over_true"] = frame["fresh"] - frame["fresh_true"]
    frame["z"] = (frame["told"] - frame["fresh"]) / frame["se"]
    # An empty answer is smaller than one variable, but has a logarithm.
    frame["ratio"] = frame["n_selected"].clip(lower=0.5) / frame["n"]
    return frame[frame["status"] != SKIPPED]


def mean_ranks(frame: pd.DataFrame, column: str, *, high_is_good: bool) -> pd.Series:
    """Return each tool's mean rank over the runs of which all is known.

    Of a problem and seed only tools that were run there are ranked. What no tool has,
    such as the F1 of a real table, does not count.
    """
    found = []
    for _, group in frame.groupby(["problem", "seed"]):
        if group[column].notna().any():
            values = group.set_index("tool")[column]
            known = {t: None if np.isnan(v) else float(v) for t, v in values.items()}
            found.append(ranks(known, high_is_good=high_is_good))
    return pd.DataFrame(found).mean()


def by_tool(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the summary, one row a tool, in the order of the ranks in F1."""
    done = frame[frame["is_done"]]
    tools = done.groupby("tool")
    losses = done.groupby(["tool", "problem"])["loss"].mean().groupby("tool")
    z = tools["z"]
    columns = {
        "rank F1": mean_ranks(frame, "f1", high_is_good=True),
        "rank fresh": mean_ranks(frame, "fresh", high_is_good=False),
        "size ratio": tools["ratio"].agg(lambda ratio: np.exp(np.log(ratio).mean())),
        "no worse": losses.agg(lambda loss: (loss <= 0).mean()),
        "fresh - all": losses.mean(),
        "F1": tools["f1"].median(),
        "too good": z.agg(lambda z: (z < -2).mean()),
        "within 1": z.agg(lambda z: (z.abs() <= 1).mean()),
        "too bad": z.agg(lambda z: (z > 2).mean()),
        "s": tools["seconds"].median(),
        "s max": tools["seconds"].max(),
        "runs": frame.groupby("tool").size(),
        "unfinished": (~frame["is_done"]).groupby(frame["tool"]).sum(),
    }
    return pd.DataFrame(columns).rename_axis("tool").sort_values("rank F1")


def by_problem(frame: pd.DataFrame) -> pd.DataFrame:
    """Return medians over the seeds, one row a problem and tool."""
    groups = frame.groupby(["problem", "tool"])
    medians = groups[list(_MEDIANS)].median().rename(columns=_MEDIANS)
    return medians.assign(done=groups["is_done"].sum(), runs=groups.size())


def report(
    runs: Iterable[Mapping[str, Any]],
    seeds: list[int] | None = None,
    tools: list[str] | None = None,
    problems: list[str] | None = None,
    label: str | None = None,
) -> str:
    """Return both tables of the runs asked for; None asks for all."""
    wanted = {"seed": seeds, "tool": tools, "problem": problems}
    # Without a label are the tools of others, to which any version is compared.
    wanted["label"] = None if label is None else ["", *label.split(",")]
    chosen = [
        run
        for run in runs
        if all(some is None or run[name] in some for name, some in wanted.items())
    ]
    if not chosen:
        return "no such runs"
    frame = table(chosen)
    parts = [by_problem(frame).reset_index(), by_tool(frame).reset_index()]
    return "\n\n".join([*map(markdown, parts), LEGEND])


def markdown(frame: pd.DataFrame) -> str:
    lines = [list(frame.columns), ["---"] * frame.shape[1]]
    lines += [[_cell(value) for value in row] for row in frame.to_numpy(dtype=object)]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _cell(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    if np.isnan(value):
        return ""
    return f"{value:.0f}" if value == round(value) else f"{value:.3f}"


_KEYS = ["problem", "seed", "tool", "label", "status"]
_NUMBERS = ["seconds", "n", "n_selected", "f1", "fresh", "fresh_all", "fresh_true"]
_NUMBERS += ["told", "se"]
_MEDIANS = {
    "n_selected": "size",
    "f1": "F1",
    "fresh": "fresh",
    "loss": "fresh - all",
    "over_true": "fresh - true",
    "z": "(told - fresh) / SE",
    "seconds": "s",
}
LEGEND = """\
rank: the mean of the ranks in each run, 1 the best, unfinished last. size ratio: the
geometric mean of selected / all. fresh: the error on fresh rows; for numbers in units
of their variance. no worse: the part of the problems where it is at most that of all
variables. too good, within 1, too bad: the part of the runs in which the told error
lies more than 2 standard errors below the fresh one, at most 1 from it, more than 2
above. s: CPU seconds, the median and the largest, of the finished runs."""
