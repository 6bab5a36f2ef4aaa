"""A decision tree by the gain ratio, after C4.5."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from learners.c45.asking import all_shares
from learners.c45.nodes import GAIN, VARIABLE, Rules
from learners.c45.pruning import prune
from learners.c45.scorer import C45Scorer
from learners.c45.table import Table
from learners.c45.text import text_of
from learners.tables.mixed import code_cells, learn_cells
from wrapsel.parameters import check_kinds_of_defaults


class C45Tree(ClassifierMixin, BaseEstimator):
    """Classify by a decision tree of gain-ratio splits [1]_.

    Parameters
    ----------
    min_leaf : int, default=1
        Rows that at least two branches of a split must have; both of a threshold.
    mdl_penalty : bool, default=True
        Whether a threshold costs log2(thresholds) / rows bits of its gain [2]_.
    prune : bool, default=False
        Whether subtrees become leaves where that raises no error estimate: the upper
        limit of the binomial errors in the leaves.
    confidence : float, default=0.25
        Of the upper limits in pruning, in (0, 0.5]; a smaller one prunes more.
    nominal : None, "all" or list of int or str, default=None
        The nominal columns; the others are numeric. In a DataFrame those of any dtype
        but a number are nominal anyway. Numbers count the columns of the X given to
        `fit` or `subset_scorer`, so on columns chosen by hand only names, None and
        "all" keep their meaning; names that a DataFrame lacks are ignored.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    feature_importances_ : ndarray of shape (n_variables,)
        The gains of the splits by each variable, weighted by rows; of sum 1, or zero.
    n_gain_ratio_calls_ : int
        One for each variable at each node where a split was sought.
    n_gain_ratios_ : int
        Those of them for which there was a split, whose gain the penalty may have
        taken: as C4.5 itself calls it.

    Notes
    -----
    A node is split by the largest gain ratio among the splits whose gain is at least
    their average. A nominal variable has a branch for each level, a numeric one two,
    at the midpoint of best gain. Splits of negative gain, after the penalty, are not
    considered. Without pruning, a node becomes a leaf only if it is pure or no split
    is left: splits that gain nothing are tried too. Of equal ratios the first variable
    wins, of equal gains the lowest threshold, of equal frequencies the first class.

    A missing value (NaN, None) goes down all branches in parts, in `fit` and in
    `predict`; so does a level that no training row has at the node. Parts of a row are
    multiples of 2^-20, at least one, and w log2 w is rounded to multiples of 2^-32
    bits. Sums are then of integers, and the tree is the same whatever the order of
    rows, the numbering of levels, or the other variables of a data set.

    References
    ----------
    .. [1] J. R. Quinlan, "C4.5: Programs for Machine Learning", Morgan Kaufmann, 1993.
    .. [2] J. R. Quinlan, "Improved use of continuous attributes in C4.5", Journal of
       Artificial Intelligence Research 4, 1996.

    Examples
    --------
    >>> X = [[1.0, 0], [2.0, 1], [8.0, 0], [9.0, 1]]
    >>> tree = C45Tree().fit(X, ["low", "low", "high", "high"])
    >>> print(tree.export_text())
    x0 <= 5: low (2)
    x0 > 5: high (2)
    """

    fingerprint_name = "learners.c45_tree.C45Tree"  # its old place

    def __init__(
        self,
        min_leaf=1,
        mdl_penalty=True,
        prune=False,
        confidence=0.25,
        nominal=None,
    ):
        self.min_leaf = min_leaf
        self.mdl_penalty = mdl_penalty
        self.prune = prune
        self.confidence = confidence
        self.nominal = nominal

    def fit(self, X, y):
        """Grow a tree on X (n_samples, n_variables) and y of shape (n_samples,)."""
        table = self._learn(X, y)
        columns, rows = np.arange(len(table.cells)), np.arange(len(table.y))
        self._nominal = table.nominal
        choice, part = table.choose(columns), table.training_rows(rows)
        self._nodes, self._thresholds, asked = self._grow(table, choice, part)
        self.n_gain_ratio_calls_ = int(asked[0]) * len(columns)
        self.n_gain_ratios_ = int(asked[1])
        gains = np.zeros(len(columns) + 1)  # the last is that of leaves
        np.add.at(gains, self._nodes[:, VARIABLE], self._nodes[:, GAIN])
        self.feature_importances_ = gains[:-1] / max(gains[:-1].sum(), 1)
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        labels = self._shares(X).argmax(axis=1)
        return self.classes_[labels]

    def predict_proba(self, X):
        """Return frequencies in the leaves, of shape (n_samples, n_classes)."""
        shares = self._shares(X)
        return shares / shares.sum(axis=1, keepdims=True)

    def export_text(self):
        """Return the tree as text: a line a branch, with the rows of the leaves."""
        check_is_fitted(self)
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            names = [f"x{j}" for j in range(self.n_features_in_)]
        return text_of(
            self._nodes, self._thresholds, self._coding, names, self.classes_
        )

    def cost(self, n_samples, n_variables):
        """Return the calls of the gain ratio in one fit, up to a factor.

        Their number per node grows with the variables, as do the nodes.
        """
        return float(n_samples) * n_variables**2

    def subset_scorer(self, X, y, folds):
        """Sort the columns; return what predicts test rows with some variables.

        Folds are pairs (training rows, test rows).
        """
        model = clone(self)
        return C45Scorer(model, model._learn(X, y), folds)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _rules(self):
        return Rules(int(self.min_leaf), bool(self.mdl_penalty))

    def _grow(self, table, choice, part):
        nodes, thresholds, asked, *_ = table.grow(choice, [part], self._rules())
        return self._pruned(nodes), thresholds, asked

    def _pruned(self, nodes):
        return prune(nodes, self.confidence) if self.prune else nodes

    def _check_parameters(self):
        check_kinds_of_defaults(self)
        if not (isinstance(self.min_leaf, Integral) and self.min_leaf >= 1):
            raise ValueError(f"min_leaf must be 1 or more, got {self.min_leaf!r}")
        if not 0 < self.confidence <= 0.5:
            raise ValueError(f"confidence must be in (0, 0.5], got {self.confidence}")

    def _learn(self, X, y):
        self._check_parameters()
        X, y, self._coding = learn_cells(self, X, y)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        return Table(X, labels, self._coding, len(self.classes_))

    def _shares(self, X):
        check_is_fitted(self)
        cells = np.require(code_cells(self, X, self._coding).T, np.float64, ["C", "W"])
        tree = self._nodes, self._thresholds, np.arange(len(cells)), self._nominal
        shares = np.empty((cells.shape[1], len(self.classes_)))
        all_shares(*tree, cells, np.arange(cells.shape[1]), shares)
        return shares
