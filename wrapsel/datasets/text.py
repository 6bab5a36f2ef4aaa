"""Text of a file, or one clear reason why there is none."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path


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


def read_text(path: Path, fallback: str | None = None) -> str:
    """Read a UTF-8 file, packed if its name ends in .gz, without a byte order mark.

    Parameters
    ----------
    path : Path
        The file.
    fallback : str, optional
        The encoding of a file that is not UTF-8, as old formats have; else an error.

    Examples
    --------
    >>> read_text(Path(__file__)).partition(",")[0]
    '\"\"\"Text of a file'
    """
    check_file(path)
    packed = path.read_bytes()
    try:
        raw = gzip.decompress(packed) if path.suffix == ".gz" else packed
    except (OSError, EOFError, zlib.error) as cause:
        raise ValueError(f"{path} is not a whole gzip file: {cause}") from cause
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
