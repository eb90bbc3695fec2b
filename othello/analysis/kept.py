"""Analyses of games kept in a file, so that an interrupted run goes on where it was."""

from __future__ import annotations

from typing import Any

from othello.analysis.moves import GameAnalysis, MoveAnalysis
from othello.cluster.suite import check_cost, describe_line, read_line
from othello.errors import quote
from othello.game import Game

__all__ = ["describe_analysis", "name_game", "read_analysis"]


def name_game(game: Game) -> str:
    """Return text that equal games have in common."""
    return f"{game.start.to_obf()} {game.transcript()}"


def describe_analysis(analysis: GameAnalysis) -> dict[str, Any]:
    """Return an analysis without its game as a JSON object; `read_analysis` is the way back."""
    moves = [
        [move.ply, describe_line(move.played), describe_line(move.best)] for move in analysis.moves
    ]
    return {"moves": moves, "nodes": analysis.nodes, "seconds": analysis.seconds}


def read_analysis(described: dict[str, Any], game: Game) -> GameAnalysis:
    """Return the analysis of `game` that `describe_analysis` described, without comments.

    Raises
    ------
    ValueError, TypeError, LookupError
        If it is something else.
    """
    moves = []
    for ply, played, best in described["moves"]:
        if type(ply) is not int or not 1 <= ply <= len(game):
            raise ValueError(f"move {quote(ply)}: expected 1 to {len(game)}")
        board = game.positions()[ply - 1]
        lines = read_line(played, board), read_line(best, board)
        moves.append(MoveAnalysis(ply, board, game[ply - 1], *lines))
    check_cost(described["nodes"], described["seconds"])
    return GameAnalysis(game, tuple(moves), described["nodes"], described["seconds"])
