"""What is in a store's file, read without changing it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wrapsel.errors import StoreError
from wrapsel.evaluation.stores.about import About
from wrapsel.evaluation.stores.digests import row_digest
from wrapsel.evaluation.stores.schema import APPLICATION, check_version, columns
from wrapsel.protocol import Evaluation, FloatArray, precedence
from wrapsel.subset import Subset

_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True)
class Contents:
    """What a store holds of one problem.

    Parameters
    ----------
    problem_id : str
        Its fingerprint.
    about : About, optional
        If the store was told.
    n_subsets, n_fits, n_importances : int
        Subsets measured, their folds, and subsets whose importances are known.
    seconds : float, optional
        Wall-clock time of measuring, if the store was told.
    used : float, optional
        When something was measured last, in seconds since 1970.
    best : Evaluation, optional
        The best of the subsets measured on all folds, if it is known how many these
        are.
    """

    problem_id: str
    about: About | None
    n_subsets: int
    n_fits: int
    n_importances: int
    seconds: float | None
    used: float | None
    best: Evaluation | None


class Row(NamedTuple):
    """What a store holds of one subset.

    Parameters
    ----------
    subset : bytes
        Packed, as by `Subset.to_bytes`.
    errors : ndarray of shape (n_known_folds, n_variants)
    cost : ndarray of shape (n_known_folds,)
    """

    subset: bytes
    errors: FloatArray
    cost: FloatArray

    def verdict(self, about: About | None) -> Evaluation | None:
        """Return the verdict on all folds; None if not all are known, or how many."""
        n_folds = len(self.cost)
        if about is None or n_folds != len(about.weights):
            return None
        # Summed as the engine does it, so that these are its bits.
        sums = np.cumsum(self.errors, axis=0)[-1] / float(np.sum(about.weights))
        subset = Subset(int.from_bytes(self.subset, "little"), about.n_variables)
        return Evaluation(subset, float(sums.min()), n_folds, True, int(sums.argmin()))


def contents(path: str | Path) -> list[Contents]:
    """Return what a store holds of each problem, the oldest first.

    Raises
    ------
    StoreError
        If there is no such store, or it is of a newer version.

    Examples
    --------
    >>> contents("no.db")
    Traceback (most recent call last):
    wrapsel.errors.StoreError: there is no store no.db
    """
    with reading(Path(path)) as db:
        found = [_contents(db, *row) for row in _problems(db)]
    return [each for each in found if each.n_subsets or each.n_importances]


def rows(db: sqlite3.Connection, problem_id: str, verify: bool = True) -> Iterator[Row]:
    """Yield what is stored of a problem's subsets, in the order in which they came.

    Raises
    ------
    StoreError
        If a row is to be verified and not what was written.
    """
    found = db.execute(
        "SELECT variables, key, n_folds, errors, cost, digest FROM results "
        "JOIN problems ON number = problem WHERE id = ? ORDER BY results.rowid",
        (problem_id,),
    )
    for variables, key, n_folds, errors, cost, digest in found:
        if verify and digest != row_digest(problem_id, key, n_folds, errors, cost):
            raise StoreError("the store is damaged: a row is not what was written")
        cells = np.frombuffer(errors).reshape(n_folds, -1)
        yield Row(variables, cells, np.frombuffer(cost))


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store to read what was in it at this moment.

    Raises
    ------
    StoreError
    """
    check_is_store(path)
    try:
        # Only who may write takes away the files that SQLite needs beside it.
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            db.execute("BEGIN")
            check_version(db, path)
            yield db
    except (sqlite3.Error, ValueError, TypeError, OverflowError) as cause:
        raise StoreError(f"store {path} cannot be used: {cause}") from cause


def check_is_store(path: Path) -> None:
    """Refuse what is no store by its first bytes alone.

    SQLite would leave files beside a foreign one.

    Raises
    ------
    StoreError

    Examples
    --------
    >>> check_is_store(Path("no.db"))
    Traceback (most recent call last):
    wrapsel.errors.StoreError: there is no store no.db
    """
    if not path.is_file():
        raise StoreError(f"there is no store {path}")
    with path.open("rb") as file:
        head = file.read(72)
    of_ours = int.from_bytes(head[68:], "big") == APPLICATION
    if not (head.startswith(_MAGIC) and of_ours):
        raise StoreError(f"{path} is the file of another program, not a store")


def _problems(db: sqlite3.Connection) -> list[Any]:
    told = columns(db, "problems")
    wanted = [n if n in told else "NULL" for n in ("about", "seconds", "used")]
    return db.execute(
        f"SELECT number, id, {', '.join(wanted)} FROM problems ORDER BY number"
    ).fetchall()


def _contents(
    db: sqlite3.Connection,
    number: int,
    problem_id: str,
    about: Any,
    seconds: float | None,
    used: float | None,
) -> Contents:
    known = About.read(about)
    counted = "SELECT count(*), coalesce(sum(n_folds), 0) FROM results"
    [(n_subsets, n_fits)] = db.execute(f"{counted} WHERE problem = ?", (number,))
    counted = "SELECT count(*) FROM importances"
    [(n_ranked,)] = db.execute(f"{counted} WHERE problem = ?", (number,))
    best = None if known is None else _best(rows(db, problem_id, False), known)
    return Contents(problem_id, known, n_subsets, n_fits, n_ranked, seconds, used, best)


def _best(found: Iterator[Row], about: About) -> Evaluation | None:
    verdicts = (row.verdict(about) for row in found)
    return min(filter(None, verdicts), key=precedence, default=None)
