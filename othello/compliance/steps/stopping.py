"""Commands that come while the engine thinks: stopping, pondering, leaving."""

import time

from othello.client.ugi import position_command
from othello.compliance import cases
from othello.compliance.session import ANYTHING, LeftOut, Session
from othello.compliance.sessions.nboard import NBoardSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession
from othello.compliance.step import must, should
from othello.game import Game

THINKING = 0.3
"""Seconds that an engine is left to think before it is disturbed."""

AT_ONCE = 1.0
"""Seconds for what must be done at once; a busy machine may take a part of them."""


def thinking(session: Session, game: Game | None = None) -> None:
    """Let the engine think."""
    session.place(game or Game("f5d6"))
    session.think()
    time.sleep(THINKING)


def stops(session: UgiSession) -> None:
    """Stop the search, and check that a legal move follows at once."""
    session.legal(session.answer(session.send("stop"), AT_ONCE))


@must("ugi")
def stop_is_answered(session: UgiSession) -> None:
    """`stop` ends the search, and `bestmove` follows at once."""
    thinking(session)
    stops(session)
    session.silence()


@must("ugi")
def stop_right_after_go(session: UgiSession) -> None:
    """A `stop` that comes right after its `go` is answered by one `bestmove` too."""
    session.place(Game())
    session.send("go infinite\nstop")
    session.legal(session.answer(time.perf_counter(), AT_ONCE))
    session.silence()


@must("ugi")
def stop_without_a_search_is_silent(session: UgiSession) -> None:
    """`stop` without a search has no answer."""
    session.send("stop")
    session.silence()


@must("ugi")
def infinite_waits_for_stop(session: UgiSession) -> None:
    """After `go infinite` there is no `bestmove` before `stop`, even if the game is solved."""
    game = cases.endgame(0, 4)
    thinking(session, game)
    session.silence(THINKING, among=session.REPORTS)
    stops(session)


@must("ugi")
def isready_while_thinking(session: UgiSession) -> None:
    """`isready` is answered at once, also while the engine thinks, and the search goes on."""
    thinking(session)
    session.send("isready")
    session.expect("readyok", AT_ONCE, among=session.REPORTS)
    session.silence(among=session.REPORTS)
    stops(session)


@should("ugi")
def a_position_while_thinking(session: UgiSession) -> None:
    """A `position` that comes while the engine thinks is for the next `go`."""
    thinking(session, Game())
    game = cases.forced_move(0)
    session.send(position_command(game))
    stops(session)
    session.place_by(game)
    session.legal(session.go())


@should("ugi")
def a_query_while_thinking(session: UgiSession) -> None:
    """A `query` that comes while the engine thinks is answered, at the latest after `bestmove`."""
    thinking(session)
    session.send("query gameover", "stop")
    session.expect("response false", among=rf"{session.REPORTS}|{session.ANSWER}")


@should("ugi")
def a_go_while_thinking(session: UgiSession) -> None:
    """A `go` that comes while the engine thinks waits for the `bestmove` of the last, or is
    ignored."""
    thinking(session)
    session.send("go depth 1")
    session.silence(THINKING, among=session.REPORTS)
    stops(session)
    session.silence(among=rf"{session.REPORTS}|{session.ANSWER}")
    session.place(cases.forced_move(0))
    session.legal(session.go())


@must("ugi")
def ponder_waits(session: UgiSession) -> None:
    """After `go ponder …` there is no `bestmove` before `ponderhit` or `stop`."""
    for game in (Game("f5d6"), cases.endgame(0, 4)):
        ponder(session, "go ponder movetime 50", game)
        session.silence(2 * THINKING, among=session.REPORTS)
        stops(session)
        session.silence()


@must("ugi")
def ponderhit_is_answered(session: UgiSession) -> None:
    """After `ponderhit` the other words hold, and `bestmove` follows."""
    ponder(session, "go ponder movetime 200", Game("f5d6"))
    session.legal(session.answer(session.send("ponderhit"), 0.2 + AT_ONCE))
    session.silence()


def ponder(session: UgiSession, go: str, game: Game) -> None:
    """Let the engine ponder, if it can."""
    if "Ponder" not in session.options():
        raise LeftOut("it has no option Ponder")
    session.send("setoption name Ponder value true")
    session.place(game)
    session.send(go)
    time.sleep(THINKING)


@must()
def quit_ends_the_engine(session: Session) -> None:
    """`quit` ends the engine."""
    session.quit()
    session.ends(2 * AT_ONCE)


@should()
def quit_leaves_with_exit_code_0(session: Session) -> None:
    """The exit code after `quit` is 0."""
    session.quit()
    code = session.ends(2 * AT_ONCE)
    session.check(code == 0, "exit code 0", str(code))


@must()
def quit_while_thinking(session: Session) -> None:
    """`quit` ends the engine also while it thinks."""
    thinking(session)
    session.quit()
    session.ends(2 * AT_ONCE)


@must()
def the_end_of_input_ends_the_engine(session: Session) -> None:
    """The end of its input ends the engine: nobody is there any more."""
    session.end_input()
    session.ends(2 * AT_ONCE)


@should("ugi")
def the_end_of_input_while_thinking(session: Session) -> None:
    """The end of its input ends the engine also while it thinks without a limit."""
    thinking(session)
    session.end_input()
    session.ends(2 * AT_ONCE)


# ---------------------------------------------------------------------- what other protocols have


@must("nboard")
def ping_ends_the_search(session: NBoardSession) -> None:
    """`ping` ends a search, and nothing about it follows `pong`."""
    thinking(session)
    session.send("ping 99")
    session.expect(r"pong\s+99", AT_ONCE, among=ANYTHING)
    session.silence()


@must("xboard")
def move_now(session: XBoardSession) -> None:
    """`?` ends the search, and the engine moves at once."""
    thinking(session)
    session.legal(session.answer(session.send("?"), AT_ONCE))
