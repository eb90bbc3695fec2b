"""``othello explain``."""

from __future__ import annotations

import argparse

from othello.analysis.explanation import LEVEL, NO_LOSS, Explanation, explain_move
from othello.analysis.games import EXACT_FROM, default_engine
from othello.board import Board
from othello.commands.arguments import (
    add_exact_from,
    add_json,
    add_machine,
    board_of,
    number,
    parse_board,
    position_text,
)
from othello.commands.output import Progress, print_json
from othello.commands.searching import Working
from othello.errors import InvalidOption, OthelloError, quote
from othello.game import Game
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH, Limits
from othello.notation import PASS, SIDE_NAMES, Move
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
    told = "the move to explain, such as f4 (default: the last one of POSITION, a pass left out)"
    # With nargs="?" instead, no option could stand before it.
    add("move", metavar="[MOVE]", help=told).required = False
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
    board, move = asked(arguments)
    limits = Limits(level=arguments.level)
    if arguments.depth is not None:
        limits = Limits(depth=arguments.depth)
    with default_engine(arguments.threads, arguments.hash) as engine, Progress(1) as progress:
        progress.watch(Working(engine).text)
        engine.endgame_depth = arguments.exact_from
        explanation = explain_move(board, move, engine, limits)
    if arguments.json:
        print_json(explanation.to_dict())
        print_json({"total": {"positions": 1}})
        return 0
    print(describe_explanation(explanation))
    return 0


def asked(arguments: argparse.Namespace) -> tuple[Board, Move | str]:
    """Return the position and the move to explain, the last one that was played without MOVE."""
    if arguments.move is not None:
        return board_of(arguments), arguments.move
    text = position_text(arguments)
    try:
        found = last_choice(Game.parse(text))
    except OthelloError:
        parse_board(text)  # says what is wrong with it
        found = None  # a board alone
    if found is None:
        raise InvalidOption(f"{quote(text)} ends in no move: expected MOVE too, such as f4")
    return found


def last_choice(game: Game) -> tuple[Board, Move] | None:
    """Return the last move of a game that is no pass, and the position before it.

    >>> last_choice(Game("f5d6"))[1]
    Move('d6')
    """
    played = [*zip(game.positions(), game.moves, strict=False)]
    return next((each for each in reversed(played) if each[1] is not PASS), None)


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
