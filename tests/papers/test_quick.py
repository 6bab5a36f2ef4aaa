"""Each experiment, in the part that `--quick` makes."""

from pathlib import Path

import pytest

from wrapsel.papers import experiment, list_experiments, make_again
from wrapsel.papers.experiment import QUICK

DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.mark.slow
@pytest.mark.parametrize("name", list_experiments())
def test_a_quick_version_makes_numbers(name):
    made = experiment(name)
    if any(task.data_sets for task in made.tasks(QUICK)) and not DATA.exists():
        pytest.skip("no ../shared/data beside the checkout")

    numbers = make_again(made, QUICK, data=DATA if DATA.exists() else None)

    assert any(number.ours is not None for number in numbers)
