"""The linear equations of all columns on one fold, solved for many subsets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtri

from learners.sklearn.linear.gram_solve import solve_subsets
from learners.sklearn.linear.least_norm import LeastNorm
from learners.sklearn.linear.products import Products


@dataclass(frozen=True, slots=True)
class System:
    """The linear equations of all columns on one fold.

    A subset S has the outputs constants + W' test[S], gram[S, S] W = right[S]; less
    half of right[S]' W for each class if `is_quadratic`.
    """

    products: Products
    fold: int  # of the products
    scales: np.ndarray  # (n_columns,), roots of products of columns with themselves
    right: np.ndarray  # (n_columns, n_outputs)
    constants: np.ndarray  # (n_outputs,)
    limits: tuple[float, float]
    least_norm: LeastNorm | None = None  # of one output
    is_quadratic: bool = False
    priors: object = None  # (n_outputs,), if centres span what counts
    tol: float = 0.0

    @property
    def n_train(self):
        """Number of training rows."""
        return self.products.n_train[self.fold]

    @property
    def n_test(self):
        """Number of test rows."""
        rows = self.products.test_rows(self.fold)
        return rows.stop - rows.start

    def tested(self, columns):
        """Return columns (n_columns, n_test) on the test rows, centred."""
        rows, means = self.products.test_rows(self.fold), self.products.means[self.fold]
        return self.products.table[columns, rows] - means[columns, np.newaxis]

    def inverse_root(self, columns, units):
        """Return the inverse of the Cholesky factor of products of scaled columns.

        None if they have none, or there are hardly fewer of them than training rows.

        Parameters
        ----------
        columns : ndarray of int
            Whose products are at hand.
        units : ndarray of shape (n_columns,)
            What to scale them by; 0 for a column not to be trusted.
        """
        if not (units > 0).all() or len(units) + 1 >= self.n_train:
            return None
        gram = self.products.between(self.fold, columns)
        gram = gram * (units[:, np.newaxis] * units)
        if not len(columns):
            return gram
        factor, failed = dpotrf(gram, lower=1)
        return None if failed else np.ascontiguousarray(dtrtri(factor, lower=1)[0])

    def without_constants(self, masks):
        """Return outputs (n_subsets, n_outputs, n_test), and which are sound.

        The constants are left out.
        """
        rows, n_outputs = self.products.test_rows(self.fold), len(self.constants)
        out = np.zeros((len(masks), n_outputs, self.n_test))
        sound = np.zeros(len(masks), np.bool_)
        products = np.zeros((len(masks) * self.is_quadratic, n_outputs, n_outputs))
        sizes = np.count_nonzero(masks, axis=1)
        known = self.products
        table = known.table, rows.start, known.means[self.fold]
        arrays = self.scales, self.right, table, masks
        for places in known.within_reach(masks, np.flatnonzero(sizes < self.n_train)):
            found = self.limits, out, products, sound
            gram = known.gram[self.fold], known.slots
            solve_subsets(*gram, *arrays, places, *found)
        sound |= sizes == 0
        if self.is_quadratic:
            out -= 0.5 * np.einsum("soo->so", products)[:, :, np.newaxis]
            sound &= self.spans_all(products, sizes, sound)
        return out, sound

    def alone(self, columns):
        """Return outputs (n_test,) of an unsound subset, less the constant, or None."""
        known = self.least_norm
        return None if known is None else known.outputs(columns, self.fold)

    def spans_all(self, products, sizes, sound, margin=0.0):
        """Return of which sound subsets centres span a space without a thin direction.

        Scikit-learn leaves out directions thinner than `tol` times the thickest. With a
        margin, those that are but this much thicker are not counted.
        """
        if self.priors is None:
            return sound
        roots = np.sqrt(self.priors)
        products = np.where(sound[:, None, None], products, 0.0)
        thickness = np.linalg.eigvalsh(products * np.outer(roots, roots))
        rank = np.minimum(sizes, len(roots) - 1)
        least = thickness[np.arange(len(sizes)), len(roots) - np.maximum(rank, 1)]
        bound = (max(1.01 * self.tol**2, 1e-10) + margin) * thickness[:, -1]
        return (least > bound) & sound | (sizes == 0)
