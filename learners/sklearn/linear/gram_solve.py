"""Linear predictions of many subsets from one matrix of products of all columns."""

from dataclasses import dataclass

import numpy as np

from wrapsel.compiled import compiled


@compiled
def columns_in(mask, columns):
    """Write the columns of a mask, ascending, to the front of `columns`; count them."""
    size = 0
    for j in range(len(mask)):
        if mask[j]:
            columns[size] = j
            size += 1
    return size


@compiled
def gather(gram, scales, right, columns, R, Z, V):
    """Set R and Z to the system of some columns, scaled to a diagonal of ones."""
    for i in range(len(R)):
        a = columns[i]
        for j in range(i, len(R)):
            R[i, j] = gram[a, columns[j]] / (scales[a] * scales[columns[j]])
        for o in range(Z.shape[1]):
            Z[i, o] = right[a, o] / scales[a]
        for j in range(len(R)):
            V[i, j] = 0.0
        V[i, i] = 1.0


@compiled(error_model="numpy")
def eliminate(R, Z, V):
    """With R = L L', set Z to L^-1 Z and V to L^-1; return whether R allows it.

    Rows are taken from the rows below them, so that the inner loops need no sum.
    """
    for i in range(len(R)):
        if not R[i, i] > 0:
            return False
        root = 1 / np.sqrt(R[i, i])
        scale(R[i], i, len(R), root)
        scale(Z[i], 0, Z.shape[1], root)
        scale(V[i], 0, i + 1, root)
        for j in range(i + 1, len(R)):
            factor = R[i, j]
            take(R[j], R[i], j, len(R), factor)
            take(Z[j], Z[i], 0, Z.shape[1], factor)
            take(V[j], V[i], 0, i + 1, factor)
    return True


@compiled
def scale(row, start, end, factor):
    """Multiply a part of a row."""
    for j in range(start, end):
        row[j] *= factor


@compiled
def take(row, other, start, end, factor):
    """Take a multiple of a part of another row away."""
    for j in range(start, end):
        row[j] -= factor * other[j]


@compiled(error_model="numpy")
def is_sound(gram, scales, columns, V, most_inflation, most_spread):
    """Return whether the system is far enough from a singular one.

    The inflation is the trace of the inverse, scaled to a diagonal of ones; the spread
    is the trace times that of the inverse, both unscaled, and bounds the condition.
    """
    inflation = trace = of_inverse = 0.0
    for j in range(len(V)):
        total = 0.0
        for i in range(j, len(V)):
            total += V[i, j] * V[i, j]
        a = columns[j]
        inflation += total
        trace += gram[a, a]
        of_inverse += total / (scales[a] * scales[a])
    # Neither is true of NaN.
    return inflation <= most_inflation and trace * of_inverse <= most_spread


@compiled(error_model="numpy")
def add_outputs(scales, columns, Z, V, test, out):
    """Add the outputs for the test rows, one variable after the other."""
    for o in range(Z.shape[1]):
        total = out[o]
        for j in range(len(V)):
            weight = 0.0
            for i in range(j, len(V)):
                weight += V[i, j] * Z[i, o]
            weight /= scales[columns[j]]
            values = test[columns[j]]
            for i in range(len(values)):
                total[i] += weight * values[i]


@compiled
def fill_products(Z, out):
    """Set `out` to Z'Z."""
    for o in range(Z.shape[1]):
        for p in range(Z.shape[1]):
            total = 0.0
            for i in range(len(Z)):
                total += Z[i, o] * Z[i, p]
            out[o, p] = total


@compiled
def solve_subset(gram, scales, right, test, columns, limits, out, products):
    """Add to `out` the outputs of one subset; return whether they can be trusted."""
    for a in columns:
        if not scales[a] > 0:
            return False
    size = len(columns)
    R, V = np.empty((size, size)), np.empty((size, size))
    Z = np.empty((size, right.shape[1]))
    gather(gram, scales, right, columns, R, Z, V)
    if not eliminate(R, Z, V):
        return False
    if not is_sound(gram, scales, columns, V, limits[0], limits[1]):
        return False
    add_outputs(scales, columns, Z, V, test, out)
    if len(products):
        fill_products(Z, products)
    return True


@compiled
def solve_subsets(gram, scales, right, test, masks, limits, out, products, sound):
    """Add to `out` (n_subsets, n_outputs, n_test) the outputs of each mask.

    Each subset is solved alone: gram[S, S] W = right[S], then W' test[S] is added.
    `sound` says of which subsets to trust them. `products`, if not empty, are set to
    right[S]' W, of shape (n_subsets, n_outputs, n_outputs).

    Parameters
    ----------
    gram : ndarray of shape (n_columns, n_columns)
    scales : ndarray of shape (n_columns,)
        Square roots of its diagonal; zero for a column not to be trusted.
    right : ndarray of shape (n_columns, n_outputs)
    test : ndarray of shape (n_columns, n_test)
    limits : (float, float)
        Largest inflation and spread, as of `is_sound`.
    """
    columns = np.empty(masks.shape[1], np.int64)
    nothing = np.empty((0, 0))
    for r in range(len(masks)):
        size = columns_in(masks[r], columns)
        of_subset = products[r] if len(products) else nothing
        sound[r] = solve_subset(
            gram, scales, right, test, columns[:size], limits, out[r], of_subset
        )


@dataclass(frozen=True, slots=True)
class System:
    """The linear equations of all columns on one fold.

    A subset S has the outputs constants + W' test[S], gram[S, S] W = right[S]; less
    half of right[S]' W for each class if `is_quadratic`.
    """

    gram: np.ndarray  # (n_columns, n_columns)
    scales: np.ndarray  # (n_columns,)
    right: np.ndarray  # (n_columns, n_outputs)
    test: np.ndarray  # (n_columns, n_test)
    constants: np.ndarray  # (n_outputs,)
    n_train: int
    limits: tuple[float, float]
    is_quadratic: bool = False
    priors: object = None  # (n_outputs,), if centres span what counts
    tol: float = 0.0

    def solve(self, masks):
        """Return outputs (n_subsets, n_outputs, n_test), and which are sound."""
        n_outputs = len(self.constants)
        out = np.empty((len(masks), n_outputs, self.test.shape[1]))
        out[:] = self.constants[:, np.newaxis]
        products = np.zeros((len(masks) * self.is_quadratic, n_outputs, n_outputs))
        sound = np.empty(len(masks), np.bool_)
        arrays = self.gram, self.scales, self.right, self.test
        solve_subsets(*arrays, masks, self.limits, out, products, sound)
        sizes = masks.sum(axis=1)
        sound &= (sizes < self.n_train) | (sizes == 0)
        if self.is_quadratic:
            out -= 0.5 * np.einsum("soo->so", products)[:, :, np.newaxis]
            sound &= self._spans_all(products, sizes, sound)
        return out, sound

    def _spans_all(self, products, sizes, sound):
        """Return of which subsets the centres span a space without a thin direction.

        Scikit-learn leaves out directions thinner than `tol` times the thickest.
        """
        if self.priors is None:
            return sound
        roots = np.sqrt(self.priors)
        products = np.where(sound[:, None, None], products, 0.0)
        thickness = np.linalg.eigvalsh(products * np.outer(roots, roots))
        rank = np.minimum(sizes, len(roots) - 1)
        least = thickness[np.arange(len(sizes)), len(roots) - np.maximum(rank, 1)]
        bound = max(1.01 * self.tol**2, 1e-10) * thickness[:, -1]
        return (least > bound) | (sizes == 0)
