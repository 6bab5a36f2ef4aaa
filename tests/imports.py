"""Which file imports which, read from the syntax trees."""

import ast
from functools import cached_property
from pathlib import Path


class Imports:
    """The imports among the files of some packages below a folder."""

    def __init__(self, root, packages):
        self.root = root
        self.files = {
            self._module(path): path
            for package in packages
            for path in sorted((root / package).rglob("*.py"))
        }

    def _module(self, path):
        parts = path.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def is_package(self, module):
        return self.files[module].name == "__init__.py"

    @cached_property
    def arrows(self):
        """Return the modules that each module imports; re-exports looked through."""
        return {
            module: {
                found
                for name in self._names(module)
                if (found := self._home(name, module)) not in (None, module)
            }
            for module in self.files
        }

    def _names(self, module):
        """Yield what a file imports, as (module, name or None)."""
        tree = ast.parse(self.files[module].read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, None) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node.module or "", alias.name) for alias in node.names)

    def _home(self, imported, importer):
        module, name = imported
        if name is not None and f"{module}.{name}" in self.files:
            return f"{module}.{name}"
        if module not in self.files:
            return None
        if name is not None and self.is_package(module) and module != importer:
            for source, what in self._names(module):
                if what == name:
                    return self._home((source, name), module) or module
        return module

    def circle(self):
        """Return the files of a circle, or an empty list."""
        done = set()
        for module in self.arrows:
            if found := self._walk(module, [], done):
                return found
        return []

    def _walk(self, module, trail, done):
        if module in trail:
            return [*trail[trail.index(module) :], module]
        if module in done:
            return []
        for other in sorted(self.arrows[module]):
            if found := self._walk(other, [*trail, module], done):
                return found
        done.add(module)
        return []


def python_files(folder):
    return sum(path.suffix == ".py" for path in Path(folder).iterdir())
