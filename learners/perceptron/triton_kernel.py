"""The kernel that trains thermal perceptrons on a GPU, a model a lane."""

import triton
import triton.language as tl

from learners.perceptron import thermal_rule as rule

N_LANES = 32
LANES = tl.constexpr(N_LANES)
SHIFT, SHRINK = tl.constexpr(rule.SHIFT), tl.constexpr(rule.SHRINK)
ROUND_PLACE = tl.constexpr(1 << (rule.SHIFT - 1))
ROUND_STEP = tl.constexpr(1 << (rule.SHRINK - 1))


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

    lanes, part, word, code = coordinates(PARTS)
    lane = lanes[None, None, None, :]
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
            size = tl.maximum(size, largest_of(w))
            for i in range(begin, min(begin + WATCH, n_rows)):
                sign = tl.load(signs + row.to(tl.int64) * n_units + unit).to(tl.int32)
                x_next = tl.load(x_at + following.to(tl.int64) * (8 * PARTS))
                row, following = following, tl.load(order + i + 2)

                inputs = (x << (24 - 8 * code)) >> 24
                errors = -weighted(inputs, w) * sign
                step = step_at(errors, rate, amplitude, reach, decay)
                if tl.max(step, 0) > 0:
                    w = moved(w, inputs, step, sign, mask, 4 * word + code)
                    changed = tl.where(step > 0, first + epoch + 1, changed)
                x = x_next
        order += n_rows
        epoch += 1
        # Steps only shrink as it cools: models that rest will rest.
        goes_on = tl.max(changed, 0) == first + epoch

    tl.store(w_at, w)
    tl.store(latest + program * LANES + lanes, changed)
    tl.store(largest + program * LANES + lanes, size)


@triton.jit
def coordinates(PARTS: tl.constexpr):
    """Return the lanes, and the part, word and code of each input, as axes."""
    lanes = (LANES - 1) - tl.arange(0, LANES)
    part = tl.arange(0, PARTS)[:, None, None, None]
    word = tl.arange(0, 8)[None, :, None, None]
    code = tl.arange(0, 4)[None, None, :, None]
    return lanes, part, word, code


@triton.jit
def largest_of(w):
    """Return the largest size of a weight in each lane."""
    return tl.max(tl.max(tl.max(tl.abs(w), 0), 0), 0).to(tl.int64)


@triton.jit
def weighted(inputs, w):
    """Return the sum of inputs times weights in each lane."""
    products = inputs.to(tl.int64) * w.to(tl.int64)
    return tl.sum(tl.sum(tl.sum(products, 0), 0), 0)


@triton.jit
def step_at(errors, rate, amplitude, reach, decay):
    """Return the step for a sum as far on the wrong side in each lane, else 0."""
    wrong = (errors >= 0) & (errors < reach)
    entry = (tl.where(wrong, errors, 0) * rate + ROUND_PLACE) >> SHIFT
    factor = tl.load(decay + entry, mask=wrong, other=0).to(tl.int64)
    return ((factor * amplitude + ROUND_STEP) >> SHRINK).to(tl.int32)


@triton.jit
def moved(w, inputs, step, sign, mask, bit):
    """Return the weights after a step for an example."""
    # A mask of this step: bits of `mask` itself would be unpacked outside the loop,
    # and take more registers than there are.
    used = tl.where((step > 0)[None, None, None, :], mask, 0)
    move = inputs * (step * sign)[None, None, None, :]
    is_used = ((used >> bit) & 1) != 0
    return w + tl.where(is_used, move, 0).to(w.dtype)
