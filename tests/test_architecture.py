"""Who may import whom."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.imports import Imports, python_files

ROOT = Path(__file__).parents[1]
# The rooms from the bottom up, and what each may import beside itself.
NUMBERS = {"columns", "compiled", "errors", "parameters", "words"}
PLANS = {"errors", "parameters", "protocol", "subset", "words"}
FAMILIES = (
    "angles",
    "information",
    "relief",
    "support_vectors",
    "evolved",
    "ensemble",
    "linear",
)
ROOMS = {
    "bits": set(),
    "subset": {"bits"},
    "errors": {"subset"},
    "words": {"errors"},
    "fronts": set(),
    "garbage": set(),
    "kept": {"errors"},
    "compiled": {"garbage", "kept"},
    "parameters": {"errors", "words"},
    "protocol": {"errors", "parameters", "subset"},
    "learner": {"subset", "errors"},
    "plugins": {"errors"},
    "ranking": set(),
    "columns": {"compiled"},
    "datasets": {"subset", "errors", "columns", "plugins"},
    "driver": PLANS,
    "evaluation/metrics": {"protocol", "errors", "plugins"},
    "evaluation": PLANS | {"learner", "evaluation/metrics"},
    "evaluation/stores": PLANS | {"errors", "evaluation"},
    "evaluation/processes": PLANS | {"compiled", "evaluation"},
    "filters/ranker": NUMBERS,
    "filters/cholesky": NUMBERS,
    "filters/ensemble": NUMBERS | {"filters/ranker"},
    "filters/angles": NUMBERS | {"filters/ranker", "filters/cholesky"},
    "filters/classes": NUMBERS | {"filters/ranker", "filters/angles"},
    "filters/information": NUMBERS | {"filters/ranker"},
    "filters/relief": NUMBERS | {"filters/ranker"},
    "filters/support_vectors": NUMBERS | {"filters/ranker", "filters/cholesky"},
    "filters/linear": NUMBERS | {"filters/ranker"},
    "filters/evolved": NUMBERS | {"filters/ranker"},
    "filters": set(),  # the front; a file beside the families is a room above
    "search": PLANS,  # what several groups of strategies share
    "search/removal": PLANS | {"search", "compiled"},
    "search/steps": PLANS | {"search"},
    "search/blocks": PLANS | {"search"},
    "search/heuristics": PLANS | {"search"},
    "search/composed": PLANS | {"search", "search/removal", "search/steps"},
    "search/answers": PLANS | {"search", "search/removal", "search/steps"},
    "engine": PLANS
    | {"compiled", "garbage"}
    | {"evaluation", "evaluation/stores", "evaluation/processes"}
    | {"ranking"}
    | {"search/composed", "search/answers", "filters/ranker"}
    | {"filters/angles", "filters/classes", "filters/information"},
    "plots": PLANS | {"engine", "filters/ranker"},
    "report": PLANS
    | {"evaluation", "evaluation/metrics", "evaluation/stores", "engine"}
    | {"filters/ranker"},
    "column_selector": {"evaluation", "words"},
    "early_stopping": {"errors", "evaluation"},
    "rank_selector": {"column_selector", "evaluation", "filters/ranker", "parameters"},
    "predicting": {"column_selector", "errors", "evaluation", "evaluation/metrics"},
    "selector": PLANS
    | {"column_selector", "predicting", "evaluation", "engine", "search/answers"},
    "checks": PLANS
    | {"learner", "evaluation", "evaluation/stores", "engine"}
    | {"filters/ranker", "search/composed"},
    "wrapsel": set(),  # the front
    "papers": PLANS
    | {"wrapsel", "learner", "columns", "datasets", "evaluation", "engine", "ranking"}
    | {"search", "search/removal", "search/steps", "search/blocks"}
    | {"search/answers", "filters"}
    | {f"filters/{family}" for family in FAMILIES},
    "cli": PLANS
    | {"wrapsel", "errors", "plugins", "learner", "columns", "datasets", "compiled"}
    | {"evaluation", "evaluation/metrics", "evaluation/stores"}
    | {"evaluation/processes", "engine"}
    | {"search", "filters", "filters/ranker", "report", "papers"},
    "__main__": {"cli"},
}
COMPILER = {"wrapsel.compiled", "wrapsel.parameters"}


IMPORTS = Imports(ROOT, ["wrapsel", "learners"])


def room(module):
    """Return the innermost room that a module of wrapsel lies in."""
    path = module.removeprefix("wrapsel.").replace(".", "/")
    while path and path not in ROOMS:
        path = path.rpartition("/")[0]
    return path or None


def test_every_file_lies_in_a_room():
    ours = [module for module in IMPORTS.files if module.split(".")[0] == "wrapsel"]
    assert [module for module in ours if room(module) is None] == []


@pytest.mark.parametrize("place", range(len(ROOMS)), ids=list(ROOMS))
def test_each_room_imports_only_what_it_may_and_that_lies_below(place):
    name, below = list(ROOMS)[place], list(ROOMS)[:place]
    assert ROOMS[name] <= set(below)
    for module, others in IMPORTS.arrows.items():
        if room(module) != name or IMPORTS.is_package(module):
            continue
        for other in others:
            assert room(other) in {name, *ROOMS[name]}, f"{module} imports {other}"


def test_files_import_each_other_in_no_circle():
    assert IMPORTS.circle() == []


@pytest.mark.parametrize(
    ("second", "circle"),
    [
        ("from made import a", ["made.a", "made.b", "made.a"]),
        ("import made.a", ["made.a", "made.b", "made.a"]),
        ("def f():\n    from made.a import x", ["made.a", "made.b", "made.a"]),
        ("from made import x", ["made.a", "made.b", "made.a"]),
        ("import made", ["made", "made.a", "made.b", "made"]),
        ("from made import c", []),
    ],
)
def test_a_circle_would_be_found(tmp_path, second, circle):
    (tmp_path / "made").mkdir()
    files = {"__init__": "from made.a import x", "a": "import made.b\nx = 1"}
    for name, text in (files | {"b": second, "c": ""}).items():
        (tmp_path / "made" / f"{name}.py").write_text(text)
    assert Imports(tmp_path, ["made"]).circle() == circle


@pytest.mark.parametrize("package", ["wrapsel", "learners"])
def test_no_folder_holds_too_many_files_to_look_at(package):
    folders = [p for p in (ROOT / package).rglob("*") if p.is_dir()]
    assert max(map(python_files, [ROOT / package, *folders])) <= 20


@pytest.mark.parametrize("package", ["wrapsel", "learners"])
def test_no_file_is_private_by_a_prefix(package):
    assert not list((ROOT / package).rglob("_[!_]*.py"))


def test_the_package_never_imports_learners_and_they_only_its_compiler():
    for module, others in IMPORTS.arrows.items():
        package = module.split(".")[0]
        foreign = {other for other in others if other.split(".")[0] != package}
        assert foreign <= (COMPILER if package == "learners" else set()), module


def test_importing_wrapsel_loads_nothing_heavy():
    heavy = ["torch", "numba", "pandas", "matplotlib", "jinja2"]
    heavy += ["sklearn", "scipy"]
    code = f"import sys, wrapsel; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["WrapperSelector", "RankSelector"])
def test_importing_a_selector_loads_nothing_but_scikit_learn_and_itself(name):
    peer = "from sklearn.feature_selection import SequentialFeatureSelector"
    code = f"import sys; {peer}; before = {{*sys.modules}}; from wrapsel import {name}"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}; print(*{{*sys.modules}} - before)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = run.stdout.split()
    assert [module for module in loaded if not module.startswith("wrapsel")] == []
    rooms = {module.split(".")[1] for module in loaded if "." in module}
    assert not rooms & {"engine", "search", "protocol", "learner", "ranking"}
    evaluation = {m for m in loaded if m.startswith("wrapsel.evaluation.")}
    of_tables = {"table", "given", "given.numbered"}
    assert evaluation == {f"wrapsel.evaluation.{name}" for name in of_tables}


def test_importing_select_loads_strategies_and_rankers_of_the_defaults_alone():
    code = "import sys, wrapsel; wrapsel.select; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    assert "wrapsel.search.answers.auto" in loaded
    rooms = ["search.heuristics", "search.blocks", "filters.relief"]
    rooms += ["filters.support_vectors", "filters.evolved", "filters.linear"]
    assert [room for room in rooms if f"wrapsel.{room}" in loaded] == []


def test_importing_wrapsel_alone_loads_no_more_than_is_asked_for():
    code = "import sys, wrapsel; print('numpy' in sys.modules); print(wrapsel.search)"
    code += "; print(wrapsel.__version__, 'select' in dir(wrapsel))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded, room, version = run.stdout.splitlines()
    assert loaded == "False"
    assert room.startswith("<module 'wrapsel.search'")
    assert version.endswith(" True")


def test_no_kernel_sorts_but_by_argsort():
    # numba caches both under the same name: the first one loaded serves for both.
    for folder in ("wrapsel", "learners"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "njit" in text or "import compiled" in text:
                assert "np.sort(" not in text, path
                assert ".sort()" not in text, path
