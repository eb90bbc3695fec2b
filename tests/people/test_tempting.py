"""Moves that lead people into errors: `Tempting`, `othello people tempt`, the request."""

import json

import numpy as np
import pytest
from support.cli_process import answer, json_lines, othello, refused
from support.rooms import needs

from othello.arrays import from_boards
from othello.board import Board
from othello.engine import Engine
from othello.engine.near import Near
from othello.engine.strength import MoveChoice, Strength
from othello.errors import InvalidOption
from othello.limits import Limits
from othello.openings.balanced import deal
from othello.operations.search import Search
from othello.people.asking import people_moves
from othello.people.inputs import engine_scores
from othello.people.operations.people_tempt import PeopleTempt
from othello.people.tempting import EQUAL, Tempting, expected_losses
from othello.result import Line, Result

WHOLE = Board.from_obf("X" * 64 + " O")
PASS = Board.from_obf("X" * 62 + "O- O")
POSITION = "f5d6c3d3c4"


def some_boards(count: int) -> list[Board]:
    """Return positions of the middle game in which neither side is far ahead."""
    found = []
    with Engine(hash_mb=1) as engine:
        for opening in deal(count, 1):
            board = Board(opening.moves)
            while board.n_empties > 30:
                board = board.after(engine.search(board, depth=4).lines[0].pv[0])
            found.append(board)
    return found


def after(board: Board, lines: list[Line], rating: int) -> list[float]:
    """Return what players of a rating lose after the first move of each line."""
    return expected_losses([board.after(line.pv[0]) for line in lines], rating)


def searched(choice: MoveChoice, board: Board) -> Result:
    with Engine(hash_mb=1) as engine:
        return engine.search(board, choice.limits(board, Limits(depth=6)))


def test_the_expected_loss_is_that_of_each_move_by_its_share() -> None:
    boards = [*some_boards(3), WHOLE, PASS]
    found = expected_losses(boards, 1300)
    for board, loss in zip(boards[:3], found, strict=False):
        scores = engine_scores(from_boards([board]))[0]
        shares = {each.move: each.percent / 100 for each in people_moves(board, 1300)}
        lost = [share * (np.nanmax(scores) - scores[move]) for move, share in shares.items()]
        assert loss == pytest.approx(sum(lost), abs=1e-4) and loss > 0
    assert found[3:] == [0, 0]
    assert expected_losses(boards[3:], 1300) == [0, 0]
    assert found[0] < expected_losses(boards, 900)[0]


def test_moves_lead_into_errors_and_are_about_as_good() -> None:
    """The more choice there is, the more so."""
    lost = {"best": 0.0, "tempting": 0.0}
    choice = Tempting(Strength(), 1300)
    for board in some_boards(12):
        result = searched(choice, board)
        assert len(result.lines) > 1
        line, *others = choice.pick(board, result).lines
        assert line.score >= result.score - EQUAL and not others
        for name, each in zip(lost, after(board, [result.lines[0], line], 1300), strict=True):
            lost[name] += each
    assert lost["tempting"] > 1.1 * lost["best"]


@pytest.mark.parametrize("held", [Near(-40, 40), Near(-40, 40, Strength(30)), Strength(30, seed=2)])
def test_a_choice_that_holds_back_leads_into_errors_too(held: MoveChoice) -> None:
    choice, n_as_good = Tempting(held, 1300), 0
    boards = some_boards(6)
    for board in boards:
        result = searched(choice, board)
        chosen = held.pick(board, result).lines[0]
        if isinstance(held, Near) and held.strength.is_full:
            as_good = [x for x in result.lines if not held.distance(-x.score, x.error or 0)]
        else:
            as_good = [x for x in result.lines if abs(x.score - chosen.score) <= EQUAL]
        n_as_good += len(as_good)
        best = as_good[int(np.argmax(after(board, as_good, 1300)))]
        assert choice.pick(board, result, 2).lines[:1] == (best,)
    assert n_as_good > len(boards)


def test_only_a_rating_of_the_scale_is_taken() -> None:
    for rating in (699, 2301):
        with pytest.raises(InvalidOption, match=f"invalid rating {rating}: expected 700 to 2300"):
            Tempting(Strength(), rating)
    with pytest.raises(InvalidOption, match="invalid rating 600: expected 700 to 2300"):
        PeopleTempt(position="f5", rating=600)


def test_the_operation_holds_what_a_search_chooses_by() -> None:
    given = {"position": POSITION, "strength": 40, "near": (0.0, 4.0), "seed": 3}
    choice, plain = PeopleTempt(**given, rating=1100).choice(), Search(**given).choice()
    assert isinstance(choice, Tempting) and isinstance(plain, Near)
    held = choice.choice
    assert isinstance(held, Near) and choice.rating == 1100
    assert (held.low, held.high) == (plain.low, plain.high) == (0, 4)
    assert repr(held.strength) == repr(plain.strength) == "Strength(40, seed=3)"


def test_the_command_finds_the_move() -> None:
    with Engine() as engine:
        found = Tempting(Strength(), 1100).search(engine, Board(POSITION), depth=6, multipv=2)
    words = ("people", "tempt", POSITION, "--rating", 1100, "--depth", 6, "--multipv", 2)
    first, total = json_lines(*words, "--json")
    assert [line["move"] for line in first["lines"]] == [str(line.move) for line in found.lines]
    assert (first["move"], total) == (str(found.move), {"total": {"positions": 1}})
    head, second = answer(*words).splitlines()
    assert head.startswith(f"position  55 empties  depth 6  {found.move} ")
    assert second.startswith("  2. ")
    assert "game over" in answer("people", "tempt", WHOLE.to_obf())
    assert "'600': expected 700 to 2300" in refused("people", "tempt", "f5", "--rating", 600)
    assert "both depth=2 and level=1" in refused(
        "people", "tempt", "f5", "--level", 1, "--depth", 2
    )


@needs("serving")
def test_the_request_finds_the_move_and_asks_no_book() -> None:
    asked = {"id": 1, "do": "people.tempt", "position": POSITION, "depth": 6}
    requests = [
        {**asked, "rating": 1100, "book": 0.5},
        {**asked, "id": 2, "strength": 30, "seed": 1, "near": [-4, 4]},
        {**asked, "id": 3, "rating": 100},
    ]
    told = othello("serve", "--stdio", stdin="".join(f"{json.dumps(each)}\n" for each in requests))
    found = {each["id"]: each for each in map(json.loads, told.stdout.splitlines())}
    (first, _) = json_lines("people", "tempt", POSITION, "--rating", 1100, "--depth", 6, "--json")
    assert found[1]["result"]["move"] == first["move"] and "book" not in found[1]["result"]
    assert found[2]["result"]["depth"] <= 6 and len(found[2]["result"]["lines"]) == 1
    assert "rating" in found[3]["error"]["message"]
