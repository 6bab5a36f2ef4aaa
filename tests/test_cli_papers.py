"""`wrapsel papers` lists, makes, writes and draws."""

import pytest

from wrapsel.cli import main
from wrapsel.papers import list_experiments


def test_without_a_name_all_are_listed(capsys):
    assert main(["papers"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == list(list_experiments())


def test_numbers_are_printed_written_and_drawn(capsys, tmp_path):
    files = [tmp_path / "made.csv", tmp_path / "made.svg"]
    outputs = ["--csv", str(files[0]), "--figure", str(files[1])]
    assert main(["papers", "rve-figure-1", "--quick", *outputs]) == 0

    assert "RVE, k=1" in capsys.readouterr().out
    assert all(file.stat().st_size > 1000 for file in files)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rve-table-77"], "did you mean 'rve-table-7'"),
        (["rve-figure-1", "--figure", "made.txt"], ".svg, .pdf or .png"),
        (["rve-figure-1", "--n-jobs", "0"], "--n-jobs must not be 0"),
        (["rve-figure-1", "--data", "no-such-folder"], "no-such-folder"),
    ],
)
def test_what_cannot_work_is_said_before_any_work(capsys, arguments, said):
    assert main(["papers", *arguments]) == 2
    assert said in capsys.readouterr().err
