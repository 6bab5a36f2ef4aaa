"""Data sets that come with scikit-learn."""

from __future__ import annotations

from wrapsel.datasets.table import Table

_BUNDLED = {
    "breast_cancer": "569 rows, 30 variables, 2 classes: cell nuclei, benign or not",
    "diabetes": "442 rows, 10 variables, regression: progress of the disease in a year",
    "digits": "1797 rows, 64 variables, 10 classes: handwritten digits of 8 x 8 pixels",
    "iris": "150 rows, 4 variables, 3 classes: flowers of three species",
    "wine": "178 rows, 13 variables, 3 classes: analyses of wines of three growers",
}


def list_datasets() -> dict[str, str]:
    """Return each bundled data set's name and one line on it.

    Examples
    --------
    >>> list_datasets()["iris"]
    '150 rows, 4 variables, 3 classes: flowers of three species'
    """
    return dict(_BUNDLED)


def read_bundled(name: str) -> Table:
    """Read one of `list_datasets`; classes have names where scikit-learn knows them.

    Examples
    --------
    >>> read_bundled("iris").frame["target"].unique().tolist()
    ['setosa', 'versicolor', 'virginica']
    """
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name}")(as_frame=True)
    classes = bunch.get("target_names")
    if classes is None:
        return Table(bunch.frame, "target")
    return Table(bunch.frame.assign(target=classes[bunch.target]), "target")
