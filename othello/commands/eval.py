"""``othello eval``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import FILE, add_json, add_position, add_weights, board_of
from othello.commands.output import print_json
from othello.engine import Engine
from othello.evaluation import explain, format_report

EXAMPLE = "othello eval f5d6c3 --plot terms.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument("--plot", **FILE, help="also draw the terms as bars into FILE")
    add_weights(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print both evaluations in discs for the side to move, the classic one term by term."""
    board = board_of(arguments)
    report = explain(board)
    pattern = Engine().evaluate(board)
    if arguments.plot is not None:
        from othello.analysis.plots import plot_evaluation
        from othello.files.figures import check_figure_file

        check_figure_file(arguments.plot)
        plot_evaluation(report, arguments.plot)
    if arguments.json:
        terms = {name: values for name, *values in report.terms}
        record = {"terms": terms, "phase": report.phase, "total": report.total}
        print_json({**record, "pattern": pattern})
        print_json({"total": {"positions": 1}})
    else:
        print(format_report(report, pattern))
    return 0
