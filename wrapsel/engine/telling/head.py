"""The head of a result for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_CELL = "padding:2px 12px 2px 0;text-align:left"


def head(sentence: str, rows: Sequence[tuple[str, str]], notes: Sequence[str]) -> str:
    """Return a sentence, a table of two columns and notes as HTML; all are text.

    Examples
    --------
    >>> head("1 of 2 variables: <b>", [], [])
    '<div><p><strong>1 of 2 variables: &lt;b&gt;</strong></p></div>'
    """
    parts = [f"<p><strong>{escape(sentence)}</strong></p>"]
    if rows:
        parts += [f"<table><tbody>{''.join(map(_row, rows))}</tbody></table>"]
    parts += [f"<p>{escape(note)}</p>" for note in notes]
    return f"<div>{''.join(parts)}</div>"


def _row(row: tuple[str, str]) -> str:
    label, value = map(escape, row)
    return (
        f'<tr><th scope="row" style="{_CELL}">{label}</th>'
        f'<td style="{_CELL}">{value}</td></tr>'
    )
