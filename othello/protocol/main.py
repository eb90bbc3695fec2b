"""Run the protocol loop on stdin and stdout; the first command chooses the protocol."""

import os
from collections.abc import Callable

from othello._core import core
from othello.errors import OthelloError
from othello.protocol.action import Action, Handler, Turn
from othello.protocol.loop import Log, Loop
from othello.protocol.options import DEFAULT_SETTINGS, Settings
from othello.protocol.ugi import COMMANDS as UGI_COMMANDS
from othello.protocol.ugi import UgiHandler
from othello.rooms import providers


class ChoosingHandler:
    """Replaces itself by a protocol's handler at the first command of that protocol.

    Lines before it are answered in UGI.
    """

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._loop = loop
        self._settings = settings
        self._ugi = UgiHandler(loop, settings)

    def parse(self, line: str) -> Action:
        """Return the action for a line in the protocol that its command belongs to, or in UGI."""
        if line.lstrip().startswith("#"):  # a comment in GTP; no other protocol has such a command
            return Action(lambda: None)
        words = line.lower().split()
        if words and words[0] in UGI_COMMANDS:
            self._loop.handler = self._ugi
        else:
            for protocol in providers("protocol") if words else ():
                if make_handler := protocol.handler_for(line):
                    self._loop.handler = make_handler(self._loop, self._settings)
                    break
        handler = self._ugi if self._loop.handler is self else self._loop.handler
        return handler.parse(line)

    def refuse(self, line: str, reason: str) -> None:
        self._ugi.refuse(line, reason)


def main(make_handler: Callable[[Loop], Handler] = ChoosingHandler, log: str | None = None) -> int:
    """Speak a protocol on stdin and stdout until the input ends; return the exit code.

    `make_handler` is called with the loop and returns the protocol's handler; by default the first
    command decides which protocol is spoken. All lines read and written are appended to the file
    `log`, with times; an `OthelloError` that `make_handler` raises is noted there. An example::

        printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello
    """
    reserve_standard_descriptors()
    core.allocate_from_one_arena()
    with Log(log) as open_log:
        try:
            loop = Loop(make_handler, log=open_log)
        except OthelloError as error:  # other programs may show nobody what is on stderr
            open_log.write("!", str(error))
            raise
        return loop.run()


def reserve_standard_descriptors() -> None:
    """Open the null device for each of stdin, stdout and stderr that is closed.

    Otherwise the next pipe that is opened would get its number, for example the pipe that reports
    signals would become stdout, and replies would be read as signals.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
