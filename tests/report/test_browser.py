"""The page in a real browser."""

from pathlib import Path

import pytest

from tests.report.browser import browser
from tests.report.results import RESULTS
from wrapsel import History, Problem, select
from wrapsel.datasets import load
from wrapsel.report import About, html
from wrapsel.search import Backward

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LOOKS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def searched():
    from sklearn.naive_bayes import GaussianNB

    data, history = load("wine"), History()
    long, evil = "a_name_of_" * 12, "<img src=x onerror=document.title='run'>"
    X = data.X.rename(columns={"proline": long, "hue": evil})
    X = X.assign(copy=X[long])
    problem = Problem(GaussianNB(), X, data.y)
    found = select(
        problem, Backward(n_features_to_select=8), honest="nested", on_event=history
    )
    about = About(
        "A title", {"data": "x" * 200}, "wrapsel select " + "y" * 200, "print()"
    )
    return found, html(found, problem, history=history, about=about)


@pytest.fixture
def open_page(chromium):
    """Return a function that opens a page; what the console says is an error."""
    pages, said = [], []

    def opened(content, width=1280, scheme="light"):
        page = chromium.new_page(
            viewport={"width": width, "height": 800}, color_scheme=scheme
        )
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url))
        page.set_content(content)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()
    assert [words for words in said if not words.startswith("data:")] == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_nothing_is_wider_than_the_screen(open_page, searched, width, scheme):
    page = open_page(searched[1], width, scheme)

    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_all_text_can_be_read(open_page, searched, width, scheme):
    page = open_page(searched[1], width, scheme)
    page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")

    contrast = page.evaluate(CONTRAST)

    assert contrast["seen"] > 100
    assert contrast["poor"] == []


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_shown_without_an_error(open_page, name):
    page = open_page(html(RESULTS[name]), 390)

    assert page.inner_text(".answer") == RESULTS[name].answer
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_names_are_shown_as_they_are(open_page, searched):
    found, content = searched
    page = open_page(content)

    rows = page.locator("#chosen tbody th").all_inner_texts()
    assert sorted(rows) == sorted(found.selected)
    assert page.locator("img").count() == 0
    assert page.title() == "A title"


def test_the_numbers_are_those_of_the_result(open_page, searched):
    found, content = searched
    page = open_page(content)

    honest = page.inner_text("tr.honest .value").split(" ± ")
    assert [float(part) for part in honest] == pytest.approx(
        [found.honest.error, found.honest.standard_error], abs=5e-4
    )
    assert f"{found.error:.4g}" in page.inner_text("section:first-of-type")
    times = page.locator("#chosen tbody tr td:nth-child(2)").all_inner_texts()
    frequency = dict(zip(found.names, found.honest.frequency, strict=True))
    names = page.locator("#chosen tbody th").all_inner_texts()
    n = found.honest.n_outer
    assert times == [f"{frequency[name] * n:.0f} of {n}" for name in names]


def test_a_table_sorts_by_the_keyboard(open_page, searched):
    page = open_page(searched[1])
    button = page.locator("#chosen thead button", has_text="without it")
    cells = page.locator("#chosen tbody td[data-value]:nth-child(4)")

    def values():
        return cells.evaluate_all("all => all.map(cell => +cell.dataset.value)")

    start = values()
    for rises in (False, True):
        button.press("Enter")
        assert values() == sorted(start, reverse=not rises)
    assert page.locator("#chosen th[aria-sort='ascending']").count() == 1


def test_the_interval_lies_where_its_numbers_are(open_page, searched):
    page = open_page(searched[1])

    low, dot, high = page.evaluate("""() => {
      const row = document.querySelector("tr.honest svg");
      const at = (e) => e.getBoundingClientRect(), all = at(row);
      const part = (x) => (x - all.left) / all.width;
      const line = at(row.querySelector(".interval"));
      const dot = at(row.querySelector(".dot"));
      return [part(line.left), part((dot.left + dot.right) / 2), part(line.right)];
    }""")
    assert low < dot < high
    assert (high - dot) / (dot - low) == pytest.approx(1, abs=0.1)


def test_everything_can_be_reached_by_the_keyboard(open_page, searched):
    page = open_page(searched[1], 390)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.tagName"))

    assert {"BUTTON", "SUMMARY", "PRE"} <= reached


def test_what_a_reader_hears_has_names(open_page, searched):
    page = open_page(searched[1])

    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"
    unnamed = "svg:not([role=img][aria-label]):not([aria-hidden=true])"
    assert page.locator(unnamed).count() == 0
    assert page.locator("thead th:empty").count() == 0
