"""The request `puzzle`: a puzzle of the shipped set, and how an answer to it is judged."""

from __future__ import annotations

import asyncio
from random import choice
from typing import Any

from othello.errors import InvalidOption
from othello.levels import DEFAULT_LEVEL
from othello.limits import Limits
from othello.notation import Move
from othello.practice.exercises import legal_answer
from othello.practice.puzzles import Puzzle, of_day, shipped_set
from othello.result import Line, rounded
from othello.serving.scheduler import Report, Scheduler

__all__ = ["puzzle"]

CHOOSING = ("kind", "difficulty", "day")
"""Fields that choose a puzzle, where its number is not given."""


async def puzzle(values: dict[str, Any], scheduler: Scheduler, report: Report) -> dict[str, object]:
    """Return a puzzle without its solution; with a move how good that is; with `show` all of it."""
    number, chosen = await scheduler.aside(_chosen, values)
    answer: dict[str, object] = {
        "number": number,
        "position": chosen.board.to_obf(),
        "moves": [str(move) for move in chosen.board.legal_moves()],
        "kind": chosen.kind,
        "goal": chosen.goal,
        "difficulty": chosen.difficulty,
    }
    if "move" in values:
        line = await _line(chosen, legal_answer(chosen.board, values["move"]), scheduler)
        is_right = line.move == chosen.best
        answer |= {
            "move": str(line.move),
            "right": is_right,
            "score": rounded(line.score),
            "loss": 0 if is_right else rounded(chosen.score - line.score),
            "margin": chosen.margin,
            "refutation": [] if is_right else [str(move) for move in line.pv[1:]],
        }
    if values.get("show", False):
        best = await _line(chosen, chosen.best, scheduler)
        answer["solution"] = {
            "best": str(chosen.best),
            "score": chosen.score,
            "margin": chosen.margin,
            "line": [str(move) for move in best.pv],
            "source": chosen.source,
        }
    return answer


def _chosen(values: dict[str, Any]) -> tuple[int, Puzzle]:
    """Return the puzzle that a request asks for, with its number; any of several."""
    puzzles = shipped_set()
    if "number" in values:
        number: int = values["number"]
        if others := [name for name in CHOOSING if name in values]:
            raise InvalidOption(f"number and {others[0]}: expected one of them")
        if number > len(puzzles.puzzles):
            raise InvalidOption(f"no puzzle {number}: expected 1 to {len(puzzles.puzzles)}")
    else:
        difficulty = values.get("difficulty")
        numbers = puzzles.numbers(values.get("kind"), difficulty and tuple(difficulty))
        number = of_day(values["day"], numbers) if "day" in values else choice(numbers)
    return number, puzzles.puzzles[number - 1]


async def _line(chosen: Puzzle, move: Move, scheduler: Scheduler) -> Line:
    """Return a move's score and the best play after it."""
    limits = Limits(exact=True) if chosen.is_proven else Limits(level=DEFAULT_LEVEL)
    found = scheduler.submit(chosen.board, limits._replace(moves=(move,)))
    return (await asyncio.wrap_future(found)).lines[0]
