"""How good the answers of selection tools are: ``run`` them, then ``report``.

python -m tests.benchmarks.answers run --tools auto,rvers --seeds 100-101
python -m tests.benchmarks.answers report --seeds 100-101
"""

import argparse
from pathlib import Path

from tests.benchmarks.answers.problems import DATA, JUDGING, PAIRS, TUNING
from tests.benchmarks.answers.report import report
from tests.benchmarks.answers.runs import ROOT, RunFile, in_a_process, still_to_do
from tests.benchmarks.answers.tools import PEERS, missing, tool_of

SEEDS = (
    f"like 0,3 or 0-4; {TUNING[0]}-{TUNING[-1]}, the default of run, are for tuning, "
    f"{JUDGING[0]}-{JUDGING[-1]} for judging alone"
)


def seeds(text: str) -> list[int]:
    """Read 0,3 or 100-104."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def specs(text: str) -> list[str]:
    """Read tools with a space or, where none has parameters, a comma between them."""
    listed = text.split() if " " in text or ":" in text else text.split(",")
    for spec in listed:
        tool_of(spec)
    return listed


def names(text: str) -> list[str]:
    """Read problems by parts of their names."""
    found = [name for name in PAIRS if any(part in name for part in text.split(","))]
    if not found:
        raise ValueError(text)
    return found


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.answers")
    parser.add_argument("action", choices=["run", "report"])
    parser.add_argument("--runs", type=Path, default=".benchmarks/answers.jsonl")
    parser.add_argument("--seeds", type=seeds, help=SEEDS)
    parser.add_argument("--tools", type=specs, help='by default all: "auto rvers l1"')
    parser.add_argument("--problems", type=names, default=list(PAIRS))
    parser.add_argument("--label", help="version of the code; report: A,B")
    parser.add_argument("--code", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of real sets")
    parser.add_argument("--max-seconds", type=float, default=60.0, help="of CPU, a run")
    return parser


def usable(tools: list[str]) -> list[str]:
    for spec in tools:
        if (package := missing(spec)) is not None:
            print(f"{spec}: skipped, {package} is not installed", flush=True)
    return [spec for spec in tools if missing(spec) is None]


def there(problems: list[str], data: Path) -> list[str]:
    for name in problems:
        if not PAIRS[name].is_there(data):
            print(f"{name}: skipped, {data / str(PAIRS[name].file)} is not there")
    return [name for name in problems if PAIRS[name].is_there(data)]


def run(options: argparse.Namespace) -> None:
    """Make what is wanted and not in the file; tool by tool, so that each is whole."""
    file, problems = RunFile(options.runs), there(options.problems, options.data)
    wanted = [
        {"problem": problem, "seed": seed, "tool": tool, "label": label(tool, options)}
        for tool in usable(options.tools or ["auto", "rvers", "parsimony", *PEERS])
        for seed in options.seeds or TUNING
        for problem in problems
    ]
    for task in still_to_do(wanted, file.read()):
        made = in_a_process(task, options.data, options.max_seconds, options.code)
        file.append(made)
        print(line(made), flush=True)


def label(tool: str, options: argparse.Namespace) -> str:
    """Return the version of our code; tools of others stay the same with it."""
    return "" if tool in PEERS else options.label or ""


def line(made: dict) -> str:
    head = f"{made['tool']:10s} {made['problem']:22s} {made['seed']:3d}"
    if made["status"] != "done":
        return f"{head} {made['status']} {made.get('why', '')}"
    f1 = "    " if made["f1"] is None else f"{made['f1']:.2f}"
    return (
        f"{head} {made['n_selected']:5d} of {made['n']:5d} F1 {f1} fresh "
        f"{made['fresh']:.3f} (all {made['fresh_all']:.3f}) told {made['told']:.3f} "
        f"{made['seconds']:.1f} s"
    )


def main() -> None:
    options = arguments().parse_args()
    if options.action == "run":
        run(options)
    else:
        runs = RunFile(options.runs).read()
        asked = (options.seeds, options.tools, options.problems, options.label)
        print(report(runs, *asked))


if __name__ == "__main__":
    main()
