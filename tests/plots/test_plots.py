"""Every picture can be drawn of every result, on axes of one's own or new ones."""

import sys

import numpy as np
import pytest

from tests.report.results import NAMES, RESULTS, result
from wrapsel import History, Problem, plots, select
from wrapsel.filters import Ranking

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
from matplotlib.figure import Figure  # noqa: E402  # where there is none, skip

OF_ONE = [plots.path, plots.frontier, plots.errors]


def labels(axis):
    return [text.get_text() for text in axis.get_ticklabels()]


def drawn(ax):
    """Draw, so that what cannot be drawn fails here."""
    ax.figure.canvas.draw()
    return ax


@pytest.mark.parametrize("draw", OF_ONE)
@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_drawn_on_the_axes_given(draw, name):
    ax = Figure().subplots()

    assert draw(RESULTS[name], ax=ax) is ax
    assert "error" in drawn(ax).get_xlabel() + ax.get_ylabel()


def test_the_path_has_every_incumbent_and_both_errors():
    ax = plots.path(RESULTS["nested"])

    kept, everything, chosen = ax.lines[:3]
    assert kept.get_xydata().tolist() == [[4, 0.25], [3, 0.21], [2, 0.125]]
    assert set(everything.get_ydata()) == {0.25}
    assert chosen.get_xydata().tolist() == [[2, 0.125]]
    [bars] = ax.containers
    assert bars.lines[0].get_xydata().tolist() == [[2, 0.2]]
    ends = [part.get_ydata()[0] for part in bars.lines[1]]
    assert ends == pytest.approx([0.18, 0.22])


def test_the_frontier_is_the_smallest_error_of_each_size():
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB

    from wrapsel.search import Exhaustive

    history, problem = History(), Problem(GaussianNB(), *load_iris(return_X_y=True))
    found = select(problem, Exhaustive(), honest=False, on_event=history)

    ax = plots.frontier(found, history)

    frame = history.to_frame()
    smallest = frame[frame["complete"]].groupby("size")["error"].min()
    points = ax.lines[0].get_xydata()
    assert points.tolist() == [[s, e] for s, e in smallest.items()]


def test_frequencies_are_those_of_the_repeated_searches():
    ax = drawn(plots.frequency(RESULTS["nested"]))

    assert [bar.get_width() for bar in ax.patches] == [1.0, 0.6, 0.2, 0.2]
    assert labels(ax.yaxis) == list(NAMES)
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [False, False, True, True]
    assert "stability" in ax.get_title(loc="left")


@pytest.mark.parametrize("name", ["nothing known", "redrawn", "given"])
def test_without_repeated_searches_there_are_no_frequencies(name):
    with pytest.raises(ValueError, match="honest='nested'"):
        plots.frequency(RESULTS[name])


def test_a_ranking_is_drawn_in_order_with_the_redundant_marked():
    ranked = Ranking.by_scores([0.2, -1.0, 0.9, 0.5], redundant=[2])

    ax = drawn(plots.ranking(ranked, names=["a", "b", "$c$", "d"]))

    assert labels(ax.yaxis) == ["d", "a", "b", r"\$c\$"]
    assert [bar.get_width() for bar in ax.patches] == [0.5, 0.2, -1.0, 0.9]
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [False, False, False, True]
    assert len(plots.ranking(ranked, n_shown=2).patches) == 2


def test_strategies_stand_side_by_side():
    ax = drawn(plots.compare({"a": RESULTS["nested"], "b": RESULTS["nothing known"]}))

    assert labels(ax.yaxis) == ["a (2)", "b (2)"]
    with pytest.raises(ValueError, match="at least one"):
        plots.compare({})


def test_names_are_no_mathematics():
    odd = result()
    odd = odd.__class__(**{**vars(odd), "names": ("$x^$", "a_b", r"\frac", "%$")})

    drawn(plots.frequency(odd))
    drawn(plots.compare({"$^$": odd}))


@pytest.mark.parametrize("draw", [plots.path, plots.frontier, plots.frequency])
def test_without_matplotlib_the_extra_is_named(monkeypatch, draw):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)

    with pytest.raises(ImportError, match=r"pip install 'wrapsel\[plot\]'"):
        draw(result())


def test_many_variables_are_drawn_by_their_logarithm():
    from wrapsel import Evaluation, SearchResult, Spending, Subset

    full = Evaluation(Subset.full(240), 0.2, 5)
    few = Evaluation(Subset.of(np.arange(12), 240), 0.1, 5)
    names = tuple(range(240))

    ax = drawn(plots.path(SearchResult((full, few), full, Spending(), "x", names)))

    assert ax.get_xscale() == "symlog"


def test_the_trace_has_every_subset_tried_and_the_incumbent():
    from sklearn.datasets import load_wine
    from sklearn.naive_bayes import GaussianNB

    from wrapsel.search import RVErS

    history, problem = History(), Problem(GaussianNB(), *load_wine(return_X_y=True))
    found = select(problem, RVErS(), honest=False, on_event=history)

    tried, incumbent, accepted = drawn(plots.trace(history)).lines

    assert len(tried.get_xydata()) == len(history.verdicts)
    steps = incumbent.get_ydata()
    assert (steps[0], steps[-1]) == (13, len(found.subset))
    assert (np.diff(steps) <= 0).all()
    sizes = {len(kept.subset) for kept in found.path}
    assert set(accepted.get_ydata()) == sizes
    assert (tried.get_ydata()[1:] <= steps[:-1]).all()  # all are parts of the incumbent


def test_without_a_search_there_is_no_trace():
    with pytest.raises(ValueError, match="history must have seen a search"):
        plots.trace(History())


def test_the_frontier_by_price_is_what_nothing_beats():
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB

    from wrapsel.search import Exhaustive

    problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    prices = {"x0": 1.0, "x1": 2.0, "x2": 3.0, "x3": 9.0}
    found = select(problem, Exhaustive(), honest=False, prices=prices)

    ax = drawn(plots.frontier(found, by="price"))

    line, chosen = ax.lines
    assert ax.get_xlabel() == "price"
    assert (np.diff(line.get_xdata()) > 0).all()
    assert (np.diff(line.get_ydata()) < 0).all()
    assert chosen.get_xydata().tolist() == [[found.price, found.error]]
    free = select(problem, Exhaustive(), honest=False)
    with pytest.raises(ValueError, match="price"):
        plots.frontier(free, by="price")
