"""The table and the targets of a problem: classes, and which columns are a variable."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.given.variables import Groups, read_variables
from wrapsel.evaluation.table import Rows, column_names
from wrapsel.evaluation.targets import NoTargets, is_classification
from wrapsel.subset import Subset
from wrapsel.words import ChecksWords


class TableAndTargets(ChecksWords):
    """What the data of a problem say of themselves.

    Attributes
    ----------
    learner : estimator
        It may say whether the targets are classes.
    X : table of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,) or (n_samples, n_targets), or NoTargets
    variables : dict or sequence of sequences, optional

    Examples
    --------
    >>> table = TableAndTargets()
    >>> table.X, table.variables = np.eye(3), {"both": ["x0", "x2"]}
    >>> table.names, table.columns(Subset.of([0], 2)).tolist()
    (('both', 'x1'), [0, 2])
    """

    learner: Any
    X: Any
    y: Any
    variables: Any

    @property
    def is_without_y(self) -> bool:
        """Whether there are no targets."""
        return self.y is None or isinstance(self.y, NoTargets)

    @cached_property
    def is_classification(self) -> bool:
        """Whether y holds classes."""
        return is_classification(self.learner, self.y)

    @cached_property
    def classes(self) -> NDArray[Any]:
        """The distinct labels, sorted; of all targets, if there are several."""
        return np.unique(self.y)

    @cached_property
    def codes(self) -> NDArray[np.signedinteger]:
        """The index of each row's label in `classes`, of the shape of y."""
        # Small codes are compared faster, and there are many comparisons.
        dtype = np.int8 if len(self.classes) < 128 else np.int32
        return np.asarray(np.searchsorted(self.classes, self.y), dtype=dtype)

    @cached_property
    def names(self) -> Sequence[Any]:
        """The name of each variable; of several columns without one, the first's."""
        if self.variables is None:
            return column_names(self.X)
        return tuple(name for name, _ in self._groups)

    @cached_property
    def n_variables(self) -> int:
        """Number of variables: columns, or groups of them."""
        return self.X.shape[1] if self.variables is None else len(self.column_groups)

    def columns(self, subset: Subset) -> Rows:
        """Return the column indices of a subset, ascending by variable."""
        if self.variables is None:
            return subset.indices()
        return np.concatenate([self.column_groups[i] for i in subset])

    @cached_property
    def column_groups(self) -> list[list[int]]:
        """The columns of each variable."""
        if self.variables is None:
            return [[column] for column in range(self.X.shape[1])]
        return [columns for _, columns in self._groups]

    @cached_property
    def _groups(self) -> Groups:
        return read_variables(self.variables, column_names(self.X))

    def column_masks(self, masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Turn masks over variables into masks over columns."""
        if self.variables is None:
            return masks
        wide = np.zeros((len(masks), self.X.shape[1]), dtype=np.bool_)
        for variable, columns in enumerate(self.column_groups):
            wide[:, columns] = masks[:, [variable]]
        return wide
