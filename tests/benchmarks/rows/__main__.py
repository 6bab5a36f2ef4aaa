"""How fast the rows of README's table are, beside their peers and what is recorded.

python -m tests.benchmarks.rows run --quick
python -m tests.benchmarks.rows record --only svm_rfe
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import scipy.linalg  # noqa: F401  # its BLAS must be there to be limited
from threadpoolctl import threadpool_limits

from tests.benchmarks.rows.timing import BelowBar, ResultsDiffer
from tests.benchmarks.rows.verdicts import as_text, compared, is_bad

HERE = Path(__file__).parents[1]


class Watcher:
    """Takes the rows from pytest-benchmark's JSON, and what came of other tests."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self.unfinished: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = report.nodeid.rpartition("/")[2]
        if report.skipped:
            self.unfinished[name] = report.longrepr[-1]
        elif report.failed and BelowBar.__name__ in str(report.longrepr):
            self.unfinished[name] = "below its bar"
        elif report.failed and ResultsDiffer.__name__ not in str(report.longrepr):
            self.unfinished[name] = "failed, see above"

    pytest_collectreport = pytest_runtest_logreport

    def pytest_benchmark_update_json(self, output_json: dict[str, Any]) -> None:
        on = _machine(output_json["machine_info"])
        for benchmark in output_json["benchmarks"]:
            row = benchmark["extra_info"]
            if row:
                assert row["row"] not in self.rows, f"two rows {row['row']!r}"
                self.rows[row["row"]] = {**row, "on": on}


def _machine(info: dict[str, Any]) -> str:
    packages = {"Python": info["python_version"], **info["versions"]}
    listed = ", ".join(f"{name} {number}" for name, number in packages.items())
    return f"{info['cpu'].get('brand_raw', info['machine'])}: {listed}"


def measured(options: argparse.Namespace) -> Watcher:
    """Run the benchmarks that are asked for by pytest."""
    watcher = Watcher()
    options.json.parent.mkdir(parents=True, exist_ok=True)
    files = [str(path) for path in options.files or sorted(HERE.glob("bench_*.py"))]
    how = ["--benchmark-enable", "--benchmark-quiet", "--no-header", "-q", "--tb=no"]
    how += ["-m", "quick" if options.quick else "", "-k", options.only]
    how += [f"--benchmark-json={options.json}", "-o", "python_files=bench_*.py"]
    # A second thread of BLAS waits in a loop, which would count as work.
    with threadpool_limits(1, user_api="blas"):
        pytest.main([*files, *how], plugins=[watcher])
    return watcher


def known(path: Path) -> dict[str, dict[str, Any]]:
    """Return the recorded rows, if any are."""
    return json.loads(path.read_text()) if path.exists() else {}


def merge(rows: dict[str, dict[str, Any]], path: Path) -> None:
    """Write the rows whose results agree into the file; its other rows stay."""
    agreeing = {n: row for n, row in rows.items() if row["agree"] is not False}
    new = {name: _without_name(row) for name, row in agreeing.items()}
    together = dict(sorted((known(path) | new).items()))
    path.write_text(json.dumps(together, indent=1) + "\n")


def _without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {
        field: float(f"{value:.3g}") if isinstance(value, float) else value
        for field, value in row.items()
        if field != "row"
    }


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.rows",
        description=__doc__.partition("\n")[0],
        epilog="run ends with 1 where a row is slower or results differ.",
    )
    parser.add_argument("action", choices=["run", "record"])
    parser.add_argument("files", nargs="*", type=Path, help="default: all benchmarks")
    parser.add_argument("--quick", action="store_true", help="of less than 5 s each")
    parser.add_argument("--only", default="", metavar="TEXT", help="as pytest -k")
    parser.add_argument(
        "--times", type=float, default=2.0, help="how much slower is slower"
    )
    parser.add_argument("--json", type=Path, default=Path(".benchmarks/rows.json"))
    parser.add_argument("--recorded", type=Path, default=HERE / "recorded.json")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    options = arguments().parse_intermixed_args(words)
    recorded = known(options.recorded)
    found = measured(options)
    table = compared(found.rows, recorded, found.unfinished, options.times)
    print(as_text(table))
    if options.action == "record":
        merge(found.rows, options.recorded)
        return 0
    return int(is_bad(table))


if __name__ == "__main__":
    sys.exit(main())
