"""An engine that plays the first legal move, and misbehaves as its arguments say.

``python fake_engine.py [FAULT [MOVE [PROTOCOL]]]``: from its move number MOVE on (the first by
default) it has that fault. PROTOCOL is ``ugi`` (the default), ``gtp`` or ``nboard``; of GTP it
knows as little as old engines do: no passes and whole seconds only.
"""

import os
import sys
import time

from othello.board import Board
from othello.notation import PASS

WRONG_MOVES = {
    "illegal": "a1",
    "rubbish": "\x00\x01 e9 nonsense",
    "wordless": "",
    "passing": "pass",
}
"""What is answered by faults that only give a wrong move."""


def write(text: str) -> None:
    print(text, flush=True)


class FakeEngine:
    """An engine with a fault, for tests of clients; a subclass speaks each protocol."""

    def __init__(self, fault: str, faulty_move: str) -> None:
        self.fault = fault
        self.faulty_move = int(faulty_move)
        self.board = Board()
        self.n_moves = 0

    def run(self) -> None:
        print("at your service", file=sys.stderr, flush=True)
        if self.fault == "stillborn":
            self.die()
        for line in sys.stdin:
            words = line.split()
            if words[0] == "quit":
                return
            if self.fault != "mute":
                self.obey(words)

    def obey(self, words: list[str]) -> None:
        raise NotImplementedError

    def answer(self, move: str) -> None:
        """Send a move as the protocol has it."""
        raise NotImplementedError

    def chatter(self) -> None:
        """Send lines that may come before an answer."""

    def think(self) -> None:
        self.n_moves += 1
        fault = self.fault if self.n_moves >= self.faulty_move else "none"
        if fault in WRONG_MOVES:
            self.answer(WRONG_MOVES[fault])
        else:
            getattr(self, fault, self.none)()

    def none(self) -> None:
        self.chatter()
        self.answer(str((self.board.legal_moves() or [PASS])[0]))

    def die(self) -> None:
        print("out of luck" + 6 * ", and of time", file=sys.stderr, flush=True)
        sys.exit(3)

    def hang(self) -> None:
        time.sleep(3600)

    def refuse(self) -> None:
        write("sorry, no answer")

    def dawdle(self) -> None:
        time.sleep(2)  # `DAWDLING` of fake_players.py
        self.none()

    def muse(self) -> None:
        self.chatter()
        time.sleep(0.5)
        self.none()

    def stammer(self) -> None:
        self.none()
        self.none()

    def flood(self) -> None:
        while True:
            write("info string " + 100 * "blah ")

    def babble(self) -> None:
        if self.n_moves % 10 == 1:
            write("info string " + 10_000_000 * "x")
        self.none()

    def close(self) -> None:
        os.close(1)
        self.hang()


class FakeUgi(FakeEngine):
    def obey(self, words: list[str]) -> None:
        match words[0]:
            case "ugi":
                write("id name fake\noption name Some Size type spin default 1 min 1 max 9")
                write("ugiok")
            case "isready":
                write("readyok")
            case "setoption" if words[-1] == "99":
                write("info string error: too large")
            case "uginewgame" if self.fault == "rude":
                write("info string error: never")
            case "position":
                end = words.index("moves") if "moves" in words else len(words)
                is_start = words[1] == "startpos"
                start = Board() if is_start else Board.from_fen(" ".join(words[2:end]))
                self.board = Board.from_moves(" ".join(words[end + 1 :]), start)
            case "go":
                self.think()

    def chatter(self) -> None:
        write("info string thinking\ninfo depth 1 score cp -150 nodes 1 pv d3 c3 end")
        write("info depth 1 multipv 2 score cp -200\nspam\n")

    def answer(self, move: str) -> None:
        write(f"bestmove {move.replace('pass', '0000')}".rstrip())


class FakeGtp(FakeEngine):
    COMMANDS = "name list_commands clear_board boardsize play genmove time_settings time_left quit"

    def obey(self, words: list[str]) -> None:
        match words:
            case ["name"]:
                write("= fake\n")
            case ["list_commands"]:
                write("= " + self.COMMANDS.replace(" ", "\n") + "\n")
            case ["clear_board"] if self.fault != "rude":
                self.board = Board()
                write("\n=\n")
            case ["boardsize", "8"]:
                write("=\n")
            case ["play", _, move] if move != "PASS":
                self.board = self.after(move)
                write("=\n")
            case ["time_settings" | "time_left", *numbers] if "." not in "".join(numbers):
                write("=\n")
            case ["genmove", _]:
                if self.board.must_pass:
                    self.board = self.board.after(PASS)
                self.think()
            case _:
                write("? never\n")

    def after(self, move: str) -> Board:
        return (self.board.after(PASS) if self.board.must_pass else self.board).after(move)

    def answer(self, move: str) -> None:
        if move in map(str, self.board.legal_moves()):
            self.board = self.board.after(move)
        write(f"= {move.upper()}\n")


class FakeNBoard(FakeEngine):
    def obey(self, words: list[str]) -> None:
        match words:
            case ["nboard", "2"]:
                write("set myname fake")
            case ["ping", number]:
                write(f"pong {number}")
            case ["set", "game", *rest]:
                from othello.ggf.games import parse_game  # takes time that others need not spend

                self.board = parse_game(" ".join(rest)).game().board
            case ["go"]:
                self.think()

    def chatter(self) -> None:
        write("status thinking\nsearch D3-c3 -1.50 0 1\nsearch\nspam\n\nnodestats 7 0.1")

    def answer(self, move: str) -> None:
        write(f"=== {move.upper().replace('PASS', 'PA')}/1.0/0.1")


PROTOCOLS = {"ugi": FakeUgi, "gtp": FakeGtp, "nboard": FakeNBoard}


def main(fault: str = "none", move: str = "1", protocol: str = "ugi") -> None:
    PROTOCOLS[protocol](fault, move).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
