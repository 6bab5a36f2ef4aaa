"""Looking ahead must be invisible."""

import math

import numpy as np
import pytest

from tests.fakes import TableEvaluator, random_request
from tests.oracles import one_at_a_time
from wrapsel.engine import Waves
from wrapsel.evaluation import Portion
from wrapsel.protocol import Evaluate
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(200))
def test_waves_give_the_verdicts_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    request = random_request(rng, n_variables=4)
    evaluator = TableEvaluator.random(
        rng, 4, n_folds=rng.integers(1, 7), n_variants=rng.integers(1, 4)
    )

    expected = list(one_at_a_time(request, evaluator))

    for portion in [(1, 1, 1), (1, 8, 2), (3, 5, 7), (16, 16, 16)]:
        evaluator.portion = Portion(*portion)
        verdicts = [verdict for verdict, _ in Waves(evaluator).verdicts(request)]
        assert verdicts == expected


def moves(rng, n_candidates):
    """Return subsets that add one of 12 variables to the same one, at random."""
    base = Subset.of([3, 7], 12)
    places = rng.choice(np.setdiff1d(np.arange(12), [3, 7]), n_candidates)
    return [base.adding((place,)) for place in places]


@pytest.mark.parametrize("seed", range(60))
def test_waves_of_moves_give_the_verdicts_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    evaluator = TableEvaluator.random(rng, 12, n_folds=rng.integers(1, 5))
    need = str(rng.choice(["all", "acceptable", "first", "best"]))
    accept = None if need in ("all", "best") else rng.random()
    request = Evaluate(moves(rng, 40), accept, need)
    expected = list(one_at_a_time(request, evaluator))

    for portion in [(1, 8, 2, 11), (2, 7, 7, 100)]:
        evaluator.portion = Portion(*portion)
        verdicts = [verdict for verdict, _ in Waves(evaluator).verdicts(request)]
        assert verdicts == expected


def test_moves_are_measured_at_once_on_all_folds():
    rng = np.random.default_rng(0)
    evaluator = TableEvaluator.random(rng, 12, n_folds=3)
    evaluator.portion = Portion(1, 6, 2, 30)
    base = Subset.of([3, 7], 12)
    candidates = [base.adding((i,)) for i in range(12) if i not in base]
    calls, measure = [], evaluator.measure
    evaluator.measure = lambda s, f: calls.append((len(s), len(f))) or measure(s, f)
    list(Waves(evaluator).verdicts(Evaluate(candidates, 0.1, "acceptable")))

    assert calls == [(10, 3)]


def test_the_cost_of_a_verdict_is_that_of_its_folds():
    rng = np.random.default_rng(0)
    evaluator = TableEvaluator.random(rng, n_variables=3, n_folds=4)
    [(_, costs)] = Waves(evaluator).verdicts(Evaluate([Subset.full(3)]))
    assert costs == [3.0, 6.0, 9.0, 12.0]


def test_a_narrow_wave_measures_no_fold_beyond_the_proof():
    table = {Subset(0, 1): np.array([[9.0], [9.0]]), Subset(1, 1): np.ones((2, 1))}
    evaluator = TableEvaluator(table, weights=[10, 10])
    request = Evaluate([Subset(0, 1), Subset(1, 1)], 0.3, "acceptable")
    [(bad, _), (good, _)] = Waves(evaluator).verdicts(request)
    assert (bad.n_folds, bad.complete, bad.error) == (1, False, 0.45)
    assert (good.n_folds, good.complete, good.error) == (2, True, 0.1)
    assert (Subset(0, 1), 1) not in evaluator.measured


def test_an_endless_stream_is_drawn_only_as_far_as_needed():
    drawn = []

    def stream():
        while True:
            drawn.append(1)
            yield Subset.full(2)

    evaluator = TableEvaluator.random(np.random.default_rng(0), 2, n_folds=3)
    evaluator.portion = Portion(first=2, most=64)
    request = Evaluate(stream(), math.inf, "first")
    assert len(list(Waves(evaluator).verdicts(request))) == 1
    assert len(drawn) == 2


def test_without_an_optimum_no_part_of_the_folds_proves_anything():
    table = {Subset(0, 1): np.array([[9.0], [-9.0]])}
    evaluator = TableEvaluator(table, weights=[1, 1])
    request = Evaluate([Subset(0, 1)], 0.3, "acceptable")
    [(verdict, _)] = Waves(evaluator, rejects=False).verdicts(request)
    assert (verdict.error, verdict.complete) == (0.0, True)


def test_the_widest_wave_is_as_wide_as_asked():
    evaluator = TableEvaluator.random(np.random.default_rng(0), 4, n_folds=2)
    evaluator.portion = Portion(2, 64, 64)
    sizes = []
    measure = evaluator.measure
    evaluator.measure = lambda s, f: sizes.append(len(s)) or measure(s, f)
    request = Evaluate([Subset(bits, 4) for bits in range(16)])
    list(Waves(evaluator, lookahead=5).verdicts(request))
    assert sizes == [5, 5, 5, 1]
