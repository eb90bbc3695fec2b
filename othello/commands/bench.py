"""``othello bench``."""

from __future__ import annotations

import argparse

from othello.bench import Bench, Measurement, Summary, format_measurement, format_summary
from othello.commands.arguments import add_json
from othello.commands.output import Progress, print_json
from othello.engine import Engine

EXAMPLE = "othello bench --evaluation classic"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--evaluation",
        choices=Engine.EVALUATIONS,
        default=Engine.EVALUATIONS[0],
        help="how positions are judged (default %(default)s); each has its own signature",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the benchmark; the last lines are the total, the signature first."""
    bench = Bench(evaluation=arguments.evaluation)
    measurements: list[Measurement] = []
    with Progress(len(bench)) as progress:
        for measurement in bench.run():
            measurements.append(measurement)
            progress.hide()
            if arguments.json:
                position = {
                    "position": measurement.board.to_obf(),
                    "depth": measurement.line.depth,
                    "move": str(measurement.line.move),
                    "score": measurement.line.score,
                }
                print_json(position | _speed(Summary.of([measurement])))
            else:
                print(format_measurement(measurement), flush=True)
            progress.step()
    summary = Summary.of(measurements)
    if arguments.json:
        print_json({"total": _speed(summary) | summary.counters})
    else:
        print(format_summary(summary))
    return 0


def _speed(summary: Summary) -> dict[str, object]:
    return {
        "nodes": summary.nodes,
        "seconds": round(summary.seconds, 6),
        "nps": summary.nps,
        "evals_per_second": summary.evals_per_second,
        "isa": summary.isa,
    }
