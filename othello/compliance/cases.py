"""The positions of the steps: random games, the same in every run, and what is found in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count

from othello.board import Board
from othello.game import Game
from othello.notation import BLACK, PASS, WHITE, Move


@cache
def random_game(seed: int) -> Game:
    """Return a whole game of random moves."""
    choose = random.Random(seed)
    game = Game()
    while not game.is_over:
        game.play(choose.choice(game.board.legal_moves()))
    return game


def random_start(seed: int, plies: int) -> Game:
    """Return the first plies of a random game, or fewer if it is over before."""
    return random_game(seed)[:plies]


def found(is_it: Callable[[Board, Sequence[Move]], object], first_seed: int = 0) -> Game:
    """Return the first start of a random game of whose position and moves something holds."""
    return next(
        Game(game.moves[:plies])
        for game in map(random_game, count(first_seed))
        for plies, board in enumerate(game.positions())
        if is_it(board, game.moves[:plies])
    )


@cache
def forced_pass() -> Game:
    """Return a game after which the side to move must pass."""
    return found(lambda board, _: board.must_pass)


@cache
def after_pass() -> Game:
    """Return a game whose last move is a pass."""
    return found(lambda _, moves: moves[-1:] == (PASS,))


@cache
def forced_move(seed: int, with_pass: bool = False) -> Game:
    """Return a game after which there is one move; with a pass in it, if asked for."""
    return found(
        lambda board, moves: (
            len(board.legal_moves()) == 1 and not board.must_pass and (PASS in moves) == with_pass
        ),
        40 * seed,
    )


@cache
def whole_game() -> Game:
    """Return a game that is over, on a full board."""
    return found(lambda board, _: board.is_over and board.n_empties == 0)


@cache
def early_end() -> Game:
    """Return a game that is over with empty squares left, which are the winner's."""
    return found(lambda board, _: board.is_over and board.n_empties > 1 and board.score())


@cache
def before_early_end() -> Game:
    """Return a game after which one move is left, and the game is over with squares empty."""

    def is_it(board: Board, _: object) -> bool:
        moves = board.legal_moves()
        return len(moves) == 1 and board.n_empties > 2 and board.after(moves[0]).is_over

    return found(is_it)


@cache
def ended(winner: int) -> Game:
    """Return a game that black (1), white (-1) or neither (0) has won."""
    return found(
        lambda board, _: (
            board.is_over
            and sign(board.score() if board.turn == BLACK else -board.score()) == winner
        )
    )


@cache
def endgame(seed: int, n_empties: int) -> Game:
    """Return a game with so many empty squares left, and more than one move."""
    return found(
        lambda board, _: board.n_empties == n_empties and len(board.legal_moves()) > 1, seed
    )


@cache
def phases() -> list[Game]:
    """Return games of all lengths, after which there are moves."""
    games = (random_start(seed, seed) for seed in range(60))
    return [game for game in games if not (game.board.must_pass or game.is_over)]


@cache
def clear_wins() -> list[Game]:
    """Return games near their ends: each side to move, far ahead and far behind."""

    def clear_win(turn: str, winner: int) -> Game:
        def is_it(board: Board, _: object) -> bool:
            ahead = board.player.bit_count() - board.opponent.bit_count()
            few = board.n_empties < 8 and len(board.legal_moves()) > 1
            return few and board.turn == turn and winner * ahead > 30

        return found(is_it)

    return [clear_win(turn, winner) for turn in (BLACK, WHITE) for winner in (1, -1)]


def sign(number: int) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)
