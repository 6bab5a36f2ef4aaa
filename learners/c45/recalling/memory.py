"""The nodes of all trees that were grown on the same rows."""

from __future__ import annotations

import numpy as np

from learners.c45 import nodes as fields
from learners.c45.nodes import NONE
from learners.c45.recalling.shelf import Shelf
from learners.c45.recalling.walks import BARRED, NODE, SPLIT, START, walk
from learners.c45.splits import GAIN, HIGH, INFO, LOW, N_SPLIT, VARIABLE

OF_OBJECTS = 500  # bytes of an answer's keys and place


class Memory:
    """Trees on some rows, whose nodes are remembered.

    What a variable gains at a node depends on the rows there, whatever other variables
    may split it. A tree is grown only where it leaves those that were grown before.

    Parameters
    ----------
    table : Table
    part : tuple
        Rows, as `Table.training_rows` returns them.
    rules : Rules
    most_bytes : int
        What it takes; if more is needed, it forgets all and begins anew.
    choose : callable
        Gives `Table.choose` of a mask of variables.

    Attributes
    ----------
    asked : ndarray of shape (n_columns,)
        The variables that the root was asked for.
    n_asked : int

    Examples
    --------
    >>> from learners.c45.nodes import Rules
    >>> from learners.c45.table import Table
    >>> from learners.tables.nominal import Coding
    >>> X, y = np.array([[0.5, 1.0], [0.7, 0.0], [0.9, 1.0]]), np.array([0, 1, 0])
    >>> table = Table(X, y, Coding.learn(X, [1]), n_classes=2)
    >>> part, every = table.training_rows(np.arange(3)), np.array([True, True])
    >>> choose = lambda mask: table.choose(np.flatnonzero(mask))
    >>> memory = Memory(table, part, Rules(1, True), 9999, choose)
    >>> nodes, thresholds = memory.tree(memory.steps(every, every))
    >>> nodes[0, :3].tolist()  # variable 1, two children from node 1 on
    [1, 1, 2]
    """

    def __init__(self, table, part, rules, most_bytes, choose):
        self._table, self._part, self._rules = table, part, rules
        self._choose = choose
        self._most_bytes = most_bytes
        self._too_many = np.inf  # variables, for a tree that is to be remembered
        self.forget()

    def forget(self):
        """Begin anew."""
        n_columns, self.n_asked = len(self._table.cells), 0
        n_fields = fields.N_FIELDS + self._table.n_classes
        self.asked, self.answers, self._answer_bytes = np.zeros(n_columns, bool), {}, 0
        self._nodes, self._thresholds = Shelf((n_fields,), int), Shelf((), float)
        self._gains, self._ratios = Shelf((), int), Shelf((), float)
        self._variables, self._firsts = Shelf((), np.int32), Shelf((), np.int32)
        self._beside, self._rows = Shelf((2,), np.int32), Shelf((2,), int)
        self._groups = Shelf((n_columns,), bool)
        self._begin()

    def _begin(self):
        rows, weights = self._part
        root = np.zeros((1, self._nodes.values.shape[1]), np.int64)
        root[0, [fields.NEXT, fields.SIZE]] = NONE, len(rows)
        self._nodes.extend(root)
        self._thresholds.extend([0.0])
        self._rows.extend(np.transpose([rows, weights]))
        self._groups.extend(self.asked[np.newaxis])

    @property
    def n_bytes(self):
        """What all arrays and answers take."""
        shelves = (each for each in vars(self).values() if isinstance(each, Shelf))
        return self._answer_bytes + sum(shelf.values.nbytes for shelf in shelves)

    def steps(self, mask, wide):
        """Return the steps of the tree on the variables of a mask.

        New nodes are searched by all variables of the wider mask. None is returned if
        the tree is larger than what may be remembered.
        """
        n_variables = np.count_nonzero(wide)
        if n_variables >= self._too_many:
            return None
        for _ in range(2):
            steps, ends = self._walk(mask)
            while len(ends) and self._grow(ends, mask, wide):
                steps, ends = self._walk(mask)
            if not len(ends):
                return steps
            self.forget()
        self._too_many = n_variables
        return None

    def tree(self, steps):
        """Return the nodes of a tree and its thresholds; variables are columns."""
        ids = steps[:, NODE]
        nodes, thresholds = self._nodes.values[ids], np.zeros(len(ids))
        inside = np.flatnonzero(steps[:, SPLIT] != NONE)
        splits, starts = steps[inside, SPLIT], steps[inside, START]
        nodes[:, [fields.VARIABLE, fields.GAIN, fields.N_CHILDREN]] = NONE, 0, 0
        nodes[inside, fields.VARIABLE] = self._variables.values[splits]
        nodes[inside, fields.GAIN] = self._gains.values[splits]
        nodes[:, fields.FIRST] = steps[:, START]
        nodes[inside, fields.N_CHILDREN] = np.diff(np.append(starts, len(ids)))
        thresholds[inside] = self._thresholds.values[ids[starts]]
        return nodes, thresholds

    def keep(self, key, answer):
        """Remember what a tree says, if there is room."""
        n_bytes = answer.nbytes + len(key[1]) + OF_OBJECTS
        if self.n_bytes + n_bytes <= self._most_bytes:
            self.answers[key] = answer.copy()
            self._answer_bytes += n_bytes

    def _walk(self, mask):
        return walk(
            self._nodes.values,
            self._gains.values,
            self._ratios.values,
            self._variables.values,
            self._firsts.values,
            self._groups.values,
            mask,
        )

    def _grow(self, ends, mask, wide):
        """Grow what is missing below nodes; tell whether it can be remembered.

        A row of `ends` is a node and its split, if that is known.
        """
        choice = self._choose(wide)
        columns = choice[0].columns
        nodes, thresholds, _, notes, rows, is_whole = self._table.grow(
            choice,
            [self._rows_of(node) for node in ends[:, 0]],
            self._rules,
            mask[columns],
            self._splits(ends[:, 1], columns),
            max(0, self._most_bytes - self.n_bytes) // 8,
        )
        if is_whole:
            notes[:, VARIABLE] = columns[notes[:, VARIABLE]]
            self._join(ends, nodes, thresholds, notes)
            self._rows.extend(rows)
            self._groups.extend(wide[np.newaxis])
            if tuple(ends[0]) == (0, NONE):
                self.asked, self.n_asked = wide, len(columns)
        return is_whole and self.n_bytes <= self._most_bytes

    def _rows_of(self, node):
        kept, size = self._nodes.values[node, [fields.KEPT, fields.SIZE]]
        return self._rows.values[kept : kept + size].T

    def _splits(self, splits, columns):
        """Return splits as `Table.grow` takes them."""
        out = np.full((len(splits), N_SPLIT), NONE)
        (known,) = np.nonzero(splits != NONE)
        out[known, GAIN] = self._gains.values[splits[known]]
        out[known[:, np.newaxis], [LOW, HIGH]] = self._beside.values[splits[known]]
        variables = self._variables.values[splits[known]]
        out[known, VARIABLE] = np.searchsorted(columns, variables)
        return out

    def _join(self, ends, nodes, thresholds, notes):
        """Put what was grown below nodes; the first that was grown are those nodes."""
        n_roots = len(ends)
        before = self._nodes.n_rows - n_roots
        nodes[nodes[:, fields.KEPT] != NONE, fields.KEPT] += self._rows.n_rows
        nodes[:, fields.FOUND] += self._gains.n_rows
        nodes[:, fields.ASKED] = self._groups.n_rows
        inside = np.flatnonzero(nodes[:, fields.VARIABLE] != NONE)
        firsts, n_children = nodes[inside][:, [fields.FIRST, fields.N_CHILDREN]].T
        nodes[:, fields.NEXT] = np.arange(1, len(nodes) + 1) + before
        nodes[firsts + n_children - 1, fields.NEXT] = NONE
        taken = nodes[:, fields.FOUND] + nodes[:, fields.BEST]
        known = ends[:, 1] != NONE
        taken[:n_roots][known] = ends[known, 1]
        self._renew(ends[~known, 0], nodes[:n_roots][~known])
        self._join_splits(notes)
        self._nodes.extend(nodes[n_roots:])
        self._thresholds.extend(np.zeros(len(nodes) - n_roots))
        self._firsts.values[taken[inside]] = firsts + before
        self._thresholds.values[firsts + before] = thresholds[inside]

    def _renew(self, places, nodes):
        """Replace nodes that were searched anew; they stay their parents' children."""
        of_parents = [fields.NEXT, fields.LEVEL]
        nodes[:, of_parents] = self._nodes.values[places][:, of_parents]
        self._nodes.values[places] = nodes

    def _join_splits(self, notes):
        gains, infos = notes[:, GAIN], notes[:, INFO]
        ratios = np.full(len(notes), BARRED)
        np.divide(gains, infos, out=ratios, where=infos > 0)
        self._gains.extend(gains)
        self._ratios.extend(ratios)
        self._variables.extend(notes[:, VARIABLE])
        self._beside.extend(notes[:, [LOW, HIGH]])
        self._firsts.extend(np.full(len(notes), NONE))
