"""The sessions, one for each protocol, in the order in which an engine is asked what it speaks."""

from othello.compliance.session import Session
from othello.compliance.sessions.ugi import UgiSession

SESSIONS: dict[str, type[Session]] = {session.NAME: session for session in (UgiSession,)}
