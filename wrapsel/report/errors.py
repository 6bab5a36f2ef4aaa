"""The honest error beside the optimistic one, and what that means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wrapsel.engine import HonestError, SearchResult
from wrapsel.report.figures import shown, with_error
from wrapsel.report.scales import Scale, linear

FAR = 2.5  # times the largest of the other errors
# By metric, the one that leads first: with all variables, with the selected ones.
TestErrors = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Row:
    """An error and its standard error, where it is known."""

    label: str
    note: str
    error: float
    standard_error: float = 0.0
    is_honest: bool = False
    is_constant: bool = False

    @property
    def shown(self) -> str:
        """The error as it is read."""
        if self.is_honest:
            return with_error(self.error, self.standard_error)
        return shown(self.error)

    @property
    def ends(self) -> tuple[float, float]:
        """A standard error below and above."""
        margin = self.standard_error if math.isfinite(self.standard_error) else 0.0
        return self.error - margin, self.error + margin


def rows(result: SearchResult, test_errors: TestErrors) -> list[Row]:
    """Return the errors that a reader compares, the honest one first."""
    n, every = len(result.subset), len(result.reference.subset)
    found = [
        Row(f"selected ({n})", "cross-validated: optimistic", result.error),
        Row(f"all variables ({every})", "cross-validated", result.reference.error),
    ]
    if (honest := result.honest) is not None:
        told = honest.error, honest.standard_error
        found.insert(0, Row(f"selected ({n})", _how(honest), *told, is_honest=True))
    if result.constant is not None:
        found.append(_constant(result.constant.error))
    tested = of_the_leading(test_errors)
    for label, error in zip(("all variables", "selected"), tested, strict=True):
        if error is not None:
            found.append(Row(label, "on the test rows", error))
    return found


def of_the_leading(
    test_errors: TestErrors,
) -> tuple[float, float] | tuple[None, None]:
    """Return the test errors of the metric that leads.

    Examples
    --------
    >>> of_the_leading({"accuracy": (0.25, 0.125), "roc_auc": (0.5, 0.25)})
    (0.25, 0.125)
    """
    return next(iter(test_errors.values()), (None, None))


def _constant(error: float) -> Row:
    return Row("no variable", "the best constant", error, is_constant=True)


def axis(found: Sequence[Row]) -> Scale:
    """Return the axis of the errors; it begins at 0 unless one is below.

    The error of no variable has no say if it is so large that it would push the others
    together.
    """
    compared = [end for row in found for end in row.ends if not row.is_constant]
    constant = [row.error for row in found if row.is_constant]
    near = [error for error in constant if error <= FAR * max(compared)]
    return linear([0.0, *compared, *near])


def meaning(result: SearchResult, per_row: bool) -> list[str]:
    """Say what the errors mean; `per_row`: they are parts of wrong rows."""
    honest = result.honest
    if honest is None:
        return [
            "No honest error was made. The cross-validated error of the selected "
            "variables is optimistic: of many subsets, the one was kept whose error "
            "turned out small, partly by luck."
        ]
    said = [_expectation(honest, per_row), _WHY_OPTIMISTIC, _SAID[honest.method]]
    if honest.correction:
        said.append(
            f"The errors that the repeated searches promised were too small by "
            f"{shown(honest.correction, honest.standard_error)} on average; that is "
            f"added to {shown(honest.measured, honest.standard_error)}, the error of "
            "the selected variables on folds drawn anew."
        )
    return said


_WHY_OPTIMISTIC = (
    "The cross-validated error of a selection is optimistic: of many subsets, the one "
    "was kept whose error turned out small, partly by luck. The honest error is not "
    "made on what the choice was made on."
)
_SAID = {
    "nested": "It comes from the whole search, repeated on parts of the rows, and "
    "judged by the rows that were left out.",
    "redrawn": "It comes from folds that had no part in the choice; the variables were "
    "still selected on all rows, so it may be too low.",
    "given": "The folds were given, so that there are no others: it is measured on "
    "those of the search, and is no less optimistic.",
}


def _expectation(honest: HonestError, per_row: bool) -> str:
    error, margin = honest.error, 2 * honest.standard_error
    if not math.isfinite(margin):
        return (
            f"Expect an error of {shown(error)} on other rows; how sure is not known."
        )
    if per_row:
        low, high = 100 * max(0.0, error - margin), 100 * min(1.0, error + margin)
        return (
            f"Of 100 other rows, expect about {100 * error:.0f} to be predicted "
            f"wrongly; {low:.0f} to {high:.0f} are within two standard errors."
        )
    spread = f"{shown(error - margin, margin)} to {shown(error + margin, margin)}"
    return (
        f"Expect an error of {shown(error, margin)} on other rows; "
        f"{spread} is within two standard errors."
    )


def _how(honest: HonestError) -> str:
    said = {
        "nested": f"honest: {honest.n_outer} repeated searches",
        "redrawn": f"honest: folds drawn anew {honest.n_draws} times",
        "given": "on the given folds",
    }
    return said[honest.method]
