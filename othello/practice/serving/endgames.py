"""The request `endgame`: a won endgame to play out, and how good a move of it is.

Nothing is kept between two requests: each move comes with the position in which the endgame began,
and the moves since. When the endgame is over, or shown, all of them are proven again.
"""

from __future__ import annotations

from functools import partial
from random import choice
from typing import Any

from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.game import Game
from othello.notation import split_moves
from othello.practice.endgames import (
    EMPTIES,
    Endgame,
    Outcome,
    best_line,
    endgames_of_puzzles,
    fewest_first,
    hint,
    play,
    replayed,
    shown_answer,
    solution_of,
)
from othello.practice.profile import Answer
from othello.practice.puzzles import shipped_set
from othello.practice.serving.profiles import Profiles
from othello.result import Line
from othello.serving.scheduler import Report

CHOOSING = ("number", "empties", "hidden")
"""Fields that choose an endgame, or say how it is told."""

PLAYING = ("move", "hint", "show", "moves", "seconds", "once")
"""Fields of an endgame that is played, which come with its position."""

FIRST = 10
"""An endgame for a profile is any of so many: those with the fewest empty squares, not won."""


def endgame(values: dict[str, Any], profiles: Profiles) -> dict[str, object]:
    """Return an endgame of the shipped puzzles."""
    return _chosen(values, profiles).to_dict(hidden=values.get("hidden", False))


def _chosen(values: dict[str, Any], profiles: Profiles) -> Endgame:
    """Return the endgame that a request asks for; any of several."""
    if "number" not in values:
        found = endgames_of_puzzles(shipped_set(), tuple(values.get("empties", EMPTIES)))
        if "profile" in values:
            found = profiles.read(values["profile"], partial(fewest_first, found))[:FIRST]
        return choice(found)
    if "empties" in values:
        raise InvalidOption("number and empties: expected one of them")
    number = values["number"]
    for each in endgames_of_puzzles(shipped_set(), (0, 60)):
        if each.number == number:
            return each
    raise InvalidOption(f"puzzle {number} is no won endgame: expected the number of another one")


def judged_move(
    profiles: Profiles, values: dict[str, Any], engine: Engine, report: Report
) -> dict[str, object]:
    """Return what a move costs, the perfect reply, and what follows; or what to think of."""
    if "position" not in values:
        name = next(name for name in PLAYING if name in values)
        raise InvalidOption(f"{name} without position: expected both")
    if others := [name for name in CHOOSING if name in values]:
        raise InvalidOption(f"{others[0]} with position: expected one of them")
    game = Game(split_moves(values.get("moves", "")), Board.parse(values["position"]))
    if "move" in values:
        return _played(game, profiles, values, engine)
    if values.get("show", False):
        return _shown(game, profiles, values, engine)
    if not values.get("hint", False):
        raise InvalidOption("position without move: expected move, hint or show")
    idea = hint(game.board, engine)
    if idea is None:
        return {"idea": None, "hint": None}
    return {"idea": idea.name or None, "hint": idea.hint.to_dict()}


def _played(
    game: Game, profiles: Profiles, values: dict[str, Any], engine: Engine
) -> dict[str, object]:
    """Return what a move costs; if the endgame is then over, also how it went, which is kept."""
    step = play(game.board, values["move"], engine)
    answer = step.to_dict()
    if step.is_over and values.keys() & {"moves", "profile"}:
        steps = (*replayed(game, engine), step)
        outcome = Outcome(_begun(game, steps[0].explanation.best), steps)
        answer["outcome"] = outcome.to_dict()
        answer |= _kept(outcome.answer(values.get("seconds")), profiles, values)
    return answer


def _shown(
    game: Game, profiles: Profiles, values: dict[str, Any], engine: Engine
) -> dict[str, object]:
    """Return the best line of a position."""
    best = best_line(game.board, engine)
    kept: dict[str, object] = {}
    if "profile" in values:
        steps = replayed(game, engine)
        begun = _begun(game, steps[0].explanation.best if steps else best)
        given = shown_answer(begun, game.board, steps, values.get("seconds"))
        kept = _kept(given, profiles, values)
    return {"solution": solution_of(best), **kept}


def _begun(game: Game, best: Line) -> Endgame:
    """Return the endgame that a request plays; `best` is the best line of its beginning."""
    return Endgame(game.start, int(best.score), "")


def _kept(answer: Answer, profiles: Profiles, values: dict[str, Any]) -> dict[str, object]:
    """Keep an answer, if a profile is named; return the field that says so."""
    if "profile" not in values:
        return {}
    profiles.keep(values, answer)
    return {"kept": True}
