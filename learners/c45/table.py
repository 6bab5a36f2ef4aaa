"""A data set made ready for many trees, each on some rows and variables."""

from __future__ import annotations

import numpy as np

from learners.c45 import ranking
from learners.c45.growth import grow
from learners.c45.logs import ONE, log_tables
from learners.c45.nodes import LOW_16, NONE, ORDERED, OTHER, PAIR, Chosen

MANY_LEVELS = 64  # from here on, a numeric column is sorted instead of counted
SOUGHT = np.array([[0, 0, 0, 0, NONE]])  # the split of a root, which is not known
LARGEST = 2**22 - 1  # rows and levels; they are packed into a word


class Table:
    """The columns of X, ranked, sorted and counted once.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_columns)
        Numbers, NaN where missing, and codes in the nominal columns.
    y : ndarray of shape (n_samples,)
        Class codes 0, 1, …
    coding : Coding
        Of the nominal columns.
    n_classes : int

    Examples
    --------
    >>> from learners.c45.nodes import Rules
    >>> from learners.tables.nominal import Coding
    >>> X, y = np.array([[0.5, 1.0], [0.7, 0.0], [0.9, 1.0]]), np.array([0, 1, 0])
    >>> table = Table(X, y, Coding.learn(X, [1]), n_classes=2)
    >>> part, rules = table.training_rows(np.arange(3)), Rules(1, True)
    >>> nodes, thresholds, *_ = table.grow(table.choose(np.arange(2)), [part], rules)
    >>> nodes[0, :3].tolist()  # variable 1, two children from node 1 on
    [1, 1, 2]
    """

    def __init__(self, X, y, coding, n_classes):
        n_rows, n_columns = X.shape
        if n_rows > LARGEST:
            raise ValueError(f"X must have at most {LARGEST} rows, got {n_rows}")
        if n_classes > LOW_16 + 1:
            raise ValueError(
                f"y must have at most {LOW_16 + 1} classes, got {n_classes}"
            )
        self.cells = np.require(X.T, np.float64, ["C", "W"])
        self.y, self.n_classes = y.astype(np.int64), n_classes
        self.nominal = np.zeros(n_columns, np.bool_)
        self.nominal[coding.places] = True
        self._ranks = np.empty((n_columns, n_rows), np.int32)
        self._log_tables = log_tables(n_rows)
        self._rank(coding)

    def _rank(self, coding):
        n_levels_of = dict(zip(coding.places, coding.n_levels, strict=True))
        self._slots = np.empty(len(self.cells), np.int64)
        values, entries, rare = [], [], []
        for j, (column, ranks) in enumerate(zip(self.cells, self._ranks, strict=True)):
            if self.nominal[j]:
                levels = np.arange(n_levels_of[j], dtype=np.float64)
                ranking.rank_codes(column, len(levels), ranks)
            else:
                order, levels = np.argsort(column), np.empty(len(column))
                n_levels = ranking.rank_column(column, order, ranks, levels)
                levels = levels[:n_levels].copy()
            values.append(levels)
            if self.nominal[j] or len(levels) <= MANY_LEVELS:
                self._slots[j] = -1 - len(rare)
                rare.append(self._rare(j, len(levels)))
            else:
                self._slots[j] = len(entries)
                entries.append(np.empty(len(column), np.int64))
                ranking.pack(ranks, order, self.y, entries[-1])
        self._entries = np.array(entries, np.int64).reshape(-1, self._ranks.shape[1])
        self._values = np.concatenate(values)
        self._value_starts = np.cumsum([0, *map(len, values)])
        self._keep_rare(rare)

    def _rare(self, j, n_levels):
        """Return a column's kind, cells, mode, and the rows and levels but for that."""
        ranks = self._ranks[j]
        mode, rows, levels = ranking.rare_levels(ranks, n_levels)
        if ranks.min() < 0:
            return OTHER, n_levels + 1, mode, rows, levels
        if n_levels <= 2:
            return PAIR, 1, mode, rows, np.zeros_like(levels)
        kind = OTHER if self.nominal[j] else ORDERED
        return kind, n_levels + 1, mode, rows, levels

    def _keep_rare(self, rare):
        nothing = np.empty(0, np.int32)
        parts = zip(*rare, strict=True) if rare else [()] * 5
        kinds, n_cells, modes, rows, levels = parts
        self._kinds = np.array(kinds, np.int64)
        self._n_cells = np.array(n_cells, np.int64)
        self._modes = np.array(modes, np.int64)
        self._rare_rows = np.concatenate([nothing, *rows])
        self._rare_levels = np.concatenate([nothing, *levels])
        self._rare_starts = np.cumsum([0, *map(len, rows)])

    def training_rows(self, rows):
        """Return these rows by class with their weights, as `grow` takes them."""
        rows = rows[np.argsort(self.y[rows], kind="stable")].astype(np.int64)
        return rows, np.full(len(rows), ONE, np.int64)

    def choose(self, columns):
        """Return what trees on some columns need, whatever their rows."""
        slots = self._slots[columns]
        is_sorted = slots >= 0
        counted = -1 - slots[~is_sorted]
        first_cells = np.cumsum(np.append(0, self._n_cells[counted]))
        cells, ends = ranking.cells_by_row(
            counted,
            self._rare_starts,
            self._rare_rows,
            self._rare_levels,
            first_cells,
            len(self.y),
        )
        variables = np.flatnonzero(~is_sorted)
        chosen = Chosen(
            ranks=self._ranks,
            columns=columns,
            nominal=self.nominal[columns],
            by_order=np.flatnonzero(is_sorted),
            counted=variables,
            kinds=self._kinds[counted],
            first_cells=first_cells,
            modes=self._modes[counted],
            owners=np.repeat(variables, self._n_cells[counted]),
            cells=cells,
            cell_ends=ends,
        )
        return chosen, slots[is_sorted]

    def grow(self, choice, parts, rules, usable=None, firsts=SOUGHT, most=0):
        """Return the nodes of trees, their thresholds and what else `grow` does.

        `choice` is from `choose`, each part from `training_rows`, or such as a node
        has. All variables are usable but where the places are false. `firsts` are the
        splits of all the rows, if known; `most` is how many numbers may be noted.
        """
        chosen, slots = choice
        rows, weights, ends = _joined(parts)
        if usable is None:
            usable = np.ones(len(chosen.columns), np.bool_)
        return grow(
            chosen,
            usable,
            self._values,
            self._value_starts,
            self._sorted(chosen, slots, rows, ends),
            rows,
            weights,
            ends,
            self.y,
            self.n_classes,
            firsts,
            rules,
            most,
            self._log_tables,
        )

    def _sorted(self, chosen, slots, rows, ends):
        if not len(slots):
            return np.empty((0, len(rows) + 1), np.int64)
        columns = chosen.columns[chosen.by_order]
        tables = self._entries, slots, self._ranks, columns, self.y
        return ranking.filter_sorted(*tables, rows, ends)


def _joined(parts):
    """Return the rows and weights of all parts, and where each part ends."""
    if len(parts) == 1:  # of another layout, all would be compiled anew
        [(rows, weights)] = parts
        ends = np.array([len(rows)])
        return np.ascontiguousarray(rows), np.ascontiguousarray(weights), ends
    rows, weights = (np.concatenate(each) for each in zip(*parts, strict=True))
    return rows, weights, np.cumsum([len(rows) for rows, _ in parts])
