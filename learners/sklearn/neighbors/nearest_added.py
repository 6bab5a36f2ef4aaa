"""Nearest rows by a subset and each of some further columns, all at once."""

import numpy as np

from wrapsel.compiled import inner

PLACES = 2**12 - 1  # the bits of a place in the order of rows
LOOK = 8  # rows, before finished columns are looked for
GROUP = 3  # places passed at once
N_BUCKETS = 1024
SHIFT = 48  # leaves the sign, the exponent and four bits: 16 buckets an octave


@inner
def order_rows(distances, keys, counts, order):
    """Set `order` to the rows by buckets of ascending distances.

    The keys are the first bits of the distances. Those more than 64 octaves below the
    largest share a bucket, and get a key of zero.
    """
    least, most = np.int64(2**62), np.int64(0)
    for j in range(len(keys)):
        key = np.float64(distances[j]).view(np.int64) >> SHIFT
        keys[j] = key
        least, most = min(least, key), max(most, key)
    base = max(least, most - N_BUCKETS + 1)
    counts[: most - base + 2] = 0
    for j in range(len(keys)):
        counts[max(keys[j] - base, 0) + 1] += 1
    for bucket in range(most - base):
        counts[bucket + 1] += counts[bucket]
    for j in range(len(keys)):
        bucket = max(keys[j] - base, 0)
        order[counts[bucket]] = j
        counts[bucket] += 1
        if keys[j] <= base:
            keys[j] = 0


@inner
def measure(point, values, squared, of_subset, place, lanes, n_lanes, out):
    """Set `out` to a row's distances by the columns, its place in the last bits."""
    for c in range(n_lanes):
        gap = point[c] - values[lanes[c]]
        distance = of_subset + (gap * gap if squared else abs(gap))
        bits = (np.float64(distance).view(np.int64) & ~PLACES) | place
        out[c] = np.int64(bits).view(np.float64)


@inner
def exchange(a, b, first, second, third, n_lanes):
    """Leave the smallest in three ascending places, and the others in a and b."""
    for c in range(n_lanes):
        x, y = min(a[c], b[c]), max(a[c], b[c])
        z = first[c]
        first[c], z = min(x, z), max(x, z)
        x, y = min(z, y), max(z, y)
        z = second[c]
        second[c], z = min(x, z), max(x, z)
        x, y = min(z, y), max(z, y)
        z = third[c]
        third[c], z = min(x, z), max(x, z)
        a[c], b[c] = z, y


@inner
def set_aside(reach, last, point, lanes, n_lanes, nearest):
    """Move lanes that nothing beyond the reach can change to the end.

    Returns how many lanes are left.
    """
    c = 0
    while c < n_lanes:
        if nearest[last, c] >= reach:
            c += 1
            continue
        n_lanes -= 1
        lanes[c], lanes[n_lanes] = lanes[n_lanes], lanes[c]
        point[c], point[n_lanes] = point[n_lanes], point[c]
        for place in range(len(nearest)):
            other = nearest[place, n_lanes]
            nearest[place, n_lanes] = nearest[place, c]
            nearest[place, c] = other
    return n_lanes


@inner
def reach_of(order, keys, place):
    """Return what the distances by the subset reach from a place on, in all rows."""
    return np.int64(keys[order[place]] << SHIFT).view(np.float64)


@inner
def find_added(
    point, train, squared, distances, order, keys, last, lanes, a, b, nearest
):  # fmt: skip
    """Find the nearest rows by a subset and each of some further columns.

    Distances carry the place of their row in the order in their last bits, so that
    they sort by minima and maxima alone. Columns only add to distances: rows further
    by the subset than a column's last neighbour need no look.

    Parameters
    ----------
    point : ndarray of shape (n_added,)
        In the order of the lanes, and reordered with them.
    train : ndarray of shape (n_train, n_added)
    distances, order, keys : ndarray of shape (n_train,)
        By the subset, and as set by `order_rows`.
    last : int
        The place of the last neighbour of interest.
    lanes : ndarray of shape (n_added,)
        Set to the columns, in the order of those of `nearest`.
    a, b : ndarray of shape (n_added,)
        Working memory.
    nearest : ndarray of shape (n_places, n_added)
        More than `last` places, a multiple of `GROUP`.

    Returns
    -------
    int
        How many of the first lanes may have other neighbours beyond the last place.
    """
    n_lanes, n_rows = len(lanes), min(len(order), PLACES + 1)
    nearest[:] = np.inf
    for c in range(n_lanes):
        lanes[c] = c
    for j in range(0, n_rows, 2):
        if j % LOOK == 0 and j > last:
            reach = reach_of(order, keys, j)
            n_lanes = set_aside(reach, last, point, lanes, n_lanes, nearest)
            if n_lanes == 0:
                return 0
        row = order[j]
        measure(point, train[row], squared, distances[row], j, lanes, n_lanes, a)
        if j + 1 < n_rows:
            row = order[j + 1]
            of_row = distances[row]
            measure(point, train[row], squared, of_row, j + 1, lanes, n_lanes, b)
        else:
            b[:] = np.inf
        for place in range(0, len(nearest), GROUP):
            exchange(
                a, b, nearest[place], nearest[place + 1], nearest[place + 2], n_lanes
            )
    if n_rows == len(order):
        return 0
    reach = reach_of(order, keys, n_rows)
    return set_aside(reach, last, point, lanes, n_lanes, nearest)
