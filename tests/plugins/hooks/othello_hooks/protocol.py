"""A protocol of one command, which a first line ``greetings`` chooses."""

from collections.abc import Callable

from othello.protocol.action import Action, Handler, Turn
from othello.protocol.loop import Loop
from othello.protocol.options import Settings


class Greeter:
    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings) -> None:
        self._loop = loop

    def parse(self, line: str) -> Action:
        return Action(lambda: self._loop.write(f"you said {line}"))

    def refuse(self, line: str, reason: str) -> None:
        self._loop.write(f"no: {reason}")


def handler_for(line: str) -> Callable[[Loop, Settings], Handler] | None:
    return Greeter if line.startswith("greetings") else None
