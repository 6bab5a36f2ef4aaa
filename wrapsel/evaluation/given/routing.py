"""Whether scikit-learn routes metadata, here and in workers."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any


def routes_metadata() -> bool:
    """Whether scikit-learn's pipelines hand to each step what it asks for.

    Examples
    --------
    >>> routes_metadata()
    False
    """
    from sklearn import get_config

    return bool(get_config()["enable_metadata_routing"])


def routing(is_on: bool) -> AbstractContextManager[Any]:
    """Let scikit-learn route metadata for a while, or leave it as it is.

    Workers do not know what it was told in the process that started them.

    Examples
    --------
    >>> with routing(True):
    ...     routes_metadata()
    True
    """
    from sklearn import config_context

    return config_context(enable_metadata_routing=True) if is_on else nullcontext()
