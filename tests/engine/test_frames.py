"""Results and verdicts as tables."""

import json
import math
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from tests.report.results import NAMES, RESULTS, result
from wrapsel import History, Problem, ProgressBar, select
from wrapsel.engine import Judged, Kept
from wrapsel.search import Backward, Forward, RVErS


@pytest.fixture(scope="module")
def problem():
    return Problem(GaussianNB(), *load_wine(return_X_y=True, as_frame=True))


@pytest.mark.parametrize("name", RESULTS)
def test_a_path_has_a_row_for_each_incumbent(name):
    found = RESULTS[name]

    frame = found.to_frame()

    assert frame["size"].tolist() == [len(kept.subset) for kept in found.path]
    assert frame["error"].tolist() == [kept.error for kept in found.path]
    known = frame["honest_error"].notna().sum()
    assert known == (found.honest is not None and len(found.path) > 0)


def test_names_come_and_go():
    frame = result().to_frame()

    assert frame["added"].tolist() == [(), (), ()]
    assert frame["removed"].tolist() == [(), NAMES[3:], NAMES[2:3]]
    assert frame["seconds"].tolist() == [0.5, 1.5, 3.5]
    assert frame["cost"].tolist() == [10, 30, 70]


@pytest.mark.parametrize("strategy", [Forward(), Backward(), RVErS()])
def test_the_path_replayed_ends_at_the_selection(problem, strategy):
    found = select(problem, strategy)

    present = set(found.names)
    for row in found.to_frame().itertuples():
        assert not present & set(row.added)
        assert set(row.removed) <= present
        present = present - set(row.removed) | set(row.added)
        assert len(present) == row.size
    assert present == set(found.selected)
    spent = found.to_frame()[["evaluations", "cost", "seconds"]]
    assert spent.apply(lambda column: column.is_monotonic_increasing).all()


def test_each_variable_says_when_it_left():
    frame = result().variables()

    assert frame.index.tolist() == list(NAMES)
    assert frame["selected"].tolist() == [True, True, False, False]
    assert frame["last_size"].tolist() == [2, 2, 3, 4]
    assert frame["error_when_left"].tolist()[2:] == [0.125, 0.21]
    assert frame["error_when_left"].isna().tolist() == [True, True, False, False]
    assert frame["frequency"].tolist() == [1.0, 0.6, 0.2, 0.2]


def test_a_variable_that_was_never_in_has_no_size():
    sizes = result((result().path[-1],)).variables()["last_size"].tolist()

    assert sizes[:2] == [2, 2]
    assert sizes[2] is sizes[3] is pd.NA


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_has_a_row_for_each_variable(name):
    frame = RESULTS[name].variables()

    assert len(frame) == len(NAMES)
    assert frame["selected"].sum() == len(RESULTS[name].subset)


@pytest.mark.parametrize("name", RESULTS)
def test_a_notebook_shows_the_answer_as_text(name):
    shown = RESULTS[name]._repr_html_()

    assert "<script>" not in shown
    assert shown.startswith("<div>")


def test_who_predicts_better_is_a_matter_of_the_standard_error():
    def versus(error, standard_error=0.02):
        honest = replace(result().honest, error=error, standard_error=standard_error)
        return replace(result(), honest=honest).versus_all

    assert versus(0.22) == "better"
    assert versus(0.24) == versus(0.26) == "as well"
    assert versus(0.28) == "worse"
    assert versus(0.9, math.inf) == "as well"


def test_a_history_has_what_an_observer_sees(problem):
    events, history = [], History()

    def observe(event):
        events.append(event)
        history(event)

    found = select(problem, Backward(n_features_to_select=3), on_event=observe)

    judged = [event for event in events if isinstance(event, Judged)]
    assert history.verdicts == judged
    frame = history.to_frame()
    assert frame["error"].tolist() == [each.evaluation.error for each in judged]
    kept = [event.evaluation.error for event in events if isinstance(event, Kept)]
    assert frame.loc[frame["kept"], "error"].tolist() == kept
    assert frame["subset"].iloc[0].tolist() == list(range(13))
    assert frame["evaluations"].iloc[-1] == found.spending.evaluations


def test_a_history_is_of_the_last_search_and_passes_events_on(problem):
    seen = []
    history = History(seen.append)
    lengths = []
    for strategy in (Backward(n_features_to_select=3), Forward(n_features_to_select=1)):
        select(problem, strategy, on_event=history, honest=False)
        lengths.append(len(history.verdicts))

    assert lengths[1] < lengths[0]
    assert sum(isinstance(event, Judged) for event in seen) == sum(lengths)


@pytest.mark.parametrize("ending", ["parquet", "json"])
def test_a_history_comes_back_from_a_file(problem, tmp_path, ending):
    history = History()
    select(problem, Forward(n_features_to_select=2), on_event=history, honest=False)
    path = tmp_path / f"history.{ending}"

    history.save(path)

    if ending == "parquet":
        back = pd.read_parquet(path)
    else:
        back = pd.DataFrame(json.loads(path.read_text()))
    frame = history.to_frame()
    assert [list(s) for s in back.pop("subset")] == [
        s.tolist() for s in frame.pop("subset")
    ]
    assert np.allclose(back.astype(float), frame.astype(float), rtol=1e-14)


def test_the_observers_are_silent_without_a_terminal(problem, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        select(
            problem,
            Forward(n_features_to_select=1),
            on_event=History(ProgressBar(disable=None)),
        )

    assert capsys.readouterr() == ("", "")
