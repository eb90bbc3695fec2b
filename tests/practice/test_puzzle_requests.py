"""The operations of puzzles."""

from typing import Any

from support.asking import ask

from othello.practice.puzzles import GOALS, shipped_set

PUZZLES = shipped_set().puzzles


def asked(act: str, *requests: dict[str, object], **how: Any) -> list[Any]:
    """Return the results of requests of puzzles."""
    return ask(*({"do": f"puzzle.{act}", **request} for request in requests), **how)


def test_puzzles_are_chosen_by_what_is_at_stake() -> None:
    choices = [{"goal": goal, "kind": "endgame"} for goal in GOALS]
    for goal, found in zip(GOALS, asked("next", *choices), strict=True):
        assert (found["goal"], found["kind"]) == (goal, "endgame")


def test_puzzles_that_were_seen_come_last() -> None:
    few = {"kind": "parity", "difficulty": [800, 1299]}
    numbers = [
        number
        for number, puzzle in enumerate(PUZZLES, 1)
        if puzzle.kind == "parity" and puzzle.difficulty < 1300
    ]
    first, *others = numbers
    only, oldest, last = asked(
        "next",
        {**few, "without": others},
        {**few, "without": [*numbers, 1]},
        {**few, "without": [*others, first]},
    )
    assert (only["number"], oldest["number"], last["number"]) == (first, numbers[-1], first)
