"""Whole games, one after the other in one process."""

import time

from othello.compliance import cases
from othello.compliance.session import LeftOut, Session
from othello.compliance.step import must
from othello.game import Game
from othello.notation import PASS

GAMES = 64

FIRST_PLIES = 46
"""Random moves with which each of many games begins: so they are short."""

MOST_SECONDS = 120
"""Seconds for many games; a slower engine is left out."""


def play(session: Session, game: Game, depth: int) -> None:
    """Let the engine play both sides to the end."""
    session.new_game()
    while not game.is_over:
        if game.board.must_pass:
            game.play(PASS)
            continue
        session.place(game)
        game.play(session.legal(session.go(depth)))


@must()
def a_game_from_the_start(session: Session) -> None:
    """A whole game can be played from the first move to the last."""
    play(session, Game(), 2)


@must()
def sixty_four_games(session: Session) -> None:
    """Many games can be played one after the other."""
    began = time.perf_counter()
    for number in range(GAMES):
        play(session, cases.random_start(1000 + number, FIRST_PLIES), 2)
        if time.perf_counter() - began > MOST_SECONDS:
            raise LeftOut(f"only {number + 1} games were over in {MOST_SECONDS} s")
