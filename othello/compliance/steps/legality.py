"""Moves that are answered are legal, always."""

import re

from othello.board import Board
from othello.compliance import cases
from othello.compliance.session import LeftOut, Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.errors import OthelloError
from othello.game import Game

DEPTH = 4


@must()
def legal_in_every_phase(session: Session) -> None:
    """The move that is answered is legal in the position that was set."""
    for game in cases.phases():
        session.place(game)
        session.legal(session.go())


@should("ugi")
def moves_are_in_small_letters(session: UgiSession) -> None:
    """A move is the name of its square in small letters."""
    session.place(Game("f5d6"))
    reply = session.go(DEPTH)
    for line in (*session.passed_by, reply.line):
        is_small = not re.search(r"\b[A-H][1-8]\b", line)
        session.check(is_small or re.match(session.REMARKS, line), "moves in small letters", line)


@should("ugi")
def only_the_moves_that_are_searched(session: UgiSession) -> None:
    """After `go searchmoves M …` the move is one of these."""
    game = cases.random_start(2, 20)
    for move in game.board.legal_moves():
        session.place(game)
        reply = session.ask(f"go depth 2 searchmoves {move}")
        session.check(reply.move == move, f"bestmove {move}", reply.line)


@should("ugi", "nboard", "xboard")
def lines_of_play_are_legal(session: Session) -> None:
    """The moves of a line of play are legal, one after the other."""
    n_lines = 0
    for game in cases.phases()[::6]:
        session.place(game)
        for info in session.go(DEPTH).infos:
            n_lines += bool(info.pv)
            try:
                Board.from_moves(" ".join(map(str, info.pv)), game.board)
            except OthelloError as error:
                line = " ".join(map(str, info.pv))
                session.check(False, "a line of legal moves", f"{line}: {error}")
    if not n_lines:
        raise LeftOut("it reports no line of play")


@should("ugi", "nboard", "xboard")
def the_move_begins_the_best_line(session: Session) -> None:
    """The move that is answered is the first of the last line of play."""
    game = cases.random_start(3, 20)
    session.place(game)
    reply = session.go(DEPTH)
    if reply.best is None or not reply.best.pv:
        raise LeftOut("it reports no line of play")
    session.check(reply.move == reply.best.pv[0], f"the move {reply.best.pv[0]}", reply.line)
