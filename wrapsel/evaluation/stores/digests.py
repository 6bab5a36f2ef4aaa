"""The digest of a stored row, by which damage is found out."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
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
    said = b"".join([_said(cell) for cell in (problem_id, *cells)])
    return hashlib.blake2b(said, digest_size=16).digest()


def row_digests(problem_id: str, rows: Iterable[tuple[Any, ...]]) -> list[bytes]:
    """Return the digests of rows of results: key, n_folds, errors and cost of each.

    They are those of `row_digest`, in a third of the time.

    Examples
    --------
    >>> row = b"a key of 16 byte", 1, b"8 bytes.", b"8 bytes!"
    >>> row_digests("p", [row]) == [row_digest("p", *row)]
    True
    """
    blake2b, problem, digests = hashlib.blake2b, _said(problem_id), []
    between: dict[tuple[int, ...], tuple[bytes, ...]] = {}
    for key, n_folds, errors, cost in rows:
        are_bytes = type(key) is type(errors) is type(cost) is bytes
        if not (are_bytes and type(n_folds) is int):
            digests.append(row_digest(problem_id, key, n_folds, errors, cost))
            continue
        lengths = n_folds, len(key), len(errors), len(cost)
        if lengths not in between:
            head, middle, last = (_head(cell) for cell in (key, errors, cost))
            between[lengths] = problem + head, _said(n_folds) + middle, last
        head, middle, last = between[lengths]
        said = b"".join((head, key, middle, errors, last, cost))
        digests.append(blake2b(said, digest_size=16).digest())
    return digests


def _said(cell: Any) -> bytes:
    text = cell if isinstance(cell, bytes) else repr(cell).encode()
    return f"{type(cell).__name__} {len(text)} ".encode() + text


def _head(cell: bytes) -> bytes:
    return f"bytes {len(cell)} ".encode()


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
