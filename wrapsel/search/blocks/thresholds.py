"""The threshold of block addition and deletion, fixed or following what is accepted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Threshold:
    """The largest error that is accepted.

    Parameters
    ----------
    error : float
        At first that of all variables.
    update : bool, default=False
        Whether it falls to the error of each set accepted.

    Examples
    --------
    >>> Threshold(0.5).after(0.25).error, Threshold(0.5, update=True).after(0.25).error
    (0.5, 0.25)
    """

    error: float
    update: bool = False

    def accepts(self, error: float) -> bool:
        """Return whether an error is not above the threshold."""
        return error <= self.error

    def after(self, error: float) -> Threshold:
        """Return the threshold once a set with this error has been taken."""
        if not self.update:
            return self
        return Threshold(min(error, self.error), update=True)
