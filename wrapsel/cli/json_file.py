"""The record of what was found, as JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping
from json import dumps
from math import isfinite
from pathlib import Path
from typing import Any

STANDARD = "-"  # output, in place of a file


def check_json_path(path: Path, option: str = "--json") -> None:
    """Raise unless a file can be written there; nothing is left behind.

    Examples
    --------
    >>> check_json_path(Path("."))
    Traceback (most recent call last):
    OSError: --json must be a file to write, got '.', which is not a file
    """
    if option == "--json" and str(path) == STANDARD:
        return
    wanted = f"{option} must be a file to write, got {str(path)!r}"
    if path.exists() and not path.is_file():
        raise OSError(f"{wanted}, which is not a file")
    try:
        _beside(path).touch()
        _beside(path).unlink()
    except OSError as cause:
        raise OSError(f"{wanted}: {cause.strerror}") from cause


def write_json(path: Path, record: Mapping[str, Any]) -> None:
    r"""Write a record, the whole of it or nothing; what is not finite as null.

    The path - is standard output.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "out.json")
    ...     write_json(path, {"n_selected": 1})
    ...     path.read_text()
    '{\n  "n_selected": 1\n}\n'
    """
    beside = _beside(path)
    text = dumps(_finite(record), indent=2, ensure_ascii=False, allow_nan=False)
    if str(path) == STANDARD:
        print(text, flush=True)
        return
    try:
        # Half of a surrogate pair, as of a name in another encoding, is escaped.
        beside.write_bytes(f"{text}\n".encode(errors="backslashreplace"))
        os.replace(beside, path)
    except OSError as cause:
        raise OSError(f"--json {path} cannot be written: {cause.strerror}") from cause
    finally:
        beside.unlink(missing_ok=True)


def _finite(value: Any) -> Any:
    """Return a value with null for numbers that JSON does not have."""
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return value if not isinstance(value, float) or isfinite(value) else None


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")
