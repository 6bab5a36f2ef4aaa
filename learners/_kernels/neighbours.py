"""Nearest neighbours of the same rows by many subsets of the columns."""

import numpy as np
from numba import njit

EPSILON = 2.0**-52
FLIPS = 3  # beyond, distances are summed anew
BLOCK = 32
LOOK = 4
PLACES = 2**12 - 1  # the bits of a place among the near rows
NOTHING = 2**62  # no row
TINY = 1e-300
WIDTH = 2  # times the root of neighbours times rows: those looked at first


@njit(cache=True, nogil=True)
def add_gaps(value, values, squared, sign, out):
    """Add the distances of a value to others, in one column, or take them away."""
    if squared:
        for j in range(len(values)):
            gap = value - values[j]
            out[j] += sign * (gap * gap)
    else:
        for j in range(len(values)):
            out[j] += sign * abs(value - values[j])


@njit(cache=True, nogil=True)
def sum_gaps(point, train, mask, squared, out):
    """Set `out` to the distances by a mask, summed column by column, ascending."""
    for j in range(len(out)):
        out[j] = 0.0
    for c in range(len(mask)):
        if mask[c]:
            add_gaps(point[c], train[c], squared, 1.0, out)


@njit(cache=True, nogil=True)
def distance_of(point, train, mask, squared, row):
    """Return one distance by a mask, with the bits of `sum_gaps`."""
    total = 0.0
    for c in range(len(mask)):
        if mask[c]:
            gap = point[c] - train[c, row]
            total += gap * gap if squared else abs(gap)
    return total


@njit(cache=True, nogil=True)
def clear(values, rows):
    """Begin with no neighbour."""
    for j in range(len(values)):
        values[j] = np.inf
        rows[j] = NOTHING


@njit(cache=True, nogil=True)
def insert(value, row, values, rows):
    """Insert among the ascending values and drop the last; equals in order of rows.

    All places are passed and exchanged without a branch that could be mispredicted.
    """
    for place in range(len(values)):
        other, other_row = values[place], rows[place]
        before = (value < other) | ((value == other) & (row < other_row))
        values[place] = value if before else other
        rows[place] = row if before else other_row
        value = other if before else value
        row = other_row if before else row


@njit(cache=True, nogil=True)
def find_nearest(distances, values, rows):
    """Set values and rows to those of the smallest distances, ascending.

    Blocks that hold none of them are passed over by a count without branches.
    """
    clear(values, rows)
    last = len(values) - 1
    for start in range(0, len(distances), BLOCK):
        end = min(start + BLOCK, len(distances))
        worst = values[last]
        n_near = 0
        for j in range(start, end):
            n_near += distances[j] < worst
        if n_near == 0:
            continue
        for j in range(start, end):
            if distances[j] < values[last]:
                insert(distances[j], j, values, rows)


@njit(cache=True, nogil=True)
def sort_near(distances, n_near, near_values, near_rows):
    """Set the first places to the smallest distances, ascending."""
    bound = np.partition(distances, n_near - 1)[n_near - 1]
    n_found = 0
    for j in range(len(distances)):
        if distances[j] < bound:
            near_values[n_found] = distances[j]
            near_rows[n_found] = j
            n_found += 1
    for j in range(len(distances)):
        if distances[j] == bound and n_found < n_near:
            near_values[n_found] = bound
            near_rows[n_found] = j
            n_found += 1
    order = np.argsort(near_values)
    near_values[:] = near_values[order]
    near_rows[:] = near_rows[order]


@njit(cache=True, nogil=True)
def find_near(
    point, train, squared, near_values, near_rows, distances, nearest
):  # fmt: skip
    """Find the nearest by each of some columns, added to the centre, all at once.

    Distances carry the place of their row among the near ones in their last bits, so
    that they sort by minima and maxima alone. Columns only add to distances: rows
    further by the centre than each column's last neighbour need no look.

    Parameters
    ----------
    point : ndarray of shape (n_added,)
    train : ndarray of shape (n_train, n_added)
    near_values, near_rows : ndarray of shape (n_near,)
    distances : ndarray of shape (n_added,)
    nearest : ndarray of shape (n_neighbours + 1, n_added)
    """
    bits = distances.view(np.int64)
    nearest[:] = np.inf
    for j in range(len(near_values)):
        if j % LOOK == 0 and j >= len(nearest) and near_values[j] > nearest[-1].max():
            return
        add_centre(point, train[near_rows[j]], squared, near_values[j], distances)
        for c in range(len(bits)):
            bits[c] = (bits[c] & ~PLACES) | j
        for place in range(len(nearest)):
            exchange(distances, nearest[place])


@njit(cache=True, nogil=True)
def add_centre(point, values, squared, of_centre, out):
    """Set `out` to a distance by the centre plus that by each column."""
    if squared:
        for c in range(len(out)):
            gap = point[c] - values[c]
            out[c] = of_centre + gap * gap
    else:
        for c in range(len(out)):
            out[c] = of_centre + abs(point[c] - values[c])


@njit(cache=True, nogil=True)
def exchange(distances, nearest):
    """Leave the smaller ones in `nearest`."""
    for c in range(len(distances)):
        a, b = distances[c], nearest[c]
        nearest[c] = a if a < b else b
        distances[c] = b if a < b else a


@njit(cache=True, nogil=True, error_model="numpy")
def weigh(values, squared, weights):
    """Set weights to inverse distances; rows at no distance leave none to others."""
    n_infinite = 0
    for j in range(len(weights)):
        weights[j] = 1 / (np.sqrt(values[j]) if squared else values[j])
        n_infinite += np.isinf(weights[j])
    if n_infinite:
        for j in range(len(weights)):
            weights[j] = 1.0 if np.isinf(weights[j]) else 0.0


@njit(cache=True, nogil=True)
def sort_rows(rows, n_rows, unsorted):
    """Sort the first few rows in place, by counts of smaller ones."""
    for i in range(n_rows):
        unsorted[i] = rows[i]
    for i in range(n_rows):
        place = 0
        for j in range(n_rows):
            place += unsorted[j] < unsorted[i]
        rows[place] = unsorted[i]


@njit(cache=True, nogil=True)
def measure_again(point, train, mask, squared, found, values, rows, weights):
    """Set the values of the nearest rows to their distances anew, and sort by them."""
    for j in range(len(weights)):
        found[j] = rows[j]
    clear(values, rows)
    for row in found[: len(weights)]:
        insert(distance_of(point, train, mask, squared, row), row, values, rows)


@njit(cache=True, nogil=True)
def move(point, train, mask, changed, squared, of_centre, out):
    """Set `out` to the distances by a mask, from those by the centre."""
    for j in range(len(out)):
        out[j] = of_centre[j]
    for c in changed:
        add_gaps(point[c], train[c], squared, 1.0 if mask[c] else -1.0, out)


@njit(cache=True, nogil=True)
def look_at_all(
    point, train, mask, changed, squared, exact, unit, furthest, n_neighbours,
    of_centre, distances, values, rows,
):  # fmt: skip
    """Find the nearest among all rows, by the centre if that makes no difference.

    Returns whether it was by the centre, so that values are not to the last bit.
    """
    last = len(values) - 1
    # A single addition has been tried, and was too close.
    is_hopeful = exact or len(changed) > 1 or (len(changed) and not mask[changed[0]])
    if is_hopeful and 0 < len(changed) <= FLIPS:
        move(point, train, mask, changed, squared, of_centre, distances)
        find_nearest(distances, values, rows)
        error = unit * (values[last] + 2 * furthest)
        if exact or last < n_neighbours:
            return True
        if values[last] - values[last - 1] > 2 * error:
            return True
    sum_gaps(point, train, mask, squared, distances)
    find_nearest(distances, values, rows)
    return False


@njit(cache=True, nogil=True)
def additions(masks, bounds, flips):
    """Return which masks add one column to the centre, and these columns."""
    is_one = np.zeros(len(masks), np.bool_)
    for r in range(len(masks)):
        if bounds[r + 1] - bounds[r] == 1:
            is_one[r] = masks[r, flips[bounds[r]]]
    added = np.empty(is_one.sum(), np.int64)
    n_added = 0
    for r in range(len(masks)):
        if is_one[r]:
            added[n_added] = flips[bounds[r]]
            n_added += 1
    return is_one, added


@njit(cache=True, nogil=True)
def vote(
    test, train, targets, n_neighbours, squared, weighted, any_order, exact,
    masks, centre, bounds, flips, out,
):  # fmt: skip
    """Set `out` to the sums of the nearest rows' targets, for each mask and test row.

    Distances of a mask are those of the centre plus and minus the columns in which it
    differs. If the last neighbour and the next are so close that rounding could
    exchange them, distances are summed anew in ascending order of the columns. So
    neighbours are always those by such sums, whatever the centre.

    Parameters
    ----------
    test : ndarray of shape (n_test, n_columns)
    train : ndarray of shape (n_columns, n_train)
    targets : ndarray of shape (n_train, n_outputs)
    any_order : bool
        Sums of targets are free of rounding.
    exact : bool
        Sums of distances are free of rounding.
    masks : ndarray of shape (n_subsets, n_columns)
    centre : ndarray of shape (n_columns,)
    bounds, flips : ndarray
        Mask r differs from the centre in ``flips[bounds[r]:bounds[r + 1]]``.
    out : ndarray of shape (n_subsets, n_test, n_outputs)
    """
    n_train, last = len(targets), min(n_neighbours, len(targets) - 1)
    of_centre, distances = np.empty(n_train), np.empty(n_train)
    values, weights = np.empty(last + 1), np.ones(n_neighbours)
    rows, spare = np.empty(last + 1, np.int64), np.empty(last + 1, np.int64)
    is_one, added = additions(masks, bounds, flips)
    of_added, nearest = np.empty(len(added)), np.empty((last + 1, len(added)))
    places = nearest.view(np.int64)
    n_near = min(n_train, PLACES, WIDTH * int(np.sqrt((last + 1) * n_train)))
    if not centre.any():
        n_near = min(n_train, PLACES)
    near_values, near_rows = np.empty(n_near), np.empty(n_near, np.int64)
    train_added = train[added].T.copy()
    unit = (2 * centre.sum() + 4 * FLIPS) * EPSILON
    for i in range(len(test)):
        point = test[i]
        sum_gaps(point, train, centre, squared, of_centre)
        furthest = of_centre.max()
        reach = 0.0
        if len(added):
            sort_near(of_centre, n_near, near_values, near_rows)
            find_near(
                point[added], train_added, squared, near_values, near_rows,
                of_added, nearest,
            )  # fmt: skip
            reach = near_values[-1] if n_near < n_train else np.inf
        n_ones = 0
        for r in range(len(masks)):
            is_certain = False
            if is_one[r]:
                c, n_ones = n_ones, n_ones + 1
                worst = nearest[last, c]
                gap = worst - nearest[last - 1, c] if last else np.inf
                error = (unit + 4 * PLACES * EPSILON) * worst + TINY
                is_certain = worst < reach and (last < n_neighbours or gap > 2 * error)
                if is_certain:
                    for place in range(n_neighbours):
                        rows[place] = near_rows[places[place, c] & PLACES]
            if not is_certain:
                is_certain = look_at_all(
                    point, train, masks[r], flips[bounds[r] : bounds[r + 1]], squared,
                    exact, unit, furthest, n_neighbours, of_centre, distances, values,
                    rows,
                )  # fmt: skip
            if weighted:
                if is_certain:
                    measure_again(
                        point, train, masks[r], squared, spare, values, rows, weights
                    )
                weigh(values, squared, weights)
            elif not any_order:
                sort_rows(rows, n_neighbours, spare)
            for o in range(targets.shape[1]):
                total = 0.0
                for j in range(n_neighbours):
                    total += weights[j] * targets[rows[j], o]
                out[r, i, o] = total
