"""Learners that share work between subsets, a folder each; loaded once asked for."""

from importlib import import_module

_MODULES = {
    "C45Tree": "learners.c45.tree",
    "LPSVC": "learners.linear_program.lpsvr",
    "LPSVR": "learners.linear_program.lpsvr",
    "LSSVC": "learners.least_squares.lssvr",
    "LSSVR": "learners.least_squares.lssvr",
    "NaiveBayes": "learners.naive_bayes.classifier",
    "PocketPerceptron": "learners.perceptron.pocket",
    "SVMClassifier": "learners.svm.classifier",
    "SVMRegressor": "learners.svm.regressor",
    "ThermalPerceptron": "learners.perceptron.thermal",
}
__all__ = sorted(_MODULES)


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__():
    return sorted({*globals(), *__all__})
