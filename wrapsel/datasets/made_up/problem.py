"""What the makers of artificial problems return."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MadeProblem:
    """A data set of which it is known what matters.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_variables)
        Values of the variables: float64, or int64 if they are nominal.
    y : ndarray of shape (n_samples,)
        Classes (int64), or numbers (float64) in regression.
    relevant : tuple of int
        Variables of which the noise-free target is made.
    redundant : tuple of tuples of int
        Groups of variables that stand for each other, the relevant ones included. Of a
        group with k relevant variables any k are as good.
    name : str
        Name of the problem.
    nominal : bool, default=False
        Whether the variables are nominal.
    names : tuple of str, optional
        Names of the variables; by default x1, x2, ...

    Examples
    --------
    >>> from wrapsel.datasets.made_up.useless_alone import make_xor
    >>> make_xor(n_samples=50)
    xor: 50 rows, 100 variables, 2 of them relevant
    """

    X: NDArray[Any]
    y: NDArray[Any]
    relevant: tuple[int, ...]
    redundant: tuple[tuple[int, ...], ...] = ()
    name: str = ""
    nominal: bool = False
    names: tuple[str, ...] = ()

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return int(self.X.shape[1])

    def __repr__(self) -> str:
        return (
            f"{self.name}: {len(self.X)} rows, {self.n_variables} variables, "
            f"{len(self.relevant)} of them relevant"
        )

    def shuffled(self, random_state: int = 0) -> MadeProblem:
        """Put the variables in a random order.

        In most problems the relevant variables come first, where a method that breaks
        ties by the index finds them too easily.

        Examples
        --------
        >>> from wrapsel.datasets.made_up.useless_alone import make_xor
        >>> make_xor(n_variables=10).shuffled(random_state=1).relevant
        (3, 4)
        """
        order = np.random.default_rng(random_state).permutation(self.n_variables)
        place = np.argsort(order).tolist()
        return replace(
            self,
            X=self.X[:, order],
            relevant=tuple(sorted(place[i] for i in self.relevant)),
            redundant=tuple(
                tuple(sorted(place[i] for i in group)) for group in self.redundant
            ),
            names=tuple(np.array(self._names())[order].tolist()),
        )

    def frame(self) -> pd.DataFrame:
        """Return X with names; a nominal variable becomes a category.

        Examples
        --------
        >>> from wrapsel.datasets.made_up.boolean import make_monks
        >>> list(make_monks().frame())
        ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
        """
        import pandas as pd

        frame = pd.DataFrame(self.X, columns=list(self._names()))
        return frame.astype("category") if self.nominal else frame

    def _names(self) -> tuple[str, ...]:
        return self.names or tuple(f"x{i + 1}" for i in range(self.n_variables))
