"""Perceptrons trained by the pocket rule."""

from learners.perceptron.sums import (
    GOLDEN,
    STEP_BITS,
    add_times,
    copy,
    draw,
    weighted,
)
from wrapsel.compiled import inner


@inner
def count_right(inputs, signs, weights):
    """Count the rows whose sum has the right sign."""
    n_right = 0
    for i in range(len(inputs)):
        n_right += signs[i] * weighted(inputs[i], weights) > 0
    return n_right


@inner
def pocket(inputs, signs, weights, state, n_epochs):
    """Train one unit in place by the pocket rule with ratchet; return the epochs."""
    best = weights.copy()
    n_best = count_right(inputs, signs, best)
    run = longest = n_run = 0
    judged = True
    while n_run < n_epochs and n_best < len(inputs):
        n_run += 1
        for _ in range(len(inputs)):
            state += GOLDEN
            i = draw(state, len(inputs))
            if signs[i] * weighted(inputs[i], weights) <= 0:
                add_times(inputs[i], signs[i] << STEP_BITS, weights)
                run, judged = 0, False
                continue
            run += 1
            # Unchanged weights would be judged alike again.
            if run > longest and not judged:
                judged = True
                n_right = count_right(inputs, signs, weights)
                if n_right > n_best:
                    n_best, longest = n_right, run
                    copy(weights, best)
    copy(best, weights)
    return n_run
