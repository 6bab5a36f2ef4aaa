"""Names of many columns without any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload


class Numbered(Sequence[str]):
    """The names x0, x1, … made as they are asked for: a million take 60 MB.

    Parameters
    ----------
    n : int
        How many there are.

    Examples
    --------
    >>> names = Numbered(3)
    >>> names[-1], list(names), "x3" in names, names == ("x0", "x1", "x2")
    ('x2', ['x0', 'x1', 'x2'], False, True)
    """

    __slots__ = ("_places",)
    __hash__ = None  # type: ignore[assignment]  # equal tuples have other hashes

    def __init__(self, n: int) -> None:
        self._places = range(n)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(f"x{i}" for i in self._places[place])
        return f"x{self._places[place]}"

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return (f"x{i}" for i in self._places)

    def __contains__(self, name: object) -> bool:
        if not (isinstance(name, str) and name[1:].isdecimal()):
            return False
        return name == f"x{int(name[1:])}" and int(name[1:]) in self._places

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        if len(self) != len(other):
            return False
        return all(mine == its for mine, its in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"Numbered({len(self)})"
