"""Drills that go on as people play, and files of lines with names of openings."""

from pathlib import Path

import pytest

from othello.board import Board
from othello.book import Book
from othello.bookmaking import BookBuilder
from othello.game import Game
from othello.gamebase import GameBase
from othello.practice.drills import DrillLine, cards_of, human_lines
from othello.practice.repertoire import LEAST_GAMES

pytest.importorskip("fsrs", reason="the extra practice")

GAMES = {
    "f5d6c3d3c4": 30,
    "f5d6c4d3c3": 8,
    "f5f6e6f4g5": 6,
    "f5f4e3f6d3": 4,
    "f5d6c3g5f6": LEAST_GAMES - 1,
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("base") / "people.base"
    with GameBase(path, is_new=True) as base:
        base.add(
            [
                Game(moves, headers={"Black": f"player {number}", "White": moves})
                for moves, count in GAMES.items()
                for number in range(count)
            ]
        )
    return path


def positions(path: Path, line: str, side: str, percent: float, plies: int = 60) -> set[str]:
    """Return the moves to the positions of the side, and its move there."""
    with GameBase(path) as base:
        lines = human_lines(base, DrillLine("", Game(line), side), percent=percent, plies=plies)
        return {each.game.transcript() for each in lines}


def test_the_other_side_plays_what_people_play_often(path: Path) -> None:
    after = "f5"  # white to move: d6 in 40 of 50 games, f6 in 6, f4 in 4
    often = positions(path, after, "X", 50)
    assert often == {"f5d6c3", "f5d6c3d3c4"}
    assert positions(path, after, "X", 10) == often | {"f5f6e6", "f5f6e6f4g5"}
    assert positions(path, after, "X", 8) == (
        positions(path, after, "X", 10) | {"f5f4e3", "f5f4e3f6d3"}
    )
    # Two games are too few, whatever their share is.
    assert "f5d6c3g5f6" not in positions(path, after, "X", 1)
    assert positions(path, after, "X", 10, plies=1) == {"f5d6c3", "f5f6e6"}
    assert positions(path, "f5d6", "O", 10) == {"f5d6c3d3", "f5d6c4d3"}
    assert positions(path, "f5d6c3g5f6", "O", 10) == set(), "nobody went on"


def test_the_own_side_plays_the_book_if_it_knows_a_move(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.book"
    with BookBuilder(file, level=1) as builder:
        builder.grow(positions=2)
    with Book(file) as book, GameBase(path) as base:
        best = book.moves(Board())[0].move
        (line, *_) = human_lines(base, DrillLine("mine", Game(), "X"), book, plies=0)
        assert line.game.moves == (best,) and line.source == "mine"
        cards = cards_of(human_lines(base, DrillLine("", Game("f5"), "X"), book, percent=10))
        for card in cards:
            known = book.moves(card.board)
            expected = known[0].move if known else base.moves(card.board)[0].move
            assert expected in card.answers


def test_too_many_positions_are_told(path: Path) -> None:
    told: list[str] = []
    with GameBase(path) as base:
        line = DrillLine("mine", Game("f5"), "X")
        found = [*human_lines(base, line, percent=1, most=3, on_cut=told.append)]
    assert 0 < len(found) <= 3
    assert told == ["mine: people go on with more than 2 positions for black: they are left out"]
