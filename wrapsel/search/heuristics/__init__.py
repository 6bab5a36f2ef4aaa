"""Search by heuristics: best-first, beam, genetic, annealing, exhaustive."""
