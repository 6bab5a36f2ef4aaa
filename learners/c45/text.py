"""A tree as text."""

from __future__ import annotations

from learners.c45 import nodes as fields
from learners.c45.logs import ONE


def text_of(nodes, thresholds, coding, names, classes):
    """Return a line a branch, indented by depth."""
    return "\n".join(_lines(nodes, thresholds, coding, names, classes, 0, ""))


def _lines(nodes, thresholds, coding, names, classes, node, indent):
    if nodes[node, fields.VARIABLE] < 0:
        yield indent + _leaf(nodes[node], classes)
        return
    first, n_children = nodes[node, [fields.FIRST, fields.N_CHILDREN]]
    for child in range(first, first + n_children):
        test = _test(nodes, thresholds, coding, names, node, child)
        if nodes[child, fields.VARIABLE] < 0:
            yield f"{indent}{test}: {_leaf(nodes[child], classes)}"
        else:
            yield f"{indent}{test}:"
            below = indent + "|   "
            yield from _lines(nodes, thresholds, coding, names, classes, child, below)


def _test(nodes, thresholds, coding, names, node, child):
    variable = nodes[node, fields.VARIABLE]
    places = coding.places.tolist()
    if variable in places:
        level = nodes[child, fields.LEVEL]
        levels = coding.levels
        shown = levels[places.index(variable)][level] if levels else level
        return f"{names[variable]} = {shown}"
    sign = "<=" if child == nodes[node, fields.FIRST] else ">"
    return f"{names[variable]} {sign} {thresholds[node]:g}"


def _leaf(node, classes):
    weights = node[fields.N_FIELDS :]
    best = weights.argmax()
    wrong = weights.sum() - weights[best]
    shown = f"{node[fields.TOTAL] / ONE:g}"
    errors = f"/{wrong / ONE:g}" if wrong else ""
    return f"{classes[best]} ({shown}{errors})"
