"""Analyses of games kept in a file, so that an interrupted run goes on where it was."""

from __future__ import annotations

from typing import Any

from othello.analysis.moves import GameAnalysis, MoveAnalysis
from othello.cluster.suite import describe_line, read_line
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
    """Return the analysis of `game` that `describe_analysis` described, without comments."""
    boards = game.positions()
    moves = tuple(
        MoveAnalysis(ply, boards[ply - 1], game.moves[ply - 1], read_line(played), read_line(best))
        for ply, played, best in described["moves"]
    )
    return GameAnalysis(game, moves, described["nodes"], described["seconds"])
