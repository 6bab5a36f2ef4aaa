"""All strategies on your data
===========================

Compare all strategies on your data, with the learners you name::

    python examples/compare_strategies.py                         # bundled data
    python examples/compare_strategies.py data.csv --target class --learners c45
    python examples/compare_strategies.py wine --searches rvers rvers:bias=1.0

A quarter of the rows is kept aside for the test error, unless a column says which are
test rows. Each strategy has at most so many evaluations and seconds; ``--picture
out.svg`` draws them side by side.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sklearn.model_selection import train_test_split

import wrapsel
from wrapsel import Budget, Problem, Subset, holdout_error, load_learner, plots
from wrapsel.cli.searches import search_of
from wrapsel.datasets import load
from wrapsel.filters import GainRatio

SEARCHES = """
auto rve:n_relevant=3 rvers parsimony group-testing:verify=false group-testing
block-deletion babd babd:update=true
recursive-elimination:criterion=permutation forward backward floating plus-l-minus-r
stepwise best-first beam genetic annealing random-subsets exhaustive
branch-and-bound:n_features_to_select=3 hoeffding-race paired-race filter-path
chain restarts:n=3 portfolio
"""
MANY = 16  # variables, of which all subsets take too long
TITLE = f"{'search':<38}{'variables':>9}{'CV':>8}{'test':>8}{'evaluations':>12}"


def compare(source: str, learner: str, options: argparse.Namespace) -> None:
    """Print a row for each strategy."""
    data = load(source, options.target, options.split)
    X, y, X_test, y_test = data.X, data.y, data.X_test, data.y_test
    if X_test is None:
        X, X_test, y, y_test = train_test_split(
            X, y, test_size=0.25, random_state=options.random_state, stratify=y
        )
    problem = Problem(load_learner(learner), X, y, random_state=options.random_state)
    every = Subset.full(problem.n_variables)
    error = holdout_error(problem, every, X_test, y_test)
    print(f"\n{source}, {learner}: {len(every)} variables, test error {error:.4f}")
    print(f"{TITLE}{'cost':>10}{'seconds':>9}  stopped by")
    results = wrapsel.compare(
        problem,
        {spec: search_of(spec) for spec in affordable(options.searches, len(every))},
        ranker=GainRatio(),
        random_state=options.random_state,
        budget=Budget(options.evaluations, seconds=options.seconds),
        n_jobs=options.n_jobs,
    )
    for spec, found in results.items():
        error = holdout_error(problem, found.subset, X_test, y_test)
        spent = found.spending
        print(
            f"{spec:<38}{len(found.subset):>9}{found.error:>8.4f}{error:>8.4f}"
            f"{spent.evaluations:>12}{spent.cost:>10.2g}{spent.seconds:>9.2f}"
            f"  {found.stopped_by}"
        )
    if options.picture is not None:
        path = options.picture.with_stem(f"{options.picture.stem}-{learner}")
        plots.compare(results).figure.savefig(path)


def affordable(searches: list[str], n_variables: int) -> list[str]:
    """Leave out what looks at all subsets of many variables."""
    thorough = () if n_variables <= MANY else ("exhaustive", "branch")
    return [spec for spec in searches if not spec.startswith(thorough)]


def main(arguments: list[str] | None = None) -> None:
    """Compare on each of the sources, with each of the learners."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("sources", nargs="*", default=["iris"])
    add("--target")
    add("--split")
    add("--learners", nargs="+", default=["naive-bayes", "c45"])
    add("--searches", nargs="+", default=SEARCHES.split())
    add("--evaluations", type=int, default=2000)
    add("--seconds", type=float, default=20.0)
    add("--random-state", type=int, default=0)
    add("--n-jobs", type=int, default=1)
    add("--picture", type=Path, help="such as out.svg, to which the learner is added")
    options = parser.parse_args(arguments)
    for source in options.sources:
        for learner in options.learners:
            compare(source, learner, options)


if __name__ == "__main__":
    main()
