"""The operations of puzzles."""

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


def test_a_puzzle_of_several_moves_is_asked_move_by_move() -> None:
    """Each request carries the moves so far; those that are not the puzzle's are refused."""
    number = next(n for n, puzzle in enumerate(PUZZLES, 1) if puzzle.length == 2)
    first, reply, last = map(str, PUZZLES[number - 1].line)
    so_far = {"number": number, "moves": first + reply}
    (question,) = asked("next", {"number": number, "length": [2, 4]})
    assert question["length"] == 2
    begun, done = asked("answer", {"number": number, "move": first}, {**so_far, "move": last})
    assert (begun["right"], begun["reply"], begun["kept"]) == (True, reply, False)
    assert (done["right"], done["reply"]) == (True, None) and done["margin"] >= 2
    (shown,) = asked("show", so_far)
    assert shown["best"] == last == shown["line"][0]
    with pytest.raises(InvalidOption, match="expected how this puzzle goes on"):
        asked("answer", {**so_far, "moves": last + reply, "move": last})


def test_a_wrong_move_is_told_what_it_overlooks() -> None:
    """Where there is nothing simple to see."""
    where = {"number": 2020, "moves": "a6h1"}
    h2, h5 = asked("answer", *({**where, "move": move} for move in ("h2", "h5")))
    assert h2["simple"]["form"].startswith("Think of parity: ")
    assert h5["simple"]["form"].startswith("Think of access: ")
