"""Where a result comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class About:
    """What a report says of data, settings, and how to repeat the search.

    Parameters
    ----------
    title : str, default="Variable selection"
    facts : mapping of str to str
        Such as the name of the data or the strategy; shown beside what the problem
        tells by itself.
    command : str, default=""
        The command line that gives the same result.
    code : str, default=""
        The lines of Python that do.

    Examples
    --------
    >>> About("Wine", {"data": "wine.csv"}).facts["data"]
    'wine.csv'
    """

    title: str = "Variable selection"
    facts: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    code: str = ""
