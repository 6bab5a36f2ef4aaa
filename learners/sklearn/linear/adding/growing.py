"""How squared errors with one variable more change as their base grows."""

import numpy as np

from learners.sklearn.linear.bounds import NEAR, bound, norm
from learners.sklearn.linear.square_kernels import lower_times, transposed_times
from wrapsel.compiled import compiled, inner

BLOCK = 256  # columns whose sums stay in the first cache


@compiled(error_model="numpy")
def grow(place, products, test, targets, sides, others, base):
    """Take one of the other columns into a base.

    Parameters
    ----------
    place : int
        Of the column, in `others`.
    products : tuple of ndarrays
        Products of training columns, and of test columns, of shape (n_known,
        n_columns), and where they have those of a column; of the base and of the
        column itself they do.
    test : (ndarray, int, ndarray)
        Rows of all columns, which is the first test row, and what centres columns.
    targets : ndarray of shape (n_test,)
    sides : ndarray of shape (4, n_columns)
        As of `Additions`.
    others : ndarray of shape (n_others,)
    base : tuple of ndarrays
        Those of `Base`; all but the sums have room for one column more.
    """
    order, root, crossed, of_base, projected, sums, state = base
    n, column, units = len(order) - 1, others[place], sides[0]
    order[n] = column
    pivot, factors = sums[0, place], np.empty((4, n))
    for i in range(n):
        factors[0, i] = projected[i, place]
    shared, unscaled = transposed_times(root, factors[0]), np.empty(n)
    take(shared, place, sums, root, crossed, of_base)
    tested = products[1][products[2][column]]
    cross(factors[0], tested, order, units, root, crossed)
    squares, scaled = 1.0, units[column] ** 2
    for i in range(n):
        unit = units[order[i]]
        unscaled[i] = shared[i] * unit * unit
        squares += shared[i] ** 2
        scaled += shared[i] * unscaled[i]
    on_shared, on_unscaled = lower_times(root, shared), lower_times(root, unscaled)
    for i in range(n):
        factors[1, i] = crossed[n, i]
        factors[2, i], factors[3, i] = on_shared[i], on_unscaled[i]
    along = sums[3, place] / np.sqrt(pivot)
    of_last = squares, scaled, along
    update_sums(products, others, units, base, factors, of_last)
    state[3] += squares / pivot
    state[4] += 1 / units[column] ** 2
    state[5] += scaled / pivot
    state[7] = max(state[7], sides[2, column])
    of_base[1, n] = along
    for i in range(n + 1):
        of_base[1, i] -= of_base[0, n] * crossed[n, i]
    solve(test, targets, units, order, root, crossed, of_base, state)


@compiled(error_model="numpy")
def weigh_added(sums, places, units, n, state, limits, errors, bounds):
    """Set the errors of a base with each column added, and their bounds.

    Parameters
    ----------
    sums : ndarray of shape (7, n_others)
        Those of `Base`.
    places : ndarray of int
        Of the columns, in these.
    units : ndarray of shape (n_added,)
        What the columns are scaled by.
    n : int
        Number of columns of the base.
    state : ndarray of shape (10,)
        What `bound` takes.
    """
    error, weight_size, slope_size, inflation = state[0], state[1], state[2], state[3]
    trace, spread, reach = state[4], state[5], state[6]
    for r in range(len(places)):
        k, square = places[r], units[r] * units[r]
        pivot, alone, along, squares = sums[0, k], sums[2, k], sums[3, k], sums[4, k]
        weight = sums[1, k] / pivot
        found = error - 2 * weight * along + weight * weight * alone
        worse = inflation + (1 + squares) / pivot
        wider = (trace + 1 / square) * (spread + (square + sums[5, k]) / pivot)
        sound = (square > 0) & (pivot > 0)
        sound &= (worse <= NEAR * limits[0]) & (wider <= NEAR * limits[1])
        far = 1 + np.sqrt(squares)
        slope, weight = abs(along - weight * alone) / pivot, abs(weight)
        slopes = slope_size + weight * reach * np.sqrt(abs(alone)) + far * slope
        weights = weight_size + far * weight
        off = bound(n + 1, found, slopes, weights, far * weight, sums[6, k], state)
        errors[r], bounds[r] = found, off if sound else np.inf


@inner(error_model="numpy")
def take(shared, place, sums, root, crossed, of_base):
    """Set what is last in a base by the sums of the column that it takes."""
    n, pivot = len(shared), sums[0, place]
    size = np.sqrt(pivot)
    add_row(root, shared, size)
    of_base[0, n] = sums[1, place] / size
    crossed[n, n] = sums[2, place] / pivot


@inner(error_model="numpy")
def add_row(root, shared, size):
    """Set the row of a root after those of a base, by a column's coefficients on it."""
    n = len(shared)
    for i in range(n):
        root[n, i] = -shared[i] / size
    root[n, n] = 1 / size


@inner
def cross(on_base, tested, order, units, root, crossed):
    """Set the last row and column of `crossed`, but for the corner."""
    n = len(on_base)
    products = np.empty(n)
    for i in range(n):
        products[i] = tested[order[i]] * units[order[i]] * units[order[n]]
    found = lower_times(root, products)
    for i in range(n):
        for k in range(n):
            found[i] -= on_base[k] * crossed[k, i]
        crossed[n, i] = crossed[i, n] = found[i] * root[n, n]


@inner(fastmath={"contract"})
def update_sums(products, others, units, base, factors, of_last):
    """Update the sums of all other columns by the last one of the base.

    Parameters
    ----------
    factors : ndarray of shape (4, n)
        Of what others have in common with the rest of the base, so as to find what they
        have with the last column on training rows, and on test rows; and coefficients
        times its coefficients, in scaled columns and as they are.
    of_last : (float, float, float)
        Squares of these of the last column, and its product with residuals.
    """
    order, root, crossed, of_base, projected, sums, _ = base
    n = len(order) - 1
    squares, unscaled, along = of_last
    share, corner, inverse = of_base[0, n], crossed[n, n], root[n, n]
    common = np.empty((4, BLOCK))
    for first in range(0, len(others), BLOCK):
        some = others[first : first + BLOCK]
        gather(products, some, units, order, root[n], common)
        add_common(projected, first, factors, common)
        for j in range(len(some)):
            k, on_last, on_test = first + j, common[0, j] * inverse, common[1, j]
            factor = on_last * inverse
            projected[n, k] = on_last
            sums[0, k] -= on_last * on_last
            sums[1, k] -= on_last * share
            sums[2, k] += on_last * (on_last * corner - 2 * on_test)
            sums[3, k] += share * (on_last * corner - on_test) - on_last * along
            sums[4, k] += factor * (factor * squares - 2 * common[2, j])
            sums[5, k] += factor * (factor * unscaled - 2 * common[3, j])
            sums[6, k] = max(sums[6, k], sums[2, k])


@inner(fastmath={"contract"})
def gather(products, some, units, order, last, common):
    """Set products of some columns with the last one of a base.

    On test rows that is the one of L^-1 X'; nothing else is in common yet.
    """
    gram, tested, slots = products
    n = len(order) - 1
    row = gram[slots[order[n]]]
    for j in range(len(some)):
        common[0, j] = row[some[j]] * units[order[n]]
        common[1, j] = common[2, j] = common[3, j] = 0.0
    for i in range(n + 1):
        row, factor = tested[slots[order[i]]], last[i] * units[order[i]]
        for j in range(len(some)):
            common[1, j] += factor * row[some[j]]
    for j in range(len(some)):
        common[0, j] *= units[some[j]]
        common[1, j] *= units[some[j]]


@inner(fastmath={"contract"})
def add_common(projected, first, factors, common):
    """Add what columns have in common with each column of the base but the last."""
    for i in range(factors.shape[1]):
        row = projected[i, first : first + BLOCK]
        a, b, c, d = factors[0, i], factors[1, i], factors[2, i], factors[3, i]
        for j in range(len(row)):
            common[0, j] -= a * row[j]
            common[1, j] -= b * row[j]
            common[2, j] += c * row[j]
            common[3, j] += d * row[j]


@inner
def solve(test, targets, units, order, root, crossed, of_base, state):
    """Set the error of a base, and the sizes of what it was solved with."""
    (table, first, means), n = test, len(order) - 1
    weights = transposed_times(root, of_base[0, : n + 1])
    residuals = targets.copy()
    for i in range(n + 1):
        factor, values = weights[i] * units[order[i]], table[order[i]]
        for k in range(len(residuals)):
            residuals[k] -= factor * (values[first + k] - means[order[i]])
    state[0] = norm(residuals) ** 2
    slopes = transposed_times(root, of_base[1, : n + 1])
    state[1], state[2] = norm(weights), norm(slopes)
    reach = state[6] ** 2
    for i in range(n + 1):
        together = 0.0
        for k in range(i + 1):
            together += root[i, k] * root[n, k]
        reach += crossed[n, i] * together * (1 if i == n else 2)
    state[6] = np.sqrt(max(reach, 0.0))
