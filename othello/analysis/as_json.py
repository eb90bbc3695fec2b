"""Results and analyses as JSON, to keep them in files."""

from typing import Any

from othello.analysis.moves import GameAnalysis, MoveAnalysis
from othello.game import Game
from othello.notation import split_moves
from othello.result import Line, Result


def describe_result(result: Result) -> dict[str, Any]:
    """Return a result as a JSON object; `read_result` is the way back."""
    return {**result._asdict(), "lines": [*map(_describe_line, result.lines)]}


def read_result(described: dict[str, Any]) -> Result:
    """Return the result that `describe_result` described."""
    return Result(**{**described, "lines": tuple(map(_read_line, described["lines"]))})


def describe_analysis(analysis: GameAnalysis) -> dict[str, Any]:
    """Return an analysis without its game as a JSON object; `read_analysis` is the way back."""
    moves = [
        [move.ply, _describe_line(move.played), _describe_line(move.best)]
        for move in analysis.moves
    ]
    return {"moves": moves, "nodes": analysis.nodes, "seconds": analysis.seconds}


def read_analysis(described: dict[str, Any], game: Game) -> GameAnalysis:
    """Return the analysis of `game` that `describe_analysis` described, without comments."""
    boards = game.positions()
    moves = [
        MoveAnalysis(ply, boards[ply - 1], game[ply - 1], _read_line(played), _read_line(best))
        for ply, played, best in described["moves"]
    ]
    return GameAnalysis(game, tuple(moves), described["nodes"], described["seconds"])


def _describe_line(line: Line) -> list[Any]:
    return [*line[:5], " ".join(map(str, line.pv)), line.n_empties]


def _read_line(described: list[Any]) -> Line:
    depth, selectivity, score, bound, exact, pv, *rest = described  # older files have no more
    return Line(depth, selectivity, score, bound, exact, tuple(split_moves(pv)), *rest)
