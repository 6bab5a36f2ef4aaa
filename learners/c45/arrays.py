"""What numpy would do, in compiled code that is soon compiled.

numpy's own functions take .1 to .7 s each, for each kind of array.
"""

import numpy as np

from wrapsel.compiled import inner


@inner
def copy_into(target, source):
    """Write a source over the start of a target.

    A slice would compile a second longer: for the message if its shape were wrong.
    """
    for i in range(len(source)):
        target[i] = source[i]


@inner
def longer(array, n):
    """Return an array of so many, zeros after those of this one."""
    room = np.zeros(n, array.dtype)
    copy_into(room, array)
    return room


@inner
def with_room(table, n_rows):
    """Return a table of at least so many rows, which starts as this one."""
    if n_rows <= len(table):
        return table
    wider = np.zeros((max(n_rows, 2 * len(table)), table.shape[1]), np.int64)
    for i in range(len(table)):
        copy_into(wider[i], table[i])
    return wider


@inner
def first_largest(values):
    """Return the place of the largest of some numbers, the first of equal ones."""
    best = 0
    for i in range(1, len(values)):
        if values[i] > values[best]:
            best = i
    return best
