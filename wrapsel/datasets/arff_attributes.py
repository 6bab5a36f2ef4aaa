"""The attributes that an ARFF file declares, and how they read a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from wrapsel.datasets.arff_tokens import Cell, listed, tokens, unescaped

Value = str | float | None

_NUMERIC = ("numeric", "real", "integer")
_DECLARATION = re.compile(
    r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s{'"][^\s{]*))\s*(.*)""",
    re.IGNORECASE | re.ASCII,
)
_EXPECTED = "expected '@attribute name type', 'name {value, ...}' or '@data', got"
_ISO = "yyyy-MM-dd'T'HH:mm:ss"
# What Java's letters are to Python's strptime.
_FIELDS = {
    **{"yyyy": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%m"},
    **{"dd": "%d", "d": "%d", "HH": "%H", "H": "%H", "hh": "%I", "h": "%I"},
    **{"mm": "%M", "ss": "%S", "SSS": "%f", "a": "%p"},
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Attribute:
    """A column as the header declares it.

    Parameters
    ----------
    name : str
    values : tuple of str, optional
        What a nominal one may hold; any text if this is empty; None: numbers.
    date : str, optional
        The format of dates, which are numbers.

    Examples
    --------
    >>> Attribute("n").read("1.5"), Attribute("s", ()).read("1.5")
    (1.5, '1.5')
    """

    name: str
    values: tuple[str, ...] | None = None
    date: str | None = None

    @property
    def left_out(self) -> Value:
        """What a sparse row means that does not give it."""
        if self.values is None:
            return 0.0
        if not self.values:
            raise ValueError(f"a sparse row must give {self.name!r}, which is a string")
        return self.values[0]

    @property
    def read(self) -> Callable[[Cell], Value]:
        """How a cell becomes a value; raises ValueError if it cannot."""
        if self.date is not None:
            return self._milliseconds
        return self._number if self.values is None else self._label

    def _label(self, cell: Cell) -> Value:
        if cell is None or not self.values or cell in self.values:
            return cell
        allowed = ", ".join(self.values[:8])
        raise ValueError(
            f"{self.name!r} must hold one of {allowed} as declared, got {cell!r}"
        )

    def _number(self, cell: Cell) -> Value:
        try:
            if cell is None:
                return None
            # Python alone takes 1_000 for a number.
            return float(cell.replace("_", "x"))
        except ValueError:
            raise ValueError(f"{self.name!r} must hold numbers, got {cell!r}") from None

    def _milliseconds(self, cell: Cell) -> Value:
        if cell is None:
            return None
        try:
            date = datetime.strptime(cell, _strptime(self.date or _ISO))
        except ValueError:
            raise ValueError(
                f"{self.name!r} must hold dates like {self.date}, got {cell!r}"
            ) from None
        return (date.replace(tzinfo=UTC) - _EPOCH) / timedelta(milliseconds=1)


def declared(line: str) -> Attribute:
    """Return the attribute that a line declares.

    Examples
    --------
    >>> declared("@attribute 'a b' {x, y}")
    Attribute(name='a b', values=('x', 'y'), date=None)
    """
    match = _DECLARATION.fullmatch(line)
    if match is None:
        raise ValueError(f"{_EXPECTED} {line[:60]!r}")
    name = next(part for part in match.groups() if part is not None)
    name, kind = name if match[3] else unescaped(name), match[4]
    if kind.startswith("{"):
        return Attribute(name, _values(kind, line))
    word, *rest = [cell for cell, _ in _words(kind)] or [""]
    if word in _NUMERIC and (not rest or re.fullmatch(r"\[.*\]", " ".join(rest))):
        return Attribute(name)
    if word == "string" and not rest:
        return Attribute(name, ())
    if word == "date" and len(rest) <= 1:
        return _dated(name, [cell for _, cell in _words(kind)][1:])
    if word == "relational":
        raise ValueError(f"relational attributes are not read, such as {name!r}")
    raise ValueError(
        f"the type of {name!r} must be {', '.join(_NUMERIC)}, string, date or "
        f"{{value, ...}}, got {kind[:60]!r}"
    )


def _words(kind: str) -> list[tuple[str, str]]:
    """Return the words of a type, in small letters and as they are."""
    kind = re.sub(r"\s*\[", " [", kind, count=1)
    return [((cell or mark).lower(), cell or mark) for mark, cell in tokens(kind)]


def _values(kind: str, line: str) -> tuple[str, ...]:
    inside = [*tokens(kind)][1:]
    if not inside or inside.pop()[0] != "}":
        raise ValueError(f"{_EXPECTED} {line[:60]!r}")
    return tuple(cell for cell in listed(inside) if cell is not None)


def _dated(name: str, formats: list[str]) -> Attribute:
    date = formats[0] if formats else _ISO
    _strptime(date)
    return Attribute(name, date=date)


def _strptime(date: str) -> str:
    """Return Python's words for a date format of Java's."""
    parts = re.findall(r"'([^']*)'|([A-Za-z])(\2*)|([^A-Za-z'])", date)
    try:
        return "".join(
            _FIELDS[letter + more] if letter else (quoted or other).replace("%", "%%")
            for quoted, letter, more, other in parts
        )
    except KeyError as cause:
        raise ValueError(f"the date format {date!r} is not known, at {cause}") from None
