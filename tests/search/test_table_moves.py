"""A move from the table is never played if it is illegal, even if two positions share a hash.

The hash of a position is the folded product of its two bitboards, each combined with a constant by
exclusive or. So all positions in which one side's discs are its constant have the hash 0. The table
cannot tell them apart, and offers the best move of one of them in another.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_process import UgiProcess

from othello import Board, Engine
from othello.notation import parse_move

TABLE = Path(__file__).parents[2] / "pyx" / "search" / "table.pxd"
PLAYER, OPPONENT = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
"""The two constants in `hash_of`."""

N_POSITIONS = 150


def collisions(seed: int) -> Iterator[Board]:
    """Yield positions that all have the hash 0 and in which there is a move."""
    chooser = random.Random(seed)
    while True:
        mover_is_constant = chooser.random() < 0.5
        constant = PLAYER if mover_is_constant else OPPONENT
        free = [square for square in range(64) if not constant >> square & 1]
        discs = sum(1 << square for square in chooser.sample(free, chooser.randint(4, len(free))))
        black, white = (constant, discs) if mover_is_constant else (discs, constant)
        board = Board(black=black, white=white)
        if not board.is_over and not board.must_pass:
            yield board


def some(seed: int, n: int = N_POSITIONS) -> list[Board]:
    boards = collisions(seed)
    return [next(boards) for _ in range(n)]


@pytest.mark.skipif(not TABLE.exists(), reason="the tests are not in their source tree")
def test_the_hash_is_still_what_these_tests_think() -> None:
    source = TABLE.read_text(encoding="utf-8")
    (function,) = re.findall(r"hash_of\(Bitboard player.*?\n\n", source, re.S)
    assert f"player ^ {PLAYER:#X}ULL".replace("0X", "0x") in function
    assert f"opponent ^ {OPPONENT:#X}ULL".replace("0X", "0x") in function


@pytest.mark.parametrize("hash_mb", [1, 64])
@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta"])
def test_lines_of_play_are_legal(hash_mb: int, algorithm: str) -> None:
    chooser = random.Random(1)
    with Engine(hash_mb=hash_mb, algorithm=algorithm) as engine:
        for board in some(seed=1):
            found = engine.search(board, depth=chooser.randint(1, 5), multipv=3)
            for line in found.lines:
                position = board
                for move in line.pv:
                    assert move in position.legal_moves(), (board, line)
                    position = position.after(move)


@pytest.mark.parametrize("hash_mb", [1, 64], ids=["smallest-hash", "default-hash"])
def test_ugi(hash_mb: int) -> None:
    with UgiProcess() as engine:
        engine.send(f"setoption name Hash value {hash_mb}")
        for number, board in enumerate(some(seed=2)):
            engine.send(f"position fen {board.to_obf()}")
            move = engine.go(f"go depth {1 + number % 6}")
            assert parse_move(move) in board.legal_moves(), board
