"""The identity of code: what a class or function of one's own runs.

A name says which code that is only as long as nobody edits it. What is installed goes
by its version. What is not goes by the files of its module and of those it imports,
and by what was loaded but is in no file any more, as after an edit. What lies in a
script, a notebook or a class with a ``fingerprint_name``, which may move, goes by its
functions and what they refer to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from wrapsel.evaluation.stores.functions import (
    closure,
    code_of,
    defaults,
    functions,
    is_plain,
    named_globals,
    stored_by,
    stored_in,
)
from wrapsel.evaluation.stores.loaded import files
from wrapsel.evaluation.stores.modules import is_known_by_name, own_module

Encode = Callable[[str, Any], str]
_CONTAINERS = (tuple, list, dict, set, frozenset, np.ndarray, np.generic)
_NAME = "fingerprint_name"


def code_id(thing: type | FunctionType, encode: Encode) -> str:
    """Return what beside its name identifies the code of a class or function.

    Nothing if that is ours, or Python's.

    Parameters
    ----------
    thing : class or function
    encode : callable
        Gives (name, value) as text; raises TypeError for what nothing identifies.

    Examples
    --------
    >>> from sklearn import __version__
    >>> from sklearn.naive_bayes import GaussianNB
    >>> code_id(GaussianNB, encode=repr) == f" sklearn {__version__}"
    True
    >>> code_id(code_id, encode=repr)
    ''
    """
    if is_known_by_name(thing):
        return ""
    classes = thing.__mro__[:-1] if isinstance(thing, type) else (thing,)
    reader = _Reader(encode)
    found = dict.fromkeys(reader.part(each) for each in classes)
    return "".join(f" {part}" for part in found if part)


class _Reader:
    """Reads the code of one thing, and of each thing that it refers to once."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._seen: set[int] = set()

    def part(self, thing: Any) -> str:
        """Return the version or digest of one class or function."""
        module = "" if is_known_by_name(thing) else own_module(thing)
        if isinstance(module, str):
            return module
        if _NAME in getattr(thing, "__dict__", ()):
            module = None
        digest, is_empty = hashlib.sha256(), True
        for piece in self._pieces(thing, module):
            digest.update(len(piece).to_bytes(8, "little"))
            digest.update(piece)
            is_empty = False
        return "" if is_empty else digest.hexdigest()[:32]

    def _pieces(self, thing: Any, module: ModuleType | None) -> Iterator[bytes]:
        if module is not None:
            yield from files(module.__name__)
        if module is None or "<locals>" in thing.__qualname__:
            yield from self._own(thing, module is None)

    def _own(self, thing: Any, with_globals: bool) -> Iterator[bytes]:
        """Give the code, defaults and closures of a thing, and perhaps its globals."""
        own = functions(thing)
        spaces = [function.__globals__ for function in own[:1]]
        state = stored_by(own).union(*map(stored_in, spaces))
        for function in own:
            yield from code_of(function.__code__)
            held = defaults(function) | closure(function)
            if with_globals:
                held |= named_globals(function)
            for name in sorted(held.keys() - state):
                yield from self._held(name, held[name])
        for name, value in _attributes(thing):
            if name not in state:
                yield from self._held(name, value)

    def _held(self, name: str, value: Any) -> Iterator[bytes]:
        if id(value) in self._seen:
            return
        yield name.encode()
        if isinstance(value, ModuleType):
            yield from files(value.__name__)
        elif isinstance(value, type | FunctionType):
            self._seen.add(id(value))
            classes = value.__mro__[:-1] if isinstance(value, type) else (value,)
            for each in classes:
                self._seen.add(id(each))
                yield self.part(each).encode()
        else:
            yield self._encode(name, value).encode()


def _attributes(thing: Any) -> list[tuple[str, Any]]:
    """Return the attributes of a class that are values."""
    known = sorted(vars(thing).items()) if isinstance(thing, type) else []
    own = [(n, v) for n, v in known if not n.startswith("__")]
    values = [(n, v) for n, v in own if is_plain(v) or isinstance(v, _CONTAINERS)]
    return [(n, v) for n, v in values if n != _NAME]
