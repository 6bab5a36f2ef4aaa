"""How C4.5 reads names, in its files of names and of rows alike."""

from __future__ import annotations

import re

BLANKS = " \t\r\f"
# What a backslash takes the meaning from is hidden while marks are looked for.
_PLACES = {mark: chr(0xF800 + i) for i, mark in enumerate("\\.,:|")}
_MARKS = str.maketrans({place: mark for mark, place in _PLACES.items()})


def lines_of(text: str) -> list[str]:
    r"""Return the lines, whatever ends them.

    Examples
    --------
    >>> lines_of("a\r\nb\x85\n")
    ['a', 'b\x85', '']
    """
    return re.split(r"\r\n|\r|\n", text)


def hidden(text: str) -> str:
    r"""Return text without backslashes; the marks they stood before are none now.

    Examples
    --------
    >>> split(hidden(r"a\,b, c\.d"))
    ['a,b', 'c.d']
    """
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: _PLACES.get(found[1], found[1]), text)


def bare(row: str) -> str:
    """Return a row without its comment and its full stop.

    Examples
    --------
    >>> bare("1, yes . | a note")
    '1, yes '
    """
    return row.partition("|")[0].rstrip(BLANKS).removesuffix(".")


def split(text: str) -> list[str]:
    """Return the names between commas.

    Examples
    --------
    >>> split("light  blue , red")
    ['light blue', 'red']
    """
    return [shown(field) for field in text.split(",")]


def shown(text: str) -> str:
    """Return a name as it is meant: of several blanks one, and none around it."""
    text = text.strip(BLANKS)
    if "  " in text:
        text = re.sub(" +", " ", text)
    return text if text.isascii() else text.translate(_MARKS)
