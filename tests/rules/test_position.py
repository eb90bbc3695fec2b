"""`Position`: what a `Board` answers, after moves made and taken back."""

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello import PASS, Board, Move, Position
from othello.errors import IllegalMove, OutOfRange

choices = st.lists(st.integers(0, 30), max_size=70)
MUST_PASS = "X" * 62 + "O- O"


def same_answers(position: Position, board: Board) -> None:
    assert position.board == board
    values = "turn player opponent black white empties n_empties legal_mask must_pass is_over"
    for name in values.split():
        assert getattr(position, name) == getattr(board, name), name
    for name in ("legal_moves", "disc_counts", "score", "fen", "to_obf", "to_array", "outcome"):
        assert getattr(position, name)() == getattr(board, name)(), name
    assert str(position) == str(board) and list(position) == list(board)
    for move in range(65):
        assert position.is_legal(move) == board.is_legal(move)
        assert position.flips(move) == board.flips(move)


@given(choices)
def test_a_game_there_and_back(numbers: list[int]) -> None:
    boards = [Board()]
    position = Position()
    for number in numbers:
        legal = position.legal_moves()
        if not legal:
            break
        position.push(legal[number % len(legal)])
        boards.append(boards[-1].after(position.moves[-1]))
        assert position.board == boards[-1]
    assert Board.from_moves(position.moves) == position.board
    same_answers(position, boards[-1])
    played = list(position.moves)
    for board in reversed(boards[:-1]):
        assert position.pop() == played.pop()
        assert position.board == board
    with pytest.raises(OutOfRange, match="expected a push before"):
        position.pop()
    assert position == Position()


def test_whole_games_with_passes() -> None:
    """Whole games with passes: the moves taken back have room."""
    rng = random.Random(1)
    longest = 0
    for _ in range(200):
        position = Position()
        while moves := position.legal_moves():
            position.push(rng.choice(moves))
        longest = max(longest, len(position.moves))
        before = position.board
        moves_back = [position.pop() for _ in position.moves]
        for move in reversed(moves_back):
            position.push(move)
        assert position.board == before
    assert longest > 60


def test_passes_and_what_cannot_be_played() -> None:
    position = Position(MUST_PASS)
    assert position.must_pass and position.legal_moves() == [PASS]
    with pytest.raises(IllegalMove, match="'h8'.*expected pass"):
        position.push("h8")
    position.push("pass")
    position.push("h8")
    assert position.is_over and position.is_game_over()
    assert position.outcome() == ("X", 64, (64, 0))
    with pytest.raises(IllegalMove, match="the game is over"):
        position.push(PASS)
    assert position.moves == (PASS, Move("h8"))
    assert [position.pop(), position.pop()] == [Move("h8"), PASS]
    assert position.board == Board(MUST_PASS)


def test_copies_go_their_own_way() -> None:
    position = Position("f5")
    position.push("d6")
    for twin in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert twin == position and twin.moves == position.moves
        twin.push("c3")
        assert twin != position and position.moves == (Move("d6"),)
        assert [twin.pop(), twin.pop()] == [Move("c3"), Move("d6")]
        assert twin.board == Board("f5")
    assert eval(repr(position), {"Position": Position}) == position
    assert eval(repr(Position()), {"Position": Position}) == Position()
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_subclasses_copy_as_themselves() -> None:
    class Mine(Position):
        pass

    mine = Mine("f5")
    assert type(mine.copy()) is type(copy.deepcopy(mine)) is Mine
    assert mine == Position("f5") and mine != Board("f5")
