"""Figures of the papers: pairs, curves, steps, points."""

import pytest

from wrapsel.papers import Experiment, Number
from wrapsel.papers.drawing import draw


def drawn(plot, numbers, **given):
    made = Experiment("", list, list, plot, "x", "y", **given)
    return draw(made, numbers)


@pytest.mark.parametrize("plot", ["pairs", "curves"])
def test_both_kinds_of_figures_are_drawn(tmp_path, plot):
    made = [
        Number("a", "b", 1.0, 0.5, theirs=2.0, their_sd=0.1, x=1.0),
        Number("a", "c", 1e5, None, theirs=None, x=2.0),
        Number("d", "b", 3e4, theirs=1.0, x=1.0),
        Number("e", "b", None, theirs=1.0, x=1.0),
    ]
    path = tmp_path / "made.svg"
    drawn(plot, made).savefig(path)

    assert "<svg" in path.read_text()


def curve(place, panel="", n=3):
    return [Number(place, "y", float(k), x=float(k), panel=panel) for k in range(n)]


def test_a_curve_looks_the_same_in_each_panel():
    made = [
        *curve("A, test", "A"),
        *curve("B, inner", "B"),
        *curve("B, test", "B"),
    ]
    left, right = drawn("curves", made, y_top=5.0).axes

    assert (left.get_title(), right.get_title()) == ("A", "B")
    looks = [
        {line.get_label(): line.get_color() for line in ax.get_lines()}
        for ax in (left, right)
    ]
    assert looks[0]["test"] == looks[1]["test"] != looks[1]["inner"]
    assert {ax.get_ylim()[1] for ax in (left, right)} == {5.0}


def test_the_names_of_curves_that_any_panel_has_are_explained():
    made = [*curve("A, test", "A"), *curve("B, test", "B"), *curve("B, inner", "B")]
    texts = drawn("curves", made).axes[-1].get_legend().get_texts()
    assert [text.get_text() for text in texts] == ["test", "inner"]


@pytest.mark.parametrize("n_curves", [2, 3, 9])
def test_many_names_stand_beside_the_curves_and_not_on_them(n_curves):
    made = [number for k in range(n_curves) for number in curve(f"curve {k}")]
    figure = drawn("curves", made)

    assert len(figure.legends) == (n_curves > 2)
    assert (figure.axes[0].get_legend() is None) == (n_curves > 2)
    looks = {(line.get_color()) for line in figure.axes[0].get_lines()}
    assert len(looks) == n_curves


def test_steps_last_until_the_next():
    [line] = drawn("steps", curve("a")).axes[0].get_lines()
    assert line.get_drawstyle() == "steps-post"


def test_points_are_not_joined():
    [line] = drawn("points", curve("a")).axes[0].get_lines()
    assert line.get_linestyle() == "None"


def test_a_few_places_evenly_apart_are_named_on_the_axis():
    assert list(drawn("curves", curve("a", n=4)).axes[0].get_xticks()) == [0, 1, 2, 3]


def test_whole_numbers_have_no_ticks_between_them():
    ticks = drawn("curves", curve("a", n=14)).axes[0].get_xticks()
    assert len(ticks) > 3
    assert all(tick.is_integer() for tick in ticks)
