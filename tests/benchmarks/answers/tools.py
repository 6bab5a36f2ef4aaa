"""The tools that are compared: functions of (learner, X, y, seed).

Each returns the indices of the selected columns and the error that it tells, as a user
of the tool would get it.
"""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier

from tests.benchmarks.answers import peers

Tool = Callable[[Any, Any, Any, int], tuple[Any, float]]


def ours(spec: str, learner: Any, X: Any, y: Any, seed: int) -> tuple[Any, float]:
    """Select by the strategy NAME:PARAM=VALUE,...; "auto" alone is the default one."""
    from wrapsel import Problem, select
    from wrapsel.cli.searches import search_of

    metric = "accuracy" if is_classifier(learner) else "mean_squared_error"
    problem = Problem(learner, X, y, scoring=metric, random_state=seed)
    strategy = None if spec == "auto" else search_of(spec)
    result = select(problem, strategy, random_state=seed)
    honest = getattr(result, "honest", None)
    return list(result.subset), result.error if honest is None else honest.error


def peer(select: peers.Peer, learner: Any, X: Any, y: Any, seed: int) -> Any:
    """Select by a tool that knows only tables of numbers."""
    table, is_nominal = peers.numbers(X)
    if is_nominal.any():
        learner = peers.KindKeeper(clone(learner))
    if is_classifier(learner):
        y = np.unique(y, return_inverse=True)[1]
    return select(learner, table, y, seed, is_nominal)


# In the order in which they are worth running: cheap ones first.
PEERS = {
    "k-best": peers.k_best,
    "l1": peers.l1,
    "rfecv": peers.rfecv,
    "sfs": peers.sequential,
    "boruta": peers.boruta,
    "mlxtend": peers.floating,
}
NEEDS = {"boruta": "boruta", "mlxtend": "mlxtend"}  # what pip may have to install


def missing(spec: str) -> str | None:
    """Return the package without which the tool cannot run."""
    package = NEEDS.get(spec)
    return package if package and find_spec(package) is None else None


def tool_of(spec: str) -> Tool:
    """Return a peer by its name, or one of our strategies.

    Raises
    ------
    ValueError
        If there is neither.
    """
    if spec in PEERS:
        return partial(peer, PEERS[spec])
    if spec != "auto":
        from wrapsel.cli.searches import search_of

        search_of(spec)
    return partial(ours, spec)
