"""The assertion of the checks, which Python's -O leaves in place."""

from __future__ import annotations


def require(condition: bool, message: str) -> None:
    """Raise AssertionError unless the condition holds."""
    if not condition:
        raise AssertionError(message)
