"""Thermal perceptrons on a GPU, a model a lane, 32 subsets of variables a program."""

import numpy as np
import torch
import triton
import triton.language as tl

from learners.perceptron import thermal_rule as kernels
from learners.perceptron.sums import INPUT_BITS, WEIGHT_BITS, shuffle

N_LANES = 32
WIDTH = 32  # columns whose masks are a word
LANES = tl.constexpr(N_LANES)
SHIFT, SHRINK = tl.constexpr(kernels.SHIFT), tl.constexpr(kernels.SHRINK)
ROUND_PLACE = tl.constexpr(1 << (kernels.SHIFT - 1))
ROUND_STEP = tl.constexpr(1 << (kernels.SHRINK - 1))

# A step moves a weight by at most 2^22, so one that is below the limit at a watch
# fits 32 bits until the next.
N_WATCH = 128
LIMIT = 2**31 - N_WATCH * 2**WEIGHT_BITS - 1

FIRST_EPOCHS = 64  # of the first launch; each next one is twice as long
MOST_PLACES = 2**24  # of the orders of the examples in memory
BYTES_A_LANE = 512  # of weights in registers; more are spread over warps
MOST_WARPS = 8
AHEAD = 2  # rows that are read before their turn


@triton.jit(do_not_specialize=["n_blocks", "n_units", "first", "n_epochs"])
def anneal(
    words,  # int32 (n_rows of all folds, 8 * PARTS): four inputs a word, the last first
    signs,  # int8 (n_rows of all folds, n_units)
    orders,  # int32, fold by fold, (n_epochs, n_rows)
    epochs,  # int64 (n_epochs, 3): rate, amplitude, reach
    decay,  # int32
    masks,  # int32 (n_blocks, PARTS, LANES): a bit a column
    groups,  # int32 (n_groups, 3): rows, rows of the folds before, unit
    weights,  # int32 or int64 (n_groups, n_blocks, 32 * PARTS, LANES)
    latest,  # int32 (n_groups, n_blocks, LANES): epochs until the latest change
    largest,  # int64, of the same shape: the largest size of a weight
    n_blocks,
    n_units,
    first,
    n_epochs,
    PARTS: tl.constexpr,
    WATCH: tl.constexpr,
):
    """Train each lane's model by some epochs, in place, as the kernel on the CPU does.

    All weights of a model lie in its lane, and so sums over them need no other lane.
    Lanes and words are counted backwards: the compiler would share neighbours out.
    """
    program = tl.program_id(0)
    group = groups + 3 * (program // n_blocks)
    n_rows, before, unit = tl.load(group), tl.load(group + 1), tl.load(group + 2)

    lanes = (LANES - 1) - tl.arange(0, LANES)
    lane = lanes[None, None, None, :]
    part = tl.arange(0, PARTS)[:, None, None, None]
    word = tl.arange(0, 8)[None, :, None, None]
    code = tl.arange(0, 4)[None, None, :, None]
    place = (32 * part + 4 * word + code) * LANES + lane
    w_at = weights + program.to(tl.int64) * (32 * PARTS * LANES) + place
    w = tl.load(w_at)
    mask_at = masks + (program % n_blocks) * (PARTS * LANES)
    mask = tl.load(mask_at + part * LANES + lane)
    changed = tl.load(latest + program * LANES + lanes)
    size = tl.load(largest + program * LANES + lanes)

    # Rows are read ahead, past the end of a fold too: the host appends two.
    order = orders + before.to(tl.int64) * n_epochs
    row, following = tl.load(order), tl.load(order + 1)
    x_at = words + (8 * PARTS - 1) - (8 * part + word) + 0 * lane
    x = tl.load(x_at + row.to(tl.int64) * (8 * PARTS))
    epoch = 0
    goes_on = tl.max(changed, 0) == first
    while goes_on & (epoch < n_epochs):
        rate = tl.load(epochs + 3 * epoch)
        amplitude = tl.load(epochs + 3 * epoch + 1)
        reach = tl.load(epochs + 3 * epoch + 2)
        for begin in range(0, n_rows, WATCH):
            now = tl.max(tl.max(tl.max(tl.abs(w), 0), 0), 0)
            size = tl.maximum(size, now.to(tl.int64))
            for i in range(begin, min(begin + WATCH, n_rows)):
                sign = tl.load(signs + row.to(tl.int64) * n_units + unit).to(tl.int32)
                x_next = tl.load(x_at + following.to(tl.int64) * (8 * PARTS))
                row, following = following, tl.load(order + i + 2)

                inputs = (x << (24 - 8 * code)) >> 24
                products = inputs.to(tl.int64) * w.to(tl.int64)
                totals = tl.sum(tl.sum(tl.sum(products, 0), 0), 0)
                errors = -totals * sign
                wrong = (errors >= 0) & (errors < reach)
                entry = (tl.where(wrong, errors, 0) * rate + ROUND_PLACE) >> SHIFT
                factor = tl.load(decay + entry, mask=wrong, other=0).to(tl.int64)
                step = ((factor * amplitude + ROUND_STEP) >> SHRINK).to(tl.int32)
                if tl.max(step, 0) > 0:
                    # A mask of this step: bits of `mask` itself would be unpacked
                    # outside the loop, and take more registers than there are.
                    used = tl.where((step > 0)[None, None, None, :], mask, 0)
                    move = inputs * (step * sign)[None, None, None, :]
                    is_used = ((used >> (4 * word + code)) & 1) != 0
                    w += tl.where(is_used, move, 0).to(w.dtype)
                    changed = tl.where(step > 0, first + epoch + 1, changed)
                x = x_next
        order += n_rows
        epoch += 1
        # Steps only shrink as it cools: models that rest will rest.
        goes_on = tl.max(changed, 0) == first + epoch

    tl.store(w_at, w)
    tl.store(latest + program * LANES + lanes, changed)
    tl.store(largest + program * LANES + lanes, size)


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
    reaches = kernels.reach.py_func(epochs[0])
    table = np.stack([*epochs, reaches], axis=1)
    inputs = words, _signs(folds), _groups(folds), kernels.DECAY.astype(np.int32), table
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
