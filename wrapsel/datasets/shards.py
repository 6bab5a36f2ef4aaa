"""Tables whose rows lie in several files."""

from __future__ import annotations

from collections.abc import Sequence
from glob import glob, has_magic
from pathlib import Path

from wrapsel.datasets import delimited
from wrapsel.datasets.kinds import DECIMALS, is_declared_nominal
from wrapsel.datasets.table import Table, abridged, differences

ENDINGS = (".parquet", *delimited.ENDINGS)


def shards_of(path: Path) -> list[Path]:
    """Return the files of a folder, or of a pattern; none if it is no such thing.

    Hidden files, and those that begin with an underscore, are none of the table.

    Raises
    ------
    ValueError
        If a folder has none, or they are of several kinds.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for name in ("part-1.csv", "part-0.csv", "_done"):
    ...         _ = Path(folder, name).write_text("")
    ...     [path.name for path in shards_of(Path(folder))]
    ['part-0.csv', 'part-1.csv']
    """
    if path.is_dir():
        found = [each for each in path.iterdir() if each.name[0] not in "._"]
    elif has_magic(str(path)) and not path.exists():
        found = [*map(Path, glob(str(path), recursive=True))]
    else:
        return []
    shards = sorted(each for each in found if _ending(each))
    if not shards and path.is_dir():
        endings = ", ".join(ENDINGS)
        raise ValueError(f"no file of {str(path)!r} is a table: they end in {endings}")
    if len(kinds := sorted({_ending(each) for each in shards})) > 1:
        raise ValueError(f"{path} must be of files of one kind, got {abridged(kinds)}")
    return shards


def stacked(tables: Sequence[Table], shards: Sequence[Path]) -> Table:
    """Return the rows of some tables one after the other, as one table.

    Raises
    ------
    ValueError
        If one has other columns than the first, which it names.

    Examples
    --------
    >>> import pandas as pd
    >>> tables = [Table(pd.DataFrame({name: [1]})) for name in ("x", "z")]
    >>> stacked(tables, [Path("a.csv"), Path("b.csv")])
    Traceback (most recent call last):
    ValueError: b.csv must have the columns of a.csv; it lacks x, it has z besides
    """
    import pandas as pd

    frames = [table.frame for table in tables]
    for frame, shard in zip(frames, shards, strict=True):
        if said := differences(frames[0], frame):
            raise ValueError(f"{shard} must have the columns of {shards[0]}; {said}")
    first = frames[0].columns
    # An empty file says nothing of the kinds of its columns.
    full = [frame[first] for frame in frames if len(frame)] or frames[:1]
    # Joining two sets of categories makes text: the declaration must survive.
    declared = {c for frame in full for c in first if is_declared_nominal(frame[c])}
    decimal = max((table.decimal for table in tables), key=DECIMALS.index)
    frame = pd.concat(full, ignore_index=True)
    return Table(frame.astype(dict.fromkeys(declared, "category")), decimal=decimal)


def _ending(path: Path) -> str:
    name = path.name.lower()
    return next((ending for ending in ENDINGS if name.endswith(ending)), "")
