"""Perceptrons equal a plain version to the last bit, however they are asked."""

import math
import pickle
from decimal import Decimal, localcontext

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import PocketPerceptron, ThermalPerceptron
from learners.perceptron import thermal_rule as kernels
from learners.perceptron.sums import taken
from learners.perceptron.training import train
from learners.perceptron.units import winners
from tests.learners.perceptron import oracles as oracle
from tests.learners.perceptron.oracles import problem
from tests.learners.scorers import scorer_of

BRIEF = {"cooling": 0.9}  # 19 epochs
BOTH = [ThermalPerceptron(cooling=0.97), PocketPerceptron(epochs=20)]


@parametrize_with_checks([ThermalPerceptron(cooling=0.99), PocketPerceptron(epochs=50)])
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def seven_of_ten(n_samples, n_variables, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (n_samples, n_variables))
    return X, (X[:, :10].sum(axis=1) >= 7).astype(int)


def units(y):
    """Return the signs of each unit's targets."""
    classes = np.unique(y)
    ones = classes if len(classes) > 2 else classes[1:]
    return [[1 if label == one else -1 for label in y] for one in ones]


def weights_of(learner):
    return np.column_stack([learner.coef_, learner.intercept_]).tolist()


@pytest.mark.parametrize("seed", range(100))
def test_thermal_weights_are_those_of_the_plain_loop(seed):
    X, y = problem(seed, n_classes=2 + seed % 3, n_variables=3 + seed % 5)
    inputs = oracle.scaled(X.tolist(), X.tolist())
    degrees = oracle.temperatures(2.0, 0.9, 0.3)

    learner = ThermalPerceptron(**BRIEF, random_state=seed).fit(X, y)

    expected = [oracle.thermal(inputs, signs, seed, degrees) for signs in units(y)]
    assert weights_of(learner) == expected


@pytest.mark.parametrize(
    ("highest", "cooling", "lowest"),
    [(1e4, 0.01, 0.5), (1.0, 0.8, 0.4), (0.5, 0.5, 0.5), (1e-3, 0.5, 1e-4)],
)
def test_weights_at_any_temperature_are_those_of_the_plain_loop(
    highest, cooling, lowest
):
    X, y = problem(3, n_classes=3)
    inputs = oracle.scaled(X.tolist(), X.tolist())
    degrees = oracle.temperatures(highest, cooling, lowest)
    learner = ThermalPerceptron(highest, cooling, lowest, random_state=3)

    expected = [oracle.thermal(inputs, signs, 3, degrees) for signs in units(y)]
    assert weights_of(learner.fit(X, y)) == expected


@pytest.mark.parametrize("seed", range(100))
def test_pocket_weights_are_those_of_the_plain_loop(seed):
    X, y = problem(seed, n_classes=2 + seed % 3, n_variables=3 + seed % 5)
    inputs = oracle.scaled(X.tolist(), X.tolist())

    learner = PocketPerceptron(epochs=6, random_state=seed).fit(X, y)

    expected = [oracle.pocket(inputs, signs, seed, epochs=6) for signs in units(y)]
    assert weights_of(learner) == expected


@pytest.mark.parametrize("seed", range(10))
def test_sums_anew_give_the_weights_of_sums_kept(seed):
    X, y = problem(seed, n_classes=3, n_samples=60)
    check_sums_kept(*_kernel_arguments(X, y, seed))


@pytest.mark.parametrize("n_variables", [2**17, 2**19 - 2, 2**19])
def test_sums_that_are_kept_have_room_for_many_inputs(n_variables):
    codes = np.full((3, n_variables), 64, np.int8)
    codes[2, ::2] = -64
    signs, rows = np.array([[1, -1, 1]]), np.arange(3)  # the first two contradict
    start, epochs = np.zeros((1, n_variables + 1), np.int64), (1e4, 0.97, 5e3)
    start[0, -1] = -60_000 * 2**22  # so far away that steps are small
    how = np.uint64(0), kernels.schedule(*epochs), False
    check_sums_kept(codes, rows, np.arange(n_variables), signs, start, *how)


def check_sums_kept(codes, rows, columns, signs, start, *how):
    """Check that weights are those of training without a place for products."""
    kept, n_run = train(codes, rows, columns, signs, start, *how)
    anew = np.zeros_like(kept)
    inputs = taken(codes, rows, columns)
    nothing = np.empty((0, len(rows)), np.int32), np.zeros(len(rows), np.bool_)
    for unit in range(len(signs)):
        weights = np.zeros(inputs.shape[1], np.int64)
        weights[: len(start[unit])] = start[unit]
        n_epochs = kernels.anneal(inputs, signs[unit], weights, *how[:2], *nothing)
        anew[unit] = weights[: anew.shape[1]]
        assert n_epochs == n_run[unit]

    np.testing.assert_array_equal(anew, kept)


@pytest.mark.parametrize("now", [2.0, 0.3, 0.777, 1e-3, 1e4])
def test_the_reach_is_where_the_table_ends(now):
    [rate], _ = kernels.schedule(now, 0.5, now)
    beyond = kernels.reach(rate)
    half = 1 << (kernels.SHIFT - 1)

    assert (int(beyond) * int(rate) + half) >> kernels.SHIFT == len(kernels.DECAY)
    assert (int(beyond - 1) * int(rate) + half) >> kernels.SHIFT < len(kernels.DECAY)
    assert (kernels.DECAY[-1] * 2**30 + (1 << (kernels.SHRINK - 1))) >> (
        kernels.SHRINK
    ) <= 1


def _kernel_arguments(X, y, seed):
    codes = np.rint(64 * np.array(oracle.scaled(X.tolist(), X.tolist()))[:, :-1])
    signs = np.array(units(y))
    start = np.zeros((len(signs), X.shape[1] + 1), np.int64)
    epochs = kernels.schedule(2.0, 0.97, 0.3)
    rows, columns = np.arange(len(X)), np.arange(X.shape[1])
    seed = np.uint64(seed)
    return codes.astype(np.int8), rows, columns, signs, start, seed, epochs, False


@pytest.mark.parametrize("seed", range(5))
def test_steps_are_those_of_the_paper_within_the_stated_error(seed):
    rng = np.random.default_rng(seed)
    for now in (2.0, 1.0, 0.3):
        [rate], [amplitude] = kernels.schedule(now, 0.5, now)
        for size in np.minimum(rng.exponential(now, 200), 11 * now):
            step = kernels.step_at(round(size * 2**28), rate, amplitude) / 2**16
            near = math.exp(-size / now)
            assert abs(step - near) <= 5e-4 * near + 2**-17


def test_no_entry_of_the_table_depends_on_how_exp_is_rounded():
    with localcontext(prec=30):
        for place, entry in enumerate(kernels.DECAY):
            exact = 2**30 * (Decimal(-place) / 1024).exp()
            assert abs(exact - int(entry)) < Decimal("0.49999")


def test_the_defaults_are_the_papers():
    assert ThermalPerceptron().cost(1000, 100) == 1897 * 1000 * 101
    assert PocketPerceptron().cost(10, 3) == 1897 * 10 * 4


def test_seven_of_ten_is_learnt():
    X, y = seven_of_ten(2000, 30)
    learner = ThermalPerceptron(random_state=1).fit(X[:1000], y[:1000])

    assert learner.score(X[:1000], y[:1000]) == 1.0
    assert learner.score(X[1000:], y[1000:]) > 0.97
    assert learner.n_iter_ < 200


@pytest.mark.parametrize("seed", range(10))
def test_epochs_after_the_early_end_would_change_nothing(seed):
    X, y = seven_of_ten(100, 12, seed)
    short = ThermalPerceptron(random_state=seed, cooling=0.99).fit(X, y)
    assert short.n_iter_ < 180
    inputs = oracle.scaled(X.tolist(), X.tolist())
    degrees = oracle.temperatures(2.0, 0.99, 0.3)

    expected = [oracle.thermal(inputs, signs, seed, degrees) for signs in units(y)]
    assert weights_of(short) == expected


@pytest.mark.parametrize("seed", range(10))
def test_a_warm_start_goes_on_from_the_weights_given(seed):
    X, y = problem(seed, n_classes=3)
    bits = [0, 2, 4]
    inputs = oracle.scaled(X[:, bits].tolist(), X[:, bits].tolist())
    parent = ThermalPerceptron(**BRIEF, random_state=0).fit(X, y)
    coef, intercept = parent.coef_[:, bits], parent.intercept_

    learner = ThermalPerceptron(**BRIEF, random_state=seed)
    learner.fit(X[:, bits], y, coef_init=coef, intercept_init=intercept)

    starts = np.column_stack([coef, intercept]).tolist()
    degrees = oracle.temperatures(2.0, 0.9, 0.3)
    expected = [
        oracle.thermal(inputs, signs, seed, degrees, start=start)
        for signs, start in zip(units(y), starts, strict=True)
    ]
    assert weights_of(learner) == expected


def test_a_warm_start_from_a_solution_ends_at_once():
    X, y = seven_of_ten(300, 12)
    parent = ThermalPerceptron(random_state=0).fit(X, y)
    again = ThermalPerceptron(random_state=1)
    again.fit(X, y, coef_init=parent.coef_, intercept_init=parent.intercept_)

    assert again.n_iter_ == 1
    np.testing.assert_array_equal(again.coef_, parent.coef_)


@pytest.mark.parametrize("learner", BOTH)
def test_learners_and_scorers_survive_pickling(learner):
    X, y = problem(0)
    fitted = pickle.loads(pickle.dumps(learner.fit(X, y)))
    scorer = scorer_of(learner.set_params(random_state=0), X, y)
    every = np.ones((1, 6), dtype=bool)

    np.testing.assert_array_equal(fitted.predict(X), learner.predict(X))
    again = pickle.loads(pickle.dumps(scorer))
    np.testing.assert_array_equal(again.predict(every), scorer.predict(every))


@pytest.mark.parametrize("scale", [2.0**-1070, 1e-300, 1e300])
def test_any_unit_will_do(scale):
    rng = np.random.default_rng(0)
    X, y = rng.integers(-8, 9, (40, 3)) * 1.0, rng.integers(0, 2, 40)
    X[0], X[1] = -8, 8
    plain = ThermalPerceptron(**BRIEF, random_state=0).fit(X, y)

    learner = ThermalPerceptron(**BRIEF, random_state=0).fit(X * scale, y)

    np.testing.assert_array_equal(learner.coef_, plain.coef_)
    far = np.array([[1.7e308] * 3, [-1.7e308] * 3])
    assert np.isfinite(learner.decision_function(far)).all()


def test_a_constant_column_gets_no_weight():
    X, y = problem(0)
    learner = ThermalPerceptron(**BRIEF, random_state=0).fit(X, y)

    assert learner.coef_[0, -1] == 0
    X_test = X.copy()
    X_test[:, -1] = 1e9
    np.testing.assert_array_equal(learner.predict(X_test), learner.predict(X))


@pytest.mark.parametrize("labels", [["p", "q"], [False, True], [3, 5], [-1.0, 1.0]])
def test_labels_come_back_as_they_were(labels):
    X, codes = seven_of_ten(60, 10)
    y = np.array(labels)[codes]
    learner = ThermalPerceptron(random_state=0).fit(X, y)

    assert learner.predict(X).dtype == y.dtype
    np.testing.assert_array_equal(learner.predict(X), y)


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (ThermalPerceptron(temperature=0), "temperature must be above 0 and at most"),
        (ThermalPerceptron(temperature=1e5), "temperature must be .* at most 10000"),
        (ThermalPerceptron(temperature=np.nan), "temperature must be .* got nan"),
        (ThermalPerceptron(cooling=1.0), r"cooling must be in \(0, 1\), got 1.0"),
        (ThermalPerceptron(lowest_temperature=3), "lowest_temperature must be above 0"),
        (ThermalPerceptron(lowest_temperature=0), "lowest_temperature must be above 0"),
        (ThermalPerceptron(temperature="hot"), "temperature must be a number, got"),
        (ThermalPerceptron(cooling=None), "cooling must be a number, got None"),
        (ThermalPerceptron(lowest_temperature=True), "must be a number, got True"),
        (PocketPerceptron(epochs=0), "epochs must be from 1 to 100000000, got 0"),
        (PocketPerceptron(epochs=1.5), "epochs must be an integer, got 1.5"),
        (PocketPerceptron(epochs=True), "epochs must be an integer, got True"),
        (PocketPerceptron(epochs=10**30), "epochs must be at most"),
        (PocketPerceptron(epochs=10**9), "epochs must be from 1 to 100000000, got"),
        (ThermalPerceptron(random_state=-1), "Seed must be between 0"),
    ],
)
def test_wrong_parameters_are_refused(learner, message):
    with pytest.raises(ValueError, match=message):
        learner.fit(np.eye(2), [0, 1])


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"coef_init": np.zeros((1, 3))}, r"coef_init must have shape \(1, 2\)"),
        ({"coef_init": np.zeros((1, 1))}, r"coef_init must have shape \(1, 2\), got"),
        ({"coef_init": np.zeros((2, 2))}, r"coef_init must have shape \(1, 2\), got"),
        ({"coef_init": np.zeros(2)}, r"coef_init must have shape \(1, 2\), got"),
        ({"intercept_init": 0.0}, r"intercept_init must have shape \(1,\), got"),
        ({"intercept_init": [0, 0]}, r"intercept_init must have shape \(1,\), got"),
        ({"intercept_init": [2.0**20 + 1]}, "intercept_init must be within 1048576"),
        ({"intercept_init": [-(2.0**20) - 1]}, "intercept_init must be within 10485"),
        ({"intercept_init": [np.nan]}, "intercept_init must be within 1048576"),
    ],
)
def test_wrong_starts_are_refused(start, message):
    with pytest.raises(ValueError, match=message):
        ThermalPerceptron().fit(np.eye(2), [0, 1], **start)


def test_missing_values_are_refused():
    with pytest.raises(ValueError, match="ThermalPerceptron does not accept missing"):
        ThermalPerceptron().fit([[np.nan], [1.0]], [0, 1])


def test_one_class_is_refused_in_a_fit_and_in_a_fold():
    with pytest.raises(ValueError, match="needs rows of at least 2 classes"):
        PocketPerceptron().fit(np.eye(3), [1, 1, 1])
    with pytest.raises(ValueError, match="needs rows of at least 2 classes"):
        PocketPerceptron().subset_scorer(np.eye(3), [0, 1, 1], [([1, 2], [0])])


def test_one_epoch_is_enough_to_learn():
    X, y = np.array([[0.0], [1.0], [0.1], [0.9]]), [0, 1, 0, 1]
    assert PocketPerceptron(epochs=1, random_state=0).fit(X, y).score(X, y) >= 0.5


@pytest.mark.parametrize("learner", BOTH)
def test_a_generator_gives_each_fit_another_seed(learner):
    X, y = problem(0, n_classes=3)
    found = []
    for _ in range(2):
        learner.set_params(random_state=np.random.RandomState(0))
        found.append([weights_of(learner.fit(X, y)) for _ in range(2)])
    assert found[0] == found[1]
    assert found[0][0] != found[0][1]


@pytest.mark.parametrize("axis", [0, 1])
def test_the_first_of_classes_with_equal_sums_wins(axis):
    one_unit, three = [[-1, 0, 1]], [[0, 2, 1, -9], [0, 2, 1, 1], [-1, 1, 1, 1]]
    for sums, expected in [(one_unit, [0, 0, 1]), (three, [0, 0, 0, 1])]:
        assert winners(np.moveaxis(sums, 0, axis), axis).tolist() == expected


def test_epochs_of_the_pocket_take_no_memory():
    assert PocketPerceptron(epochs=10**8)._epochs().nbytes == 0
    assert PocketPerceptron(epochs=10**8).cost(3, 1) == 10**8 * 3 * 2
