"""Search on a cluster, and print what came out, as JSON."""

import json
import resource
import sys
import time

from sklearn.datasets import load_wine
from sklearn.tree import DecisionTreeClassifier

from wrapsel import Problem, select
from wrapsel.evaluation.processes import pooled
from wrapsel.search import Forward


class Slow(DecisionTreeClassifier):
    """Takes its time."""

    def fit(self, X, y):
        time.sleep(0.03)
        return super().fit(X, y)


def facts(**options):
    """Return what a search finds, and what it spends but for time."""
    problem = Problem(Slow(random_state=0), *load_wine(return_X_y=True), 3)
    found = select(
        problem,
        Forward(n_features_to_select=3),
        random_state=1,
        honest=False,
        **options,
    )
    path = [[list(e.subset), e.error, e.n_folds] for e in found.path]
    spent = found.spending
    return [path, spent.evaluations, spent.proposals, spent.cost]


def shared_at_once():
    """Let workers start and get all work from the beginning."""
    pooled.START_SECONDS = pooled.SHARE_SECONDS = pooled.WAIT_SECONDS = 0.0


def main(scheduler, store, n_bytes):
    if n_bytes:
        resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes))
    shared_at_once()
    print(json.dumps(facts(backend="dask", scheduler=scheduler, store=store)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
