"""Basics that every later step depends on: when one fails, the rest is left out."""

from othello.compliance import cases
from othello.compliance.session import Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession
from othello.compliance.step import must
from othello.game import Game


@must("xboard", greeted=False)
def the_variant_is_declared(session: XBoardSession) -> None:
    """The feature `variants` names `reversi`."""
    session.declare()
    variants = session.features.get("variants", "none")
    session.check("reversi" in variants.split(","), "reversi", variants)


@must("ugi")
def isready_is_answered(session: UgiSession) -> None:
    """Each `isready` is answered by one `readyok`, after all that was sent before it."""
    session.send("isready", "position startpos", "isready")
    session.expect("readyok")
    session.expect("readyok")
    session.silence()


@must("nboard", "xboard")
def ping_is_answered_by_pong(session: Session) -> None:
    """`ping N` is answered by `pong N`, after all that was sent before it."""
    session.send("ping 17", "ping 18")
    session.expect(r"pong\s+17")
    session.expect(r"pong\s+18")
    session.silence()


@must("ugi")
def uginewgame_is_silent(session: UgiSession) -> None:
    """`uginewgame` has no answer."""
    session.send("uginewgame", "isready")
    session.expect("readyok")
    session.silence()


@must("ugi", "nboard", "xboard")
def a_position_is_silent(session: Session) -> None:
    """Setting a position has no answer."""
    session.place(cases.random_start(1, 20))
    session.silence()


@must()
def a_legal_first_move(session: Session) -> None:
    """The first move is c4, d3, e6 or f5: black is on d5 and e4, and moves first."""
    session.place(Game())
    session.legal(session.go())


@must("ugi")
def one_bestmove_and_nothing_after_it(session: UgiSession) -> None:
    """A `go` is answered by `info` lines and then by one `bestmove`; nothing follows it."""
    session.place(Game())
    session.go(3)
    session.silence()
