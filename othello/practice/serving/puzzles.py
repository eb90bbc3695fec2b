"""The request `puzzle`: a puzzle of the shipped set, and how an answer to it is judged."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import partial
from random import Random, choice
from typing import Any

from othello.engine import Engine
from othello.errors import InvalidOption
from othello.practice.exercises import Judgement
from othello.practice.profile import Answer, Profile, time_text
from othello.practice.puzzles import Puzzle, of_day, shipped_set
from othello.practice.rounds import answer_to
from othello.practice.solving import PuzzleRound, exercise_of, failed, nearest_first, rating_of
from othello.result import Line, rounded
from othello.serving.scheduler import Report, Scheduler

CHOOSING = ("kind", "goal", "difficulty", "day", "failed", "without")
"""Fields that choose a puzzle, where its number is not given."""

ONE_ATTEMPT = timedelta(hours=1)
"""An answer is another try, and not rated, if the puzzle was rated so recently."""


async def puzzle(values: dict[str, Any], scheduler: Scheduler, report: Report) -> dict[str, object]:
    """Return a puzzle without its solution; with a move how good that is; with `show` all of it."""
    number, chosen = await scheduler.aside(_chosen, values, scheduler)
    answer: dict[str, object] = {
        "number": number,
        "position": chosen.board.to_obf(),
        "moves": [str(move) for move in chosen.board.legal_moves()],
        "kind": chosen.kind,
        "goal": chosen.goal,
        "difficulty": chosen.difficulty,
    }
    move, show = values.get("move"), values.get("show", False)
    judgement: Judgement | None = None
    if move is not None or show:
        judge = partial(_judged, number, chosen, move)
        judgement, best = await scheduler.with_engine(judge, report, whole=True)
    if judgement is not None:
        is_right, reasons = judgement.is_right, judgement.explanation.reasons
        said = [reason.says for reason in reasons]
        answer |= {
            "move": str(judgement.move),
            "right": is_right,
            "score": rounded(judgement.explanation.played.score),
            "loss": rounded(judgement.loss),
            "margin": chosen.margin,
            "refutation": [] if is_right else [str(m) for m in judgement.explanation.refutation],
            # Unless it is to be shown, nothing that names the right move.
            "sentences": [each.to_dict() for each in said if show or "better" not in each.values],
        }
    if show:
        answer["solution"] = {
            "best": str(chosen.best),
            "score": chosen.score,
            "margin": chosen.margin,
            "line": [str(move) for move in best.pv],
            "source": chosen.source,
        }
    if "profile" in values and ("move" in values or "show" in values):
        kept = answer_to(exercise_of(chosen), judgement, values.get("seconds"))
        keep = partial(_keep, chosen, kept, values)
        rating = await scheduler.aside(scheduler.profiles.change, values["profile"], keep)
        answer |= {"kept": True, "rating": rating}
    return answer


def _judged(
    number: int, chosen: Puzzle, move: str | None, engine: Engine, report: Report
) -> tuple[Judgement | None, Line]:
    """Return what a move is worth, if there is one, and the best line."""
    asked = PuzzleRound([(number, chosen)], engine)
    if move is None:
        return None, asked.reveal()
    judgement = asked.judge(move)
    return judgement, judgement.explanation.best


def _keep(chosen: Puzzle, answer: Answer, values: dict[str, Any], profile: Profile) -> int:
    """Keep an answer, or that the solution was shown; return the person's rating.

    The first try is rated, if it is to be; to be shown the solution before is to lose.
    """
    key = answer.key
    with profile.changing():
        if profile.is_new(values.get("once")):
            profile.add_answer(answer)
            rated, latest = profile.last_rated(key), datetime.now(timezone.utc) - ONE_ATTEMPT
            if values.get("rated", True) and (rated is None or rated < time_text(latest)):
                profile.rate(key, rating_of(chosen), answer.is_right)
        return round(profile.rating().rating)


def _chosen(values: dict[str, Any], scheduler: Scheduler) -> tuple[int, Puzzle]:
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
        limits = difficulty and tuple(difficulty)
        numbers = puzzles.numbers(values.get("kind"), limits, values.get("goal"))
        profile, is_failed = values.get("profile"), values.get("failed", False)
        if is_failed and "day" not in values:
            if profile is None:
                raise InvalidOption("failed without profile: expected both")
            listed = {each: puzzles.puzzles[each - 1] for each in numbers}
            numbers = [
                each for each, _ in scheduler.profiles.read(profile, partial(failed, listed))
            ]
        numbers = _others(numbers, values.get("without", []))
        if "day" in values:
            at_stake = [each for each in numbers if puzzles.puzzles[each - 1].goal != "discs"]
            number = of_day(values["day"], at_stake or numbers)
        elif is_failed:
            number = numbers[0]
        elif profile is not None:
            listed = {each: puzzles.puzzles[each - 1] for each in numbers}
            near = partial(nearest_first, listed, random=Random())
            number, _ = scheduler.profiles.read(profile, near)[0]
        else:
            number = choice(numbers)
    return number, puzzles.puzzles[number - 1]


def _others(numbers: list[int], without: list[int]) -> list[int]:
    """Return the numbers that are not in a list; if all are, the one that comes last there.

    >>> _others([1, 2, 3], [3, 2]), _others([2, 3], [4, 3, 2, 5])
    ([1], [2])
    """
    seen = {*without}
    others = [number for number in numbers if number not in seen]
    return others or [max(numbers, key=without.index)]
