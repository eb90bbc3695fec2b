"""The operations of puzzles."""

from pathlib import Path
from typing import Any

import pytest
from support.asking import ask

from othello.errors import InvalidOption
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


def test_a_puzzle_that_was_failed_is_asked_again(tmp_path: Path) -> None:
    """The one that waits longest first, until its first answer is right."""

    def told(act: str, **fields: object) -> Any:
        return asked(act, {"profile": "me", **fields}, folder=tmp_path)[0]

    def number(*without: int) -> object:
        return told("next", failed=True, without=[*without])["number"]

    none = pytest.raises(InvalidOption, match="no puzzle whose last answer was wrong: expected")
    with none:
        number()
    told("show", number=9)
    assert number() == 9
    told("show", number=3)
    assert (number(), number(9), number(3, 9)) == (9, 3, 9)
    told("answer", number=9, move=str(PUZZLES[8].best))
    assert number() == 3
    told("answer", number=3, move=str(PUZZLES[2].best))
    with none:
        number()
