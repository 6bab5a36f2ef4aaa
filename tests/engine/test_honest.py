"""What is told of a selection holds on other rows."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_classification, make_regression
from sklearn.linear_model import Ridge
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB

from tests.engine.oracles_honest import plain_folds, plain_nested, plain_redrawn
from tests.engine.test_resume import counting
from tests.fakes import OrdinaryNB
from wrapsel import (
    Budget,
    HonestError,
    LearnerError,
    Problem,
    Subset,
    honest_error,
    select,
)
from wrapsel.engine import HonestFold, ProgressBar, redrawn_error
from wrapsel.engine.fold_errors import HONEST_DRAWS
from wrapsel.engine.telling.affording import affordable
from wrapsel.evaluation.part import outer_folds
from wrapsel.protocol import Evaluation, Keep, best_of
from wrapsel.search import Forward, RVErS

LEARNERS = [GaussianNB(), OrdinaryNB()]


def made(seed, n_samples=120, learner=None, **options):
    X, y = make_classification(
        n_samples, 8, n_informative=3, flip_y=0.1, random_state=seed
    )
    return Problem(learner or GaussianNB(), X, y, random_state=seed, **options)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("seed", range(5))
def test_redrawn_is_the_mean_of_a_plain_loop(seed, learner):
    problem = made(seed, learner=learner)
    chosen = Evaluation(Subset.of([0, 3, 5], 8), 0.0, 5)
    folds = [plain_folds(problem.y, 5, seed, draw) for draw in HONEST_DRAWS]
    errors = plain_redrawn(learner, problem.X, problem.y, [0, 3, 5], folds)

    told = redrawn_error(problem, chosen)

    assert told.error == pytest.approx(errors.mean(), abs=1e-12)
    # Nadeau and Bengio, eq. 10.
    spread = math.sqrt((1 / 25 + 1 / 4) * errors.var(ddof=1))
    share = (errors.mean() * 120 + 0.5) / 121
    counted = math.sqrt(share * (1 - share) / 120)
    assert told.standard_error == pytest.approx(max(spread, counted))


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("strategy", [RVErS(), Forward()], ids=repr)
@pytest.mark.parametrize("seed", range(4))
def test_nested_is_what_plain_loops_give(seed, strategy, learner):
    problem = made(seed, 60, learner=learner, cv=3)
    result = select(problem, strategy, random_state=seed, honest=False)
    error, correction, subsets = plain_nested(
        problem, strategy, result, HONEST_DRAWS, 3, random_state=seed
    )
    told = honest_error(problem, strategy, n_outer=3, random_state=seed)
    assert told.error == pytest.approx(error, abs=1e-12)
    assert told.correction == pytest.approx(correction, abs=1e-12)
    assert [list(subset) for subset in told.subsets] == subsets


def test_the_main_search_is_not_repeated():
    problem = made(0)
    result = select(problem, Forward())
    events = []
    told = honest_error(problem, Forward(), result=result, on_event=events.append)
    assert told.error == honest_error(problem, Forward()).error
    assert events == [HonestFold(done, 10) for done in range(11)]


class BestOfMany:
    """Pick the best of many small subsets, drawn at random."""

    def search(self, space, rng):
        n = space.variables.n_variables
        drawn = [Subset.of(rng.choice(n, 5, replace=False), n) for _ in range(1000)]
        yield Keep((yield from best_of(drawn)))


@pytest.mark.parametrize("seed", range(3))
def test_on_noise_nothing_is_promised(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(200, 100)), rng.permutation(np.arange(200) % 2)
    problem = Problem(GaussianNB(), X, y)
    result = select(problem, BestOfMany())
    told = honest_error(problem, BestOfMany(), result=result)
    assert result.error < 0.4
    assert told.measured < 0.45
    assert abs(told.error - 0.5) < 2 * told.standard_error
    assert told.error > 0.42


def test_no_variable_promises_nothing():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(90, 6)), np.repeat([0, 1, 1], 30)
    problem = Problem(GaussianNB(), X, y)
    none = Evaluation(Subset.empty(6), 1 / 3, 5)
    result = replace(select(problem, BestOfMany()), path=(none,))
    told = honest_error(problem, BestOfMany(), result=result)
    assert told.error == told.measured == pytest.approx(1 / 3)
    assert (told.correction, told.n_outer) == (0, 10)
    assert told.sizes == (5,) * 10


def test_given_folds_are_the_outer_folds_and_those_measured():
    cv = list(KFold(4, shuffle=True, random_state=1).split(np.zeros(120)))
    problem = made(3, cv=cv)
    result = select(problem, Forward())
    plain = honest_error(problem, Forward(), how="redrawn")
    assert plain.method == "given"
    assert plain.error == pytest.approx(result.error)
    told = honest_error(problem, Forward())
    assert (told.method, told.n_outer) == ("nested", 4)
    assert told.measured == pytest.approx(result.error)
    assert told.correction >= 0


def test_a_single_given_fold_cannot_be_nested():
    problem = made(0, cv=ShuffleSplit(1, random_state=0))
    with pytest.raises(ValueError, match="two folds or more"):
        honest_error(problem, Forward())
    told = honest_error(problem, Forward(), how="redrawn")
    assert 0 < told.standard_error < 0.2


def test_groups_stay_on_one_side_of_outer_folds():
    groups = np.arange(120) // 4
    told = honest_error(made(0, cv=GroupKFold(5), groups=groups), Forward())
    assert (told.n_outer, told.n_repeats) == (5, 1)


@pytest.mark.parametrize("metric", ["accuracy", "neg_log_loss"])
def test_a_class_may_be_smaller_than_the_folds(metric):
    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b", "rare"], [60, 40, 5])
    X = rng.normal(size=(105, 6)) + 2.0 * (y == "rare")[:, None]
    told = honest_error(Problem(GaussianNB(), X, y, scoring=metric), RVErS())
    assert (told.n_outer, told.n_repeats) == (10, 2)


def test_numbers_have_an_honest_error_too():
    X, y = make_regression(80, 6, n_informative=2, noise=5.0, random_state=0)
    told = honest_error(Problem(Ridge(), X, y, scoring="mean_squared_error"), Forward())
    assert told.error >= told.measured
    assert 0 < told.standard_error < told.error


def test_workers_change_nothing(monkeypatch, tmp_path):
    # Else such quick searches would be made one after the other.
    monkeypatch.setattr("wrapsel.engine.many.each.PAYING_SECONDS", 0.0)
    plain = honest_error(made(1), RVErS())
    for store in (None, tmp_path / "store.db"):
        shared = honest_error(made(1), RVErS(), n_jobs=2, store=store)
        assert shared.error == plain.error
        assert shared.standard_error == plain.standard_error
        assert shared.subsets == plain.subsets


def test_a_killed_call_goes_on_where_it_was(tmp_path):
    store, options = tmp_path / "store.db", {"n_outer": 3}
    whole = honest_error(made(2, cv=3, learner=counting()), Forward(), **options)
    killed, goes_on = counting(fail_at=300), counting()
    problem = made(2, cv=3, learner=killed)
    with pytest.raises(LearnerError, match="on fire"):
        honest_error(problem, Forward(), store=store, **options)
    problem = made(2, cv=3, learner=goes_on)
    told = honest_error(problem, Forward(), store=store, **options)
    assert (told.error, told.standard_error) == (whole.error, whole.standard_error)
    n_fits = type(goes_on).n_fits
    assert n_fits > 0
    honest_error(problem, Forward(), store=store, **options)
    assert type(goes_on).n_fits == n_fits


def test_each_outer_search_has_the_whole_budget():
    told = honest_error(made(0), RVErS(), budget=Budget(evaluations=7))
    free = honest_error(made(0), RVErS())
    assert len(told.subsets) == 10
    assert np.mean(told.sizes) > np.mean(free.sizes)


def test_frequency_sizes_and_stability_are_those_of_the_outer_searches():
    told = honest_error(made(0), Forward(n_features_to_select=2))
    masks = np.array([subset.mask() for subset in told.subsets])
    assert told.sizes == (2,) * 10
    assert told.frequency.tolist() == masks.mean(axis=0).tolist()
    assert told.stability.lower <= told.stability.estimate <= told.stability.upper
    everything = honest_error(made(0), Forward(n_features_to_select=8))
    assert everything.stability is None


def test_without_outer_searches_there_is_no_frequency():
    told = honest_error(made(0), Forward(), how="redrawn")
    assert told.stability is None
    with pytest.raises(ValueError, match="no outer searches"):
        told.frequency  # noqa: B018


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"how": "hopeful"}, "how must be"),
        ({"n_outer": 1}, "n_outer must be in"),
        ({"n_outer": 121}, "n_outer must be in"),
        ({"n_repeats": 0}, "n_repeats must be at least 1"),
    ],
)
def test_bad_input_is_told_before_any_work(options, message):
    with pytest.raises(ValueError, match=message):
        honest_error(made(0, learner=counting(fail_at=1)), Forward(), **options)


def test_an_honest_error_is_shown_with_the_digits_that_are_known():
    told = HonestError(0.0612, 0.0049, "redrawn", 0.0612, n_draws=5)
    assert str(told) == "0.061 +- 0.005 (on folds drawn anew 5 times)"
    assert str(HonestError(1234.5, 41.0, "given", 1234.5)).startswith("1234 +- 41")
    twice = honest_error(made(0), Forward())
    assert "(nested in 5 folds, drawn 2 times)" in str(twice)
    once = honest_error(made(0), Forward(), n_repeats=1)
    assert "(nested in 5 folds)" in str(once)


def test_a_progress_bar_shows_the_folds(capsys):
    honest_error(made(0), Forward(), on_event=ProgressBar())
    assert "honest error" in capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "n_repeats"), [(2.0, 2), (2.1, 1), (10.0, 1)])
def test_a_slower_search_is_repeated_less(seconds, n_repeats):
    assert affordable("auto", seconds) == ("nested", n_repeats)
    assert affordable("nested", seconds) == ("nested", 2)


def test_a_slow_search_is_not_repeated_unless_asked_to():
    assert affordable("auto", 10.1)[0] == "redrawn"
    assert affordable("nested", 10.1) == ("nested", 2)
    assert affordable("redrawn", 0.1)[0] == "redrawn"


def test_drawn_again_the_outer_folds_are_others():
    problem = made(1, 60)
    once = honest_error(problem, Forward(), n_repeats=1)
    twice = honest_error(problem, Forward())
    assert twice.subsets[:5] == once.subsets
    assert len(twice.subsets) == 10
    first, second = np.split(np.array([p for _, p in outer_folds(problem, 5, 2)]), 2)
    for rows in (first, second):
        assert sorted(np.concatenate(rows)) == list(range(60))
    assert not np.array_equal(first, second)
