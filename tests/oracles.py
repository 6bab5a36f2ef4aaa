"""The obvious, slow versions of what wrapsel does fast."""

import math

import numpy as np

from wrapsel.protocol import Evaluate, Evaluation, Keep


def one_at_a_time(request, evaluator):
    """Answer a request with one subset and one fold after the other."""
    n_folds, total = len(evaluator.weights), evaluator.weights.sum()
    limit = math.inf if request.accept is None else request.accept
    for subset in request.candidates:
        bound = math.inf if request.need == "all" else limit
        sums = np.zeros(evaluator.n_variants)
        for fold in range(n_folds):
            block = evaluator.measure([subset], range(fold, fold + 1))
            sums = sums + block.errors[0, 0]
            errors = sums / total
            if errors.min() > bound:
                break
        n_needed, error = fold + 1, float(errors.min())
        variant = int(errors.argmin())
        yield Evaluation(subset, error, n_needed, n_needed == n_folds, variant)
        if n_needed < n_folds or error > limit:
            continue
        if request.need == "first":
            return
        if request.need == "best":
            limit = error


def patient_run(strategy, space, seed, evaluator, max_evaluations=math.inf):
    """Run a search without look-ahead, store or workers; return path and counts."""
    search = strategy.search(space, np.random.default_rng(seed))
    path, fits, reply = [], {}, None
    while True:
        try:
            request = search.send(reply)
        except StopIteration:
            return path, fits
        reply = None
        if isinstance(request, Keep):
            path.append(request.evaluation)
        if isinstance(request, Evaluate):
            reply = []
            for verdict in one_at_a_time(request, evaluator):
                if len(fits) >= max_evaluations:
                    return path, fits
                known = fits.get(verdict.subset, 0)
                fits[verdict.subset] = max(known, verdict.n_folds)
                reply.append(verdict)
