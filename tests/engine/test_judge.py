"""A loop over a few candidates judges as arrays do."""

import math

import numpy as np
import pytest

from wrapsel.engine.judge import judge, judge_few


@pytest.mark.parametrize("need", ["all", "acceptable", "first", "best"])
@pytest.mark.parametrize("rejects", [True, False])
def test_few_candidates_are_judged_as_many(need, rejects):
    rng = np.random.default_rng(0)
    for _ in range(200):
        errors = rng.integers(0, 4, (int(rng.integers(1, 5)), int(rng.integers(1, 6))))
        partial = np.cumsum(errors, axis=1) / 7.0
        limit = float(rng.choice([0.0, 0.5, 1.0, math.inf]))
        table = partial[:, :, None].copy()
        if not rejects:
            table[:, :-1] = -math.inf
        expected = judge(table, partial.shape[1], limit, need)

        verdicts = judge_few(partial.tolist(), limit, need, rejects)

        error, n_folds, complete = map(list, zip(*verdicts, strict=True))
        assert error == expected.error.tolist()
        assert n_folds == expected.n_folds.tolist()
        assert complete == expected.complete.tolist()
