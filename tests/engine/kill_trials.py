"""Kill a search at random moments, go on, and print what became of it, as JSON."""

import json
import os
import random
import signal
import sqlite3
import sys
import time
from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, select
from wrapsel.search import RVErS


class Logged(GaussianNB):
    """Writes a byte for each fit, which outlives the process."""

    log = None

    def fit(self, X, y):
        os.write(self.log, b".")
        return super().fit(X, y)


def run(store, log):
    Logged.log = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    X, y = load_breast_cancer(return_X_y=True)
    result = select(
        Problem(Logged(), X, y), RVErS(), random_state=1, store=store, honest=False
    )
    os.close(Logged.log)
    counts = (result.spending.evaluations, result.spending.proposals)
    return [str(result), repr(result.path), counts]


def killed(store, log, seconds):
    child = os.fork()
    if not child:
        run(store, log)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def n_stored(store):
    if not store.exists():
        return 0
    db = sqlite3.connect(store)
    try:
        return db.execute("SELECT coalesce(sum(n_folds), 0) FROM results").fetchone()[0]
    except sqlite3.OperationalError:  # killed before there was a table
        return 0
    finally:
        db.close()


def n_fits(log):
    return log.stat().st_size if log.exists() else 0


def main(folder, n_trials):
    start = time.perf_counter()
    unbroken = run(folder / "whole.db", folder / "whole.log")
    seconds = time.perf_counter() - start
    trials = []
    for trial in range(n_trials):
        store, log = folder / f"{trial}.db", folder / f"{trial}.log"
        killed(store, log, random.Random(trial).uniform(0, seconds))
        known, before = n_stored(store), n_fits(log)
        same = run(store, log) == unbroken
        trials.append({"same": same, "known": known, "fits": n_fits(log) - before})
    print(json.dumps({"fits": n_fits(folder / "whole.log"), "trials": trials}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
