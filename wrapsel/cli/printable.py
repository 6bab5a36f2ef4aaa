"""Text that a terminal shows and does not obey."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Return text with what cannot be printed as escapes, line ends among it.

    Examples
    --------
    >>> printable("age\x1b[2K\n"), printable("größe")
    ('age\\x1b[2K\\n', 'größe')
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in text
    )
