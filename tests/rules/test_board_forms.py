"""What a `Board` is made from and asked for, and that it stays a plain value."""

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from othello import BLACK, PASS, SQUARES, WHITE, Board, Game, Move, Position, batch, svg
from othello.board import replay
from othello.symmetry import images

BOARD = Board.from_moves("f5d6")
OVER = "X" * 40 + "-" * 10 + "O" * 14 + " O"


@pytest.mark.parametrize(
    "form", ["f5d6", "F5 D6", BOARD.to_obf(), BOARD.fen(), BOARD, Position("f5d6"), Game("f5d6")]
)
def test_forms(form: Any) -> None:
    assert Board(form) == BOARD
    assert Game(start=form).board == BOARD
    assert Position(form).board == BOARD
    assert batch.from_boards([form]).tolist() == [[BOARD.player, BOARD.opponent]]
    assert svg.draw(form) == svg.draw(BOARD)


def test_start_and_arrays() -> None:
    assert Board("startpos") == Board() == Board(Board().to_array())
    assert Board(BOARD.to_array(), turn="O").turn == WHITE
    assert Board(["".join(row) for row in BOARD.to_array()]) == BOARD
    assert Board(black=1, white=2, turn="O") == Board(1, 2, "O")
    assert Board(np.array(BOARD.to_array())) == BOARD
    assert Board(np.uint64(1), np.uint64(2)) == Board(1, 2)
    sides = np.uint64(Board().player), np.uint64(Board().opponent)
    assert Board(*sides).after("f5") == Board().after("f5")


def test_squares_are_read_like_a_list() -> None:
    assert [BOARD[square] for square in range(64)] == list(BOARD)
    assert BOARD["f5"] == BOARD[37] == BOARD[Move("f5")] == BLACK
    assert BOARD["F4"] is None
    taken = [square for square, disc in zip(SQUARES, BOARD, strict=True) if disc == WHITE]
    assert sum(1 << square for square in taken) == BOARD.white
    assert np.array([BOARD, BOARD]).shape == (2,)  # a board is one thing, not 64


def test_the_end_by_the_names_of_python_chess() -> None:
    assert not Board().is_game_over() and Board().outcome() is None
    board = Board(OVER)
    assert board.is_game_over() and board.is_over
    outcome = board.outcome()
    assert outcome == ("X", 36, (40, 14))
    assert outcome.winner == BLACK and outcome.score == -board.score()
    draw = Board("X" * 32 + "O" * 32 + " X").outcome()
    assert draw is not None and draw.winner is None and draw.score == 0


def test_children_are_after_each_move() -> None:
    must_pass = Board("X" * 62 + "O- O")
    for board in (Board(), BOARD, must_pass, Board(OVER)):
        assert board.children() == [board.after(move) for move in board.legal_moves()]
    assert must_pass.children() == [must_pass.after(PASS)]
    mask = BOARD.legal_mask
    assert BOARD.legal_moves() == [square for square in range(64) if mask >> square & 1]


def test_moves_are_the_one_object_of_their_number() -> None:
    for move in BOARD.legal_moves():
        assert move is Move(int(move)) is Move(str(move))


def test_the_images_have_the_order_of_the_module() -> None:
    assert [board.player for board in BOARD.symmetries()] == images(BOARD.player)
    assert [board.opponent for board in BOARD.symmetries()] == images(BOARD.opponent)


def test_a_board_is_small_and_never_changes() -> None:
    assert sys.getsizeof(Board()) <= 48
    board = Board()
    with pytest.raises(AttributeError, match="does not change"):
        board.__init__("f5")  # type: ignore[misc]
    for name in ("black", "player", "turn", "note"):
        with pytest.raises(AttributeError):
            setattr(board, name, 1)
    board.after("f5")
    assert board == Board()


class Named(Board):
    """As people subclass it: more methods, the same values."""

    def name(self) -> str:
        return f"{self.turn} {self.n_empties}"


def test_subclasses_stay_what_they_are() -> None:
    board = Named("f5")
    results: list[Callable[[], Board]] = [
        lambda: board.after("d6"),
        lambda: board.children()[0],
        lambda: board.symmetries()[3],
        lambda: Named.from_obf(board.to_obf()),
        lambda: Named.from_moves("f5d6"),
        lambda: Named.parse("f5"),
        lambda: pickle.loads(pickle.dumps(board)),
        lambda: copy.deepcopy(board),
    ]
    for result in results:
        made = result()
        assert type(made) is Named
        assert made.name() == f"{made.turn} {made.n_empties}"
    assert board == Board("f5") and hash(board) == hash(Board("f5"))


def test_hashes_spread() -> None:
    boards = {two for one in Board().children() for two in one.children()}
    boards |= {three for two in boards for three in two.children()}
    assert len({hash(board) for board in boards}) == len(boards)
    assert hash(Board()) != hash(Board(turn="O"))
    low = {hash(board) & 0xFFF for board in boards}
    assert len(low) > len(boards) * 0.9


def test_a_finished_game_is_read_as_it_is_shown() -> None:
    over = Board("e6f4e3f6g5d6e7f5c5")
    read = Board(str(over))
    assert (read.black, read.white, read.turn) == (over.black, over.white, "X")
    assert Board(str(Position(over))) == read
    assert batch.from_boards([str(over)]).tolist() == batch.from_boards([read]).tolist()


@pytest.mark.parametrize("turn", ["X", "O"])
def test_a_finished_game_is_read_as_the_command_prints_it(turn: str) -> None:
    over = Board.from_obf(f"{'X' * 62}-- {turn}")
    text = f"{over}\nmoves: none\nfen: {over.to_fen()}\nobf: {over.to_obf()}\n"
    assert Board(text) == over and Board(text).score() == (62 + 2 if turn == "X" else -64)


def test_replay_takes_moves_as_a_text() -> None:
    assert list(replay("startpos", "f5d6")) == list(replay("startpos", ["f5", "d6"]))
