"""`wrapsel papers`: tables and figures of the papers, made again."""

from __future__ import annotations

from wrapsel.papers import experiment, list_experiments, make_again
from wrapsel.papers.drawing import check_drawing, draw
from wrapsel.papers.experiment import FULL, QUICK
from wrapsel.papers.showing import shown, write_csv


def papers(
    name: str | None = None,
    quick: bool = False,
    csv: str | None = None,
    figure: str | None = None,
    data: str | None = None,
    store: str | None = None,
    jobs: int = 1,
) -> None:
    """Make a table or figure again, or list them."""
    if name is None:
        return _print_list()
    if jobs == 0:
        raise ValueError("--n-jobs must not be 0; -1 is one for each core")
    made = experiment(name)
    if figure is not None:
        check_drawing(figure)
    numbers = make_again(
        made,
        QUICK if quick else FULL,
        data=data,
        store=store,
        n_jobs=jobs,
        progress=True,
    )
    print(made.title)
    print(shown(numbers, name))
    for line in made.notes(numbers) if made.notes else ():
        print(line)
    if csv is not None:
        write_csv(numbers, csv, name)
    if figure is not None:
        draw(made, numbers).savefig(figure)
    return None


def _print_list() -> None:
    lines = list_experiments()
    width = max(map(len, lines)) + 2
    for name, line in lines.items():
        print(name.ljust(width) + line)
