"""The thermal perceptron, for classes that no line may separate."""

from __future__ import annotations

from learners.perceptron import thermal_rule as kernels
from learners.perceptron.base import Perceptron
from learners.perceptron.device import check_device
from wrapsel.parameters import check_kinds_of_defaults

HOTTEST = 1e4


class ThermalPerceptron(Perceptron):
    """Correct mistakes by less, the clearer they are and the colder it is [1]_.

    Parameters
    ----------
    temperature : float, default=2.0
        Of the first epoch, at most 10,000.
    cooling : float, default=0.999
        Factor from one epoch's temperature to the next, in (0, 1).
    lowest_temperature : float, default=0.3
        Training ends below it: with the defaults, after 1897 epochs.
    random_state : int, RandomState or None, default=None
        Seed of the order of the examples, a new one each epoch.
    device : {"cpu", "auto", "cuda"}, default="cpu"
        Where `subset_scorer` trains; `fit` always does on the CPU. "cuda" is a GPU by
        torch, "auto" is that for 64 trainings or more at once, if there is one.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    coef_ : ndarray of shape (n_units, n_variables)
        Weights of the inputs, after scaling. Two classes share one unit, which is
        positive for the second; else there is one unit a class.
    intercept_ : ndarray of shape (n_units,)
    n_iter_ : int
        Epochs until nothing could change any more, of the slowest unit.

    Notes
    -----
    A unit with the sum s of weighted inputs and bias errs on an example of the class
    t = 1 or -1 unless s t > 0. Its weights then change by
    ``temperature / first temperature * exp(-abs(s) / temperature) * t * x``. The
    largest sum wins, the first of equal ones.

    Each variable is scaled so that its values in `fit` range from -1 to 1, and rounded
    to multiples of 1/64; a constant one becomes 0. Variables with two values are
    exact: -1 and 1. Beyond the range, values are cut at 127/64 in `predict`. A step is
    a multiple of 2^-16, with a relative error of at most 0.05 % by a table of the
    exponential, and so weights and sums are integers: order, companions, lanes and
    devices never change them. Steps only shrink while the weights stay, so training
    ends at an epoch in which no weight moves, without any effect.

    On a GPU, all subsets, folds and units of a call train at once, by a Triton kernel
    where Triton is installed, else by torch. In Triton's interpreter, the kernel equals
    the CPU to the last bit; it compiles for an H100, but has not run on one.

    A sum grows with the number of inputs, and one that is wrong by far more than the
    temperature stays so. With many inputs and classes, higher temperatures do better:
    of scikit-learn's digits, with 64 inputs, 71 % are right at 2, 89 % at 20 to 3.

    References
    ----------
    .. [1] M. Frean, "A 'thermal' perceptron learning rule", Neural Computation 4(6),
       946-957, 1992.

    Examples
    --------
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
    >>> learner = ThermalPerceptron(random_state=0).fit(X, y)
    >>> print(learner.predict(X))
    ['no' 'no' 'no' 'yes']
    """

    fingerprint_name = "learners.thermal_perceptron.ThermalPerceptron"  # its old place

    _in_pocket = False

    def __init__(
        self,
        temperature=2.0,
        cooling=0.999,
        lowest_temperature=0.3,
        random_state=None,
        device="cpu",
    ):
        self.temperature = temperature
        self.cooling = cooling
        self.lowest_temperature = lowest_temperature
        self.random_state = random_state
        self.device = device

    def _epochs(self):
        """Return what the kernels need of each epoch's temperature."""
        check_kinds_of_defaults(self)
        check_device(self.device)
        highest, lowest = self.temperature, self.lowest_temperature
        if not 0 < highest <= HOTTEST:
            raise ValueError(
                f"temperature must be above 0 and at most {HOTTEST:.0f}, got {highest}"
            )
        if not 0 < lowest <= highest:
            raise ValueError(
                "lowest_temperature must be above 0 and at most the temperature, "
                f"{highest}, got {lowest}"
            )
        if not 0 < self.cooling < 1:
            raise ValueError(f"cooling must be in (0, 1), got {self.cooling}")
        return kernels.schedule(highest, self.cooling, lowest)
