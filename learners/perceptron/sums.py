"""What the rules of perceptrons share: random rows, and sums of integers."""

import numpy as np

from wrapsel.compiled import compiled, inner

INPUT_BITS = 6  # inputs are multiples of 2^-6
STEP_BITS = 16  # steps are multiples of 2^-16
WEIGHT_BITS = INPUT_BITS + STEP_BITS
LANES = 16  # rows are padded to a multiple, so that no input is left over

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inner
def draw(state, n):
    """Return a number below n from a state that counts up (SplitMix64)."""
    word = (state ^ (state >> U30)) * MIX_1
    word = (word ^ (word >> U27)) * MIX_2
    word ^= word >> U31
    return np.int64(((word >> U32) * np.uint64(n)) >> U32)


@compiled
def shuffle(order, state):
    """Shuffle in place; return the next state."""
    for i in range(len(order) - 1, 0, -1):
        state += GOLDEN
        other = draw(state, i + 1)
        order[i], order[other] = order[other], order[i]
    return state


@compiled
def taken(codes, rows, columns):
    """Return the inputs of some rows and columns, then the bias, then zeros."""
    n_used = len(columns)
    n_padded = (n_used + LANES) // LANES * LANES
    inputs = np.zeros((len(rows), n_padded), np.int16)
    for i in range(len(rows)):
        row = codes[rows[i]]
        for j in range(n_used):
            inputs[i, j] = row[columns[j]]
        inputs[i, n_used] = 1 << INPUT_BITS
    return inputs


@inner
def weighted(row, weights):
    """Return the sum of inputs times weights."""
    total = np.int64(0)
    for j in range(len(weights)):
        total += row[j] * weights[j]
    return total


@inner
def add_times(row, factor, sums):
    """Add a row times a factor, in place."""
    for j in range(len(sums)):
        sums[j] += row[j] * factor


@inner
def copy(source, out):
    """Copy as many numbers as both have; slices take seconds longer to compile."""
    for j in range(min(len(source), len(out))):
        out[j] = source[j]
