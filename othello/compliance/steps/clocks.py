"""Time that is kept."""

import time

from othello.compliance import cases
from othello.compliance.session import Session
from othello.compliance.sessions.nboard import NBoardSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.game import Game
from othello.notation import BLACK, PASS, WHITE

SLACK = 0.15
"""Seconds by which an answer may come late: pipes and a busy machine take some."""

LAG = 0.01
"""Seconds of each move in a game that no clock counts, beside those for a line and its answer."""

TRIES = 3
"""One of so many answers must come in time, as the machine may have been busy."""

GAMES = 2
"""The same for games."""


def in_time(session: UgiSession, ask: str, seconds: float) -> None:
    """Check that one of a few answers comes in time."""
    game = cases.random_start(4, 20)
    taken = []
    for _ in range(TRIES):
        session.new_game()
        session.place(game)
        session.ready()
        reply = session.ask(ask)
        session.legal(reply)
        taken.append(reply.seconds)
        if reply.seconds <= seconds + SLACK:
            return
    came = ", ".join(f"{each:.2f} s" for each in taken)
    session.check(False, f"one of {TRIES} answers in {seconds:g} s, and {SLACK:g} s more", came)


@must("ugi")
def movetime_is_kept(session: UgiSession) -> None:
    """`go movetime MS` is answered in at most so many milliseconds."""
    for milliseconds in (50, 400):
        in_time(session, f"go movetime {milliseconds}", milliseconds / 1000)


@must("ugi")
def the_clock_is_that_of_the_side_to_move(session: UgiSession) -> None:
    """Of two clocks, the one of the side to move is heeded."""
    game = cases.random_start(4, 20)
    assert game.board.turn == BLACK
    in_time(session, "go p1time 300 p2time 600000", 0.3)


@should("ugi")
def ten_milliseconds_are_enough(session: UgiSession) -> None:
    """Even with 10 ms left there is an answer in time."""
    in_time(session, "go p1time 10 p2time 10", 0.01)


@should("ugi")
def increments_and_movestogo_are_read(session: UgiSession) -> None:
    """`p1inc`, `p2inc` and `movestogo` may follow the clocks."""
    in_time(session, "go p1time 200 p2time 200 p1inc 10 p2inc 10 movestogo 3", 0.2)


@should("nboard")
def the_clocks_of_a_game_are_heeded(session: NBoardSession) -> None:
    """The clocks of the GGF, `TB` and `TW`, are heeded in a whole game of few seconds."""
    plays_in_time(session)


@must("ugi", "gtp", "xboard")
def a_game_on_a_short_clock(session: Session) -> None:
    """A whole game is played on a clock of few seconds, and no side oversteps it."""
    plays_in_time(session)


def plays_in_time(session: Session) -> None:
    """Check that in one of a few games no side oversteps its clock."""
    for _ in range(GAMES):
        least = least_time_left(session)
        if least > -SLACK:
            return
    session.check(False, f"time left in one of {GAMES} games", f"{least:.2f} s left in the last")


def least_time_left(session: Session) -> float:
    """Let the engine play both sides; return how many seconds the one with fewer has left."""
    session.new_game()
    game = Game()
    clocks = dict.fromkeys((BLACK, WHITE), session.LEAST_CLOCK)
    while not game.is_over and min(clocks.values()) > -SLACK:
        board = game.board
        if board.must_pass:
            game.play(PASS)
            continue
        began = time.perf_counter()
        session.ready()
        lag = LAG + time.perf_counter() - began
        reply = session.go_by_clock(game, clocks[BLACK], clocks[WHITE])
        clocks[board.turn] -= max(reply.seconds - lag, 0)
        game.play(session.legal(reply))
    return min(clocks.values())
