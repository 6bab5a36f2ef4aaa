"""Data sets of openml.org."""

from __future__ import annotations

import warnings
from urllib.error import HTTPError

from wrapsel.datasets.table import Table


def read_openml(name: str) -> Table:
    """Fetch a data set by its name or number; scikit-learn keeps a copy.

    Parameters
    ----------
    name : str
        As on openml.org, like ``adult`` or ``1590``.

    Raises
    ------
    ConnectionError
        If openml.org cannot be reached.
    ValueError
        If it has no such data set.

    Examples
    --------
    >>> read_openml("adult")  # doctest: +SKIP
    Table(...)
    """
    from sklearn.datasets import fetch_openml

    key = {"data_id": int(name)} if name.isdecimal() else {"name": name}
    try:
        with warnings.catch_warnings():
            # The error says it; a warning before it would say it twice.
            warnings.filterwarnings("ignore", message="A network error occurred")
            bunch = fetch_openml(**key, as_frame=True, n_retries=1, delay=0.2)
    except HTTPError as cause:
        raise ConnectionError(_failure(name, str(cause))) from cause
    except OSError as cause:
        raise ConnectionError(_failure(name, f"no network ({cause})")) from cause
    except ValueError as cause:
        raise ValueError(_failure(name, str(cause).partition("\n")[0])) from cause
    targets = bunch.target_names
    return Table(bunch.frame, targets[0] if len(targets) == 1 else None)


def _failure(name: str, reason: str) -> str:
    return f"openml:{name} could not be fetched: {reason}"
