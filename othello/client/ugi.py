"""The client's side of UGI."""

from __future__ import annotations

from othello.board import Board
from othello.client.protocol import Answer, ClientProtocol, Exchange, PendingReply, Send
from othello.errors import InvalidOption, quote
from othello.game import Game
from othello.limits import MAX_DEPTH, in_range
from othello.protocol.ugi_text import GoRequest, format_go, format_move, parse_go, parse_info

__all__ = ["UgiProtocol"]

REFUSAL = "info string error"
"""The beginning of a line by which an engine reports a wrong command; not every engine does."""


class UgiProtocol(ClientProtocol):
    """The exchanges of UGI; each `go` sends the game's start and all its moves."""

    STOP = "stop"

    def greet(self) -> Exchange[None]:
        """Begin the session; learn the engine's name and options."""
        yield Send("ugi")
        pending = PendingReply.until_ready("ugiok", "ugi")
        while True:
            _, line = yield from self._receive(pending)
            if line.startswith("id name "):
                self._call_itself(line.removeprefix("id name "))
            elif line.startswith("option name "):
                name, _, values = line.removeprefix("option name ").partition(" type ")
                self.options[name.strip()] = values
            elif _first_word(line) == "ugiok":
                return

    def set_option(self, name: str, value: object) -> Exchange[None]:
        """Set an option; the value of a button is None."""
        option = self.find_option(name)
        if option is None:
            known = ", ".join(self.options) or "none, as it has no options"
            raise InvalidOption(f"{self.name}: no option {quote(name)}: expected {known}")
        words = ["setoption", "name", option]
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if "\n" in text or "\r" in text:
                raise InvalidOption(f"invalid {option} {quote(text)}: expected one line")
            words += ["value", text]
        yield from self._send_and_wait(" ".join(words))

    def new_game(self) -> Exchange[None]:
        """Tell the engine that a new game begins."""
        yield from self._send_and_wait("uginewgame")

    def go(self, game: Game, request: GoRequest, seconds: float | None) -> Exchange[Answer]:
        """Send the position, then ask for a move; pass each report to `on_info`."""
        command = format_go(request)
        parse_go(command.split()[1:])  # a wrong request would never be answered
        in_range("depth", request.depth or 1, 1, MAX_DEPTH)
        for move in request.searchmoves:
            game.board.after(move)
        yield Send(_position_command(game))
        sent = yield Send(command)
        pending = PendingReply.begin("bestmove", command, seconds)
        info = None
        while True:
            arrived, line = yield from self._receive(pending)
            if line.startswith("info "):
                report = parse_info(line)
                if report is not None and self.on_info is not None:
                    self.on_info(report)
                info = report if report is not None and report.rank == 1 else info
            elif _first_word(line) == "bestmove":
                word = "".join(line.split()[1:2])
                return Answer(self._read_move(word, line, game.board), info, arrived - sent)

    def _send_and_wait(self, command: str) -> Exchange[None]:
        """Send a command that has no answer; wait until the engine has acted on it.

        Raises
        ------
        WrongReply
            If the engine reports an error.
        """
        yield Send(command)
        yield Send("isready")
        pending = PendingReply.until_ready("readyok", command)
        refusal = None
        while True:
            _, line = yield from self._receive(pending)
            if line.startswith(REFUSAL):
                refusal = line
            elif _first_word(line) == "readyok":
                break
        if refusal is not None:
            raise self._refused(command, refusal)


def _first_word(line: str) -> str:
    return "".join(line.split(maxsplit=1)[:1])


def _position_command(game: Game) -> str:
    start = "startpos" if game.start == Board() else f"fen {game.start.to_fen()}"
    moves = " ".join(map(format_move, game.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")
