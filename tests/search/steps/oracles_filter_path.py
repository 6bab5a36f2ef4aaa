"""The filter path as it reads."""


def plain_filter_path(relevance, error, sizes):
    """Return the variables of the best beginning of a ranking, ascending."""
    ranking = sorted(range(len(relevance)), key=lambda v: (-relevance[v], v))
    tried = [sorted(ranking[:size]) for size in sizes]
    return min(tried, key=lambda s: (error(s), len(s)))
