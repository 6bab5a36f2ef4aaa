"""A learner with settings to choose from is measured with each, and the best counts."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import ShuffleSplit

from learners import LSSVC, LSSVR
from wrapsel import Problem, holdout_error, select
from wrapsel.evaluation import CrossValidation, Pooled, Stored
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.processes.workers import Workers
from wrapsel.search import Backward, Forward
from wrapsel.search.blocks.block_deletion import BlockDeletion
from wrapsel.subset import Subset

CS = (1.0, 10.0, 100.0, 1000.0, 5000.0, 1e4, 1e5)
LARGE = (100.0, 1000.0, 5000.0, 1e4, 1e5, 1e6, 1e7, 1e8)


def regression(seed, n_rows=40, n_columns=6):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, n_columns))
    return X, np.sin(4 * X[:, 0]) + X[:, 1] + 0.1 * rng.normal(size=n_rows)


def classes(seed, n_classes=2):
    X, y = regression(seed, 60)
    return X, np.digitize(y, np.quantile(y, np.arange(1, n_classes) / n_classes))


def subsets_of(seed, n_columns=6):
    bits = np.random.default_rng(seed).integers(1, 2**n_columns, 5)
    return [Subset(int(b), n_columns) for b in [*bits, 0]]


def plain(problem, subsets):
    """Return the errors by a fit for each variant."""
    fitter, factors = Fitter(problem), problem.scale[0]
    errors = np.empty((len(subsets), len(factors), len(fitter.variants)))
    for row, subset in enumerate(subsets):
        for fold, factor in enumerate(factors):
            if subset.bits:
                errors[row, fold] = fitter.errors(subset, fold)[0] * factor
            else:
                errors[row, fold] = fitter.constant_error(fold) * factor
    return errors


def totals(problem, subset):
    """Return the error of a subset with each variant."""
    return plain(problem, [subset])[0].sum(axis=0) / problem.scale[1].sum()


def measured(problem, subsets):
    evaluator = CrossValidation(problem)
    assert evaluator.shared is not None
    assert evaluator.n_variants == len(problem.learner.variants)
    return evaluator.measure(subsets, range(len(problem.folds))).errors


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
@pytest.mark.parametrize("seed", range(20))
def test_all_variants_at_once_have_the_errors_of_fits(seed, kernel):
    gamma = [0.1, 1.0, 10.0 if kernel == "rbf" else 2.0][seed % 3]
    learner = LSSVR(kernel=kernel, gamma=gamma, degree=2, C_grid=CS)
    problem = Problem(learner, *regression(seed), 5, "mean_absolute_error")
    subsets = subsets_of(seed)

    errors, expected = measured(problem, subsets), plain(problem, subsets)

    assert errors.shape == (6, 5, 7)
    np.testing.assert_allclose(errors, expected, rtol=0, atol=1e-8)
    means, others = errors.mean(axis=1), expected.mean(axis=1)
    assert (means.argmin(axis=1) == others.argmin(axis=1)).all()


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_all_variants_of_classes_have_the_errors_of_fits(seed, n_classes):
    learner = LSSVC(kernel="linear", C_grid=LARGE)
    problem = Problem(learner, *classes(seed, n_classes))
    subsets = subsets_of(seed)
    assert np.array_equal(measured(problem, subsets), plain(problem, subsets))


@pytest.mark.parametrize("Cs", [CS, CS[:3], (2.0,), (1e3, 1e12, 1.0, 2.0, 3.0)])
def test_a_grid_of_any_size_is_solved(Cs):
    X, y = regression(1)
    problem = Problem(LSSVR(C_grid=list(Cs)), X, y, 4, "mean_absolute_error")
    subsets = subsets_of(1)
    gaps = measured(problem, subsets) - plain(problem, subsets)
    assert np.abs(gaps[:, :, [C < 1e6 for C in Cs]]).max() < 1e-8


def test_folds_that_share_no_rows_are_fitted_for_each_variant():
    X, y = regression(2)
    folds = ShuffleSplit(3, random_state=0)
    problem = Problem(LSSVR(C_grid=CS), X, y, folds, "mean_absolute_error")
    subsets = subsets_of(2)
    errors, expected = measured(problem, subsets), plain(problem, subsets)
    np.testing.assert_allclose(errors, expected, rtol=1e-14)


@pytest.mark.parametrize("metric", ["roc_auc", "f1"])
def test_metrics_that_need_an_estimator_get_one_for_each_variant(metric):
    problem = Problem(LSSVC(C_grid=(1.0, 100.0)), *classes(3), 3, metric)
    subsets = subsets_of(3)
    errors, expected = measured(problem, subsets), plain(problem, subsets)
    np.testing.assert_allclose(errors, expected, rtol=0, atol=1e-12)
    assert (errors[:-1, :, 0] != errors[:-1, :, 1]).any()


class OneAtATime(LSSVR):
    """Gives scorers of one setting, which know no others."""

    def _scorer(self, kernel, X, Y, folds):
        scorer = super()._scorer(kernel, X, Y, folds)
        return type(
            "Plain", (), {"predict": lambda _, *asked: scorer.predict(*asked)}
        )()


def test_a_scorer_that_knows_no_variants_is_made_for_each():
    problem = Problem(
        OneAtATime(C_grid=CS), *regression(4), 5, scoring="mean_absolute_error"
    )
    subsets = subsets_of(4)
    errors, expected = measured(problem, subsets), plain(problem, subsets)
    np.testing.assert_allclose(errors, expected, rtol=0, atol=1e-8)


def test_batches_and_companions_change_no_bit():
    X, y = regression(5)
    problem = Problem(LSSVR(C_grid=CS), X, y, 5, "mean_absolute_error")
    subsets = subsets_of(5)
    whole = measured(problem, subsets)
    for subset, row in zip(subsets[::-1], whole[::-1], strict=True):
        evaluator = CrossValidation(problem)
        parts = [evaluator.measure([subset], range(f, f + 1)).errors for f in range(5)]
        assert np.array_equal(np.concatenate(parts, axis=1)[0], row)


@pytest.mark.parametrize("strategy", [Forward(), Backward(), BlockDeletion()], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_search_takes_the_best_variant_of_each_subset(strategy, seed):
    X, y = regression(seed)
    problem = Problem(LSSVR(C_grid=CS), X, y, 5, "mean_absolute_error")

    result = select(problem, strategy)

    for kept in result.path:
        means = totals(problem, kept.subset)
        assert kept.error == pytest.approx(means.min(), abs=1e-8)
        assert kept.variant == means.argmin() or not kept.subset
    slow = select(Problem(Refit(C_grid=CS), X, y, 5, "mean_absolute_error"), strategy)
    assert [v.subset for v in slow.path] == [v.subset for v in result.path]
    assert [v.variant for v in slow.path] == [v.variant for v in result.path]


class Refit(LSSVR):
    """Has no fast path."""

    subset_scorer = None


def test_stores_and_workers_keep_all_variants():
    X, y = regression(6)
    problem = Problem(LSSVR(C_grid=CS), X, y, 5, "mean_absolute_error")
    subsets = subsets_of(6)
    stored = Stored(Pooled(CrossValidation(problem), Workers(1)))
    for _ in range(2):
        block = stored.measure(subsets, range(5))
        assert np.array_equal(block.errors, measured(problem, subsets))


def test_without_a_grid_there_is_one_variant():
    assert LSSVR().variants == LSSVC(C=3.0).variants == ({},)
    assert LSSVR(C_grid=[1, 10]).variants == ({"C": 1.0}, {"C": 10.0})
    X, y = regression(7)
    one = Problem(LSSVR(10.0), X, y, 5, "mean_absolute_error")
    subsets = subsets_of(7)
    grid = Problem(LSSVR(C_grid=[10.0]), X, y, 5, "mean_absolute_error")
    assert np.array_equal(measured(one, subsets), measured(grid, subsets))


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([], "C_grid must hold a value of C, got none"),
        ([1.0, 0.0], "C_grid must be above 0 and finite, got 0.0"),
        ([np.nan], "C_grid must be above 0 and finite, got nan"),
    ],
)
def test_a_wrong_grid_is_refused(grid, message):
    X, y = regression(8)
    with pytest.raises(ValueError, match=message):
        LSSVR(C_grid=grid).fit(X, y)
    with pytest.raises(ValueError, match=message):
        select(
            Problem(LSSVR(C_grid=grid), X, y, scoring="mean_squared_error"), Forward()
        )


class Shrinking(Ridge):
    """Declares three settings, and has no fast path."""

    variants = ({"alpha": 0.0}, {"alpha": 10.0}, {"alpha": 1e9})


def test_other_learners_may_have_variants_too():
    problem = Problem(Shrinking(), *regression(9), 3, "mean_squared_error")
    result = select(problem, Forward())
    means = totals(problem, result.subset)
    assert result.error == pytest.approx(means.min(), rel=1e-12)
    assert result.best.variant == means.argmin()


@pytest.mark.parametrize(("learner", "made"), [(LSSVR, regression), (LSSVC, classes)])
@pytest.mark.parametrize("variant", [0, 2, 3])
@pytest.mark.parametrize("seed", range(2))
def test_the_holdout_error_is_that_of_the_variant(learner, made, variant, seed):
    grid = (1e-6, 1e-2, 1.0, 1e4)
    X, y = made(seed)
    X_test, y_test = made(seed + 100)
    metric = "accuracy" if learner is LSSVC else "mean_absolute_error"
    problem = Problem(learner(C_grid=grid), X, y, 4, metric)
    subset = Subset.of([0, 1], 6)

    error = holdout_error(problem, subset, X_test, y_test, variant)

    fitted = learner(C=grid[variant]).fit(X[:, :2], y)
    predicted = fitted.predict(X_test[:, :2])
    gaps = predicted != y_test if learner is LSSVC else np.abs(predicted - y_test)
    assert error == pytest.approx(gaps.mean())


@pytest.mark.parametrize("aggregate", ["mean", "pooled"])
@pytest.mark.parametrize("variables", [[], [0, 1], [2, 5]])
def test_without_a_variant_it_is_the_best_on_the_folds(variables, aggregate):
    X, y = regression(0)
    metric = "mean_squared_error"
    problem = Problem(LSSVR(C_grid=(1e-6, *CS)), X, y, 3, metric, aggregate)
    subset = Subset.of(variables, 6)
    best = int(totals(problem, subset).argmin())
    assert (best > 0) == bool(variables)

    error = holdout_error(problem, subset, *regression(1))

    assert error == holdout_error(problem, subset, *regression(1), best)


@pytest.mark.parametrize("by", ["learner", "folds", "permutation"])
@pytest.mark.parametrize("alphas", [(1e9, 0.1), (1e6, 1e9, 1.0)])
def test_importances_are_those_of_the_best_variant(by, alphas):
    class Settings(Ridge):
        variants = tuple({"alpha": alpha} for alpha in alphas)

    def asked(learner):
        problem = Problem(learner, *regression(3), 3, "mean_squared_error")
        return CrossValidation(problem).importances(Subset.of([0, 1, 4], 6), by)

    np.testing.assert_allclose(asked(Settings()), asked(Ridge(alphas[-1])), rtol=1e-9)
