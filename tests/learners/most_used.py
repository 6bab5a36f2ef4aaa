"""The learners that are used most, and the kinds of tables that there are."""

import importlib

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

BOOSTERS = {
    "xgboost.XGBClassifier": {"n_estimators": 3, "n_jobs": 1},
    "lightgbm.LGBMClassifier": {"n_estimators": 3, "n_jobs": 1, "verbose": -1},
    "catboost.CatBoostClassifier": {
        "n_estimators": 3,
        "thread_count": 1,
        "verbose": 0,
        "allow_writing_files": False,
    },
}
OWN = {
    "LogisticRegression": LogisticRegression(),
    "RandomForestClassifier": RandomForestClassifier(5),
    "SVC": SVC(),
    "KNeighborsClassifier": KNeighborsClassifier(),
    "DecisionTreeClassifier": DecisionTreeClassifier(),
    "GaussianNB": GaussianNB(),
    "HistGradientBoostingClassifier": HistGradientBoostingClassifier(max_iter=5),
    "MLPClassifier": MLPClassifier((4,), solver="lbfgs", max_iter=5000),
    "LinearRegression": LinearRegression(),
    "Ridge": Ridge(),
    "RandomForestRegressor": RandomForestRegressor(5),
}
NAMES = [*OWN, *BOOSTERS, "skorch"]


def made(name):
    """Return a learner; ImportError if its package is not installed."""
    if name in OWN:
        return OWN[name]
    if name == "skorch":
        return net()
    module, _, cls = name.partition(".")
    return getattr(importlib.import_module(module), cls)(**BOOSTERS[name])


def net():
    """Return a net of torch that takes any number of variables."""
    skorch, torch = importlib.import_module("skorch"), importlib.import_module("torch")
    classifier = skorch.NeuralNetClassifier(
        torch.nn.LazyLinear,
        module__out_features=2,
        criterion=torch.nn.CrossEntropyLoss,
        max_epochs=20,
        lr=0.5,
        verbose=0,
    )
    return make_pipeline(FunctionTransformer(to_floats), classifier)


def to_floats(X):
    """Return a table as nets take it."""
    X = X.toarray() if sparse.issparse(X) else X
    return np.asarray(X, dtype=np.float32)


def tables(frame, folder):
    """Return the same table as each kind, by name; those that can be made here."""
    values = frame.to_numpy()
    np.save(folder / "x.npy", values)
    kinds = {
        "numpy": values,
        "float32": values.astype(np.float32),
        "pandas": frame,
        "nullable": frame.convert_dtypes(),
        "lists": values.tolist(),
        "sparse": sparse.csr_matrix(values),
        "memmap": np.load(folder / "x.npy", mmap_mode="r"),
    }
    makers = {"polars": "DataFrame", "pyarrow": "Table"}
    for package in makers:
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        if package == "pyarrow":
            kinds["pyarrow"] = module.Table.from_pandas(frame)
        else:
            kinds["polars"] = module.DataFrame(frame.to_dict("list"))
            kinds["polars lazy"] = kinds["polars"].lazy()
    return kinds


def target(frame):
    """Return classes that one column tells."""
    return (frame["b"] > 0).to_numpy() * 1


def frame(rng):
    """Return a table of three columns."""
    return pd.DataFrame(rng.normal(size=(90, 3)).round(2), columns=["a", "b", "c"])
