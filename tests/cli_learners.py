"""Learners for the command line, by their dotted paths."""

import time

from numpy.random import default_rng
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB


class NeverFitted(ClassifierMixin, BaseEstimator):
    """Says so if it is fitted."""

    def __init__(self, depth=1):
        self.depth = depth

    def fit(self, X, y):
        raise RuntimeError("a fit was made")

    def predict(self, X):
        raise RuntimeError("a fit was made")


class Interrupted(GaussianNB):
    """Is interrupted at the fit that a test chooses, as by Ctrl-C."""

    fits = 0
    stop_at = None

    def fit(self, X, y):
        type(self).fits += 1
        if self.fits == self.stop_at:
            raise KeyboardInterrupt
        return super().fit(X, y)


class Slow(GaussianNB):
    """Takes its time."""

    def fit(self, X, y):
        time.sleep(0.02)
        return super().fit(X, y)


class Failing(GaussianNB):
    """Fails when the variable "bad" is there."""

    def fit(self, X, y):
        if "bad" in X.columns:
            raise ArithmeticError("first line\nsecond line")
        return super().fit(X, y)


class Unseeded(GaussianNB):
    """Draws its means from a generator that nobody can seed."""

    def fit(self, X, y):
        super().fit(X, y)
        self.theta_ = self.theta_ * default_rng().uniform(0.5, 1.5, self.theta_.shape)
        return self


class Mute(GaussianNB):
    """Returns nothing from its fit."""

    def fit(self, X, y):
        super().fit(X, y)


class NotThree(Mute):
    """Naive Bayes that fails with three variables."""

    def fit(self, X, y):
        if X.shape[1] == 3:
            raise RuntimeError("three of them")
        super().fit(X, y)
