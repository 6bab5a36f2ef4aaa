"""Whether the command finds rows of the table of speeds that became worse."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.rows.verdicts import as_text, compared, is_bad

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "tests" / "benchmarks" / "recorded.json"
MADE = """
import pytest


def answer():
    return sum(range(20_000))


def test_slowed(row):
    row("slowed", answer, "itself", answer, same=int.__eq__)


def test_wrong(row):
    row("wrong", answer, "another", lambda: 0, same=int.__eq__)


def test_alone(row):
    row("alone", answer, note=lambda found: f"found {found}")


def test_lazy(row):
    row("lazy", answer, "itself", answer, bar=1e9, strict=True)


def test_unwanted(row):
    row("unwanted", answer)


def test_absent(row):
    pytest.importorskip("no_such_peer", reason="no-such-peer is not installed")


def test_broken(row):
    raise RuntimeError
"""


def row(ratio, peer="a peer", agree=True, **more):
    figures = {"ours": 0.01, "peer_seconds": 0.01 * ratio, "ratio": ratio}
    return {**figures, "peer": peer, "agree": agree, **more}


def verdict_of(measured, recorded, times=2.0):
    table = compared({"a row": measured}, recorded, {}, times)
    return table["verdict"]["a row"], is_bad(table)


@pytest.mark.parametrize(
    ("ratio", "times", "verdict"),
    [
        (49.0, 2, "slower"),
        (51.0, 2, "as fast"),
        (49.0, 3, "as fast"),
        (199.0, 2, "as fast"),
        (201.0, 2, "faster"),
    ],
)
def test_a_row_is_slower_below_a_part_of_the_recorded_ratio(ratio, times, verdict):
    recorded = {"a row": row(100.0)}

    assert verdict_of(row(ratio), recorded, times) == (verdict, verdict == "slower")


def test_seconds_alone_say_nothing_as_machines_differ():
    on_a_slow_machine = row(100.0, ours=1.0, peer_seconds=100.0)

    found = verdict_of(on_a_slow_machine, {"a row": row(100.0)})

    assert found == ("as fast", False)


def test_a_row_that_differs_from_its_peer_is_bad_however_fast():
    found = verdict_of(row(900.0, agree=False), {"a row": row(100.0)})

    assert found == ("results differ", True)


@pytest.mark.parametrize("recorded", [{}, {"a row": row(9e9, peer="another peer")}])
def test_a_row_that_was_not_recorded_beside_this_peer_is_new(recorded):
    assert verdict_of(row(1.0), recorded) == ("new", False)


def test_a_row_without_a_peer_is_compared_by_the_calibration():
    recorded = {"a row": row(10.0, peer=None)}
    measured = row(1.0, peer=None, agree=None, peer_seconds=None)

    assert verdict_of(measured, recorded) == ("slower", True)


def test_a_missing_peer_is_told_and_not_bad():
    table = compared({}, {}, {"bench_a.py::test_b": "Skipped: no peer"}, 2)

    assert "bench_a.py::test_b" in as_text(table)
    assert "Skipped: no peer" in as_text(table)
    assert not is_bad(table)


def run(folder, action, *more):
    """Run the command on the benchmarks of a folder, as one process."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    command = [sys.executable, "-m", "tests.benchmarks.rows", action, *more]
    files = [
        "--json",
        str(folder / "made.json"),
        "--recorded",
        str(folder / "old.json"),
    ]
    made = str(folder / "bench_made.py")
    return subprocess.run(
        [*command, made, *files], cwd=ROOT, env=env, capture_output=True, text=True
    )


def test_rows_are_run_recorded_and_compared(tmp_path):
    (tmp_path / "bench_made.py").write_text(MADE)
    shutil.copy(ROOT / "tests" / "benchmarks" / "conftest.py", tmp_path)

    run(tmp_path, "record")
    recorded = json.loads((tmp_path / "old.json").read_text())
    assert set(recorded) == {"slowed", "alone", "lazy", "unwanted"}
    assert recorded["alone"]["note"] == "found 199990000"
    recorded["slowed"]["ratio"] *= 1000
    (tmp_path / "old.json").write_text(json.dumps(recorded))
    again = run(tmp_path, "run", "--times", "100", "--only", "not unwanted")

    assert again.returncode == 1
    told = {
        line.split()[0].rpartition("::")[2]: line
        for line in again.stdout.splitlines()
        if line.strip()
    }
    assert "unwanted" not in told
    assert told["slowed"].endswith("slower")
    assert told["wrong"].endswith("results differ")
    assert told["alone"].endswith("as fast")
    assert told["test_lazy"].endswith("below its bar")
    assert told["test_absent"].endswith("Skipped: no-such-peer is not installed")
    assert told["test_broken"].endswith("failed, see above")


def test_each_recorded_row_says_how_and_where_it_was_measured():
    rows = json.loads(RECORDED.read_text())

    assert rows
    for name, of in rows.items():
        assert of["ours"] > 0, name
        assert of["ratio"] > 0, name
        assert "scikit-learn" in of["on"], name
        assert of["agree"] in (True, None), name
