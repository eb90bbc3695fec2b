"""Sentences on the move of most players, in explanations."""

import json

import pytest
from support.cli_process import answer
from support.random_games import random_game

from othello import Board, Move
from othello.people.asking import people_moves
from othello.people.habits import FEW, MOST, habits
from othello.rooms import is_there

CLEAR = "f5d6c3d3c4f4f6f3"
"""Most play e6 here."""


def said(moves: str, move: str, best: str) -> list[str]:
    found = habits(Board(moves), Move(move), Move(best))
    return [habit.form.format_map(habit.values) for habit in found]


def test_what_most_play_is_said_of_another_move() -> None:
    assert people_moves(Board(CLEAR))[0].percent >= MOST
    assert said(CLEAR, "f2", "e6") == ["Most players would play e6 here."]
    assert said(CLEAR, "e6", "e6") == []


def test_what_few_find_is_said_of_the_best_move() -> None:
    rare = people_moves(Board(CLEAR))[-1]
    assert rare.percent < FEW
    few = f"Few players find {rare.move}."
    assert said(CLEAR, "e6", str(rare.move)) == [few]
    assert said(CLEAR, str(rare.move), str(rare.move)) == ["Most players would play e6 here.", few]


def test_nothing_is_said_of_an_only_move() -> None:
    games = (random_game(seed, 54).board for seed in range(100))
    only = next(board for board in games if len(board.legal_moves()) == 1 and not board.must_pass)
    assert habits(only, only.legal_moves()[0], only.legal_moves()[0]) == []


@pytest.mark.skipif(not is_there("explaining"), reason="nothing explains moves")
def test_an_explanation_ends_with_it() -> None:
    """In Python, in text and in JSON."""
    from othello.explaining.explanation import explain_move

    wanted = "Most players would play e6 here."
    assert explain_move(CLEAR, "f2", level=4).text.endswith(wanted)
    assert wanted in answer("explain", CLEAR, "f2", "--level", "4").splitlines()[0]
    told = json.loads(answer("explain", CLEAR, "f2", "--level", "4", "--json").splitlines()[0])
    assert told["sentences"][-1] == {
        "form": "Most players would play {better} here.",
        "values": {"better": "e6"},
    }
