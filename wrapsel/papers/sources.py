"""The data sets of the papers: from a folder, else from openml.org."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wrapsel.datasets import Dataset, load

ENDINGS = (".csv.gz", ".csv", ".parquet", ".arff")


@dataclass(frozen=True)
class Source:
    """How a data set is found and read.

    Parameters
    ----------
    numeric : {"all"} or tuple of str
        The numeric columns.
    openml : str, optional
        Its name there, where the copy has the rows of the papers.
    is_split : bool, default=False
        Whether a column ``split`` says train or test.
    """

    numeric: str | tuple[str, ...] = "all"
    openml: str | None = None
    is_split: bool = False


_EUTHYROID = ("age", "TSH", "T3", "TT4", "T4U", "FTI", "TBG")
SOURCES = {
    "internet-ad": Source(("height", "width", "aratio"), "Internet-Advertisements"),
    "mfeat-pix": Source("all", "mfeat-pixel"),
    "dna": Source((), is_split=True),
    "optdigits": Source("all", is_split=True),
    "soybean": Source((), "soybean"),
    "sick-euthyroid": Source(_EUTHYROID),
    "monks-2": Source((), is_split=True),
    "boston-housing": Source("all", "boston"),
    "pyrimidines": Source(),
    "triazines": Source("all", "triazines"),
    "phenetylamines-110": Source(),
    "orange-juice": Source(is_split=True),
    "ionosphere": Source("all", "ionosphere"),
    "bupa": Source("all", "liver-disorders"),
    "pima": Source("all", "diabetes"),
}


def check_sources(names: Iterable[str], folder: Path | None) -> None:
    """Raise one error that names all data sets that cannot be read."""
    missing = [name for name in sorted(names) if not _is_there(name, folder)]
    if missing:
        where = "no --data given" if folder is None else f"not in {folder}"
        raise ValueError(
            f"missing data sets ({where}, nor to be had from openml.org): "
            f"{', '.join(name + '.csv.gz' for name in missing)}; the last column is "
            "target, and a column split says train or test where the paper has test "
            "rows"
        )


def _is_there(name: str, folder: Path | None) -> bool:
    place = _place(name, folder)
    if isinstance(place, str):  # of openml.org: a copy is kept
        try:
            load(place)
        except (OSError, ValueError):
            return False
    return place is not None


@lru_cache(maxsize=2)  # those of hundreds of columns take seconds to read
def read_source(name: str, folder: Path | None, as_names: bool = False) -> Dataset:
    """Read a data set.

    Parameters
    ----------
    name : str
    folder : Path, optional
    as_names : bool, default=False
        Whether numbers are read as names, too.
    """
    source, place = SOURCES[name], _place(name, folder)
    if place is None:
        raise ValueError(f"data set {name} is missing")
    split = "split" if source.is_split else None
    if isinstance(place, str):
        return load(place, nominal="all" if as_names else None)
    if source.numeric == "all" and not as_names:
        return load(place, "target", split)
    data = load(place, "target", split, "all")
    if as_names or not source.numeric:
        return data
    rest = [name for name in data.names if name not in source.numeric]
    return load(place, "target", split, rest)


def _place(name: str, folder: Path | None) -> str | Path | None:
    for ending in ENDINGS:
        if folder is not None and (path := folder / (name + ending)).exists():
            return path
    openml = SOURCES[name].openml
    return None if openml is None else f"openml:{openml}"
