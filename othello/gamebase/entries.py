"""What a base knows of a position and of a game, as JSON objects, with the names of openings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from othello.analysis.openings import name_of
from othello.board import Board
from othello.gamebase.base import GameBase, PlayedMove, StoredGame

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello.gamebase.base import Conditions

__all__ = ["game_entry", "move_entry", "position_entry"]


def position_entry(
    base: GameBase, board: Board, limit: int, **conditions: Unpack[Conditions]
) -> dict[str, Any]:
    """Return the moves that were played in a position, and the latest `limit` games of it.

    ``count`` is how many games came to the position; `conditions` are those of `GameBase`.
    """
    opening = name_of(board)
    return {
        "position": board.to_obf(),
        "name": None if opening is None else opening.name,
        "count": base.count(board, **conditions),
        "moves": [move_entry(board, each) for each in base.moves(board, **conditions)],
        "games": [game_entry(each) for each in base.games(board, limit=limit, **conditions)],
    }


def move_entry(board: Board, played: PlayedMove) -> dict[str, Any]:
    """Return a move that was played in a position."""
    opening = name_of(board.after(played.move))
    return {
        "move": str(played.move),
        "games": played.games,
        "share": round(played.share, 4),
        "score": None if played.score is None else round(played.score, 2),
        "wins": played.wins,
        "draws": played.draws,
        "losses": played.losses,
        "first": played.first,
        "last": played.last,
        "name": None if opening is None else opening.name,
    }


def game_entry(stored: StoredGame) -> dict[str, object]:
    """Return a game; what is not known is None, and its headers are as they were stated."""
    game = stored.game()
    return {
        "black": stored.black or None,
        "white": stored.white or None,
        "year": stored.year,
        "event": stored.event or None,
        "result": stored.result or None if stored.score is None else stored.score,
        "moves": game.transcript(),
        "start": stored.start,
        "headers": game.headers,
    }
