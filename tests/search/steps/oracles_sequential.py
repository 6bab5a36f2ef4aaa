"""Searches over frozen sets as they read in the papers, for small tables."""

from __future__ import annotations

from tests.search.driver import random_table
from wrapsel.subset import Subset


class Table:
    """The errors of a random table, for frozen sets; remembers what was asked for."""

    def __init__(self, n, seed, levels):
        self.n = n
        self.of_subset = random_table(seed, levels)
        self.asked = set()

    def __call__(self, variables):
        self.asked.add(variables)
        return self.of_subset(Subset.of(variables, self.n))


def rule(error):
    """Return the key of the rule for ties: fewest, then first in the user's order."""
    return lambda s: (error(s), len(s), sorted(s))


def pays(error, new, old, tolerance):
    """Whether a step is taken: of equal errors, that to fewer variables."""
    if tolerance == 0 and len(new) < len(old):
        return error(new) <= error(old)
    return error(new) < error(old) - tolerance


def larger(s, n):
    """Return all single additions."""
    return [s | {v} for v in range(n) if v not in s]


def smaller(s):
    """Return all single removals."""
    return [s - {v} for v in sorted(s)]


def best_of_sizes(subsets, error, low, high):
    """Return the best with a size in range; ties to the smaller, then to the first."""
    return min((s for s in subsets if low <= len(s) <= high), key=rule(error))


def plain_blocks(n, error, start, ahead, block, goal, tolerance=None):
    """Return the path of forward or backward search with blocks."""
    path, s = [start], start
    while len(s) != goal:
        size = min(block, abs(goal - len(s)))
        ranked = sorted(ahead(s), key=rule(error))
        while True:
            together = s
            for one in ranked[:size]:
                together = together ^ (one ^ s)
            if tolerance is None or pays(error, together, s, tolerance):
                break
            size //= 2
            if not size:
                return path
        s = together
        path.append(s)
    return path


def plain_floating(n, error, forward, start, goal):
    """Return all subsets that SFFS or SBFS passes."""

    def ahead(s):
        return larger(s, n) if forward else smaller(s)

    def back(s):
        return smaller(s) if forward else larger(s, n)

    passed = [start]

    def lowest(size):
        return min((error(s) for s in passed if len(s) == size), default=None)

    s = start
    while len(s) != goal:
        s = min(ahead(s), key=rule(error))
        passed.append(s)
        while True:
            bound = lowest(len(s) - 1 if forward else len(s) + 1)
            if bound is None:
                break
            shorter = min(back(s), key=rule(error))
            if not error(shorter) < bound:
                break
            s = shorter
            passed.append(s)
    return passed


def plain_plus_l_minus_r(n, error, l, r, start, goal, fewest):  # noqa: E741
    """Return all subsets that plus l, take away r passes."""
    passed, s = [start], start
    if len(start) == goal:
        return passed

    def add():
        nonlocal s
        for _ in range(l):
            if len(s) < n:
                s = min(larger(s, n), key=rule(error))
                passed.append(s)

    def remove():
        nonlocal s
        for _ in range(r):
            if len(s) > fewest:
                s = min(smaller(s), key=rule(error))
                passed.append(s)

    while True:
        if l > r:
            add()
            ran_out = len(s) == n
            remove()
            if ran_out or len(s) >= goal:
                return passed
        else:
            remove()
            ran_out = len(s) == fewest
            add()
            if ran_out or len(s) <= goal:
                return passed


def plain_stepwise(n, error, tolerance, start):
    """Return the path of the best single additions and removals."""
    path = [start]
    while near := smaller(path[-1]) + larger(path[-1], n):
        best = min(near, key=rule(error))
        if not pays(error, best, path[-1], tolerance):
            break
        path.append(best)
    return path


def plain_best_first(n, error, start, stale, improvement, compound):
    """Return the incumbents, as in the paper: judged when they are expanded."""
    worth = rule(error)
    open_list, closed, best = [start], [], [start]
    changed, expansions = 1, 0
    while open_list:
        v = min(open_list, key=worth)
        open_list.remove(v)
        closed.append(v)
        expansions += 1
        if error(v) < error(best[-1]) - improvement:
            best.append(v)
            changed = expansions
        # The children of this expansion would be looked at in the next ones only.
        if expansions - changed >= stale:
            return best
        singles = smaller(v) + larger(v, n)
        children = list(singles)
        if compound:
            operators = [s ^ v for s in sorted(singles, key=worth)]
            last = v ^ operators[0]
            for i in range(1, len(operators)):
                child = last ^ operators[i]
                children.append(child)
                if not error(child) < error(last):
                    break
                last = child
        for child in children:
            if child not in open_list and child not in closed:
                open_list.append(child)
    return best


def plain_beam(n, error, forward, width, start, goal, stale=None):
    """Return the best of each generation."""
    beam, bests = [start], [start]
    best, unchanged = start, 0
    while len(beam[0]) != goal:
        if stale is not None and unchanged >= stale:
            break
        children = []
        for s in beam:
            for child in larger(s, n) if forward else smaller(s):
                if child not in children:
                    children.append(child)
        beam = sorted(children, key=rule(error))[:width]
        bests.append(beam[0])
        if rule(error)(beam[0]) < rule(error)(best):
            best, unchanged = beam[0], 0
        else:
            unchanged += 1
    return bests
