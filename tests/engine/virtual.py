"""Workers in virtual time: nothing sleeps, and a clock says how long it would take."""

import heapq
from zlib import crc32

import numpy as np

from wrapsel.evaluation import Block
from wrapsel.evaluation.processes.workers import Workers


class Hashed:
    """Gives errors that the subset and fold decide, in fits of a second each.

    The first variables lower the error, the others raise it a little.
    """

    n_variants = 1

    def __init__(self, n_folds=5, n_relevant=10, noise=10.0):
        self.weights = np.full(n_folds, 100.0)
        self.n_relevant, self.noise = n_relevant, noise
        self.n_fits = 0

    def measure(self, subsets, folds):
        errors = np.array([[self.error(s, f) for f in folds] for s in subsets])
        self.n_fits += errors.size
        cost = np.full(errors.shape, 1.0)
        weights = self.weights[folds.start : folds.stop]
        return Block(errors[:, :, None], weights, cost, float(errors.size))

    def error(self, subset, fold):
        good = (subset.bits & (1 << self.n_relevant) - 1).bit_count()
        rest = len(subset) - good
        drawn = crc32(subset.to_bytes(), fold) / 2**32
        return 40.0 - 2 * good + 0.002 * rest + self.noise * drawn


class Virtual(Workers):
    """A cluster whose fits take 1 s, more or less, and whose workers are lost at times.

    Parameters
    ----------
    n_workers : int
    p_lost : float
        Of a task, which then is begun again elsewhere half a second later.
    spread : float
        Fits take a second, so much more or less.
    call_seconds, task_seconds : float
        For each round of tasks, and to hand out one.
    """

    def __init__(
        self, n_workers, p_lost=0.001, spread=0.3, call_seconds=0.02, task_seconds=3e-4
    ):
        super().__init__(n_workers, "threading")
        self.n_workers, self.p_lost, self.spread = n_workers, p_lost, spread
        self.call_seconds, self.task_seconds = call_seconds, task_seconds
        self.rng = np.random.default_rng(0)
        self.clock = self.busy = 0.0
        self.n_lost = self.n_tasks = 0

    n = property(lambda self: self.n_workers)

    def perf_counter(self):
        return self.clock

    def parallel(self, shared, return_as="list"):
        return self

    def __call__(self, calls):
        calls = list(calls)
        results = [function(*given, **named) for function, given, named in calls]
        made = [result.thing for result in results]
        if all(isinstance(thing, Block) for thing in made):
            self._pass([block.seconds for block in made])
        return results

    def _pass(self, seconds):
        """Let the clock go on to the end of tasks, given to whoever is free first."""
        free = [self.clock + self.call_seconds] * min(self.n_workers, len(seconds))
        given, end = free[0], self.clock
        for each in seconds:
            given += self.task_seconds
            start = max(given, heapq.heappop(free))
            took = each * self.rng.uniform(1 - self.spread, 1 + self.spread)
            if self.rng.random() < self.p_lost:
                took += 0.5 + took * self.rng.random()
                self.n_lost += 1
            heapq.heappush(free, start + took)
            self.busy += took
            end = max(end, start + took)
        self.clock, self.n_tasks = end, self.n_tasks + len(seconds)
