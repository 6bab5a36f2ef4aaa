"""What trees on many subsets say, as far as possible from what is remembered."""

from __future__ import annotations

import numpy as np

from learners.c45.recalling.memory import Memory

MANY_TIMES = 8  # as many variables at the root: to pass over them takes too long


class Recalled:
    """Fills in what trees say, and remembers their nodes if subsets are alike.

    Parameters
    ----------
    model : C45Tree
    table : Table
    parts : sequence of tuple
        The training rows of each fold, as `Table.training_rows` returns them.
    tests : sequence of ndarray
        The test rows of each fold.
    most_bytes : int
        What all memories may take.

    Notes
    -----
    A memory serves subsets of the variables that its root was asked for. It begins
    when variables are taken away: with a subset of the one before, or with several
    that have nearly all variables in common.
    """

    def __init__(self, model, table, parts, tests, most_bytes):
        self._model, self._table, self._parts = model, table, parts
        self._tests = tests
        self._every = np.arange(len(table.cells))
        most = most_bytes // max(1, len(parts))
        self._chosen = np.zeros(len(table.cells), np.bool_), None
        self._memories = [
            Memory(table, part, model._rules(), most, self._choose) for part in parts
        ]
        self._before, self._start = np.zeros(len(table.cells), np.bool_), None

    def through(self, masks, answers):
        """Yield each mask with its answer, to be filled; those of most variables first.

        So a path that adds variables is gone backwards, as one that removes them.
        """
        masks = np.array(masks, np.bool_)  # whose rows are kept
        together = masks.any(axis=0) if len(masks) > 2 else None
        sizes = np.count_nonzero(masks, axis=1)
        for at in np.argsort(-sizes, kind="stable"):
            mask, self._size = masks[at], sizes[at]
            self._start = self._where_to_start(mask, together)
            yield mask, answers[at]
            if self._size:
                self._before = mask

    def fill(self, answer, ask, mask, fold):
        """Fill what `ask` says of a fold's test rows."""
        memory = self._memories[fold]
        wide = self._wide(memory, mask)
        steps = None if wide is None else memory.steps(mask, wide)
        if steps is None:
            self._ask(ask, self._grown(mask, fold), fold, answer)
            return
        key = ask.__name__, steps.tobytes()
        known = memory.answers.get(key)
        if known is None:
            self._ask(ask, self._remembered(memory, steps), fold, answer)
            memory.keep(key, answer)
        else:
            answer[:] = known

    def _ask(self, ask, tree, fold, answer):
        ask(*tree, self._table.cells, self._tests[fold], answer)

    def _remembered(self, memory, steps):
        nodes, thresholds = memory.tree(steps)
        nodes = self._model._pruned(nodes)
        return nodes, thresholds, self._every, self._table.nominal

    def _grown(self, mask, fold):
        choice = self._choose(mask)
        columns = choice[0].columns
        nodes, thresholds, _ = self._model._grow(self._table, choice, self._parts[fold])
        return nodes, thresholds, columns, self._table.nominal[columns]

    def _choose(self, mask):
        known, choice = self._chosen
        if choice is None or not np.array_equal(known, mask):
            choice = self._table.choose(np.flatnonzero(mask))
            self._chosen = mask, choice
        return choice

    def _where_to_start(self, mask, together):
        """Return the variables that a new memory is asked for, None if none begins."""
        if self._size and _holds(self._before, mask):
            return self._before if _is_near(self._before, self._size) else mask
        is_start = together is not None and _is_near(together, self._size)
        return together if is_start and self._size else None

    def _wide(self, memory, mask):
        """Return the variables that new nodes are asked for; None: it is not used."""
        if self._size and memory.n_asked and _holds(memory.asked, mask):
            wide = mask | (self._before & memory.asked)
            wide = wide if _is_near(wide, self._size) else mask
            if memory.n_asked > MANY_TIMES * self._size:
                memory.forget()
            return wide
        if self._start is not None and memory.n_asked:
            memory.forget()
        return self._start


def _holds(wide, mask):
    return not (mask & ~wide).any()


def _is_near(wide, n):
    return np.count_nonzero(wide) <= n + n // 8 + 1
