"""What is given as ``NAME=VALUE``."""

from __future__ import annotations

import argparse
import ast
from typing import Any

_WORDS = {"true": True, "false": False, "none": None}


def assignment(text: str) -> tuple[str, Any]:
    """Read ``NAME=VALUE``; the value as Python does, else as text.

    Examples
    --------
    >>> assignment("gamma=1e-3"), assignment("kernel=rbf"), assignment("k=none")
    (('gamma', 0.001), ('kernel', 'rbf'), ('k', None))
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, got {text!r}")
    if value.lower() in _WORDS:
        return name, _WORDS[value.lower()]
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError, TypeError):
        return name, value
