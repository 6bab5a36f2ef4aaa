"""A store in one SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.errors import StoreError
from wrapsel.evaluation.stores.cells import packed, prefixes_of
from wrapsel.evaluation.stores.digests import row_digest, row_digests, subset_key
from wrapsel.evaluation.stores.schema import add_columns, check_version, make_tables
from wrapsel.evaluation.stores.stored import Prefix
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

_QUERY_SIZE = 500  # SQLite takes at least 999 parameters in one statement
_PATIENCE = 60  # seconds to wait for others

_PUT = """
INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (problem, key) DO UPDATE SET
    n_folds = excluded.n_folds, errors = excluded.errors, cost = excluded.cost,
    digest = excluded.digest
WHERE excluded.n_folds > n_folds
"""
_SELECT = "SELECT rowid, key, n_folds, errors, cost, digest FROM results WHERE"
_FOLLOWING = f"{_SELECT} rowid BETWEEN ? AND ? AND +problem = ?"  # +: by no index
_DESCRIBE = "UPDATE problems SET about = ? WHERE number = ? AND about IS NULL"
_FORGET = (
    "DELETE FROM results WHERE problem = ?",
    "DELETE FROM importances WHERE problem = ?",
    # The row stays: a search that goes on has its number, which nobody else may get.
    "UPDATE problems SET about = NULL, seconds = NULL, used = NULL WHERE number = ?",
)
_SPEND = """
UPDATE problems SET seconds = coalesce(seconds, 0) + ?, used = ? WHERE number = ?
"""


class SqliteStore:
    """Keeps the measured folds of any number of problems in one file.

    Each `put` is one transaction: a process that dies leaves the file whole.

    Parameters
    ----------
    path : str or Path
        Made if there is none.

    Raises
    ------
    StoreError
        If the file is not a store, is of a newer version, or cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, SqliteStore(f"{folder}/s.db") as store:
    ...     subset, prefix = Subset.of([1], 3), Prefix(np.ones((2, 1)), np.ones(2))
    ...     store.put("a problem", [subset], [prefix])
    ...     [known, unknown] = store.get("a problem", [subset, Subset.full(3)])
    >>> known.errors.ravel().tolist(), unknown
    ([1.0, 1.0], None)
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._numbers: dict[str, int] = {}
        self._next: int | None = None  # row, perhaps, of what is asked for next
        with self._errors():
            self._db = sqlite3.connect(
                self.path, isolation_level=None, timeout=_PATIENCE
            )
            try:
                self._open()
            except BaseException:
                self._db.close()
                raise

    def get(self, problem_id: str, subsets: Sequence[Subset], /) -> list[Prefix | None]:
        """Return what is known of each subset."""
        keys = [subset_key(subset) for subset in subsets]
        found: dict[bytes, Prefix] = {}
        with self._errors():
            problem = self._number(problem_id)
            for start in range(0, len(keys), _QUERY_SIZE):
                rows = self._rows(problem, keys[start : start + _QUERY_SIZE])
                cells = [row[1:-1] for row in rows]
                self._verify([r[-1] for r in rows], row_digests(problem_id, cells))
                found.update(prefixes_of(cells))
        return [found.get(key) for key in keys]

    def put(
        self, problem_id: str, subsets: Sequence[Subset], prefixes: Sequence[Prefix], /
    ) -> None:
        """Keep the longer prefixes, all or none of them."""
        with self._errors():
            problem = self._number(problem_id)  # it must outlive a rollback
            cells = [
                (subset_key(s), len(p.cost), packed(p.errors), packed(p.cost))
                for s, p in zip(subsets, prefixes, strict=True)
            ]
            digests = row_digests(problem_id, cells)
            rows = [
                (problem, cell[0], subset.to_bytes(), *cell[1:], digest)
                for subset, cell, digest in zip(subsets, cells, digests, strict=True)
            ]
            seconds = sum(prefix.seconds for prefix in prefixes)
            with self._transaction():
                self._db.executemany(_PUT, rows)
                self._db.execute(_SPEND, (seconds, time.time(), problem))

    def get_importances(
        self, problem_id: str, subset: Subset, by: RankBy = "learner", /
    ) -> FloatArray | None:
        """Return the importances of a subset, if known."""
        key = subset_key(subset, by)
        with self._errors():
            row = self._db.execute(
                "SELECT importances, digest FROM importances "
                "WHERE problem = ? AND key = ?",
                (self._number(problem_id), key),
            ).fetchone()
        if row is None:
            return None
        self._verify([row[1]], [row_digest(problem_id, key, row[0])])
        return np.frombuffer(row[0]).copy()

    def put_importances(
        self,
        problem_id: str,
        subset: Subset,
        importances: FloatArray,
        by: RankBy = "learner",
        /,
    ) -> None:
        """Keep the importances of a subset."""
        key, cell = subset_key(subset, by), packed(importances)
        with self._errors():
            digest = row_digest(problem_id, key, cell)
            row = (self._number(problem_id), key, cell, digest)
            put = "INSERT OR IGNORE INTO importances VALUES (?, ?, ?, ?)"
            self._db.execute(put, row)

    def describe(self, problem_id: str, about: str) -> None:
        """Keep what a problem is, for those who look into the store."""
        with self._errors():
            row = about, self._number(problem_id)
            self._db.execute(_DESCRIBE, row)

    def forget(self, problem_ids: Sequence[str]) -> None:
        """Remove all that is known of some problems, or nothing; the file shrinks."""
        with self._errors():
            numbers = [(self._number(name),) for name in problem_ids]
            with self._transaction():
                for statement in _FORGET:
                    self._db.executemany(statement, numbers)
            with suppress(sqlite3.OperationalError):  # no room, or others are reading
                self._db.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self) -> None:
        # A concurrent reader or writer must find either no store or a whole one.
        with self._transaction():
            # Another program's file may hold no table any more, or be one byte long.
            if not self.path.exists() or not self.path.stat().st_size:
                make_tables(self._db)
            check_version(self._db, self.path)
            add_columns(self._db)
        self._share()
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _share(self) -> None:
        """Let others read while one writes, from now on."""
        give_up = time.monotonic() + _PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # SQLite does not wait for another one that is doing the same.
                is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not is_busy or time.monotonic() > give_up:
                    raise
                time.sleep(0.01)

    def _rows(self, problem: int, keys: list[bytes]) -> list[Any]:
        """Return the rows of some keys.

        A search that goes on asks in the order in which it wrote: what follows on the
        last answer is found without looking for each key.
        """
        rows, missing = [], set(keys)
        if self._next is not None:
            last = self._next + len(keys) - 1
            found = self._db.execute(_FOLLOWING, (self._next, last, problem))
            rows = [row for row in found if row[1] in missing]
            missing.difference_update([row[1] for row in rows])
        if missing:
            places = ", ".join("?" * len(missing))
            some = f"{_SELECT} problem = ? AND key IN ({places})"
            rows += self._db.execute(some, (problem, *missing))
        ids = [row[0] for row in rows]
        dense = ids and max(ids) - min(ids) < 2 * len(ids)
        self._next = max(ids) + 1 if dense else None
        return rows

    def _verify(self, told: list[Any], digests: list[bytes]) -> None:
        if told != digests:
            raise StoreError(
                f"store {self.path} is damaged: a row is not what was written; restore "
                "a copy of it or name another file"
            )

    def _number(self, problem_id: str) -> int:
        if problem_id not in self._numbers:
            self._db.execute(
                "INSERT OR IGNORE INTO problems (id) VALUES (?)", (problem_id,)
            )
            [(number,)] = self._db.execute(
                "SELECT number FROM problems WHERE id = ?", (problem_id,)
            )
            self._numbers[problem_id] = number
        return self._numbers[problem_id]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeError, OverflowError) as cause:
            raise StoreError(f"store {self.path} cannot be used: {cause}") from cause
