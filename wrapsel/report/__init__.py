"""One file that says what was found, how sure that is, and how to repeat it."""

from wrapsel.report.about import About
from wrapsel.report.page import html, write

__all__ = ["About", "html", "write"]
