"""A ranking in a notebook."""

import numpy as np
import pytest

from wrapsel.filters import Ranking


def test_a_notebook_shows_the_first_variables_with_bars():
    shown = Ranking.by_scores([0.25, -1.0, 0.5], redundant=[2])._repr_html_()

    assert shown.count("<tr>") == 4
    assert shown.index("<td>0</td>") < shown.index("<td>1</td>")
    assert "<td>0.5</td>" in shown
    assert "width:25px" in shown
    assert shown.count("redundant") == 1


@pytest.mark.parametrize(
    "scores", [[0.0, 0.0], [np.inf, 1.0], [-np.inf, -np.inf], [5.0]]
)
def test_any_scores_have_bars_of_a_length(scores):
    shown = Ranking.by_scores(scores)._repr_html_()

    assert "nanpx" not in shown
    assert "infpx" not in shown
    assert shown.count("px;") == len(scores)


def test_many_variables_are_counted():
    assert "and 80 more" in Ranking.by_scores(np.arange(100))._repr_html_()
