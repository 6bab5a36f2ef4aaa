"""Rows in several files are one table."""

import json
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from wrapsel.cli import main
from wrapsel.datasets import load


@pytest.fixture
def frame():
    rng = np.random.default_rng(0)
    target = np.tile(["no", "yes"], 30)
    kind = pd.Categorical(rng.choice(["a", "b", "c"], 60))
    signal = (target == "yes") + rng.normal(0, 0.1, 60)
    return pd.DataFrame({"x": signal, "kind": kind, "n": range(60), "target": target})


def cut(frame, folder, ending, ends=(0, 7, 7, 20, 60)):
    for i, (start, stop) in enumerate(pairwise(ends)):
        write(frame[start:stop], folder / f"part-{i}{ending}")


def write(frame, path):
    if path.suffix == ".parquet":
        return frame.to_parquet(path, index=False)
    return frame.to_csv(path, index=False, sep="\t" if ".tsv" in path.suffixes else ",")


@pytest.mark.parametrize("source", ["", "part-*"])
@pytest.mark.parametrize("ending", [".parquet", ".csv", ".tsv.gz"])
def test_files_are_read_as_one(frame, tmp_path, ending, source):
    ends = (0, 7, 7, 20, 60) if ending == ".parquet" else (0, 7, 20, 60)
    (tmp_path / "parts").mkdir()
    cut(frame, tmp_path / "parts", ending, ends)
    (tmp_path / "parts" / "_SUCCESS").write_text("")
    (tmp_path / "parts" / f".hidden{ending}").write_text("no table")
    write(frame, tmp_path / f"whole{ending}")

    found, whole = load(tmp_path / "parts" / source), load(tmp_path / f"whole{ending}")

    pd.testing.assert_frame_equal(found.X, whole.X)
    assert found.y.tolist() == whole.y.tolist()


def test_columns_may_come_in_another_order(frame, tmp_path):
    write(frame[:30], tmp_path / "a.csv")
    write(frame[30:][["target", "n", "x", "kind"]], tmp_path / "b.csv")
    assert load(tmp_path).X["n"].tolist() == [*range(60)]


def test_categories_of_one_file_alone_are_nominal_in_all(tmp_path):
    for i in range(2):
        kind = pd.Categorical([str(i), "2"])
        pair = pd.DataFrame({"kind": kind, "target": [0, 1]})
        write(pair, tmp_path / f"{i}.parquet")
    assert load(tmp_path).X["kind"].tolist() == ["0", "2", "1", "2"]


def test_a_test_set_may_lie_in_files_too(frame, tmp_path):
    for name, part in {"train": frame[:40], "test": frame[40:]}.items():
        (tmp_path / name).mkdir()
        cut(part, tmp_path / name, ".parquet", (0, 5, 40))
    found = load(tmp_path / "train", test=tmp_path / "test" / "*.parquet")
    assert (len(found.X), len(found.X_test)) == (40, 20)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("b.csv", "must have the columns of .*a.csv; it lacks x, it has z besides"),
        ("b.parquet", "must be of files of one kind, got .csv, .parquet"),
    ],
)
def test_what_does_not_fit_is_said(frame, tmp_path, other, said):
    write(frame, tmp_path / "a.csv")
    write(frame.rename(columns={"x": "z"}), tmp_path / other)
    with pytest.raises(ValueError, match=said):
        load(tmp_path)


def test_a_file_with_a_mark_in_its_name_is_that_file(frame, tmp_path):
    write(frame, tmp_path / "part[1].csv")
    write(frame[:7], tmp_path / "part1.csv")
    assert len(load(tmp_path / "part[1].csv").X) == 60


def test_a_pattern_of_no_file_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no such file: .*part-"):
        load(tmp_path / "part-*.csv")


def test_a_folder_without_a_table_is_told(tmp_path):
    (tmp_path / "notes.txt").write_text("none")
    with pytest.raises(ValueError, match=r"no file of .* is a table: they end in .par"):
        load(tmp_path)


@pytest.mark.parametrize("command", [["select"], ["rank", "--ranker", "l1"]])
def test_several_files_are_no_table_of_a_command(capsys, command):
    assert main([*command, "a.csv", "b.csv"]) == 2
    assert capsys.readouterr().err == (
        "wrapsel: error: one SOURCE is read, got 'b.csv' besides; of a table in "
        "several files name the folder, or a pattern in quotes\n"
    )


def test_the_command_reads_them(frame, tmp_path, capsys):
    cut(frame, tmp_path, ".csv", (0, 7, 20, 60))
    asked = ["select", str(tmp_path), "--learner", "naive-bayes", "--search"]
    assert main([*asked, "forward", "--honest", "none", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["selected"] == ["x"]
