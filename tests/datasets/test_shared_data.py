"""Real files: kinds, shapes and missing cells are those their makers state."""

import json
import zipfile
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from wrapsel.datasets import load

SHARED = Path(__file__).parents[3] / "shared" / "data"
RAW = SHARED / "raw"
needs_data = pytest.mark.skipif(
    not (SHARED / "index.json").exists(), reason="no ../shared/data beside the checkout"
)
pytestmark = needs_data


@cache
def index():
    if not (SHARED / "index.json").exists():
        return {}
    return json.loads((SHARED / "index.json").read_text())


@cache
def load_shared(name):
    entry = index()[name]
    kinds = entry["kinds"]
    if isinstance(kinds, dict):
        nominal = [column for column, kind in kinds.items() if kind == "nominal"]
    else:
        nominal = {"all nominal": "all", "all numeric": None}[kinds]
    split = "split" if "split" in entry else None
    return load(SHARED / entry["file"], nominal=nominal, split=split)


def equal_values(one, other):
    # Not assert_frame_equal, which takes a minute for 1555 categories.
    assert one.X.dtypes.equals(other.X.dtypes)
    assert one.X.equals(other.X)
    np.testing.assert_array_equal(one.y, other.y)


@pytest.mark.parametrize("name", index() or ["none"])
def test_a_file_has_what_its_index_states(name):
    entry, found = index()[name], load_shared(name)

    X = found.X if found.X_test is None else pd.concat([found.X, found.X_test])
    assert X.shape == (entry["rows"], entry["variables"])
    assert len(found.nominal) == entry["nominal"]
    missing = X.isna().sum()
    assert dict(missing[missing > 0]) == entry["missing_by_column"]
    if "split" in entry:
        assert len(found.X) == entry["split"]["train"]
        assert len(found.y_test) == entry["split"]["test"]
    if entry["task"] == "classification":
        y = found.y if found.y_test is None else np.append(found.y, found.y_test)
        labels, counts = np.unique(y, return_counts=True)
        assert dict(zip(map(str, labels), counts, strict=True)) == entry["class_counts"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("credit-g.arff", "credit-g"),
        ("pyrim.arff", "pyrimidines"),
        ("sick-euthyroid.names", "sick-euthyroid"),
        ("sick-euthyroid.data", "sick-euthyroid"),
    ],
)
def test_a_raw_file_equals_its_csv(raw, name):
    equal_values(load(RAW / raw), load_shared(name))


def test_the_labels_of_soybean_are_its_codes_one_to_one():
    named, coded = load(RAW / "soybean.arff"), load_shared("soybean")

    assert named.X.shape == coded.X.shape
    assert (named.X.isna().to_numpy() == coded.X.isna().to_numpy()).all()
    assert (named.y == coded.y).all()
    for label, code in zip(named.names, coded.names, strict=True):
        pairs = pd.crosstab(named.X[label], coded.X[code]).to_numpy() > 0
        assert (pairs.sum(axis=0) == 1).all()
        assert (pairs.sum(axis=1) == 1).all()


def test_the_internet_ads_of_uci_equal_their_csv(tmp_path):
    with zipfile.ZipFile(RAW / "ad-dataset.zip") as archive:
        archive.extractall(tmp_path)

    equal_values(load(tmp_path / "ad.data"), load_shared("internet-ad"))


@pytest.mark.parametrize(
    ("raw", "line", "title"),
    [("soybean-large.data", 1, "1. Title: Large Soy"), ("monks.names", 2, "1. Title")],
)
def test_prose_is_refused_at_its_first_line(raw, line, title):
    with pytest.raises(ValueError, match=f"names, line {line}: expected the cla") as e:
        load(RAW / raw)

    assert f"got '{title}" in str(e.value) or f'got "{title}' in str(e.value)
    assert "\n" not in str(e.value)
