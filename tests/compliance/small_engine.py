"""A small engine that is right, or has the one fault that its arguments name.

``python small_engine.py PROTOCOL [FAULT]``. It answers at once, by the first legal move that wins
most discs at the end of the game, where that is near. So it needs no threads: an answer that must
wait is kept until `stop`.
"""

import sys
import time

from othello.board import Board
from othello.notation import PASS, Move

NEAR = 8
"""Empty squares from which on it looks to the end."""


def best(board: Board, moves: list[Move] | None = None) -> tuple[int, list[Move]]:
    """Return the score for the side to move, and the line of play that leads to it."""
    if board.is_over:
        return board.score(), []
    if board.n_empties > NEAR:
        move = (moves or board.legal_moves() or [PASS])[0]
        return 0, [move]
    return solve(board, -64, 64, moves)


def solve(
    board: Board, alpha: int, beta: int, moves: list[Move] | None = None
) -> tuple[int, list[Move]]:
    if board.is_over:
        return board.score(), []
    line: list[Move] = []
    score = -65
    for move in moves or board.legal_moves() or [PASS]:
        value, rest = solve(board.after(move), -beta, -max(alpha, score))
        if -value > score:
            score, line = -value, [move, *rest]
        if score >= beta:
            break
    return score, line


class Engine:
    """What the protocols share."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.board = Board()
        self.n_games = 0

    def run(self) -> None:
        if self.fault == "banner":
            self.say("at your service")
        if self.fault == "dead":
            sys.exit(3)
        if self.fault == "deaf":
            time.sleep(600)
        for raw in sys.stdin.buffer:
            if self.fault == "crashes at long lines" and len(raw) > 10_000:
                sys.exit(3)
            if self.fault == "crashes at bytes":
                raw.decode()
            line = raw.decode(errors="replace")
            line = line.rstrip("\n") if self.fault == "no carriage returns" else line.strip()
            if self.fault != "mute" and (line.strip() or self.fault == "empty lines"):
                self.obey(line)
        if self.fault == "stays":
            time.sleep(600)

    def obey(self, line: str) -> None:
        raise NotImplementedError

    def say(self, text: str) -> None:
        print(text, flush=True)


class Ugi(Engine):
    """UGI, as docs/ugi.md has it."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.waiting = ""

    def obey(self, line: str) -> None:
        exact = self.fault in ("one blank only", "no carriage returns")
        words = line.split(" ") if exact else line.split()
        word, rest = words[0], words[1:]
        fault = self.fault
        if word == "ugi":
            self.greet()
        elif word == "isready":
            if not (fault == "busy" and self.waiting):
                self.say("readyok")
        elif word == "setoption":
            if fault == "loud options":
                self.say(f"{line} done")
        elif word == "uginewgame":
            self.n_games += 1
            if fault == "tires" and self.n_games > 40:
                sys.exit(3)
        elif word == "position":
            self.place(rest)
        elif word == "query":
            self.query("".join(rest))
        elif word == "go":
            self.go(rest)
        elif word in ("stop", "ponderhit"):
            if self.waiting or fault == "answers stop":
                self.say(self.waiting or "bestmove 0000")
            self.waiting = ""
        elif word == "quit":
            if not (fault == "stubborn" and self.waiting):
                sys.exit(fault == "exit code")
        elif fault == "crashes at junk":
            sys.exit(3)
        elif fault == "says errors":
            self.say(f"unknown command {word}")

    def greet(self) -> None:
        if self.fault != "nameless":
            self.say("id name small\nid author nobody")
        low = 5 if self.fault == "bad default" else 1
        self.say(f"option name Size type spin default 4 min {low} max 9")
        self.say("option name Ponder type check default false")
        self.say("ugiok")

    def place(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        moves = words[at + 1 :]
        if words[:1] == ["fen"]:
            text = " ".join(words[1:at])
            if "/" not in text and self.fault == "no obf":
                return
            read = Board.from_fen
        elif words[:1] == ["startpos"]:
            text, read = "", lambda _: Board()
        else:
            return
        try:
            board = read(text)
            if text and self.fault == "fen without moves":
                moves = []
            if self.fault == "capitals" and any(word.isupper() for word in moves):
                return
            for move in moves:
                if self.fault == "no passes left out" and board.must_pass and move != "0000":
                    return
                board = Board.from_moves(move, board)
                if self.fault == "half a position":
                    self.board = board
        except ValueError:
            return
        self.board = board

    def query(self, what: str) -> None:
        board = self.board
        score = board.score() if board.turn == "X" else -board.score()
        answer = {
            "gameover": str(board.is_over).lower(),
            "p1turn": str((board.turn == "X") != (self.fault == "wrong turn")).lower(),
            "result": ("draw", "p1win", "p2win")[(score > 0) - (score < 0)],
        }.get(what)
        if what == "result" and not board.is_over:
            answer = "none"
        if answer is not None:
            self.say(f"response {answer}")

    def go(self, words: list[str]) -> None:
        board, fault = self.board, self.fault
        moves = (
            [Move(word) for word in words[words.index("searchmoves") + 1 :]]
            if ("searchmoves" in words and fault != "any move")
            else None
        )
        if fault == "slow" and "movetime" in words and "ponder" not in words:
            time.sleep(0.7)
        if fault == "wrong clock" and "p2time" in words and board.turn == "X":
            left = int(words[words.index("p2time") + 1])
            time.sleep(min(left / 1000, 1) / 2)
        score, line = best(board, moves)
        if "wld" in words and fault != "no wld":
            score = (score > 0) - (score < 0)
        if fault == "black's score" and board.turn == "O":
            score = -score
        if fault == "no exact" and "exact" in words:
            score += 2
        shown = "a1 a1" if fault == "illegal line" else " ".join(map(written, line))
        if fault != "no scores":
            self.say(f"info depth 1 score cp {100 * score} pv {shown}".rstrip())
        move = written(line[0]) if line else "0000"
        if fault == "illegal" and board.n_empties == 41:
            move = next(s for s in map(str, map(Move, range(64))) if not board.is_legal(s))
        if line[:1] == [PASS] and fault == "no pass":
            move = "none"
        if not line and fault == "no end":
            move = "none"
        bestmove = f"bestmove {move}" + " ponder a1" * (fault == "four words")
        if fault == "twice" and words[-1] == "3":
            bestmove = f"{bestmove}\n{bestmove}"
        endless = "infinite" in words and not (fault == "hasty" and board.n_empties < 9)
        if endless or ("ponder" in words and fault != "no pondering"):
            self.waiting = bestmove
        else:
            self.say(bestmove)


def written(move: Move) -> str:
    return "0000" if move is PASS else str(move)


if __name__ == "__main__":
    PROTOCOLS = {"ugi": Ugi}
    PROTOCOLS[sys.argv[1]](" ".join(sys.argv[2:])).run()
