"""The tables and figures of the papers, made again beside what they print."""

from wrapsel.papers.catalogue import experiment, list_experiments
from wrapsel.papers.experiment import Experiment, Extent, Number, Task
from wrapsel.papers.running import make_again

__all__ = [
    "Experiment",
    "Extent",
    "Number",
    "Task",
    "experiment",
    "list_experiments",
    "make_again",
]
