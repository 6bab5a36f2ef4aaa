"""Which parameters of a learner are seeds that nobody set."""

import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from wrapsel.evaluation.clones import open_seeds


def test_open_seeds_are_found_at_any_depth_and_those_set_stay():
    inner = DecisionTreeClassifier(random_state=3)
    learner = make_pipeline(StandardScaler(), BaggingClassifier(inner))

    assert open_seeds(learner, 7) == {"baggingclassifier__random_state": 7}
    assert open_seeds(make_pipeline(inner.set_params(random_state=None)), 7) == {
        "decisiontreeclassifier__random_state": 7
    }


@pytest.mark.parametrize("has", ["get_params", "set_params"])
def test_a_learner_whose_parameters_cannot_be_got_and_set_has_no_seeds(has):
    def params(self, deep=True):
        return {"random_state": None}

    assert open_seeds(type("Half", (), {has: params})(), 7) == {}
