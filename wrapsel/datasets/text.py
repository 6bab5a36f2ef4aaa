"""Text of a file, or one clear reason why there is none."""

from __future__ import annotations

import bz2
import gzip
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

MAX_BYTES = 2**30  # of a packed file unpacked, and of a table
_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open}
_RAISE = "raise the limit if it is meant (max_bytes=, --max-bytes)"


def check_file(path: Path) -> None:
    """Raise unless there is a file that can be read.

    Examples
    --------
    >>> check_file(Path("missing.csv"))
    Traceback (most recent call last):
    FileNotFoundError: no such file: 'missing.csv'
    """
    if path.is_dir():
        raise IsADirectoryError(f"a folder, not a file: {str(path)!r}")
    try:
        path.open("rb").close()
    except FileNotFoundError as cause:
        raise FileNotFoundError(f"no such file: {str(path)!r}") from cause
    except OSError as cause:
        raise OSError(f"cannot read {str(path)!r}: {cause.strerror}") from cause


def read_bytes(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file, packed if its name ends in .gz or .bz2.

    Raises
    ------
    ValueError
        If it is not whole, or is packed and holds more than `max_bytes`.

    Examples
    --------
    >>> read_bytes(Path(__file__))[:7]
    b'\"\"\"Text'
    """
    check_file(path)
    packing = path.suffix.lower()
    if packing not in _OPENERS:
        return path.read_bytes()
    try:
        with _OPENERS[packing](path, "rb") as file:
            raw: bytes = file.read(max_bytes + 1)
    except (OSError, EOFError, zlib.error) as cause:
        kind = {".gz": "gzip"}.get(packing, "bz2")
        raise ValueError(f"{path} is not a whole {kind} file: {cause}") from cause
    if len(raw) > max_bytes:
        raise ValueError(f"{path} holds more than {max_bytes:,} bytes; {_RAISE}")
    return raw


def check_size(path: Path, n_rows: int, n_columns: int, max_bytes: int) -> None:
    """Raise unless a table, which its file may say in a few bytes, is small enough.

    Examples
    --------
    >>> check_size(Path("x.svm"), 1, 50_000_000, MAX_BYTES)
    """
    if 8 * n_rows * n_columns > max_bytes:
        raise ValueError(
            f"{path} holds {n_rows:,} rows of {n_columns:,} columns, more than "
            f"{max_bytes:,} bytes at 8 a cell; {_RAISE}"
        )


def read_text(
    path: Path, fallback: str | None = None, max_bytes: int = MAX_BYTES
) -> str:
    """Read a UTF-8 file, packed if its name ends in .gz, without a byte order mark.

    Parameters
    ----------
    path : Path
        The file.
    fallback : str, optional
        The encoding of a file that is not UTF-8, as old formats have; else an error.
    max_bytes : int, optional
        What a packed file may hold.

    Examples
    --------
    >>> read_text(Path(__file__)).partition(",")[0]
    '\"\"\"Text of a file'
    """
    raw = read_bytes(path, max_bytes)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        if fallback is not None:
            return raw.decode(fallback)
        line = raw.count(b"\n", 0, cause.start) + 1
        raise ValueError(
            f"{path} is not UTF-8 text: byte 0x{raw[cause.start]:02x} in line {line}"
        ) from cause
    if "\0" in text:
        raise ValueError(f"{path} is not text: it holds zero bytes")
    if not text.strip():
        raise ValueError(f"{path} is empty")
    return text
