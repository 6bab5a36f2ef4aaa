"""Exact terms w log2 w, looked up where that is quicker."""

import math
from collections import namedtuple

import numpy as np

from wrapsel.compiled import compiled

ONE, SHIFT = 2**20, 20  # units in the weight of a whole row, and its bits
QUANTA = 2.0**32  # in a bit
MEMORY, HASH_SHIFT = 2**10, np.uint64(64 - 10)
WHOLE = 2 * MEMORY
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
# Terms of weights: first pairs of a weight and its term, those last looked up; from
# WHOLE on those of 0, 1, … rows. Fees are the bits that name one of so many.
Logs = namedtuple("Logs", "terms fees")


@compiled
def weighted_log(units):
    """Return w log2 w in quanta, w being a weight in units."""
    if units == 0:
        return 0
    weight = units / ONE
    return np.int64(np.rint(weight * math.log2(weight) * QUANTA))


@compiled
def log_tables(n_rows):
    """Return the terms of 0, 1, … rows, and the bits that name one of so many."""
    terms, fees = np.zeros(n_rows + 1, np.int64), np.zeros(n_rows + 1, np.int64)
    for k in range(1, n_rows + 1):
        terms[k] = weighted_log(k * ONE)
        fees[k] = np.int64(np.rint(math.log2(k) * QUANTA))
    return terms, fees


@compiled
def new_logs(tables, penalty):
    """Return logarithms for a tree: `term` writes what it found to them."""
    terms, fees = tables
    room = np.zeros(WHOLE + len(terms), np.int64)
    for k in range(len(terms)):
        room[WHOLE + k] = terms[k]
    return Logs(room, fees if penalty else np.zeros(len(fees), np.int64))


@compiled
def term(units, terms):
    """Return w log2 w in quanta, w being a weight in units."""
    if units & (ONE - 1) == 0:
        return terms[np.uint64(WHOLE + (units >> SHIFT))]
    place = np.uint64(2) * ((np.uint64(units) * MULTIPLIER) >> HASH_SHIFT)
    if terms[place] != units:
        terms[place] = units
        terms[place + np.uint64(1)] = weighted_log(units)
    return terms[place + np.uint64(1)]
