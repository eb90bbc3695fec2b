"""``othello bench``."""

import argparse

from othello.commands.arguments import MACHINE, add_described, add_shared
from othello.commands.output import EXIT_WRONG_RESULT, Progress, print_fault, show
from othello.commands.values import number
from othello.engine import Engine
from othello.measuring.bench import (
    DEPTH,
    HASH_MB,
    Bench,
    BenchTotals,
    Measurement,
    format_measurement,
    format_summary,
)

EXAMPLE = "othello bench --evaluation classic"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--evaluation",
        choices=Engine.EVALUATIONS,
        default=Engine.EVALUATIONS[0],
        help="which evaluation to use (default %(default)s); each has its own signature",
    )
    add_described(parser, "depth", "depth for positions with too many empties to solve", DEPTH)
    parser.add_argument(
        "--expect",
        **number(0, metavar="NODES"),
        help="the expected signature (number of nodes); exit with code 1 if the result differs",
    )
    add_shared(parser, *MACHINE, hash=HASH_MB)
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Run the benchmark; the total comes last and begins with the signature.

    The signature is the number of nodes. The exit code is 1 if ``--expect`` names another.
    """
    bench = Bench(
        evaluation=arguments.evaluation,
        depth=arguments.depth,
        threads=arguments.threads,
        hash_mb=arguments.hash,
    )
    measurements: list[Measurement] = []
    with Progress(len(bench)) as progress:
        for measurement in bench.run():
            measurements.append(measurement)
            progress.hide()
            position = {
                "position": measurement.board.to_obf(),
                "depth": measurement.line.depth,
                "move": str(measurement.line.move),
                "score": measurement.line.score,
            }
            record = position | _speed(BenchTotals.of([measurement]))
            show(arguments.json, record, format_measurement(measurement))
            progress.step()
    summary = BenchTotals.of(measurements)
    show(arguments.json, {"total": _speed(summary) | summary.counters}, format_summary(summary))
    if arguments.expect not in (None, summary.nodes):
        print_fault(f"bench: {summary.nodes} nodes: expected {arguments.expect}")
        return EXIT_WRONG_RESULT
    return 0


def _speed(summary: BenchTotals) -> dict[str, object]:
    return {
        "nodes": summary.nodes,
        "seconds": round(summary.seconds, 6),
        "nps": summary.nps,
        "evals_per_second": summary.evals_per_second,
        "isa": summary.isa,
    }
