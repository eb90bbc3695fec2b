"""``othello bench``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import add_json
from othello.commands.output import Progress, print_json
from othello.engine import Engine
from othello.measuring.bench import Bench, Measurement, Summary, format_measurement, format_summary

EXAMPLE = "othello bench --evaluation classic --no-stability-gate"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--evaluation",
        choices=Engine.EVALUATIONS,
        default=Engine.EVALUATIONS[0],
        help="how positions are judged (default %(default)s); each has its own signature",
    )
    for name, what in (
        ("gate", "look for stable discs before any can exist"),
        ("list", "compute stable discs anew for each position"),
    ):
        parser.add_argument(
            f"--no-stability-{name}",
            action="store_false",
            dest=f"stability_{name}",
            help=f"{what}, to measure what that costs",
        )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the benchmark; the last lines are the total, the signature first."""
    bench = Bench(
        evaluation=arguments.evaluation,
        stability_gate=arguments.stability_gate,
        stability_list=arguments.stability_list,
    )
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
