"""What is noted of the nodes of a tree, for other trees on the same rows."""

from learners.c45.arrays import with_room
from learners.c45.nodes import BEST, FOUND, KEPT, N_FOUND
from learners.c45.splits import N_SPLIT
from wrapsel.compiled import inner


@inner
def note(notes, noted_rows, noted, node, found, n_found, best, here):
    """Note the splits found at a node, the best, and the rows; return both tables.

    `noted` are how many splits and rows are noted, and how many numbers may be; if
    there is no room for these, nothing is noted from here on.
    """
    n_notes, n_rows, rows, amounts = noted[0], noted[1], here.rows, here.amounts
    noted[2] *= N_SPLIT * (n_notes + n_found) + 2 * (n_rows + len(rows)) <= noted[2]
    if noted[2] == 0:
        return notes, noted_rows
    noted[0], noted[1] = n_notes + n_found, n_rows + len(rows)
    notes, noted_rows = with_room(notes, noted[0]), with_room(noted_rows, noted[1])
    for k in range(n_found):
        for field in range(N_SPLIT):
            notes[n_notes + k, field] = found[k, field]
    for i in range(len(rows)):
        noted_rows[n_rows + i, 0] = rows[i]
        noted_rows[n_rows + i, 1] = amounts[i]
    node[FOUND], node[N_FOUND], node[BEST], node[KEPT] = n_notes, n_found, best, n_rows
    return notes, noted_rows
