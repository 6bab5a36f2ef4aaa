"""The thermal rule in sums of integers, whose steps come from a table."""

import math

import numpy as np

from learners.perceptron.sums import (
    INPUT_BITS,
    STEP_BITS,
    WEIGHT_BITS,
    add_times,
    shuffle,
    weighted,
)
from wrapsel.compiled import compiled, inner

FACTOR_BITS = 30  # of the table's entries and of the amplitudes
PLACE_BITS = 10  # the table has an entry each 2^-10
RATE_BITS = 16
SHIFT = WEIGHT_BITS + INPUT_BITS + RATE_BITS
SHRINK = 2 * FACTOR_BITS - STEP_BITS

# Until a step of full amplitude is rounded to zero.
DECAY = np.array(
    [
        round(2**FACTOR_BITS * math.exp(-(2.0**-PLACE_BITS) * place))
        for place in range(math.ceil(2**PLACE_BITS * (STEP_BITS + 1) * math.log(2)))
    ],
    dtype=np.int64,
)


def schedule(highest, cooling, lowest):
    """Return the rates and amplitudes of all epochs, of shape (2, n_epochs)."""
    most = math.ceil(math.log(lowest / highest) / math.log(cooling)) + 2
    factors = np.full(most, float(cooling))
    factors[0] = highest
    temperatures = np.multiply.accumulate(factors)
    temperatures = temperatures[temperatures >= lowest]
    rates = 2 ** (PLACE_BITS + RATE_BITS) / temperatures
    amplitudes = 2**FACTOR_BITS * (temperatures / highest)
    return np.rint([rates, amplitudes]).astype(np.int64)


@inner
def fill_products(inputs, row, out):
    """Set `out` to the products of all rows with one of them."""
    for i in range(len(inputs)):
        other = inputs[i]
        total = np.int32(0)
        for j in range(len(row)):
            total = np.int32(total + np.int32(other[j] * row[j]))
        out[i] = total


@compiled
def reach(rate):
    """Return the least size of a sum that is beyond the table."""
    return -(((1 << (SHIFT - 1)) - (len(DECAY) << SHIFT)) // rate)


@compiled
def step_at(size, rate, amplitude):
    """Return the step for a sum of a size within `reach`."""
    factor = DECAY[(size * rate + (1 << (SHIFT - 1))) >> SHIFT] * amplitude
    return (factor + (1 << (SHRINK - 1))) >> SHRINK


@compiled
def anneal(inputs, signs, weights, state, epochs, products, known):
    """Train one unit in place by the thermal rule; return the epochs run.

    Few rows of a later epoch change the weights. All sums are kept from then on, and
    a change adds the products of its row with all rows, worked out once. Without a
    place for the products, each sum is worked out anew to the end.
    """
    kept, n_changes = False, len(inputs)
    totals = np.zeros(len(inputs), np.int64)
    order = np.arange(len(inputs))
    for epoch in range(epochs.shape[1]):
        if not kept and len(products) and worth_keeping(n_changes, epoch, weights):
            kept = True
            fill_totals(inputs, weights, totals)
        state = shuffle(order, state)
        rate, amplitude = epochs[0, epoch], epochs[1, epoch]
        n_changes, beyond = 0, np.uint64(reach(rate))
        for i in order:
            total = totals[i] if kept else weighted(inputs[i], weights)
            size = -total * signs[i]
            # One comparison, which right examples, below 0, fail as huge numbers.
            if np.uint64(size) >= beyond:
                continue
            change = signs[i] * step_at(size, rate, amplitude)
            if change == 0:
                continue
            n_changes += 1
            add_times(inputs[i], change, weights)
            if kept:
                if not known[i]:
                    known[i] = True
                    fill_products(inputs, inputs[i], products[i])
                add_times(products[i], change, totals)
        # Steps only shrink as it cools, so nothing will change any more.
        if n_changes == 0:
            return epoch + 1
    return epochs.shape[1]


@inner
def worth_keeping(n_changes, epoch, weights):
    """Return whether sums that are kept cost less than sums anew, as measured.

    A change then costs what a sum anew does for each third of its inputs; products
    that are worked out must not cost more than all epochs so far.
    """
    return n_changes < len(weights) and n_changes <= 3 * epoch


@inner
def fill_totals(inputs, weights, out):
    """Set `out` to the sum of each row."""
    for i in range(len(inputs)):
        out[i] = weighted(inputs[i], weights)
