"""How the site is built: `sphinx-build -W docs docs/_build`."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

project = "wrapsel"
copyright = "the wrapsel developers"
release = version = installed("wrapsel")

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "gallery/*.ipynb"]
html_theme = "furo"
html_static_path = ["pictures"]

autosummary_generate = True
autodoc_typehints = "none"  # the docstrings say the shapes, too
numpydoc_show_class_members = False
myst_heading_anchors = 3

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": "/show_",  # the others print what they found: tests run them
    "download_all_examples": False,
    "show_memory": False,
    "write_computation_times": False,
}


def escape_bars(app, what, name, value, options, lines):
    """Let |w| be the size of w, and no substitution."""
    lines[:] = [
        line if ">>>" in line or "`" in line else line.replace("|", r"\|")
        for line in lines
    ]


def setup(app):
    """Escape before numpydoc reads the docstrings."""
    app.connect("autodoc-process-docstring", escape_bars, priority=100)
