"""Where to train: on the CPU, or on a GPU by torch, which only that imports."""

from __future__ import annotations

from importlib.util import find_spec


def gpu_of(device):
    """Return the name torch has for the GPU to train on, or None without one."""
    check_device(device)
    if device == "cpu":
        return None
    if find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            return "cuda"
    if device == "cuda":
        raise ValueError('device must not be "cuda" where torch sees no GPU')
    return None


def check_device(device):
    """Raise an error unless it is the name of a device."""
    if device not in ("auto", "cpu", "cuda"):
        raise ValueError(f'device must be "auto", "cpu" or "cuda", got {device!r}')
