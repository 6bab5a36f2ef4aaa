"""From a command line to an exit code."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from wrapsel.cli.arguments import parser
from wrapsel.cli.printable import printable
from wrapsel.errors import CacheWarning, DataWarning, SeedWarning, WrapselError

ERROR, BROKEN_PIPE, INTERRUPTED = 2, 141, 130
LONGEST = 300  # characters of a message
_EXPECTED = (ValueError, TypeError, OSError, WrapselError)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; an error is one line on stderr.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        The exit code: 0, 2 after an error, 130 after Ctrl-C or SIGTERM.

    Examples
    --------
    >>> main(["select", "no-such-file.csv"])
    2
    """
    try:
        _escape(sys.stdout)
        with _terminated_as_interrupted():
            _run_and_warn(argv)
        if sys.stdout is not None:  # it may have been closed
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        _say(f"interrupted; {stop}" if str(stop) else "interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has left: nothing may be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("WRAPSEL_DEBUG"):
            raise
        _say(f"error: {_short(_wording(error))}")
        return ERROR
    return 0


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let SIGTERM stop a search as Ctrl-C does; only the main thread may say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _escape(stream: Any) -> None:
    """Let a terminal show what it has no signs for by escapes."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def _run(argv: Sequence[str] | None) -> None:
    try:
        arguments = vars(parser().parse_args(argv))
    except SystemExit:  # --help and --version have been answered
        return
    command = arguments.pop("command")
    # A class in a file of the working folder can be named, but hides no package.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if command is None:
        parser().print_help()
    elif command == "select":
        from wrapsel.cli.options import Options
        from wrapsel.cli.selecting import select_from_file

        select_from_file(Options(**arguments))
    elif command == "rank":
        from wrapsel.cli.ranking import rank_file

        rank_file(**arguments)
    elif command == "demo":
        from wrapsel.cli.commands.demo import demo

        demo(**arguments)
    elif command == "papers":
        from wrapsel.cli.commands.papers import papers

        papers(**arguments)
    elif command == "compile":
        from wrapsel.cli.commands.compiling import compile_learners

        compile_learners(**arguments)
    elif command == "describe":
        from wrapsel.cli.commands.listing import description

        print(description(**arguments))
    elif command == "store":
        from wrapsel.cli.commands.storing import store_file

        store_file(**arguments)
    else:
        from wrapsel.cli.commands.listing import listing

        print(listing(**arguments))


def _run_and_warn(argv: Sequence[str] | None) -> None:
    """Run a command, then say what is wrong with what it had; an error comes alone."""
    of_given: list[str] = []
    show = warnings.showwarning

    def keep(message: Any, category: type[Warning], *where: Any, **more: Any) -> None:
        if category in (DataWarning, SeedWarning):
            of_given.append(f"warning: {message}")
        elif category is CacheWarning:
            _say(f"warning: {message}")
        else:
            lines = str(message).splitlines()  # a learner may name columns, too
            show("\n".join(map(printable, lines)), category, *where)

    with warnings.catch_warnings():
        # A learner may repeat a warning at each of its thousands of fits.
        warnings.simplefilter("once", append=True)
        for told in (DataWarning, SeedWarning):
            warnings.simplefilter("always", told)
        warnings.showwarning = keep
        _run(argv)
    for line in of_given:
        _say(line)


def _say(message: str) -> None:
    print("wrapsel:", printable(" ".join(message.split())), file=sys.stderr)


def _short(message: str) -> str:
    message = " ".join(message.split())
    if len(message) <= LONGEST:
        return message
    return f"{message[:LONGEST]}... (all of it with WRAPSEL_DEBUG=1)"


def _wording(error: Exception) -> str:
    message, kind = str(error), type(error).__name__
    if isinstance(error, _EXPECTED) and message:
        return message
    return f"{kind}: {message}" if message else kind
