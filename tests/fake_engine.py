"""A UGI engine that plays the first legal move, and misbehaves as its arguments say.

``python fake_engine.py [FAULT [MOVE]]``: from its move number MOVE on (the first by default) it has
that fault.
"""

from __future__ import annotations

import os
import sys
import time

from othello.board import Board


def write(text: str) -> None:
    print(text, flush=True)


class FakeEngine:
    """One engine, honest unless `fault` says otherwise."""

    def __init__(self, fault: str = "none", faulty_move: str = "1") -> None:
        self.fault = fault
        self.faulty_move = int(faulty_move)
        self.board = Board()
        self.n_moves = 0

    def run(self) -> None:
        if self.fault == "stillborn":
            self.die()
        for line in sys.stdin:
            words = line.split()
            match words[0]:
                case "ugi" if self.fault != "mute":
                    write("id name fake\noption name Some Size type spin default 1 min 1 max 9")
                    write("ugiok")
                case "isready":
                    write("readyok")
                case "setoption" if words[-1] == "99":
                    write("info string error: too large")
                case "uginewgame" if self.fault == "rude":
                    write("info string error: never")
                case "position":
                    self.set_position(words)
                case "go":
                    self.n_moves += 1
                    is_faulty = self.n_moves >= self.faulty_move
                    getattr(self, self.fault if is_faulty else "none", self.none)()
                case "quit":
                    return

    def set_position(self, words: list[str]) -> None:
        end = words.index("moves") if "moves" in words else len(words)
        start = Board() if words[1] == "startpos" else Board.from_fen(" ".join(words[2:end]))
        self.board = Board.from_moves(" ".join(words[end + 1 :]), start)

    # ------------------------------------------------------------------ answers to go

    def none(self) -> None:
        write("info string thinking\ninfo depth 1 score cp -150 nodes 1 pv d3 c3 end")
        write("info depth 1 multipv 2 score cp -200\nspam\n")
        write(f"bestmove {(self.board.legal_moves() or ['0000'])[0]}")

    def illegal(self) -> None:
        write("bestmove a1")

    def rubbish(self) -> None:
        write("bestmove \x00\xff e9 nonsense")

    def wordless(self) -> None:
        write("bestmove")

    def passing(self) -> None:
        write("bestmove 0000")

    def die(self) -> None:
        print("out of luck", file=sys.stderr, flush=True)
        sys.exit(3)

    def hang(self) -> None:
        time.sleep(60)

    def dawdle(self) -> None:
        time.sleep(1)
        self.none()

    def flood(self) -> None:
        while True:
            write("info string " + 100 * "blah ")

    def close(self) -> None:
        os.close(1)
        self.hang()


if __name__ == "__main__":
    FakeEngine(*sys.argv[1:]).run()
