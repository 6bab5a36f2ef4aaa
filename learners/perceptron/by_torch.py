"""Thermal perceptrons in torch: the reference, all models in lock-step."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import torch

from learners.perceptron import thermal_rule as kernels
from learners.perceptron.sums import INPUT_BITS, shuffle

HALF_BITS = 24  # of a weight, so that float64 products of inputs and halves are exact


class Fold(NamedTuple):
    """Rows to train on: codes (n_rows, n_columns), signs (n_units, n_rows).

    Weights start from those of shape (n_units, n_columns + 1), the bias last.
    """

    codes: np.ndarray
    signs: np.ndarray
    start: np.ndarray
    seed: np.uint64

    @classmethod
    def cold(cls, codes, signs, seed):
        """Return a fold that starts from zeros."""
        start = np.zeros((len(signs), codes.shape[1] + 1), np.int64)
        return cls(codes, signs, start, seed)


def sums_of_subsets(masks, folds, epochs, device):
    """Return the sums of each fold's test rows, (n_masks, n_units, n_test).

    Folds are those that a `PerceptronScorer` has prepared.
    """
    cold = [
        Fold.cold(codes[train_rows], signs, seed)
        for _, codes, train_rows, _, signs, seed in folds
    ]
    trained = train(cold, masks, epochs, device)
    return [
        weighted_sums(codes[test_rows], weights)
        for (_, codes, _, test_rows, *_), (weights, _) in zip(
            folds, trained, strict=True
        )
    ]


def train(folds, masks, epochs, device):
    """Return the weights and epochs run of each fold, of all masks and units.

    Weights have shape (n_masks, n_units, n_columns + 1), and are zero where a mask
    is; epochs have shape (n_masks, n_units). A GPU uses the kernel, if Triton is there.
    """
    if torch.device(device).type == "cuda" and find_spec("triton"):
        from learners.perceptron import by_triton

        return by_triton.train(folds, masks, epochs, device)
    return train_in_lock_step(folds, masks, epochs, device)


def train_in_lock_step(folds, masks, epochs, device):
    """Return what `train` does, by integers in torch, one example after the other."""
    used = torch.from_numpy(with_bias(masks, True)).to(device, torch.int64)
    return [_anneal(fold, used[:, None], epochs, device) for fold in folds]


def weighted_sums(codes, weights):
    """Return the sums (n_masks, n_units, n_rows) of inputs times weights, as int64."""
    inputs = with_bias(codes, 1 << INPUT_BITS)
    inputs = torch.from_numpy(inputs).to(weights.device, torch.float64).T
    high = weights >> HALF_BITS
    low = weights - (high << HALF_BITS)
    # CUDA has no product of matrices of integers; in float64, these are exact.
    high, low = ((half.double() @ inputs).long() for half in (high, low))
    return ((high << HALF_BITS) + low).cpu().numpy()


def with_bias(matrix, bias):
    """Return a matrix with one more column, which is constant."""
    return np.pad(matrix, ((0, 0), (0, 1)), constant_values=bias)


def _anneal(fold, used, epochs, device):
    inputs = torch.from_numpy(with_bias(fold.codes, 1 << INPUT_BITS))
    inputs = inputs.to(device, torch.int64)
    signs = torch.from_numpy(fold.signs.T.copy()).to(device)
    weights = torch.from_numpy(fold.start).to(device) * used
    decay = torch.from_numpy(kernels.DECAY).to(device)
    order, state = np.arange(len(inputs)), fold.seed
    latest = torch.zeros(weights.shape[:2], dtype=torch.int64, device=device)
    for epoch, (rate, amplitude) in enumerate(epochs.T.tolist()):
        state = np.uint64(shuffle(order, state))
        changed = torch.zeros_like(latest, dtype=torch.bool)
        for i in order.tolist():
            totals = (weights * inputs[i]).sum(2)
            changes = signs[i] * _steps(-totals * signs[i], rate, amplitude, decay)
            weights += changes[:, :, None] * (used * inputs[i])
            changed |= changes != 0
        latest[changed] = epoch + 1
        # Steps only shrink as it cools, so nothing will change any more.
        if not changed.any():
            break
    return weights, torch.clamp(latest + 1, max=epochs.shape[1])


def _steps(sizes, rate, amplitude, decay):
    """Return the steps for sums of these sizes; those of right examples are below 0."""
    wrong = (sizes >= 0) & (sizes < kernels.reach(rate))
    places = (torch.where(wrong, sizes, 0) * rate + (1 << (kernels.SHIFT - 1))) >> (
        kernels.SHIFT
    )
    steps = (decay[places] * amplitude + (1 << (kernels.SHRINK - 1))) >> kernels.SHRINK
    return torch.where(wrong, steps, 0)
