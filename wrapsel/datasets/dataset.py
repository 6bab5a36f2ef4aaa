"""What `load` returns."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Variables and target, of training rows and perhaps of test rows.

    Parameters
    ----------
    X : DataFrame of shape (n_samples, n_variables)
        Numeric variables are float64; nominal ones are categories, all of them
        strings, the same ones in `X_test`. Missing cells are NaN.
    y : ndarray of shape (n_samples,)
        Labels (strings) of a nominal target, numbers of a numeric one.
    target : hashable
        Name of the target.
    X_test, y_test : as `X` and `y`, optional
        The test set.

    Examples
    --------
    >>> from wrapsel.datasets import load
    >>> load("wine")
    178 rows, 13 variables (0 nominal), target "target"
    """

    X: pd.DataFrame
    y: NDArray[Any]
    target: Hashable
    X_test: pd.DataFrame | None = None
    y_test: NDArray[Any] | None = None

    @property
    def names(self) -> list[Hashable]:
        """Names of the variables, in the order of the columns."""
        return list(self.X.columns)

    @property
    def nominal(self) -> list[Hashable]:
        """Names of the nominal variables, in the order of the columns."""
        kinds = zip(self.X.columns, self.X.dtypes, strict=True)
        return [name for name, dtype in kinds if dtype == "category"]

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return self.X.shape[1]

    def __repr__(self) -> str:
        test = "" if self.X_test is None else f", {len(self.X_test)} test rows"
        return (
            f"{len(self.X)} rows, {self.n_variables} variables "
            f'({len(self.nominal)} nominal), target "{self.target}"{test}'
        )
