"""The values of a line of an ARFF file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

Cell = str | None
Token = tuple[str, Cell]  # a mark and None, or "value" and what it is

# A comment starts a line or follows a blank, a quote or a brace: "50%" is a value.
_TOKEN = re.compile(
    r"""\s*(?:
        (?<![^\s}"'])%.*
      | (?P<mark>[,{}])
      | (?<![^\s,{}])(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)')
        (?=[\s,{}%]|$)
      | (?P<word>[^\s,{}"']+)
      | (?P<wrong>\S.*)
    )""",
    re.VERBOSE | re.ASCII,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[0-7]{1,3}|.)")
_ESCAPED = dict(zip("tnrbf", "\t\n\r\b\f", strict=True)) | {c: c for c in "\\\"'%"}


def tokens(line: str) -> Iterator[Token]:
    r"""Yield each mark, ``,``, ``{`` or ``}``, and each value; a bare ? is None.

    Raises
    ------
    ValueError
        If a quote is not closed, or an escape is unknown.

    Examples
    --------
    >>> list(tokens("a,'?' ? % note"))
    [('value', 'a'), (',', None), ('value', '?'), ('value', None)]
    """
    for match in _TOKEN.finditer(line):
        kind, text = match.lastgroup, match[match.lastgroup or 0]
        if kind == "wrong":
            raise ValueError(f"cannot read {text[:60]!r}")
        if kind == "mark":
            yield text, None
        elif kind == "word":
            yield "value", None if text == "?" else text
        elif kind is not None:
            yield "value", unescaped(text)


def listed(found: Iterable[Token]) -> list[Cell]:
    """Return values that commas or blanks separate; nothing between commas is None.

    Examples
    --------
    >>> listed(tokens("1, 'a b' 2,,?"))
    ['1', 'a b', '2', None, None]
    """
    cells: list[Cell] = []
    expected = True  # a comma or the end would close an empty cell
    for kind, cell in found:
        if kind in "{}":
            raise ValueError(f"cannot read {kind!r} here")
        if kind == "value" or expected:
            cells.append(cell)
        expected = kind == ","
    return [*cells, None] if expected else cells


def unescaped(text: str) -> str:
    r"""Return what stands between quotes.

    Examples
    --------
    >>> unescaped(r"it\'s")
    "it's"
    """
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = match[1]
    if code in _ESCAPED:
        return _ESCAPED[code]
    if len(code) == 1 and not code.isdecimal():
        raise ValueError(f"Unsupported escape sequence: {match[0]}")
    return chr(int(code[1:], 16) if code[0] == "u" else int(code, 8))
