"""The list of balanced openings: what is in it, and dealing by chance."""

import pytest

from othello.board import Board
from othello.engine import Engine
from othello.game import Game
from othello.openings.balanced import balanced_openings

MOST = 2.0
"""Discs by which either side is ahead, as `othello.openings.balanced` says."""


def test_the_list() -> None:
    openings = balanced_openings()
    boards = [Game(opening.moves).board for opening in openings]
    assert len({board.canonical() for board in boards}) == len(openings) >= 3000
    assert {(board.n_empties, board.turn) for board in boards} == {(52, "X")}
    assert all(abs(opening.score) <= MOST for opening in openings)
    assert {opening.moves[:2] for opening in openings} == {"f5"}


def test_matches_take_the_first_ones_which_are_of_all_kinds() -> None:
    first = balanced_openings()[:50]
    assert len({opening.moves[:8] for opening in first}) > 30


@pytest.mark.slow
def test_a_search_finds_neither_side_ahead() -> None:
    with Engine(hash_mb=16, level=16) as engine:
        for opening in balanced_openings()[:40]:
            engine.clear()
            score = engine.search(Board(opening.moves)).score
            assert abs(score - opening.score) < 0.1, opening
