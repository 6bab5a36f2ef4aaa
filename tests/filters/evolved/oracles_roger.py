"""ROGER and ensembles as obvious loops."""

import math

import numpy as np


def twice_wins(positive, negative, weights, centres):
    """Count pairs by hypothesis, distances added up one by one."""
    counts = []
    for w, c in zip(weights, centres, strict=True):
        above = [distance(x, w, c) for x in positive.T]
        below = [distance(x, w, c) for x in negative.T]
        counts.append(sum(2 * (a > b) + (a == b) for a in above for b in below))
    return counts


def distance(x, weights, centre):
    return sum(w * abs(v - c) for w, v, c in zip(weights, x, centre, strict=True))


def evolved_weights(X, codes, n_evaluations, mu, lam, p_crossover, first_step, seed):
    """Return |w| of the fittest, every gene by itself; only the draws are arrays."""
    unit = (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))
    positive, negative = unit[codes == 1].T, unit[codes == 0].T
    d, n_counts = X.shape[1], 2 * positive.shape[1] * negative.shape[1]

    def fitness(genes):
        [count] = twice_wins(positive, negative, [genes[:d]], [genes[d:]])
        return max(count, n_counts - count)

    rng = np.random.default_rng(seed)
    people = [
        (fitness(genes), genes, [first_step] * 2 * d)
        for genes in rng.random((mu, 2 * d))
    ]
    n_left = n_evaluations - mu
    while n_left > 0 and max(person[0] for person in people) < n_counts:
        n_children = min(lam, n_left)
        n_left -= n_children
        first, second = rng.integers(mu, size=(2, n_children, 1))
        crosses = rng.random((n_children, 1))
        takes = rng.random((n_children, 2 * d))
        common, own = (
            rng.standard_normal((n_children, 1)),
            rng.standard_normal(takes.shape),
        )
        moves = rng.standard_normal(takes.shape)
        for k in range(n_children):
            genes, steps = [], []
            for g in range(2 * d):
                is_second = crosses[k, 0] < p_crossover and takes[k, g] < 0.5
                _, of_parent, steps_of_parent = people[
                    second[k, 0] if is_second else first[k, 0]
                ]
                change = common[k, 0] / math.sqrt(4 * d)
                change += own[k, g] / math.sqrt(2 * math.sqrt(2 * d))
                steps.append(steps_of_parent[g] * math.exp(change))
                genes.append(of_parent[g] + steps[-1] * moves[k, g])
            people.append((fitness(genes), genes, steps))
        people = sorted(people, key=lambda person: -person[0])[:mu]
    best = max(people, key=lambda person: person[0])
    return [abs(weight) for weight in best[1][:d]]


def shared_places(order, scores, n_free):
    """Return each variable's place; those of equal score beside each other share."""
    places, start = {}, 0
    while start < len(order):
        end = start + 1
        while end < n_free and scores[order[end]] == scores[order[start]]:
            end += 1
        for variable in order[start:end]:
            places[variable] = sum(range(start, end)) / (end - start)
        start = end
    return [places[variable] for variable in range(len(order))]


def majority_order(members):
    """Return the order and scores of Jong et al., from the members' places."""
    n_variables, scores = len(members[0]), []
    for i in range(n_variables):
        score = 0.0
        for j in range(n_variables):
            before = sum(places[i] < places[j] for places in members)
            behind = sum(places[i] > places[j] for places in members)
            if i != j:
                score += 1.0 if before > behind else 0.5 if before == behind else 0.0
        scores.append(score)
    mean = [sum(places[i] for places in members) for i in range(n_variables)]
    order = sorted(range(n_variables), key=lambda i: (-scores[i], mean[i], i))
    return order, scores
