"""A tree of the gain ratio in plain Python: nodes are dicts, rows are lists."""

import itertools
import math

ONE, QUANTA = 2**20, 2**32


def grow(rows, y, nominal, min_leaf=1, penalty=True):
    """Return a tree, the calls of the gain ratio, and those for which there is one.

    None is missing, nominal variables are a set of places.
    """
    calls = [0, 0]
    examples = [(row, label, ONE) for row, label in zip(rows, y, strict=True)]
    root = _grow(examples, sorted(set(y)), nominal, min_leaf * ONE, penalty, calls)
    return root, calls


def shares(node, row):
    """Return the shares of the classes in a row."""
    out = dict.fromkeys(node["weights"], 0)
    _share_out(node, row, 2**40, out)
    return list(out.values())


def importances(root, n_variables):
    gains = [0] * n_variables
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if "variable" in node:
            gains[node["variable"]] += node["gain"]
            nodes += node["children"].values()
    return [gain / max(sum(gains), 1) for gain in gains]


def _share_out(node, row, share, out):
    if "variable" not in node:
        for label, weight in node["weights"].items():
            out[label] += round(share * (weight / _total(node)))
        return
    branch = _branch(node["threshold"], row[node["variable"]])
    if branch in node["children"]:
        _share_out(node["children"][branch], row, share, out)
        return
    for child in node["children"].values():
        _share_out(child, row, round(share * (_total(child) / _total(node))), out)


def _total(node):
    return sum(node["weights"].values())


def _branch(threshold, value):
    if value is None or threshold is None:
        return value
    return value > threshold


def _grow(examples, classes, nominal, least, penalty, calls):
    node = {"weights": _weights(examples, classes)}
    if _total(node) < 2 * least or max(node["weights"].values()) == _total(node):
        return node
    n_variables = len(examples[0][0])
    calls[0] += n_variables
    found = {}
    for j in range(n_variables):
        split = _split(examples, classes, j, j in nominal, least, penalty)
        calls[1] += split is not None
        if split is not None and split[0] >= 0:
            found[j] = split
    best = _best(found)
    if best is None:
        return node
    gain, _, threshold = found[best]
    parts = _parts(examples, best, threshold)
    return node | {
        "variable": best,
        "gain": gain,
        "threshold": threshold,
        "children": {
            branch: _grow(part, classes, nominal, least, penalty, calls)
            for branch, part in parts.items()
        },
    }


def _best(found):
    best, best_ratio = None, -1.0
    for j, (gain, info, _) in found.items():
        average_or_more = gain * len(found) >= sum(g for g, _, _ in found.values())
        if average_or_more and info > 0 and gain / info > best_ratio:
            best, best_ratio = j, gain / info
    return best


def _weights(examples, classes):
    return {c: sum(w for _, label, w in examples if label == c) for c in classes}


def _term(weight):
    w = weight / ONE
    return round(w * math.log2(w) * QUANTA) if weight else 0


def _disorder(examples, classes):
    weights = _weights(examples, classes).values()
    return _term(sum(weights)) - sum(map(_term, weights))


def _weight(examples):
    return sum(w for _, _, w in examples)


def _split(examples, classes, j, is_nominal, least, penalty):
    """Return the gain, the split information and the threshold, or None."""
    known = [e for e in examples if e[0][j] is not None]
    values = sorted({row[j] for row, _, _ in known})
    if is_nominal:
        parts = [[e for e in known if e[0][j] == value] for value in values]
        if sum(_weight(part) >= least for part in parts) < 2:
            return None
        return *_criterion(examples, known, parts, classes), None
    splits = []
    for low, high in itertools.pairwise(values):
        parts = (
            [e for e in known if e[0][j] <= low],
            [e for e in known if e[0][j] > low],
        )
        if min(map(_weight, parts)) >= least:
            threshold = 0.5 * low + 0.5 * high
            threshold = threshold if low <= threshold < high else low
            splits.append((*_criterion(examples, known, parts, classes), threshold))
    if not splits:
        return None
    gain, info, threshold = max(splits, key=lambda split: split[0])
    fee = round(math.log2(len(splits)) * QUANTA) if penalty else 0
    return gain - fee, info, threshold


def _criterion(examples, known, parts, classes):
    gain = _disorder(known, classes) - sum(_disorder(part, classes) for part in parts)
    sizes = [*map(_weight, parts), _weight(examples) - _weight(known)]
    return gain, _term(_weight(examples)) - sum(map(_term, sizes))


def _parts(examples, j, threshold):
    parts = {}
    for row, label, weight in examples:
        if row[j] is not None:
            parts.setdefault(_branch(threshold, row[j]), []).append(
                (row, label, weight)
            )
    whole = sum(map(_weight, parts.values()))
    shares_ = {branch: _weight(part) / whole for branch, part in parts.items()}
    for row, label, weight in examples:
        if row[j] is None:
            for branch, part in parts.items():
                part.append((row, label, max(1, round(weight * shares_[branch]))))
    return parts
