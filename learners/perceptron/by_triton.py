"""Thermal perceptrons on a GPU, a model a lane, 32 subsets of variables a program."""

import numpy as np
import torch
import triton

from learners.perceptron import thermal_rule as rule
from learners.perceptron.sums import INPUT_BITS, WEIGHT_BITS, shuffle
from learners.perceptron.triton_kernel import N_LANES, anneal

WIDTH = 32  # columns whose masks are a word

# A step moves a weight by at most 2^22, so one that is below the limit at a watch
# fits 32 bits until the next.
N_WATCH = 128
LIMIT = 2**31 - N_WATCH * 2**WEIGHT_BITS - 1

FIRST_EPOCHS = 64  # of the first launch; each next one is twice as long
MOST_PLACES = 2**24  # of the orders of the examples in memory
BYTES_A_LANE = 512  # of weights in registers; more are spread over warps
MOST_WARPS = 8
AHEAD = 2  # rows that are read before their turn


def train(folds, masks, epochs, device):
    """Return the weights and epochs run of each fold, as the reference in torch.

    Models whose weights outgrow 32 bits are trained anew with 64.
    """
    weights, n_run, largest = _trained(folds, masks, epochs, device, torch.int32)
    outgrown = (largest > LIMIT).any(1)
    if outgrown.any():
        masks = masks[outgrown.cpu().numpy()]
        wide = _trained(folds, masks, epochs, device, torch.int64)
        weights[outgrown], n_run[outgrown] = wide[:2]
    sizes = [len(fold.signs) for fold in folds]
    return list(zip(weights.split(sizes, 1), n_run.split(sizes, 1), strict=True))


def _trained(folds, masks, epochs, device, dtype):
    """Return weights (n_masks, n_groups, n_columns + 1), epochs run, largest sizes.

    A group is a unit of a fold; a block is of as many masks as there are lanes.
    """
    n_masks, n_used = len(masks), masks.shape[1] + 1
    width = WIDTH * triton.next_power_of_2(triton.cdiv(n_used, WIDTH))
    # Lanes that are left over train the last mask too, so that they end with it.
    lanes = np.minimum(np.arange(triton.cdiv(n_masks, N_LANES) * N_LANES), n_masks - 1)
    masks = _widened(masks, True, width)[lanes]
    start = np.concatenate([fold.start for fold in folds])
    start = np.pad(start, ((0, 0), (0, width - n_used)))[:, np.newaxis] * masks
    start = torch.from_numpy(_by_lanes(start)).to(device)
    weights = start.to(dtype)
    largest = start.abs().amax(2)
    latest = torch.zeros_like(largest, dtype=torch.int32)
    bits = np.packbits(masks, axis=1, bitorder="little").view(np.int32)
    bits = torch.from_numpy(_by_lanes(bits[np.newaxis])).to(device)
    _launch_all(folds, epochs, device, bits, weights, latest, largest)
    n_run = torch.clamp(latest + 1, max=epochs.shape[1])
    weights = weights[:, :, :n_used].permute(1, 3, 0, 2).flatten(0, 1)
    n_run, largest = (part.flatten(1).T[:n_masks] for part in (n_run, largest))
    return weights[:n_masks].long(), n_run.long(), largest


def _launch_all(folds, epochs, device, bits, weights, latest, largest):
    """Train in place, by chunks of epochs until no model moves any more."""
    n_groups, n_blocks, width, _ = weights.shape
    codes = [_widened(fold.codes, 1 << INPUT_BITS, width) for fold in folds]
    words = np.concatenate(codes).view(np.int32)[:, ::-1].copy()
    reaches = rule.reach.py_func(epochs[0])
    table = np.stack([*epochs, reaches], axis=1)
    inputs = words, _signs(folds), _groups(folds), rule.DECAY.astype(np.int32), table
    words, signs, groups, decay, table = (
        torch.from_numpy(part).to(device) for part in inputs
    )
    n_warps = max(1, width * weights.element_size() // BYTES_A_LANE)
    first = 0
    for orders in _orders(folds, epochs.shape[1]):
        n_epochs = (len(orders) - AHEAD) // len(words)
        anneal[(n_groups * n_blocks,)](
            words,
            signs,
            torch.from_numpy(orders).to(device),
            table[first:],
            decay,
            bits,
            groups,
            weights,
            latest,
            largest,
            n_blocks,
            signs.shape[1],
            first,
            n_epochs,
            PARTS=width // WIDTH,
            WATCH=N_WATCH,
            num_warps=min(n_warps, MOST_WARPS),
        )
        first += n_epochs
        if latest.max() < first:
            return


def _by_lanes(rows):
    """Return (n, n_masks, n_columns) as (n, n_blocks, n_columns, n_lanes)."""
    n, n_masks, n_columns = rows.shape
    blocks = rows.reshape(n, n_masks // N_LANES, N_LANES, n_columns)
    return np.ascontiguousarray(blocks.swapaxes(2, 3))


def _widened(matrix, bias, width):
    """Return a matrix with the bias, and zeros up to a width."""
    n_rows, n_columns = matrix.shape
    out = np.zeros((n_rows, width), matrix.dtype)
    out[:, :n_columns] = matrix
    out[:, n_columns] = bias
    return out


def _groups(folds):
    """Return the number of rows, of rows before, and the unit of each group."""
    n_rows = [len(fold.codes) for fold in folds]
    before = np.cumsum([0, *n_rows])
    rows = [
        (n_rows[place], before[place], unit)
        for place, fold in enumerate(folds)
        for unit in range(len(fold.signs))
    ]
    return np.array(rows, np.int32)


def _signs(folds):
    """Return the signs of the rows of all folds, (n_rows, most units)."""
    most = max(len(fold.signs) for fold in folds)
    parts = [np.pad(f.signs.T, ((0, 0), (0, most - len(f.signs)))) for f in folds]
    return np.concatenate(parts).astype(np.int8, order="C")


def _orders(folds, n_epochs):
    """Yield the rows of all folds in the order of training, by chunks of epochs."""
    n_rows = [len(fold.codes) for fold in folds]
    before = np.cumsum([0, *n_rows])
    orders = [np.arange(n) for n in n_rows]
    states = [fold.seed for fold in folds]
    n_chunk = FIRST_EPOCHS
    while n_epochs > 0:
        n_chunk = max(1, min(n_chunk, n_epochs, MOST_PLACES // before[-1]))
        parts = []
        for place, order in enumerate(orders):
            part = np.empty((n_chunk, len(order)), np.int32)
            for out in part:
                states[place] = np.uint64(shuffle(order, states[place]))
                np.add(order, before[place], out=out, casting="same_kind")
            parts.append(part.ravel())
        yield np.concatenate([*parts, np.zeros(AHEAD, np.int32)])
        n_epochs -= n_chunk
        n_chunk *= 2
