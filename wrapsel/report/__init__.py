"""One file that says what was found, how sure that is, and how to repeat it."""

from wrapsel.report.about import About
from wrapsel.report.page import html, write
from wrapsel.report.rank_page import ranking_html

__all__ = ["About", "html", "ranking_html", "write"]
