"""The tables of a store's file, and of which version they are."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from wrapsel.errors import StoreError
from wrapsel.evaluation.stores.digests import add_digests

APPLICATION = 0x57525053  # "WRPS", in the file's header
VERSION = 1

# Rows lie in order of arrival: by key, which is random, each would touch another page.
_SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE problems (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL);
CREATE TABLE results (
    problem INTEGER NOT NULL, key BLOB NOT NULL, variables BLOB NOT NULL,
    n_folds INTEGER NOT NULL, errors BLOB NOT NULL, cost BLOB NOT NULL, digest BLOB,
    UNIQUE (problem, key)
);
CREATE TABLE importances (
    problem INTEGER NOT NULL, key BLOB NOT NULL, importances BLOB NOT NULL, digest BLOB,
    PRIMARY KEY (problem, key)
) WITHOUT ROWID;
"""
# What a problem is, how long its fits took, and when the last one came.
_TOLD = {"about": "TEXT", "seconds": "REAL", "used": "REAL"}


def make_tables(db: sqlite3.Connection) -> None:
    """Make the tables of a new store."""
    for statement in _SCHEMA.strip().split(";\n"):
        db.execute(statement.rstrip(";"))


def check_version(db: sqlite3.Connection, path: Path) -> None:
    """Refuse the file of another program, and a store that is newer than this one.

    Raises
    ------
    StoreError

    Examples
    --------
    >>> check_version(sqlite3.connect(":memory:"), Path("a.db"))
    Traceback (most recent call last):
    wrapsel.errors.StoreError: a.db is the file of another program, not a store
    """
    [(application,)] = db.execute("PRAGMA application_id")
    [(version,)] = db.execute("PRAGMA user_version")
    if application != APPLICATION:
        raise StoreError(f"{path} is the file of another program, not a store")
    if version != VERSION:
        raise StoreError(
            f"{path} is a store of version {version}, this program reads "
            f"version {VERSION}; update wrapsel or name another file"
        )


def add_columns(db: sqlite3.Connection) -> None:
    """Give a store of before the columns that it lacks; its old readers need none."""
    add_digests(db)
    for name in [name for name in _TOLD if name not in columns(db, "problems")]:
        db.execute(f"ALTER TABLE problems ADD COLUMN {name} {_TOLD[name]}")


def columns(db: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of the columns of a table."""
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
