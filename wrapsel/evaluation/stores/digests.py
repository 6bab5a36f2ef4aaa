"""The digest of a stored row, by which damage is found out."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Any

from wrapsel.subset import Subset

_COLUMNS = {"results": "key, n_folds, errors, cost", "importances": "key, importances"}


def subset_key(subset: Subset, by: str = "") -> bytes:
    """Return the key of a subset, or of its importances made in some way.

    Examples
    --------
    >>> subset_key(Subset.full(3)) == subset_key(Subset.full(3), by="learner")
    False
    """
    # A digest, so that keys stay short however many variables there are.
    packed = subset.to_bytes()
    return hashlib.blake2b(packed, digest_size=16, person=by.encode()).digest()


def row_digest(problem_id: str, *cells: Any) -> bytes:
    """Return a digest of what a row says of a problem.

    Examples
    --------
    >>> row_digest("p", b"key", 1) == row_digest("p", b"key", b"1")
    False
    """
    said: list[bytes] = []
    for cell in (problem_id, *cells):
        text = cell if isinstance(cell, bytes) else repr(cell).encode()
        said += f"{type(cell).__name__} {len(text)} ".encode(), text
    return hashlib.blake2b(b"".join(said), digest_size=16).digest()


def add_digests(db: sqlite3.Connection) -> None:
    """Give the rows of a store from before there were digests theirs."""
    for table, columns in _COLUMNS.items():
        known = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        if "digest" in known:
            continue
        db.execute(f"ALTER TABLE {table} ADD COLUMN digest BLOB")
        rows = db.execute(
            f"SELECT problem, id, {columns} FROM {table}, problems "
            "WHERE number = problem"
        )
        db.executemany(
            f"UPDATE {table} SET digest = ? WHERE problem = ? AND key = ?",
            [(row_digest(name, *row), number, row[0]) for number, name, *row in rows],
        )
