"""What an honest error says."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray
from wrapsel.ranking.stability import Stability, nogueira
from wrapsel.subset import Subset

Method = Literal["nested", "redrawn", "given"]


@dataclass(frozen=True)
class HonestError:
    """The error that a selection will have on other rows, and how sure that is.

    Parameters
    ----------
    error : float
        `measured` plus `correction`.
    standard_error : float
    method : {"nested", "redrawn", "given"}
        What it is made of: outer searches, too; folds drawn anew alone; or, as the
        folds were given and there are no others, those of the search.
    measured : float
        The mean error of the selection over the folds drawn anew, or the given ones.
    correction : float, default=0.0
        What the outer searches promised too much, on average; at least 0.
    n_draws : int, default=0
        How often folds were drawn anew.
    subsets : tuple of Subset, default=()
        What each outer search chose.
    n_repeats : int, default=1
        How often the outer folds were drawn.

    Examples
    --------
    >>> print(HonestError(0.0612, 0.0049, "redrawn", 0.0612, n_draws=5))
    0.061 +- 0.005 (on folds drawn anew 5 times)
    """

    error: float
    standard_error: float
    method: Method
    measured: float
    correction: float = 0.0
    n_draws: int = 0
    subsets: tuple[Subset, ...] = field(default=(), repr=False)
    n_repeats: int = 1

    @property
    def n_outer(self) -> int:
        """Number of outer searches."""
        return len(self.subsets)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of variables that each outer search chose."""
        return tuple(map(len, self.subsets))

    @property
    def frequency(self) -> FloatArray:
        """How often the outer searches chose each variable, (n_variables,), 0 to 1.

        Raises
        ------
        ValueError
            If there were none.
        """
        return np.asarray(self._masks().mean(axis=0))

    @property
    def stability(self) -> Stability | None:
        """How alike the outer selections are, by Nogueira's index, with an interval.

        None if there were not two searches, or all chose no or all variables: then
        the index is not defined.
        """
        if self.n_outer < 2:
            return None
        masks = self._masks()
        return None if masks.all() or not masks.any() else nogueira(masks)

    def __str__(self) -> str:
        n_folds = self.n_outer // self.n_repeats
        times = f", drawn {self.n_repeats} times" if self.n_repeats > 1 else ""
        said = {
            "nested": f"nested in {n_folds} folds{times}",
            "redrawn": f"on folds drawn anew {self.n_draws} times",
            "given": "on the given folds, on which it was selected",
        }
        return f"{self._rounded()} ({said[self.method]})"

    def _rounded(self) -> str:
        """Show the digits that the standard error leaves."""
        if not 0 < self.standard_error < math.inf:
            return f"{self.error:.4g} +- {self.standard_error:.1g}"
        digits = max(0, -math.floor(math.log10(self.standard_error)))
        return f"{self.error:.{digits}f} +- {self.standard_error:.{digits}f}"

    def _masks(self) -> NDArray[np.bool_]:
        """Return what the outer searches chose, (n_outer, n_variables)."""
        if not self.subsets:
            raise ValueError(
                "an honest error that is not nested has no outer searches to compare"
            )
        return np.array([subset.mask() for subset in self.subsets])
