"""Moves that are answered are legal, always."""

from othello.board import Board
from othello.compliance import cases
from othello.compliance.session import LeftOut, Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.errors import OthelloError
from othello.game import Game

DEPTH = 4


@must()
def a_legal_first_move(session: Session) -> None:
    """The first move is c4, d3, e6 or f5: black is on d5 and e4, and moves first."""
    session.greet()
    session.place(Game())
    session.legal(Game(), session.go())


@must()
def legal_in_every_phase(session: Session) -> None:
    """The move that is answered is legal in the position that was set."""
    session.greet()
    for game in cases.phases():
        session.place(game)
        session.legal(game, session.go())


@should("ugi")
def only_the_moves_that_are_searched(session: UgiSession) -> None:
    """After `go searchmoves M …` the move is one of these."""
    session.greet()
    game = cases.random_start(2, 20)
    for move in game.board.legal_moves():
        session.place(game)
        reply = session.ask(f"go depth 2 searchmoves {move}")
        session.check(reply.move == move, f"bestmove {move}", reply.line)


@should("ugi", "nboard", "xboard")
def lines_of_play_are_legal(session: Session) -> None:
    """The moves of a line of play are legal, one after the other."""
    session.greet()
    n_lines = 0
    for game in cases.phases()[::6]:
        session.place(game)
        for info in session.go(DEPTH).infos:
            n_lines += bool(info.pv)
            try:
                Board.from_moves(" ".join(map(str, info.pv)), game.board)
            except OthelloError as error:
                session.check(False, "a line of legal moves", str(error))
    if not n_lines:
        raise LeftOut("it reports no line of play")


@should("ugi", "nboard", "xboard")
def the_move_begins_the_best_line(session: Session) -> None:
    """The move that is answered is the first of the last line of play."""
    session.greet()
    game = cases.random_start(3, 20)
    session.place(game)
    reply = session.go(DEPTH)
    if reply.best is None or not reply.best.pv:
        raise LeftOut("it reports no line of play")
    session.check(reply.move == reply.best.pv[0], f"the move {reply.best.pv[0]}", reply.line)
