"""A search behind scikit-learn's selector interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from sklearn.base import MetaEstimatorMixin
from sklearn.utils import get_tags

from wrapsel.errors import LearnerError
from wrapsel.evaluation.table import as_pandas, has_missing
from wrapsel.predicting import Predicting

# What searches is imported by `fit`, which takes a fifth as long as scikit-learn.
if TYPE_CHECKING:
    from wrapsel.engine.budget import Budget
    from wrapsel.engine.evaluators import OnFailure
    from wrapsel.engine.events import Event, Observer
    from wrapsel.engine.result import SearchResult
    from wrapsel.evaluation.given.adapting import Adapt
    from wrapsel.evaluation.problem import Problem
    from wrapsel.protocol import SearchStrategy

# What `select` is given as it is.
_HANDED_ON = (
    "ranker",
    "n_preselect",
    "required",
    "forbidden",
    "start",
    "budget",
    "store",
    "n_jobs",
    "backend",
    "scheduler",
    "lookahead",
    "cost",
    "on_failure",
    "fit_seconds",
    "honest",
    "prices",
    "max_price",
    "price_weight",
    "needs",
    "verbose",
)


class WrapperSelector(MetaEstimatorMixin, Predicting):  # type: ignore[misc]  # scikit-learn is untyped
    """Select the variables with which a learner predicts as well as with all.

    Parameters
    ----------
    learner : estimator
        Never fitted itself, only its clones. It need not be an estimator of
        scikit-learn: `fit` and `predict` are enough.
    strategy : SearchStrategy, optional
        ``Auto(min_features=1)`` by default: a learner cannot do with none.
    cv, scoring, aggregate, variables, weigh_errors, adapt
        As of `Problem`.
    ranker, n_preselect, required, forbidden, start, budget, store, lookahead, cost
    on_failure, fit_seconds, prices, max_price, price_weight, needs, on_event, verbose,
    backend, scheduler
        As of `select`.
    honest : {"auto", "nested", "redrawn"} or False, default="redrawn"
        How the honest error of `result_` is made, as in `select`.
    n_jobs : int, optional
        Processes.
    random_state : int, RandomState or None, default=0
        Of folds, learner and search.
    refit : bool or str, default=False
        Whether the learner is fitted on all rows of the variables selected, to
        `predict`, `predict_proba`, `decision_function` and `score`. True takes the
        answer of the search. So does the name of the metric that leads; that of another
        one of `scoring` takes its `MetricErrors.choice`: of the subsets that it has
        measured, the one with the smallest error, with fewest variables on a tie. No
        variable, and all, are among these only if the search has kept them.

    Attributes
    ----------
    result_ : SearchResult
        Its `error` is optimistic, since it was selected for; `honest` is less so. After
        Ctrl-C it is the best so far, if there is one.
    support_ : ndarray of shape (n_features,)
        Mask of the selected variables; by another metric if `refit` names one.
    learner_ : estimator
        With ``refit=True``, the one that was fitted.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features,)
        Only if fitted on a DataFrame with text as names.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> selector = WrapperSelector(GaussianNB(), refit=True).fit(X, y)
    >>> selector.transform(X).shape[1] < X.shape[1], selector.score(X, y) > 0.9
    (True, True)
    """

    def __init__(
        self,
        learner: Any,
        strategy: SearchStrategy | None = None,
        *,
        cv: Any = 5,
        scoring: Any = None,
        aggregate: str = "mean",
        variables: Any = None,
        weigh_errors: bool = False,
        adapt: Adapt | None = None,
        ranker: Any = None,
        n_preselect: int | Literal["auto"] | None = None,
        required: Any = (),
        forbidden: Any = (),
        start: Any = None,
        budget: Budget | None = None,
        store: Any = None,
        n_jobs: int | None = None,
        backend: Any = None,
        scheduler: str | None = None,
        lookahead: int | None = None,
        cost: Callable[[int], float] | None = None,
        on_failure: OnFailure = "raise",
        fit_seconds: float | None = None,
        honest: Any = "redrawn",
        prices: Any = None,
        max_price: float | None = None,
        price_weight: float = 0.0,
        needs: Any = None,
        on_event: Observer | None = None,
        verbose: bool = False,
        random_state: int | np.random.RandomState | None = 0,
        refit: bool | str = False,
    ) -> None:
        self.learner = learner
        self.strategy = strategy
        self.cv = cv
        self.scoring = scoring
        self.aggregate = aggregate
        self.variables = variables
        self.weigh_errors = weigh_errors
        self.adapt = adapt
        self.ranker = ranker
        self.n_preselect = n_preselect
        self.required = required
        self.forbidden = forbidden
        self.start = start
        self.budget = budget
        self.store = store
        self.n_jobs = n_jobs
        self.backend = backend
        self.scheduler = scheduler
        self.lookahead = lookahead
        self.cost = cost
        self.on_failure = on_failure
        self.fit_seconds = fit_seconds
        self.honest = honest
        self.prices = prices
        self.max_price = max_price
        self.price_weight = price_weight
        self.needs = needs
        self.on_event = on_event
        self.verbose = verbose
        self.random_state = random_state
        self.refit = refit

    def fit(
        self,
        X: Any,
        y: Any = None,
        groups: Any = None,
        sample_weight: Any = None,
        **fit_params: Any,
    ) -> WrapperSelector:
        """Search.

        Parameters
        ----------
        X : table of shape (n_samples, n_variables)
        y : array-like of shape (n_samples,) or (n_samples, n_targets), or None
            As of `Problem`.
        groups : array-like of shape (n_samples,), optional
            Which rows stay together in the folds.
        sample_weight : array-like of shape (n_samples,), optional
            What each row weighs as the learner is fitted.
        **fit_params
            More that the learner's `fit` takes; what has a value for each row is cut to
            the training rows.
        """
        for name in ("result_", "support_", "learner_"):  # those of an earlier fit
            if hasattr(self, name):
                delattr(self, name)
        X = as_pandas(X)
        self._take_note_of(X, y)
        problem = self._problem(X, y, groups, sample_weight, fit_params)
        self._check_refit(problem.metrics)
        self._allow_nan = has_missing(problem.X)
        self._classifies = problem.is_classification
        finished: list[SearchResult] = []
        try:
            self._found(self._select(problem, finished), problem)
        except KeyboardInterrupt:
            if finished:
                self._found(finished[0], problem)
            raise
        except LearnerError as error:
            # scikit-learn's users expect the error that the learner itself would raise.
            for kind in (ValueError, TypeError):
                if isinstance(error.__cause__, kind):
                    raise kind(str(error)) from error
            raise
        return self

    def _problem(
        self, X: Any, y: Any, groups: Any, weights: Any, fit_params: dict[str, Any]
    ) -> Problem:
        from wrapsel.evaluation.problem import Problem

        return Problem(
            self.learner,
            X,
            y,
            self.cv,
            self.scoring,
            self.aggregate,
            groups,
            self.variables,
            self._seed(),
            weights,
            self.weigh_errors,
            fit_params,
            self.adapt,
        )

    def _found(self, result: SearchResult, problem: Problem) -> None:
        self.result_ = result
        named = self.refit if isinstance(self.refit, str) else ""
        told = result.metrics.get(named)  # none, if Ctrl-C has ended the search
        chosen = result.best if told is None else told.choice
        self.support_ = problem.column_masks(chosen.subset.mask()[np.newaxis])[0].copy()
        if self.refit:
            from wrapsel.evaluation.fitting import Fitter

            fitter = Fitter(problem)
            self.learner_ = fitter.fit_all(chosen.subset, chosen.variant)

    def _select(self, problem: Problem, finished: list[SearchResult]) -> SearchResult:
        from wrapsel.engine.events import Finished
        from wrapsel.engine.select import select
        from wrapsel.search import Auto

        def observe(event: Event) -> None:
            if isinstance(event, Finished):
                finished.append(event.result)
            if self.on_event is not None:
                self.on_event(event)

        return select(
            problem,
            Auto(min_features=1) if self.strategy is None else self.strategy,
            random_state=problem.random_state,
            on_event=observe,
            **{name: getattr(self, name) for name in _HANDED_ON},
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
            tags.target_tags.required = learner.target_tags.required
            tags.input_tags.sparse = learner.input_tags.sparse
            tags.input_tags.allow_nan = learner.input_tags.allow_nan
            if self.refit:
                tags.estimator_type = learner.estimator_type
                tags.regressor_tags = learner.regressor_tags
        # A pipeline may take missing values and not say so.
        tags.input_tags.allow_nan |= getattr(self, "_allow_nan", False)
        return tags
