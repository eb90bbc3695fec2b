"""The sessions, one for each protocol, in the order in which an engine is asked what it speaks."""

from othello.compliance.session import Session
from othello.compliance.sessions.gtp import GtpSession
from othello.compliance.sessions.nboard import NBoardSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession

# XBoard before NBoard: engines of both answer `ping`.
ALL = (UgiSession, GtpSession, XBoardSession, NBoardSession)
SESSIONS: dict[str, type[Session]] = {session.NAME: session for session in ALL}
