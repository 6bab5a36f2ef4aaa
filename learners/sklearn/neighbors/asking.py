"""The answers of scikit-learn itself, where it matters which rows it takes."""

from functools import lru_cache

import numpy as np
from sklearn.base import clone
from threadpoolctl import ThreadpoolController


def ask(learner, table, y, mask, dtype, rows, method):
    """Return what the learner itself answers on some test rows, fitted by a mask.

    Parameters
    ----------
    learner : KNeighborsClassifier or KNeighborsRegressor
    table : Fold
    y : ndarray of shape (n_train,)
    mask : ndarray of shape (n_columns,)
    dtype : dtype
        Of the numbers; brute force goes another way with integers.
    rows : ndarray of int
        Of the test rows.
    method : str
        "predict" or "predict_proba".
    """
    learner, train = clone(learner), table.train[mask].T.astype(dtype, "C")
    test = table.test[:, mask].astype(dtype)
    # Brute force meets the rows in another order with another number of threads.
    with _threads().limit(limits=1, user_api="openmp"):
        learner.fit(train, y)
        answer = getattr(learner, method)
        if is_brute(learner, *reversed(train.shape)):
            # What it says of a row may depend on the others.
            answers = answer(test)[rows]
        else:
            answers = answer(test[rows])
    if method == "predict":
        return answers
    wide = np.zeros((len(rows), table.targets.shape[1]))
    wide[:, learner.classes_] = answers
    return wide


def is_brute(learner, n_columns, n_train):
    """Whether scikit-learn computes all distances, and grows no tree.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> [is_brute(KNeighborsClassifier(5), n, n_train=100) for n in (15, 16)]
    [False, True]
    """
    if learner.algorithm != "auto":
        return learner.algorithm == "brute"
    return bool(n_columns > 15 or learner.n_neighbors >= n_train // 2)


def dtypes_of(X):
    """Return the columns' dtypes, as scikit-learn takes them.

    Examples
    --------
    >>> dtypes_of(np.array([[1, 2]])).tolist()
    [dtype('int64'), dtype('int64')]
    """
    if not hasattr(X, "iloc"):
        return np.array([X.dtype] * X.shape[1], object)
    # A frame of truth values is made one of objects, and then of floats.
    floats = np.dtype(np.float64)
    return np.array([floats if t.kind == "b" else t for t in X.dtypes], object)


@lru_cache(maxsize=1)
def _threads():
    return ThreadpoolController()  # slow to find
