"""Our rules are those of Fairy-Stockfish, where it is installed."""

from functools import cache
from types import ModuleType

import pytest
from support.known_games import WIPEOUT
from support.random_games import random_game

from othello import BLACK, PASS, Board, Game, Move
from othello._core import core

SEEDS = range(20)
LATE = 5
"""Empties at which the rest of the tree is counted, where passes and early ends are frequent."""


@cache
def random_games() -> tuple[Game, ...]:
    return (Game(WIPEOUT), *(random_game(seed) for seed in SEEDS[1:]))


def late_games() -> list[Game]:
    """Return the games up to the position with LATE empties."""
    return [
        Game(game.moves[: [board.n_empties for board in game.positions()].index(LATE)])
        for game in random_games()
        if LATE in (board.n_empties for board in game.positions())
    ]


def outcome(board: Board) -> int:
    """Return 1 if Black won, -1 if White, 0 for a draw."""
    score = board.score() if board.turn == BLACK else -board.score()
    return (score > 0) - (score < 0)


def test_the_games_pass_and_end_early() -> None:
    assert any(PASS in game.moves for game in random_games())
    assert any(game.board.n_empties for game in random_games())
    assert len(late_games()) > 15


@pytest.fixture
def ffish() -> ModuleType:
    module: ModuleType = pytest.importorskip("pyffish", reason="pyffish is not installed")
    if "flipello" not in module.variants():
        pytest.skip("this pyffish does not know the variant flipello")
    return module


def drop(move: Move) -> str:
    """Return a move as Fairy-Stockfish has it, whose first rank is at the bottom."""
    return f"P@{str(move)[0]}{9 - int(str(move)[1])}"


class Flipello:
    """A game of Fairy-Stockfish's variant flipello."""

    def __init__(self, ffish: ModuleType) -> None:
        self.ffish = ffish
        self.start = ffish.start_fen("flipello")
        self.moves: list[str] = []

    def legal(self) -> list[str]:
        moves: list[str] = self.ffish.legal_moves("flipello", self.start, self.moves)
        return moves

    def play(self, move: Move) -> None:
        # A pass is written as a move from a square to itself, whatever square.
        self.moves.append(self.legal()[0] if move is PASS else drop(move))

    def perft(self, depth: int) -> int:
        legal = self.legal()
        if depth == 0 or not legal:
            return 1
        leaves = 0
        for move in legal:
            self.moves.append(move)
            leaves += self.perft(depth - 1)
            self.moves.pop()
        return leaves


@pytest.mark.parametrize("seed", SEEDS)
def test_games_of_fairy_stockfish(ffish: ModuleType, seed: int) -> None:
    game = random_games()[seed]
    other = Flipello(ffish)
    for board, move in zip(game.positions(), game.moves, strict=False):
        if board.must_pass:
            (only,) = other.legal()
            assert only[:2] == only[2:], only
        else:
            assert sorted(map(drop, board.legal_moves())) == sorted(other.legal()), board
        other.play(move)
    assert other.legal() == []
    result = ffish.game_result("flipello", other.start, other.moves)  # for the side to move
    mover = outcome(game.board) if game.board.turn == BLACK else -outcome(game.board)
    assert (result > 0) - (result < 0) == mover


def test_perft_of_fairy_stockfish(ffish: ModuleType) -> None:
    start = Board()
    for depth in range(4):
        expected = Flipello(ffish).perft(depth)
        assert core.perft(start.player, start.opponent, depth) == expected
    for game in late_games()[:2]:
        other = Flipello(ffish)
        for move in game.moves:
            other.play(move)
        for depth in (3, LATE + 2):
            expected = other.perft(depth)
            assert core.perft(game.board.player, game.board.opponent, depth) == expected, game
