"""Lines that make no sense, or too much of it: an engine goes on as if they had not come."""

import re

from othello.compliance import cases
from othello.compliance.session import LONG, Session
from othello.compliance.sessions.gtp import GtpSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession
from othello.compliance.step import must, should
from othello.game import Game

MEGABYTE = 1 << 20

LINES = (
    r"id (name|author) .*|option name .*|ugiok|readyok|info .*|"
    rf"{UgiSession.ANSWER}|response (true|false|p1win|p2win|draw|none)"
)
"""All lines that an engine that speaks UGI may write."""


def goes_on(session: Session, *lines: str) -> None:
    """Check that after some lines the engine still answers in the position that was set."""
    session.place(cases.forced_move(0))
    session.send(*lines)
    session.ready()
    session.legal(session.go())


@must()
def an_unknown_command_changes_nothing(session: Session) -> None:
    """A line that is no command changes nothing."""
    goes_on(session, "xyzzy", "nothing like a command 1 2 3")


@must("ugi")
def what_cannot_be_read_changes_nothing(session: UgiSession) -> None:
    """A command whose words make no sense changes nothing."""
    goes_on(
        session,
        *("position", "position fen", "position fen 9/9 x", "position startpos moves z9"),
        *("setoption", "setoption name No Such Option value 1", "query", "query nothing"),
    )


@must("ugi")
def errors_are_remarks(session: UgiSession) -> None:
    """A line that cannot be used is answered by nothing, or by `info string` and a text."""
    session.send("xyzzy", "position fen nonsense", "setoption name No Such Option value 1")
    session.silence(among=r"info string .*")


@should("ugi")
def a_go_that_cannot_be_read(session: UgiSession) -> None:
    """After a `go` whose words make no sense the engine answers the next one."""
    goes_on(session, "go depth banana", "stop")


@must()
def empty_lines_are_nothing(session: Session) -> None:
    """Empty lines are ignored."""
    goes_on(session, "", "", "   ", "\t")


@must()
def lines_may_end_as_on_windows(session: Session) -> None:
    r"""Lines may end in `\r\n`."""
    session.line_end = "\r"
    goes_on(session)


@should("ugi", "gtp")
def blanks_may_be_many(session: Session) -> None:
    """Between words may be several blanks or tabs, and blanks around them."""
    session.blank = " \t "
    goes_on(session)


@should()
def a_line_of_a_megabyte(session: Session) -> None:
    """A line that is a megabyte long changes nothing, if it is no command."""
    goes_on(session, "xyzzy" * (MEGABYTE // 5))


@should()
def bytes_that_are_no_text(session: Session) -> None:
    """A line of bytes that are no text changes nothing."""
    goes_on(
        session,
        bytes([*range(1, 10), *range(11, 13), *range(128, 256)]).decode("utf-8", "surrogateescape"),
    )


@should("ugi")
def a_flood_of_lines(session: UgiSession) -> None:
    """Hundreds of lines may come at once, and each is answered."""
    session.place(Game())
    session.send("\n".join(["isready"] * (LONG // len("isready "))))
    for _ in range(LONG // len("isready ")):
        session.expect("readyok")
    session.silence()


@must("ugi")
def nothing_else_is_written(session: UgiSession) -> None:
    """Nothing is written but lines that the protocol has."""
    session.new_game()
    for game in (Game(), cases.random_start(1, 30), cases.random_start(2, 50)):
        session.place(game)
        session.go(4)
    session.silence()
    for line in session.lines():
        session.check(re.fullmatch(LINES, line.rstrip()), "a line of the protocol", line)


# ---------------------------------------------------------------------- what other protocols have


@must("gtp")
def an_unknown_command_is_refused(session: GtpSession) -> None:
    """An unknown command is answered by `?` and a text."""
    succeeds, text = session.result("xyzzy")
    session.check(not succeeds and text, "? and a text", f"{'=' if succeeds else '?'} {text}")


@should("gtp")
def comments_are_ignored(session: GtpSession) -> None:
    """What follows `#` in a line is ignored."""
    expected = session.ask("protocol_version")
    session.send("# a comment")
    version = session.ask("protocol_version # another")
    session.check(version == expected, f"= {expected}", version)


@should("xboard")
def errors_are_said(session: XBoardSession) -> None:
    """An unknown command is answered by `Error (REASON): LINE`."""
    session.send("xyzzy")
    session.expect(r"Error \(.*\): .*")
