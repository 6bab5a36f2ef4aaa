"""The page says what was found, whatever that is."""

import re
import sys
from html.parser import HTMLParser

import pytest

from tests.report.results import NAMES, RESULTS, result
from wrapsel import History, Problem, select
from wrapsel.datasets import load
from wrapsel.report import About, html, write
from wrapsel.search import Backward


class Text(HTMLParser):
    """Collects tags and the text between them, by the innermost id."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text, self.open = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.text.append(data)

    @property
    def words(self):
        return " ".join(" ".join(self.text).split())


def text(*arguments, **options):
    return Text(html(*arguments, **options)).words


@pytest.fixture(scope="module")
def searched():
    from sklearn.naive_bayes import GaussianNB

    data, history = load("wine"), History()
    X = data.X.assign(**{"<b>copy</b>": data.X["proline"]})
    problem = Problem(GaussianNB(), X, data.y)
    listed = {"required": ["proline"], "forbidden": ["<b>copy</b>"]}
    found = select(
        problem, Backward(n_features_to_select=4), **listed, on_event=history
    )
    return found, problem, history


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_has_a_page_that_begins_with_the_answer(name):
    page = text(RESULTS[name])

    assert RESULTS[name].answer in page
    assert not re.search(r"\bnan\b|\binf\b|None(?! of| was| among)", page)


@pytest.mark.parametrize("name", RESULTS)
def test_names_are_text(name):
    page = html(RESULTS[name])

    assert "<script>alert" not in page
    tags = Text(page).tags
    assert [tag for tag, _ in tags].count("script") == 1


def test_what_is_said_of_the_data_is_text_too():
    about = About("<i>", {"<u>": "<s>"}, "<q>", "<del>")

    assert {"i", "u", "s", "q", "del"}.isdisjoint(
        tag for tag, _ in Text(html(result(), about=about)).tags
    )


def test_the_page_asks_for_nothing_from_elsewhere(searched):
    page = html(searched[0], searched[1], history=searched[2])

    tags = Text(page).tags
    for tag, attributes in tags:
        assert tag not in {"img", "iframe", "object", "embed"}
        assert "src" not in attributes
        assert attributes.get("href", "data:,") == "data:,"
    assert "url(" not in page
    assert "@import" not in page


def test_both_errors_stand_side_by_side():
    page = text(RESULTS["nested"])

    assert "0.200 ± 0.020" in page
    assert "0.125" in page
    assert "0.25" in page
    assert "5 searches on parts of the rows chose 1 to 3 variables" in page


def test_the_expectation_is_in_rows_only_where_the_error_is(searched):
    found, problem, _ = searched
    ridge = load("diabetes")
    from sklearn.linear_model import Ridge

    numbers = Problem(Ridge(), ridge.X, ridge.y, scoring="mean_squared_error")

    assert "Of 100 other rows, expect about" in text(found, problem)
    other = select(numbers, Backward(n_features_to_select=9))
    assert "Of 100 other rows" not in text(other, numbers)
    assert "error (mean_squared_error)" in text(other, numbers)


def test_each_chosen_variable_has_a_row(searched):
    found, problem, history = searched

    page = text(found, problem, history=history)

    for name in found.selected:
        assert f" {name} +" in page or f" {name} -" in page


def test_a_copy_is_warned_of(searched):
    found, problem, _ = searched

    assert "proline has the same values as <b>copy</b>" in text(found, problem)


def test_what_takes_too_long_is_not_measured(searched):
    found, problem, _ = searched

    page = text(found, problem, max_seconds=0.0)

    assert "has the same values" not in page
    assert found.answer in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("useless", "not below that of the best constant"),
        ("nested", "The cross-validated error is lucky"),
        ("nested", "The choice is not stable"),
        ("worse", "predict worse than all"),
        ("budget", "The budget ended the search"),
        ("interrupt", "The search was interrupted"),
    ],
)
def test_reasons_to_be_careful_are_told(name, words):
    assert words in text(RESULTS[name])


def test_a_good_answer_has_no_warning():
    quiet = result(
        honest=RESULTS["redrawn"].honest.__class__(0.12, 0.02, "given", 0.12)
    )

    assert "Warnings" not in html(quiet)


def test_few_rows_are_warned_of():
    from sklearn.naive_bayes import GaussianNB

    X, y = [[i, i % 3, 1] for i in range(20)], [0, 1] * 10
    problem = Problem(GaussianNB(), X, y)
    found = select(problem, Backward(n_features_to_select=2))

    assert "There are only 20 rows" in text(found, problem)


@pytest.mark.parametrize(("constant", "far"), [(0.3, False), (0.6, False), (9.0, True)])
def test_a_far_constant_does_not_push_the_others_together(constant, far):
    known = result(constant=RESULTS["nested"].constant._replace(error=constant))

    page = text(known)

    assert ("beyond" in page) == far
    assert f" {constant:g} " in page


def test_a_page_is_written_in_utf8(tmp_path):
    write(result(), tmp_path / "out.html")

    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "±" in page


def test_without_jinja_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)

    with pytest.raises(ImportError, match=r"pip install 'wrapsel\[report\]'"):
        html(result())


def test_every_name_is_shown_as_it_is():
    page = text(RESULTS["all variables"])

    assert all(name in page for name in NAMES)
