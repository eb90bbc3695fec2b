"""``othello benchmark``."""

import argparse
from pathlib import Path

from othello.benchmark.archive import chosen
from othello.benchmark.page import benchmark_page, read_result
from othello.benchmark.running import Outcome, contender, described, run, totals
from othello.commands.arguments import add_shared, add_verb
from othello.commands.output import EXIT_WRONG_RESULT, Progress, show, show_text
from othello.commands.values import SECONDS, file_name, number, page_file
from othello.files.writing import replacing, writable

EXAMPLE = (
    "othello benchmark run 'nboard:./engine' --most-empties 24 --json > engine.json\n"
    "  othello benchmark page othello.json engine.json --html compared.html"
)

MOST_EMPTIES = 60
HASH_MB = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be done"
    )
    solver = add_verb(acts, "run", "let an engine solve the positions, one thread, one by one")
    solver.add_argument(
        "engine",
        metavar="ENGINE",
        nargs="?",
        default="othello",
        help="ugi:COMMAND (or COMMAND alone), gtp:COMMAND or nboard:COMMAND, tcp:HOST:PORT, or "
        "settings of our own engine such as evaluation=classic (default: our own engine)",
    )
    _add_part(solver)
    solver.add_argument("--seconds", **SECONDS, help="leave a position after so many seconds")
    add_shared(solver, "hash", hash=HASH_MB)
    add_shared(solver, "json")
    lister = add_verb(acts, "list", "print the positions as OBF, each below its name")
    _add_part(lister)
    compared = add_verb(acts, "page", "make a web page that compares results")
    compared.add_argument(
        "results", metavar="RESULT", nargs="+", type=file_name, help="what run --json printed"
    )
    compared.add_argument(
        "--html", type=page_file, metavar="FILE", required=True, help="the page to write"
    )
    for act, one in ((solve, solver), (list_positions, lister), (write_page, compared)):
        one.set_defaults(run=act)


def _add_part(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--positions",
        nargs="+",
        default=[],
        metavar="NAME",
        help="only these, such as ffo-40 'e30-*'",
    )
    parser.add_argument(
        "--most-empties",
        **number(1, MOST_EMPTIES, default=MOST_EMPTIES),
        help="only positions with at most so many empties",
    )


def solve(arguments: argparse.Namespace) -> int:
    """Print what the engine finds of each position; the exit code is 1 if something is wrong."""
    positions = chosen(arguments.positions, arguments.most_empties)
    player = contender(arguments.engine, arguments.hash)
    about = described(player, arguments.hash, arguments.seconds)
    outcomes: list[Outcome] = []
    try:
        with Progress(len(positions)) as progress:
            for outcome in run(player, positions, arguments.seconds):
                outcomes.append(outcome)
                progress.hide()
                show(arguments.json, outcome.to_dict(), format_outcome(outcome))
                progress.step()
    finally:
        total = about | totals(outcomes)
        show(arguments.json, {"total": total}, format_total(total))
    return EXIT_WRONG_RESULT if total["wrong"] else 0


def format_outcome(outcome: Outcome) -> str:
    """Return a line of text about a position."""
    challenge = outcome.challenge
    words = [f"{challenge.name:7} {challenge.n_empties} empties"]
    if outcome.fault:
        words.append(outcome.fault)
    else:
        score = "" if outcome.score is None else f" {outcome.score:+g}"
        best = f"{challenge.proven.best_score:+d}"
        words.append(f"{outcome.move}{score}")
        words.append("right" if outcome.is_right else f"wrong, expected {best}")
    if outcome.nodes is not None:
        words.append(f"{outcome.nodes} nodes")
    for name, seconds in (("", outcome.seconds), ("processor ", outcome.processor_seconds)):
        if seconds is not None:
            words.append(f"{name}{seconds:.3f} s")
    return "  ".join(words)


def format_total(total: dict[str, object]) -> str:
    """Return the sums as a line of text."""
    counts = [f"{total[name]} {name}" for name in ("correct", "wrong", "unsolved")]
    seconds = [
        f"{label}{total[name]:.2f} s"
        for label, name in (("", "seconds"), ("processor ", "processor_seconds"))
        if total[name] is not None
    ]
    nodes = [] if total["nodes"] is None else [f"{total['nodes']} nodes"]
    return "  ".join([f"{total['positions']} positions", *counts, *nodes, *seconds])


def list_positions(arguments: argparse.Namespace) -> int:
    """Print the positions with their best moves, for programs that solve a file of them."""
    for each in chosen(arguments.positions, arguments.most_empties):
        scores = "".join(f" {move}:{score:+d};" for move, score in each.proven.scores.items())
        show_text(f"% {each.name}\n{each.proven.board.to_obf()};{scores}")
    return 0


def write_page(arguments: argparse.Namespace) -> int:
    """Write the page."""
    writable(arguments.html)
    page = benchmark_page([read_result(Path(each)) for each in arguments.results])
    with replacing(arguments.html) as file:
        file.write(page)
    return 0
