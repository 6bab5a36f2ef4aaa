"""Data sets: files in the usual formats, OpenML, and those of scikit-learn."""

from wrapsel.datasets.bundled import list_datasets
from wrapsel.datasets.dataset import Dataset
from wrapsel.datasets.loading import load

__all__ = ["Dataset", "list_datasets", "load"]
