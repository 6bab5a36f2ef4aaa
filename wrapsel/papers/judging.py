"""How near the numbers are to the paper's, and why where they are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache

from wrapsel.papers.experiment import Number
from wrapsel.papers.published import published

NEAR = 2.0  # standard deviations
STATES = ("near", "explained", "unexplained", "no deviation", "not made")


def state_of(experiment: str, number: Number) -> str:
    """Return what became of a number that the paper prints.

    "near" is within two standard deviations, or the same to three digits; "explained"
    any other for which there is a reason. The rest are "unexplained", or have "no
    deviation" to measure by, or are "not made". Times are "times", of machines twenty
    years apart; figures of other programs "cited"; what the paper does not print is "".

    Examples
    --------
    >>> state_of("rve-table-7", Number("DNA", "error", 5.5, 0.25, theirs=5.0))
    'near'
    """
    if number.theirs is None:
        return ""
    if number.measure == "seconds" or number.is_cited:
        return "cited" if number.is_cited else "times"
    if _is_same(number) or (number.apart is not None and abs(number.apart) <= NEAR):
        return "near"
    if reason_of(experiment, number):
        return "explained"
    if number.ours is None:
        return "not made"
    return "no deviation" if number.apart is None else "unexplained"


def _is_same(number: Number) -> bool:
    return number.ours is not None and f"{number.ours:.3g}" == f"{number.theirs:.3g}"


def reason_of(experiment: str, number: Number) -> str:
    """Return why a number differs, as far as is known; "" if it is not.

    Examples
    --------
    >>> number = Number("Water Purification, BD", "num", None, theirs=4.7)
    >>> reason_of("babd-table-4", number)
    'no public copy of the data set is known'
    """
    for row in _reasons():
        patterns = zip(
            (experiment, number.place, number.measure),
            (row["experiment"], row["place"], row["measure"]),
            strict=True,
        )
        if all(fnmatchcase(name, pattern) for name, pattern in patterns):
            return row["reason"]
    return ""


@cache
def _reasons() -> list[dict[str, str]]:
    """Return what is asked of each number, and for most of them thrice."""
    return published("reasons")


def counted(experiment: str, numbers: Sequence[Number]) -> str:
    """Return how many of the numbers that the paper prints are in which state.

    Examples
    --------
    >>> counted("", [Number("DNA", "error", 5.5, 0.25, theirs=5.0)])
    'printed: 1; near: 1, explained: 0, unexplained: 0, no deviation: 0, not made: 0'
    """
    found = Counter(state_of(experiment, number) for number in numbers)
    states = ", ".join(f"{state}: {found[state]}" for state in STATES)
    others = "".join(f"; {k}: {found[k]}" for k in ("times", "cited") if found[k])
    printed = sum(found[state] for state in STATES)
    return f"printed: {printed}; {states}{others}"
