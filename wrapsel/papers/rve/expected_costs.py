"""Figure 1: what eliminating is expected to cost a thermal perceptron."""

from __future__ import annotations

from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.search.removal.schedule import expected_failures, removal_schedule

EPOCHS, SAMPLES, RELEVANT, MOST = 1897, 1000, 10, 100


def perceptron_cost(n_variables: int) -> float:
    """Return the weight updates of a training.

    Examples
    --------
    >>> perceptron_cost(99)
    189700000.0
    """
    return float(EPOCHS * SAMPLES * (n_variables + 1))


def expected_costs() -> Result:
    """Return the expected updates from n variables to 10, for n to 100."""
    schedule = removal_schedule(MOST, RELEVANT, perceptron_cost)
    one_by_one, singly = 0.0, []
    for n in range(RELEVANT + 1, MOST + 1):
        # eq. 3, with k = 1
        calls = expected_failures(n, RELEVANT, 1) + 1
        one_by_one += perceptron_cost(n - 1) * calls
        singly.append(one_by_one)
    sizes = list(range(RELEVANT + 1, MOST + 1))
    return {
        "n": sizes,
        "RVE": [schedule.cost(n) for n in sizes],
        "RVE, k=1": singly,
        "one training": [perceptron_cost(n) for n in sizes],
    }


def _tasks(extent: Extent) -> list[Task]:
    return [Task(expected_costs, {})]


def _numbers(results: Results) -> list[Number]:
    [(_, found)] = results
    return [
        Number(curve, "updates", cost, x=n)
        for curve in ("RVE", "RVE, k=1", "one training")
        for n, cost in zip(found["n"], found[curve], strict=True)
    ]


FIGURE_1 = Experiment(
    "expected updates of a thermal perceptron, 10 relevant variables (figure 1)",
    _tasks,
    _numbers,
    "curves",
    "variables",
    "weight updates",
)
