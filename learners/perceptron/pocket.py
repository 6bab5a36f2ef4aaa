"""The perceptron with a pocket, for classes that no line may separate."""

from __future__ import annotations

import numpy as np

from learners.perceptron.base import Perceptron
from wrapsel.parameters import check_kinds_of_defaults

LONGEST = 10**8  # epochs


class PocketPerceptron(Perceptron):
    """Keep the perceptron's best weights, by examples that are right in a row [1]_.

    Parameters
    ----------
    epochs : int, default=1897
        Length of training, each of as many random examples as there are; the default
        is that of `ThermalPerceptron`.
    random_state : int, RandomState or None, default=None
        Seed of the choice of examples.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    coef_ : ndarray of shape (n_units, n_variables)
        Weights of the inputs, after scaling; units are those of `ThermalPerceptron`.
    intercept_ : ndarray of shape (n_units,)
    n_iter_ : int
        Epochs until every example was right, of the slowest unit.

    Notes
    -----
    This is the version with a ratchet: when the weights have been right on more
    examples in a row than those in the pocket, and are right on more of all examples,
    they replace them. Training ends once the pocket is right on all. Inputs are scaled
    and rounded as in `ThermalPerceptron`; sums are exact.

    References
    ----------
    .. [1] S. I. Gallant, "Perceptron-based learning algorithms", IEEE Transactions on
       Neural Networks 1(2), 179-191, 1990.

    Examples
    --------
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]
    >>> PocketPerceptron(random_state=0).fit(X, y).predict(X)
    array([0, 0, 0, 1])
    """

    fingerprint_name = "learners.thermal_perceptron.PocketPerceptron"  # its old place

    _in_pocket = True

    def __init__(self, epochs=1897, random_state=None):
        self.epochs = epochs
        self.random_state = random_state

    def _epochs(self):
        """Return a table of the right length; this rule knows no temperature."""
        check_kinds_of_defaults(self)
        if not 1 <= self.epochs <= LONGEST:
            raise ValueError(f"epochs must be from 1 to {LONGEST}, got {self.epochs}")
        return np.empty((0, self.epochs), np.int64)
