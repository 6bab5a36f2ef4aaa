"""The arguments of the command line."""

from wrapsel.cli.arguments.assignment import assignment
from wrapsel.cli.arguments.parser import parser

__all__ = ["assignment", "parser"]
