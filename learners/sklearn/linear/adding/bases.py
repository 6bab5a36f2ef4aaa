"""Solved subsets that grow by a variable at a time, on one fold."""

from __future__ import annotations

import numpy as np

from learners.sklearn.linear.bounds import state_of, traces

ROOM = 8  # columns by which a base can grow at least, before there is more
STEPS = 8  # that it grows by, one after the other, before it is solved anew


class Base:
    """A solved base, and what all other columns have in common with it.

    Parameters
    ----------
    others : ndarray of int
        Columns that sums are kept of.
    n_columns : int
    arrays : tuple
        Of the n columns of the base: themselves; L^-1 of (n, n), where LL' are their
        products; those of the columns of L^-1 X' on test rows; L^-1 times products with
        training targets, and with residuals on test rows; L^-1 times products with the
        others (n, n_others). All in columns scaled to products of one with themselves.
    sums : ndarray of shape (7, n_others)
        Of what the base leaves of each other column the size on training rows, the
        product with training targets, the size on test rows, the product with residuals
        there; the squares of its coefficients on the base, in scaled columns and as
        they are; the largest size on test rows so far. Sizes are squared.
    state : ndarray of shape (10,)
        As of `state_of`.
    """

    def __init__(self, others, n_columns, arrays, sums, state):
        self.others, self.sums, self.state = others, sums, state
        self.n = len(arrays[0])
        self.places = np.full(n_columns, -1)
        self.places[others] = np.arange(len(others))
        self._inside = np.zeros(n_columns, np.bool_)
        self._inside[arrays[0]] = True
        self._arrays, self._room = arrays, self.n

    def lacking(self, columns, added):
        """Return the few columns that it lacks of a larger base, or None.

        Parameters
        ----------
        columns : ndarray of int
            The larger base.
        added : ndarray of int
            Others, of which there are to be sums.
        """
        more = columns[~self._inside[columns]]
        if len(columns) - len(more) != self.n or len(more) > STEPS:
            return None
        known = (self.places[more] >= 0).all() and (self.places[added] >= 0).all()
        return more if known else None

    def with_another(self, column):
        """Return the arrays that a column is to be taken into, by `grow`."""
        if self.n == self._room:
            self._room = 2 * self.n + ROOM
            self._arrays = _with_room(self._arrays, self._room)
        self.n, self._inside[column] = self.n + 1, True
        return self.arrays

    @property
    def arrays(self):
        """All arrays, some of which have room for more than the n columns."""
        order, *arrays = self._arrays
        return order[: self.n], *arrays, self.sums, self.state


def _with_room(arrays, size):
    n_others = arrays[-1].shape[1]
    shapes = (size,), (size, size), (size, size), (2, size), (size, n_others)
    roomy = [np.zeros(shape, a.dtype) for shape, a in zip(shapes, arrays, strict=True)]
    for more, array in zip(roomy, arrays, strict=True):
        more[tuple(map(slice, array.shape))] = array
    return roomy


def solved(system, targets, sides, sizes, columns, others, root):
    """Return the base of some columns.

    Parameters
    ----------
    system, targets, sides, sizes
        As of `Additions`.
    columns, others : ndarrays of int
        Whose products are at hand, and those to keep sums of.
    root : ndarray of shape (n, n)
        From `System.inverse_root`.
    """
    (units, right, heights, with_tested), known = sides, system.products
    rows, scaled = known.slots[columns], units[columns]
    fold, places = system.fold, rows[:, np.newaxis]
    factors = scaled[:, np.newaxis] * units[others]
    gram = known.gram[fold][places, others] * factors
    tested = known.tested[fold][places, others] * factors
    within = known.tested[fold][places, columns] * (scaled[:, np.newaxis] * scaled)
    share, projected = root @ right[columns], root @ gram
    weights, shared = share @ root, root.T @ projected
    test = system.tested(columns) * scaled[:, np.newaxis]
    residuals = targets - weights @ test
    along = test @ residuals
    alone = heights[others] + of_columns(shared, within @ shared - 2 * tested)
    sums = [
        1 - of_columns(projected, projected),
        right[others] - share @ projected,
        alone,
        with_tested[others] - weights @ tested - along @ shared,
        of_columns(shared, shared),
        scaled**2 @ shared**2,
        np.maximum(alone, heights[others]),
    ]
    on_root = root @ along
    # Solved twice by the root, which loses less than the inverse itself does.
    parts = weights, on_root @ root, root.T @ (root @ test), heights[columns]
    of_inverse = traces(of_columns(root, root), scaled)
    state = state_of(residuals @ residuals, *parts, sizes, of_inverse)
    crossed = root @ within @ root.T
    arrays = columns, root, crossed, np.array([share, on_root]), projected
    return Base(others, len(units), arrays, np.array(sums), np.array(state))


def of_columns(one, other):
    """Return the products of columns of one with those of the other."""
    return np.einsum("ij,ij->j", one, other)
