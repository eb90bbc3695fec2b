"""Choose a session's protocol by its first command, if the command line names none.

Lines before the first known command are answered in UGI.
"""

from __future__ import annotations

from othello.protocol.action import Action, Turn
from othello.protocol.loop import Loop
from othello.protocol.settings import DEFAULT_SETTINGS, Settings
from othello.protocol.ugi import COMMANDS as UGI_COMMANDS
from othello.protocol.ugi import UgiHandler

__all__ = ["ChoosingHandler"]


class ChoosingHandler:
    """Replaces itself by a protocol's handler at the first command of that protocol."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._loop = loop
        self._settings = settings
        self._ugi = UgiHandler(loop, settings)

    def parse(self, line: str) -> Action:
        """Return the action for a line in the protocol that its command belongs to, or in UGI."""
        words = line.lower().split()
        if words and words[0] in UGI_COMMANDS:
            self._loop.handler = self._ugi
        elif words and words[0] == "nboard":
            from othello.protocol.nboard import NBoardHandler

            self._loop.handler = NBoardHandler(self._loop, self._settings)
        elif words:
            from othello.protocol.gtp import GtpHandler, is_command

            if is_command(line):
                self._loop.handler = GtpHandler(self._loop, self._settings)
        handler = self._ugi if self._loop.handler is self else self._loop.handler
        return handler.parse(line)

    def refuse(self, line: str, reason: str) -> None:
        """Send UGI's error reply to a line that cannot be parsed or carried out."""
        self._ugi.refuse(line, reason)
