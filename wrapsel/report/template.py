"""The templates, with every name escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from wrapsel.report.figures import shown


def check_jinja() -> None:
    """Raise if what reports are made with is missing.

    Raises
    ------
    ImportError
        With what to install.

    Examples
    --------
    >>> check_jinja()
    """
    try:
        import jinja2  # noqa: F401
    except ImportError as cause:
        raise ImportError(
            "a report needs jinja2, which is missing: pip install 'wrapsel[report]'"
        ) from cause


def render(name: str = "page.html", **context: Any) -> str:
    """Return a template filled in; whatever is filled in is text, and no markup."""
    check_jinja()
    page: str = _environment().get_template(name).render(context)
    return page


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    return environment
