"""A game that NBoard's user wants to be in the book."""

from othello.bookmaking import BookBuilder
from othello.game import Game


def learn(path: str, game: Game, level: int, threads: int) -> None:
    """Add the positions of a game to the book in a file."""
    with BookBuilder(path, level, threads) as builder:
        builder.learn([game])
