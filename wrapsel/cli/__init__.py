"""The command `wrapsel`."""

from wrapsel.cli.command import main

__all__ = ["main"]
