"""WTHOR files: what is written is read, and every fault is named."""

from __future__ import annotations

import random

import pytest

from othello import Board
from othello.errors import FormatError, IllegalMove
from othello.formats.wthor import HEADER_SIZE, RECORD_SIZE, WthorGame, read_wthor, write_wthor

PASS = 64


def random_squares(seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    board = Board()
    squares = []
    while not board.is_over:
        move = rng.choice(board.legal_moves())
        squares.append(int(move))
        board = board.after(move)
    return tuple(squares)


def some_games() -> list[WthorGame]:
    return [
        WthorGame(random_squares(1), 40, 33, tournament=7, black=1000, white=65535),
        WthorGame((), 32, 32),
        WthorGame((37, 43, 18), 64, 0),
    ]


def test_round_trip() -> None:
    contents = write_wthor(some_games(), year=1998)
    assert len(contents) == HEADER_SIZE + 3 * RECORD_SIZE
    again = read_wthor(contents)
    first = some_games()[0]
    without_passes = tuple(square for square in first.squares if square != PASS)
    assert again == [first._replace(squares=without_passes), *some_games()[1:]]


def test_game_puts_passes_back() -> None:
    seed = next(seed for seed in range(50) if PASS in random_squares(seed))
    squares = random_squares(seed)
    (game,) = read_wthor(write_wthor([WthorGame(squares, 32, 32)]))
    assert PASS not in game.squares
    moves = tuple(int(move) for move in game.game().moves)
    # A pass at the very end leads nowhere and is never played.
    assert moves == squares


def test_illegal_game() -> None:
    (game,) = read_wthor(write_wthor([WthorGame((0,), 32, 32)]))
    with pytest.raises(IllegalMove):
        game.game()


@pytest.mark.parametrize("size", [0, 15, 17, HEADER_SIZE + 3 * RECORD_SIZE - 1])
def test_truncated(size: int) -> None:
    with pytest.raises(FormatError, match=r"games\.wtb:0: expected \d+ bytes.*got \d+"):
        read_wthor(write_wthor(some_games())[:size], "games.wtb")


def test_board_of_ten() -> None:
    contents = bytearray(write_wthor(some_games()))
    contents[12] = 10
    with pytest.raises(FormatError, match="expected a board of 8, got 10"):
        read_wthor(bytes(contents))


@pytest.mark.parametrize("move", [1, 10, 19, 89, 90, 255])
def test_bad_move(move: int) -> None:
    contents = bytearray(write_wthor(some_games()))
    contents[HEADER_SIZE + 2 * RECORD_SIZE + 8] = move
    with pytest.raises(FormatError, match=f"-:3: expected a move from 11 to 88, got {move}"):
        read_wthor(bytes(contents))


def test_bad_discs() -> None:
    contents = bytearray(write_wthor(some_games()))
    contents[HEADER_SIZE + 6] = 65
    with pytest.raises(FormatError, match="-:1: expected 0 to 64 black discs, got 65"):
        read_wthor(bytes(contents))


def test_reading_in_bulk(tmp_path) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("numpy")
    from othello.sampling import read_games

    path = tmp_path / "games.wtb"
    path.write_bytes(write_wthor(some_games()))
    games = read_games([path, path])
    assert games.player.shape == (6, 61)
    assert games.perfect.tolist() == [2, 0, -64] * 2
    board = Board()
    for square in random_squares(1):
        if square != PASS:
            column = 60 - board.n_empties
            seen = games.player[0, column], games.opponent[0, column]
            assert seen == (board.player, board.opponent), board
            assert games.white[0, column] == (board.turn != Board().turn)
        board = board.after(square)
    # An empty record is the start and nothing more.
    assert games.player[1].astype(bool).sum() == 1

    contents = bytearray(path.read_bytes())
    contents[HEADER_SIZE + RECORD_SIZE + 8] = 19
    path.write_bytes(bytes(contents))
    with pytest.raises(FormatError, match=r"games\.wtb:2: expected moves from 11 to 88"):
        read_games([path])
