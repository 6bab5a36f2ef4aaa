"""What is compiled is forgotten once a source has changed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(folder, code):
    kept = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=kept | {"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("package", "module"),
    [("learners/_kernels", "__init__"), ("wrapsel/filters", "_compiled")],
)
def test_a_kernel_notices_that_another_file_has_changed(tmp_path, package, module):
    folder = tmp_path / package
    folder.mkdir(parents=True)
    for part in (folder, folder.parent):
        (part / "__init__.py").touch()
    source = (ROOT / package / f"{module}.py").read_text(encoding="utf-8")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    dotted = package.replace("/", ".")
    start = f"from {f'{dotted}.{module}'.removesuffix('.__init__')} import compiled\n"
    inner = start + "@compiled\ndef number(): return {}\n"
    outer = start + f"from {dotted}._inner import number\n"
    outer += "@compiled\ndef twice(): return 2 * number()\n"
    (folder / "_outer.py").write_text(outer, encoding="utf-8")
    found = []
    for number in (1, 1, 21):
        (folder / "_inner.py").write_text(inner.format(number), encoding="utf-8")
        code = f"from {dotted}._outer import twice as t; print(t(), t.stats.cache_hits)"
        found.append(run(tmp_path, code).split())

    answers = [int(answer) for answer, *_ in found]
    assert answers == [2, 2, 42]
    hits = [not hit.endswith("Counter()") for _, hit, *_ in found]
    assert hits == [False, True, False]
