"""The result of a search, as a record and as a table."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from wrapsel.cli.options import Options
from wrapsel.cli.printable import printable
from wrapsel.engine import Failure, MetricErrors, SearchResult, Stage
from wrapsel.engine.telling.told import UNSEEDED
from wrapsel.evaluation import Metric
from wrapsel.report.errors import TestErrors, of_the_leading

MAX_NAMES = 50  # shown in a table

Record = Mapping[str, Any]


def make_record(
    options: Options, metric: Metric, result: SearchResult, test_errors: TestErrors
) -> Record:
    """Return what is worth keeping of a search, as plain values."""
    from wrapsel import __version__

    spending, tested = result.spending, of_the_leading(test_errors)
    return {
        "learner": options.learner,
        "search": options.search,
        "scoring": metric.name,
        "random_state": options.random_state,
        "n_variables": result.subset.n_variables,
        "n_allowed": len(result.reference.subset),
        "n_selected": len(result.subset),
        "selected": [_plain(name) for name in result.selected],
        "price": result.price,
        "error_all": result.reference.error,
        "error": result.error,
        "metrics": {each.name: _metric(each, test_errors) for each in result.by_metric},
        **_honest(result),
        "test_error_all": tested[0],
        "test_error": tested[1],
        "evaluations": spending.evaluations,
        "proposals": spending.proposals,
        "fits": spending.fits,
        "cost": spending.cost,
        "seconds": spending.seconds,
        "stopped_by": result.stopped_by,
        "failures": [_failure(failure, result.names) for failure in result.failures],
        "stages": [_stage(stage) for stage in result.stages],
        "version": __version__,
    }


def table(record: Record, formula: str, width: int) -> str:
    """Return a record as aligned text of so many columns.

    Parameters
    ----------
    record : mapping
        From `make_record`.
    formula : str
        What the error is.
    width : int
        Of the lines, in characters.
    """
    rows = [("", "all", "selected")]
    rows += [("variables", str(record["n_allowed"]), str(record["n_selected"]))]
    if record["price"] is not None:
        rows += [("price", "", f"{record['price']:g}")]
    rows += [_errors(f"cross-validated error ({formula})", record, "")]
    others = [*record["metrics"].items()][1:]
    rows += [_scores(f"cross-validated {name}", said, "") for name, said in others]
    if record["test_error"] is not None:
        rows += [_errors(f"test error ({formula})", record, "test_")]
        rows += [_scores(f"test {name}", said, "test_") for name, said in others]
    said = [*_answer(record, formula), "", *_compared(rows), "", *_spent(record)]
    return "\n".join([*said, _names(record, width)])


def _honest(result: SearchResult) -> Record:
    honest = result.honest
    stability = None if honest is None else honest.stability
    return {
        "honest_error": None if honest is None else honest.error,
        "honest_standard_error": None if honest is None else honest.standard_error,
        "honest": None if honest is None else str(honest),
        "lucky": result.is_lucky,
        "repeatable": result.repeatable,
        "beats_constant": result.beats_constant,
        "sizes": [] if honest is None else list(honest.sizes),
        "stability": None if stability is None else list(stability),
    }


def _metric(each: MetricErrors, test_errors: TestErrors) -> Record:
    every, selected = test_errors.get(each.name, (None, None))
    return {
        **each.to_dict(),
        "test_error": selected,
        "test_error_all": every,
        "test_score": None if selected is None else each.score_of(selected),
        "test_score_all": None if every is None else each.score_of(every),
    }


def _stage(stage: Stage) -> Record:
    found = stage.evaluation
    return {"n": len(found.subset), "error": found.error, "why": stage.why}


def _failure(failure: Failure, names: Sequence[Any]) -> Record:
    variables = [_plain(names[i]) for i in failure.subset]
    return {"n": len(variables), "variables": variables, "why": failure.why}


def _answer(record: Record, formula: str) -> list[str]:
    """Say how many variables there are, the honest error, and how sure that is."""
    lines = [f"{record['n_selected']} of {record['n_variables']} variables selected"]
    if record["honest_error"] is None:
        return lines
    lines += [f"honest error ({formula}): {record['honest']}"]
    if not record["beats_constant"]:
        lines[-1] += "; not shown to beat the best constant"
    if record["lucky"]:
        lines[-1] += "; the cross-validated one is lucky"
    if not record["sizes"]:
        return [*lines, "how sure: not known; --honest nested repeats the search"]
    sizes = f"{min(record['sizes'])} to {max(record['sizes'])}"
    lines += [f"how sure: {len(record['sizes'])} searches on parts selected {sizes}"]
    if record["stability"] is not None:
        estimate, lower, upper = record["stability"]
        lines[-1] += f"; stability {estimate:.2f} ({lower:.2f} to {upper:.2f}) of 1"
    return lines


def _plain(name: Any) -> Any:
    if hasattr(name, "item"):  # a scalar of NumPy
        name = name.item()
    return name if isinstance(name, str | int | float | bool) else str(name)


def _errors(label: str, record: Record, prefix: str) -> tuple[str, str, str]:
    errors = (record[f"{prefix}error_all"], record[f"{prefix}error"])
    return label, f"{errors[0]:.4g}", f"{errors[1]:.4g}"


def _scores(label: str, said: Record, prefix: str) -> tuple[str, str, str]:
    scores = (said[f"{prefix}score_all"], said[f"{prefix}score"])
    return label, f"{scores[0]:.4g}", f"{scores[1]:.4g}"


def _compared(rows: list[tuple[str, str, str]]) -> list[str]:
    first, second, third = (max(map(len, column)) for column in zip(*rows, strict=True))
    return [f"{a:{first}}  {b:>{second}}  {c:>{third}}" for a, b, c in rows]


def _spent(record: Record) -> list[str]:
    return [
        f"evaluations   {record['evaluations']}",
        f"proposals     {record['proposals']}",
        f"fits          {record['fits']}",
        f"learner cost  {record['cost']:.4g}",
        f"seconds       {record['seconds']:.2f}",
        f"stopped by    {record['stopped_by']}",
        *_failed(record),
        *_repeatable(record),
    ]


def _repeatable(record: Record) -> list[str]:
    """Say if it is not; nothing if it is, or was not asked."""
    if record["repeatable"] is not False:
        return []
    return [f"repeatable    no: {UNSEEDED}"]


def _failed(record: Record) -> list[str]:
    """Say how many subsets failed, and why the first did; nothing if none."""
    failures = record["failures"]
    if not failures:
        return []
    more = "; all with --json" if len(failures) > 1 else ""
    return [f"failed        {len(failures)}: {failures[0]['why']}{more}"]


def _names(record: Record, width: int) -> str:
    names = [printable(str(name)) for name in record["selected"]]
    shown = ", ".join(names[:MAX_NAMES]) or "none"
    if len(names) > MAX_NAMES:
        shown += f" and {len(names) - MAX_NAMES} more (all with --json)"
    return textwrap.fill(
        shown,
        width,
        initial_indent="selected      ",
        subsequent_indent=" " * 14,
        break_long_words=False,
        break_on_hyphens=False,
    )
