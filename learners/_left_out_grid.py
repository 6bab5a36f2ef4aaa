"""Predictions of every fold from all others for a grid of C, each as exact as one."""

from __future__ import annotations

import numpy as np

from learners._left_out import LeftOut
from learners._left_out_path import LeftOutPath

SAFE = 1e8  # of C times the norm of the kernel: a path then errs by about 1e-8
FEWEST = 4  # values of C for which the reduction of a path pays


class LeftOutGrid:
    """Solves the bordered system without each fold in turn, for each C of a grid.

    Parameters
    ----------
    ends : sequence of int
        Rows ``ends[f]`` to ``ends[f + 1]`` are those of fold f, of two or more.

    Notes
    -----
    One reduction of the kernel serves all C that it is exact enough for; the others are
    solved one by one. Threads may not share it.

    Examples
    --------
    >>> Y = np.array([[1.0], [3.0], [5.0]])
    >>> outputs = LeftOutGrid([0, 1, 3]).predict(np.eye(3), Y, [1.0, 9.0])
    >>> print(outputs[:, :, 0].round(9))
    [[4. 1. 1.]
     [4. 1. 1.]]
    """

    def __init__(self, ends):
        self._ends = ends
        self._one = LeftOut(ends)

    def predict(self, K, Y, Cs):
        """Return outputs (n_Cs, n_samples, n_outputs); the memory of K may be used."""
        trace = np.trace(K)  # not below the norm
        shared = [C for C in Cs if C * trace <= SAFE]
        if len(shared) < FEWEST:
            shared = []
        outputs = {C: self._one.predict(K, Y, C) for C in Cs if C not in shared}
        if shared:
            path = LeftOutPath(K, Y, self._ends)
            outputs |= {C: path.predict(C) for C in shared}
        return np.array([outputs[C] for C in Cs])
