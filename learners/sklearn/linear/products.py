"""Products of columns over training and test rows, of those columns asked for."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from wrapsel.compiled import compiled, inner

TILE = 4  # columns that share a pass over the table
CHUNK = 64  # columns whose products lie in memory part by part
MOST_BYTES = 2**30  # of products that are kept, on all folds; `Base` takes half as much
FEW_PARTS = 32  # of which all but one are added, not taken from the sum of all


@compiled(fastmath={"contract", "reassoc"})
def multiply(table, ends, columns, out):
    """Set `out` (n_some, n_parts, n_columns) to products of some columns with all.

    The same two columns give the same bits in any order, whichever are asked for with
    them: the last of a few stands in for those that a tile lacks.
    """
    last = len(columns) - 1
    for first in range(0, len(columns), TILE):
        i1, i2, i3 = min(first + 1, last), min(first + 2, last), min(first + 3, last)
        for g in range(len(ends) - 1):
            x0 = table[columns[first], ends[g] : ends[g + 1]]
            x1 = table[columns[i1], ends[g] : ends[g + 1]]
            x2 = table[columns[i2], ends[g] : ends[g + 1]]
            x3 = table[columns[i3], ends[g] : ends[g + 1]]
            for j in range(len(table)):
                z = table[j, ends[g] : ends[g + 1]]
                t0 = t1 = t2 = t3 = 0.0
                for i in range(len(z)):
                    t0 += x0[i] * z[i]
                    t1 += x1[i] * z[i]
                    t2 += x2[i] * z[i]
                    t3 += x3[i] * z[i]
                out[first, g, j] = t0
                out[i1, g, j] = t1
                out[i2, g, j] = t2
                out[i3, g, j] = t3


@compiled
def train_and_test(parts, columns, folds, sums, gram, tested):
    """Set products (n_folds, n_some, n_columns) on training and on test rows.

    Parameters
    ----------
    parts : ndarray of shape (n_some, n_parts, n_columns)
        Products of some columns with all.
    columns : ndarray of shape (n_some,)
    folds : tuple of ndarrays
        What a fold trains on, is tested on, sizes of both, means and diagonal.
    sums : ndarray of shape (n_parts, n_columns)
        Of columns over each part.
    """
    trains, tests, n_train, n_test, means, diagonal = folds
    for k in range(len(columns)):
        a = columns[k]
        for f in range(len(tests)):
            part = tests[f]
            add_training(parts[k], trains[f], part, gram[f, k])
            factor, mean, apart = n_train[f], means[f, a], sums[part, a]
            for j in range(gram.shape[2]):
                product = mean * means[f, j]
                gram[f, k, j] -= factor * product
                both = mean * sums[part, j] + apart * means[f, j]
                tested[f, k, j] = parts[k, part, j] - both + n_test[f] * product
            gram[f, k, a] = diagonal[f, a]


@inner
def add_training(parts, trains, test, out):
    """Set `out` (n_columns,) to the sum of the training parts (n_parts, n_columns).

    Of many parts it is that of all, less the test rows.
    """
    many = len(parts) > FEW_PARTS
    for j in range(len(out)):
        out[j] = 0.0
    for g in range(len(parts)):
        if many or trains[g]:
            for j in range(len(out)):
                out[j] += parts[g, j]
    if many:
        for j in range(len(out)):
            out[j] -= parts[test, j]


class Products:
    """Products of columns on the training and the test rows of folds.

    Parameters
    ----------
    table : ndarray of shape (n_columns, n_rows)
        The rows come in parts.
    ends : ndarray of shape (n_parts + 1,)
        Part g has the rows from ``ends[g]`` to ``ends[g + 1]``.
    trains : ndarray of bool, shape (n_folds, n_parts)
        The parts that each fold trains on.
    tests : ndarray of shape (n_folds,)
        The part that it is tested on.
    means : ndarray of shape (n_folds, n_columns)
        Of the training rows; they are taken from all rows.
    diagonal : ndarray of shape (n_folds, n_columns)
        Products of training columns with themselves, and any penalty.
    n_sharing : int, default=1
        How many tables like this share the room that there is.

    Notes
    -----
    Only products of columns that were asked for are kept, with all others: there is no
    square matrix of all columns unless all are asked for.

    Examples
    --------
    >>> table = np.array([[1.0, 2, 3], [4, 5, 7]])
    >>> fold = np.array([[True, False]]), np.array([1]), np.zeros((1, 2))
    >>> products = Products(table, np.array([0, 2, 3]), *fold, np.array([[5.0, 41]]))
    >>> products.ask(np.array([1]))
    >>> products.slots, products.gram[0, 0], products.tested[0, 0]
    (array([-1,  0]), array([14., 41.]), array([21., 49.]))
    """

    def __init__(self, table, ends, trains, tests, means, diagonal, n_sharing=1):
        self.table, self.ends = table, ends
        self.trains, self.tests, self.means = trains, tests, means
        self.diagonal = diagonal
        self.n_train = trains @ np.diff(ends)
        self._most = most_known(n_sharing * len(means), len(table))
        self.forget()

    def forget(self):
        """Forget all products, so that there is room for others."""
        n_folds, n_columns = self.means.shape
        self.slots, self._n_known = np.full(n_columns, -1), 0
        self.gram = np.empty((n_folds, 0, n_columns))
        self.tested = np.empty((n_folds, 0, n_columns))

    def ask(self, columns):
        """Make sure of the products of some columns, ascending."""
        new = columns[self.slots[columns] < 0]
        self._make_room(self._n_known + len(new))
        for first in range(0, len(new), CHUNK):
            self._add(new[first : first + CHUNK])

    def reaches(self, columns):
        """Make sure of the products of columns; return whether there is room."""
        if len(columns) > self._most:
            return False
        n_new = np.count_nonzero(self.slots[columns] < 0)
        if self._n_known + n_new > self._most:
            self.forget()
        if n_new:
            self.ask(columns)
        return True

    def within_reach(self, masks, places):
        """Yield places of masks whose products are at hand until the next are asked.

        One column of each may have none of its own. Left out are masks of more columns
        than there is room for.
        """
        unknown = np.count_nonzero(masks[places] & (self.slots < 0), axis=1) > 1
        if not unknown.all():
            yield places[~unknown]
        yield from self._made_known(masks, places[unknown])

    def _made_known(self, masks, places):
        if not len(places):
            return
        if self.reaches(np.flatnonzero(masks[places].any(axis=0))):
            yield places
        elif half := len(places) // 2:
            yield from self._made_known(masks, places[:half])
            yield from self._made_known(masks, places[half:])

    def between(self, fold, columns):
        """Return products of columns (n, n), one of which may have none of its own."""
        rows = self.slots[columns]
        known = rows >= 0
        if known.all():
            return self.gram[fold][rows[:, np.newaxis], columns]
        found = np.empty((len(columns), len(columns)))
        found[known] = self.gram[fold][rows[known, np.newaxis], columns]
        for place in np.flatnonzero(~known):
            found[place] = found[:, place]
            found[place, place] = self.diagonal[fold, columns[place]]
        return found

    def test_rows(self, fold):
        """Return where the test rows of a fold are in the table."""
        part = self.tests[fold]
        return slice(self.ends[part], self.ends[part + 1])

    def _make_room(self, n_known):
        if n_known > self.gram.shape[1]:
            size = min(max(2 * n_known, 2 * TILE), len(self.slots))
            self.gram = _grown(self.gram, size)
            self.tested = _grown(self.tested, size)

    def _add(self, columns):
        start, end = self._n_known, self._n_known + len(columns)
        parts = np.empty((len(columns), len(self.ends) - 1, len(self.slots)))
        multiply(self.table, self.ends, columns, parts)
        self.slots[columns], self._n_known = np.arange(start, end), end
        n_test = np.diff(self.ends)[self.tests]
        folds = self.trains, self.tests, self.n_train, n_test, self.means, self.diagonal
        new = self.gram[:, start:end], self.tested[:, start:end]
        train_and_test(parts, columns, folds, self.sums, *new)

    @property
    def sums(self):
        """The sums of columns over each part, of shape (n_parts, n_columns)."""
        if self._sums is None:
            self._sums = over_parts(self.table, self.ends)
        return self._sums

    _sums = None


def most_known(n_folds, n_columns):
    """Return of how many columns there is room for products with all."""
    return MOST_BYTES // (2 * 8 * n_folds * n_columns)


def over_parts(rows, ends):
    """Return sums of rows (n_columns, n_rows) over parts, (n_parts, n_columns).

    Examples
    --------
    >>> over_parts(np.array([[1.0, 2, 4]]), [0, 1, 3])
    array([[1.],
           [6.]])
    """
    return np.array([rows[:, a:b].sum(axis=1) for a, b in pairwise(ends)])


def _grown(array, size):
    grown = np.empty((len(array), size, array.shape[2]))
    grown[:, : array.shape[1]] = array
    return grown
