"""The arithmetic of the battery that judges answers."""

import json
from itertools import combinations, product

import numpy as np
import pytest

from tests.benchmarks.answers import measures
from tests.benchmarks.answers.problems import PAIRS, Truth
from tests.benchmarks.answers.report import by_tool, mean_ranks, ranks, report, table
from tests.benchmarks.answers.runs import RunFile, still_to_do


def run(problem="p", seed=0, tool="a", label="", **figures):
    done = {
        "status": "done",
        "seconds": 1.0,
        "n": 10,
        "n_selected": 5,
        "f1": 0.5,
        "fresh": 0.2,
        "fresh_all": 0.3,
        "fresh_true": 0.1,
        "told": 0.2,
        "se": 0.1,
    }
    key = {"problem": problem, "seed": seed, "tool": tool, "label": label}
    return {**key, **done, **figures}


def unfinished(**key):
    made = run(**key)
    named = {name: made[name] for name in ("problem", "seed", "tool", "label")}
    return {**named, "status": "did not finish", "seconds": 60.0}


@pytest.mark.parametrize(
    ("selected", "expected"),
    [
        ([0, 1], 1.0),
        ([0, 2], 1.0),  # the copy is as good
        ([0, 1, 2], 4 / 5),  # but not in addition
        ([1, 2], 1 / 2),
        ([3], 0.0),
        ([], 0.0),
    ],
)
def test_a_copy_counts_as_its_original_once(selected, expected):
    truth = Truth(frozenset([0, 1]), (frozenset([1, 2]),))

    assert measures.f1(selected, truth) == pytest.approx(expected)


def test_f1_is_that_of_the_best_exchange_of_copies():
    groups = (frozenset([0, 1, 2, 3]), frozenset([4, 5]))
    truth = Truth(frozenset([0, 1, 4, 6]), groups)
    # The obvious way: every set of columns that is as good as the relevant ones.
    good = [{*g, h, 6} for g, h in product(combinations(groups[0], 2), groups[1])]

    for size in range(8):
        for selected in combinations(range(7), size):
            best = max(len(g & set(selected)) for g in good)
            expected = 2 * best / (size + 4)
            assert measures.f1(selected, truth) == pytest.approx(expected)


def test_nothing_is_right_where_nothing_is_relevant():
    assert measures.f1([], Truth(frozenset())) == 1.0
    assert measures.f1([3], Truth(frozenset())) == 0.0


def test_the_se_of_classes_pools_both_shares():
    # 20 mistakes of 100 and 60 of 200: 80 of 300.
    expected = np.sqrt(80 / 300 * 220 / 300 * (1 / 100 + 1 / 200))

    assert measures.se_of_classes(0.2, 0.3, 100, 200) == pytest.approx(expected)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_the_se_of_classes_is_never_zero(share):
    expected = np.sqrt(0.02 * 0.98 * (1 / 50 + 1 / 100))

    assert measures.se_of_classes(share, share, 50, 100) == pytest.approx(expected)


def test_the_se_of_numbers_is_that_of_a_difference_of_means():
    rng = np.random.default_rng(0)
    draws = rng.exponential(size=(4000, 90))
    differences = draws[:, :30].mean(axis=1) - draws[:, 30:].mean(axis=1)

    ses = [measures.se_of_numbers(row[30:], 30) for row in draws]

    assert np.mean(ses) == pytest.approx(differences.std(), rel=0.05)


def test_ties_share_their_ranks_and_what_is_missing_comes_last():
    values = {"a": 0.2, "b": None, "c": 0.1, "d": 0.2, "e": None}

    found = ranks(values, high_is_good=False)

    assert found == {"a": 2.5, "b": 4.5, "c": 1.0, "d": 2.5, "e": 4.5}


def test_mean_ranks_are_among_the_tools_that_were_run():
    runs = [
        run(problem="p", tool="a", f1=0.5),
        run(problem="p", tool="b", f1=0.9),
        unfinished(problem="p", tool="c"),
        run(problem="q", tool="a", f1=0.5),
        run(problem="real", tool="a", f1=None),
        run(problem="real", tool="b", f1=None),
    ]

    found = mean_ranks(table(runs), "f1", high_is_good=True)

    assert found.to_dict() == {"a": 1.5, "b": 1.0, "c": 3.0}


def test_the_summary_counts_what_was_told_wrongly():
    told = [0.2, 0.25, 0.05, -0.05, 0.45]  # by 0, 0.5, -1.5, -2.5, 2.5 SE
    runs = [run(seed=i, told=value) for i, value in enumerate(told)]

    [summary] = by_tool(table(runs)).to_dict("records")

    shares = [summary[name] for name in ("too good", "within 1", "too bad")]
    assert shares == [0.2, 0.4, 0.2]


def test_the_summary_of_sizes_errors_and_unfinished_runs():
    runs = [
        run(problem="p", n_selected=0, fresh=0.3),
        run(problem="q", n_selected=5, fresh=0.4),
        unfinished(problem="r"),
        {**run(problem="s"), "status": "not for this learner"},
    ]

    [summary] = by_tool(table(runs)).to_dict("records")

    assert summary["size ratio"] == pytest.approx(np.sqrt(0.05 * 0.5))
    assert summary["no worse"] == 0.5
    assert summary["fresh - all"] == pytest.approx(0.05)
    assert (summary["runs"], summary["unfinished"]) == (3, 1)


def test_the_report_names_versions_apart():
    runs = [run(label="old"), run(label="new", f1=0.7), run(seed=100, label="old")]

    said = report(runs, seeds=[0])

    assert "| p | a@new | 5 | 0.700 |" in said
    assert report(runs, seeds=[1]) == "no such runs"


def test_a_version_is_reported_with_the_tools_of_others():
    runs = [run(label="old"), run(label="new"), run(tool="l1")]

    said = report(runs, label="new")

    assert "a@new" in said
    assert "| l1 |" in said
    assert "a@old" not in said


def test_runs_go_on_after_a_stop_in_the_middle_of_a_line(tmp_path):
    file = RunFile(tmp_path / "new" / "runs.jsonl")
    wanted = [run(seed=seed) for seed in range(3)]
    file.append(wanted[0])
    torn = json.dumps(wanted[1])[:30]
    file.path.write_text(file.path.read_text() + torn)

    missing = list(still_to_do(wanted, file.read()))
    for made in missing:
        file.append(made)

    assert [made["seed"] for made in missing] == [1, 2]
    assert file.read() == wanted


def test_another_label_is_another_run():
    wanted = [run(label="new")]

    assert list(still_to_do(wanted, [run(label="old")])) == wanted


@pytest.mark.parametrize("name", [n for n, pair in PAIRS.items() if not pair.file])
def test_made_rows_are_those_of_the_seed_and_hide_their_truth(name):
    if "20000" in name:
        pytest.skip("large")
    first, again, other = (PAIRS[name].rows(seed, None) for seed in (0, 0, 1))

    assert np.array_equal(first.X_fresh, again.X_fresh)
    assert not np.array_equal(first.y_fresh, other.y_fresh)
    assert first.truth == again.truth
    assert first.truth.relevant <= set(range(first.n_variables))
    if 0 < len(first.truth.relevant) < first.n_variables:
        assert first.truth != other.truth
