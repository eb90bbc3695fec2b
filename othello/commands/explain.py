"""``othello explain``."""

from __future__ import annotations

import argparse

from othello.analysis.explanation import LEVEL, NO_LOSS, Explanation, explain_move
from othello.analysis.games import EXACT_FROM, default_engine
from othello.commands.arguments import add_exact_from, add_json, add_machine, board_of, number
from othello.commands.output import Progress, print_json
from othello.commands.searching import Working
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH, Limits
from othello.notation import SIDE_NAMES
from othello.result import depth_text

EXAMPLE = "othello explain f5d6c3d3c4f4f6f3 f2"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "position",
        metavar="POSITION",
        nargs="+",
        help="startpos, an OBF board and side, a FEN, moves such as f5d6c3, or an opening's name",
    )
    add("move", metavar="MOVE", help="the move to explain, such as f4")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--level",
        **number(0, MAX_LEVEL, default=LEVEL),
        help=f"how hard to think, 0 to {MAX_LEVEL} (default %(default)s)",
    )
    effort.add_argument(
        "--depth", **number(1, MAX_DEPTH), help="look N plies ahead and leave no line out"
    )
    add_exact_from(parser, EXACT_FROM)
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Say what a move costs, what refutes it, and why."""
    board = board_of(arguments)
    limits = Limits(level=arguments.level)
    if arguments.depth is not None:
        limits = Limits(depth=arguments.depth)
    with default_engine(arguments.threads, arguments.hash) as engine, Progress(1) as progress:
        progress.watch(Working(engine).text)
        engine.endgame_depth = arguments.exact_from
        explanation = explain_move(board, arguments.move, engine, limits)
    if arguments.json:
        print_json(explanation.to_dict())
        print_json({"total": {"positions": 1}})
        return 0
    print(describe_explanation(explanation))
    return 0


def describe_explanation(explanation: Explanation) -> str:
    """Return an explanation as text: the sentences, whose the scores are, and the lines of play."""
    played, best = explanation.played, explanation.best
    depth = f"depth {depth_text(played.depth, played.selectivity)}"
    depth = "exact" if explanation.exact else depth
    rows = [("scores", f"discs for {SIDE_NAMES[explanation.board.turn]}, {depth}")]
    if explanation.refutation:
        # What is as good as the best move has no refutation.
        name = "refutation" if explanation.loss >= NO_LOSS else "then"
        rows.append((name, " ".join(map(str, explanation.refutation))))
    if best.pv != played.pv:
        rows.append(("best line", " ".join(map(str, best.pv))))
    return "\n".join([explanation.text, *(f"{name + ':':11} {text}" for name, text in rows)])
