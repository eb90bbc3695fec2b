"""Random games that a seed repeats."""

import random

from othello.game import Game


def random_game(seed: int, n_moves: int = 128) -> Game:
    """Return a game of random moves and forced passes: whole, or the first `n_moves` of it."""
    rng = random.Random(seed)
    game = Game()
    while not game.is_over and len(game.moves) < n_moves:
        game.play(rng.choice(game.board.legal_moves()))
    return game


def random_squares(seed: int) -> tuple[int, ...]:
    """Return the squares of a random game, passes among them."""
    return tuple(int(move) for move in random_game(seed).moves)
