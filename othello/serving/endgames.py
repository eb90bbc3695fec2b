"""The request `endgame`: a won endgame to play out, and how good a move of it is.

Nothing is kept between two requests: each move comes with its position.
"""

from __future__ import annotations

from random import choice
from typing import Any

from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.practice.endgames import EMPTIES, Endgame, endgames_of_puzzles, hint, play
from othello.practice.puzzles import shipped_set
from othello.serving.scheduler import Report

__all__ = ["endgame", "judged_move"]

CHOOSING = ("number", "empties", "hidden")
"""Fields that choose an endgame, or say how it is told."""


def endgame(values: dict[str, Any]) -> dict[str, object]:
    """Return an endgame of the shipped puzzles."""
    return _chosen(values).to_dict(hidden=values.get("hidden", False))


def _chosen(values: dict[str, Any]) -> Endgame:
    """Return the endgame that a request asks for; any of several."""
    if "number" not in values:
        return choice(endgames_of_puzzles(shipped_set(), tuple(values.get("empties", EMPTIES))))
    if "empties" in values:
        raise InvalidOption("number and empties: expected one of them")
    number = values["number"]
    for each in endgames_of_puzzles(shipped_set(), (0, 60)):
        if each.number == number:
            return each
    raise InvalidOption(f"puzzle {number} is no won endgame: expected the number of another one")


def judged_move(values: dict[str, Any], engine: Engine, report: Report) -> dict[str, object]:
    """Return what a move costs, the perfect reply, and what follows; or what to think of."""
    if "position" not in values:
        name = "move" if "move" in values else "hint"
        raise InvalidOption(f"{name} without position: expected both")
    if others := [name for name in CHOOSING if name in values]:
        raise InvalidOption(f"{others[0]} with position: expected one of them")
    board = Board.parse(values["position"])
    if "move" in values:
        return play(board, values["move"], engine).to_dict()
    if not values.get("hint", False):
        raise InvalidOption("position without move: expected move, or hint")
    idea = hint(board, engine)
    if idea is None:
        return {"idea": None, "hint": None}
    return {"idea": idea.name or None, "hint": idea.hint.to_dict()}
