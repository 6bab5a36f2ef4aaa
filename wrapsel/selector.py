"""A search behind scikit-learn's selector interface."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import MetaEstimatorMixin
from sklearn.utils import get_tags

from wrapsel.column_selector import ColumnSelector
from wrapsel.engine.budget import Budget
from wrapsel.engine.events import Event, Finished
from wrapsel.engine.result import SearchResult
from wrapsel.engine.select import select
from wrapsel.errors import LearnerError
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import has_missing
from wrapsel.protocol import SearchStrategy
from wrapsel.search import Auto


class WrapperSelector(MetaEstimatorMixin, ColumnSelector):  # type: ignore[misc]  # scikit-learn is untyped
    """Select the variables with which a learner predicts as well as with all.

    Parameters
    ----------
    learner : estimator
        Never fitted itself, only its clones.
    strategy : SearchStrategy, optional
        ``Auto(min_features=1)`` by default: a learner cannot do with none.
    cv : int, splitter or iterable, default=5
        An int draws shuffled folds, stratified for classes.
    scoring : str, callable or Metric, optional
        Also any scikit-learn scorer.
    budget : Budget, optional
        Limits of the search; none by default.
    honest : {"auto", "nested", "redrawn"} or False, default="redrawn"
        How the honest error of `result_` is made, as in `wrapsel.select`.
    store : str, Path or Store, optional
        Where measurements are kept; the same fit goes on where it was stopped.
    n_jobs : int, optional
        Processes.
    random_state : int, default=0
        Of folds, learner and search.

    Attributes
    ----------
    result_ : SearchResult
        Its `error` is optimistic, since it was selected for; `honest` is less so. After
        Ctrl-C it is the best so far, if there is one.
    support_ : ndarray of shape (n_features_in_,)
        Mask of the selected variables.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Only if fitted on a DataFrame with text as names.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> selector = WrapperSelector(GaussianNB()).fit(X, y)
    >>> selector.transform(X).shape[1] < X.shape[1]
    True
    """

    def __init__(
        self,
        learner: Any,
        strategy: SearchStrategy | None = None,
        *,
        cv: Any = 5,
        scoring: Any = None,
        budget: Budget | None = None,
        honest: Any = "redrawn",
        store: Any = None,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.learner = learner
        self.strategy = strategy
        self.cv = cv
        self.scoring = scoring
        self.budget = budget
        self.honest = honest
        self.store = store
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: Any, groups: Any = None) -> WrapperSelector:
        """Search; X of shape (n_samples, n_variables), y (n_samples,)."""
        for name in ("result_", "support_"):  # those of an earlier fit
            if hasattr(self, name):
                delattr(self, name)
        self._take_note_of(X, y)
        problem = Problem(
            self.learner,
            X,
            y,
            self.cv,
            self.scoring,
            groups=groups,
            random_state=self._seed(),
        )
        self._allow_nan = has_missing(problem.X)
        finished: list[SearchResult] = []
        try:
            self._found(self._select(problem, finished))
        except KeyboardInterrupt:
            if finished:
                self._found(finished[0])
            raise
        except LearnerError as error:
            # scikit-learn's users expect the error that the learner itself would raise.
            for kind in (ValueError, TypeError):
                if isinstance(error.__cause__, kind):
                    raise kind(str(error)) from error
            raise
        return self

    def _found(self, result: SearchResult) -> None:
        self.result_ = result
        self.support_ = result.subset.mask().copy()

    def _select(self, problem: Problem, finished: list[SearchResult]) -> SearchResult:
        def observe(event: Event) -> None:
            if isinstance(event, Finished):
                finished.append(event.result)

        return select(
            problem,
            Auto(min_features=1) if self.strategy is None else self.strategy,
            random_state=problem.random_state,
            budget=self.budget,
            store=self.store,
            n_jobs=self.n_jobs,
            honest=self.honest,
            on_event=observe,
        )

    def _seed(self) -> int:
        if isinstance(self.random_state, int | np.integer):
            return int(self.random_state)
        from sklearn.utils import check_random_state

        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if hasattr(self.learner, "__sklearn_tags__"):
            learner = get_tags(self.learner)
            tags.classifier_tags = learner.classifier_tags
            tags.input_tags.sparse = learner.input_tags.sparse
            tags.input_tags.allow_nan = learner.input_tags.allow_nan
        # A pipeline may take missing values and not say so.
        tags.input_tags.allow_nan |= getattr(self, "_allow_nan", False)
        return tags
