"""What the benchmarks share."""

from tests.benchmarks.rows.timing import pytest_benchmark_update_machine_info, row

__all__ = ["pytest_benchmark_update_machine_info", "row"]
