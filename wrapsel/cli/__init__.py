"""The command `wrapsel`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit code, as `wrapsel.cli.command.main` does.

    Ctrl-C is heard from the first, while all that it needs is imported.

    Examples
    --------
    >>> main(["select", "no-such-file.csv"])
    2
    """
    try:
        from wrapsel.cli.command import main as run
    except KeyboardInterrupt:
        print("wrapsel: interrupted", file=sys.stderr)
        return 130
    return run(argv)
