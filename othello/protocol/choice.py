"""Which protocol a session speaks where the command line names none: that of the first command.

Until a command of some protocol comes, lines are answered as UGI answers them.
"""

from __future__ import annotations

from othello.protocol.loop import Action, Loop, Turn
from othello.protocol.settings import DEFAULT_SETTINGS, Settings
from othello.protocol.ugi import COMMANDS as UGI_COMMANDS
from othello.protocol.ugi import UgiHandler

__all__ = ["ChoosingHandler"]


class ChoosingHandler:
    """Hands over to the handler of a protocol at the first command that belongs to one."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._loop = loop
        self._settings = settings
        self._ugi = UgiHandler(loop, settings)

    def parse(self, line: str) -> Action:
        """Return what `line` asks for in the protocol it belongs to."""
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
        """Answer a line that could not be acted on."""
        self._ugi.refuse(line, reason)
