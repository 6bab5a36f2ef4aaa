"""Recursive elimination written out: everything afresh in every round."""

import numpy as np
from sklearn.svm import SVC, SVR

from tests.learners.svm.oracles import importances


def table(seed, n_rows=40, n_columns=300, n_classes=2):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    X = rng.normal(size=(n_rows, n_columns))
    X[:, :10] += 0.8 * y[:, None]
    return X, y


def eliminate(n_variables, step, importances_of):
    """Return the order when the least important leave, `step` at once."""
    left, gone = list(range(n_variables)), []
    while len(left) > 1:
        n_out = max(1, int(step * len(left))) if step < 1 else step
        n_out = min(n_out, len(left) - 1)
        values = importances_of(left)
        places = sorted(range(len(left)), key=lambda place: (values[place], place))
        for place in places[:n_out]:
            gone.append(left[place])
        left = [variable for variable in left if variable not in gone]
    return left + gone[::-1]


def svm_rfe(X, y, C, step, tol=1e-10):
    def weights(left):
        svc = SVC(C=C, kernel="linear", tol=tol).fit(X[:, left], y)
        return (svc.coef_**2).sum(axis=0)

    return eliminate(X.shape[1], step, weights)


def svr_rfe(X, y, C, epsilon, step, tol=1e-10):
    def weights(left):
        svr = SVR(C=C, kernel="linear", epsilon=epsilon, tol=tol).fit(X[:, left], y)
        return svr.coef_[0] ** 2

    return eliminate(X.shape[1], step, weights)


def kernel_rfe(X, y, criterion, C, kernel, degree, gamma, step=1):
    def values(left):
        return importances(X[:, left], y, criterion, C, 1e-10, kernel, degree, gamma)

    return eliminate(X.shape[1], step, values)


def gap(K, targets, low, high, dual):
    """Return by how much the optimality conditions are violated."""
    slopes = K @ dual - targets
    return (-slopes[dual < high]).max() - (-slopes[dual > low]).min()


def objective(K, targets, dual):
    return dual @ K @ dual / 2 - targets @ dual
