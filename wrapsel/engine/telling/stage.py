"""A stage of a search."""

from __future__ import annotations

from typing import NamedTuple

from wrapsel.protocol import Evaluation


class Stage(NamedTuple):
    """A stage of a search: what it kept, and why."""

    evaluation: Evaluation
    why: str
