"""The examples run, and print what they promise."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rve_on_uci", "the paper"),
        ("block_selection_lssvr", "the paper"),
        ("compare_strategies", "portfolio  "),
        ("custom_learner", "both select the same variables: yes"),
        ("custom_strategy", "DropLeastImportant: "),
        ("custom_torch_learner", "selected: "),
        ("show_pictures", "of 30 variables"),
    ],
)
def test_an_example_prints_what_it_found(capsys, monkeypatch, name, sentence):
    monkeypatch.setattr(sys, "argv", [f"{name}.py"])
    if "torch" in name:
        pytest.importorskip("torch", reason="torch is not installed")
    if name.startswith("show"):
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")

    assert sentence in capsys.readouterr().out


def test_strategies_are_drawn_side_by_side(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    made = runpy.run_path(str(EXAMPLES / "compare_strategies.py"))
    searches = ["--searches", "forward", "rvers", "--learners", "naive-bayes"]
    made["main"](["iris", *searches, "--picture", str(tmp_path / "out.svg")])
    [picture] = tmp_path.iterdir()
    assert picture.name == "out-naive-bayes.svg"
    assert "<svg" in picture.read_text()


def test_the_uci_example_needs_no_file(tmp_path):
    # The data that it looks for are beside the repository, not beside this copy.
    (tmp_path / "repository" / "examples").mkdir(parents=True)
    example = tmp_path / "repository" / "examples" / "rve_on_uci.py"
    shutil.copy(EXAMPLES / "rve_on_uci.py", example)

    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith("Digits of 8 x 8 pixels")
    assert len(done.stdout.splitlines()) == 7


def test_every_example_is_run_here():
    assert len(list(EXAMPLES.glob("*.py"))) == 7
