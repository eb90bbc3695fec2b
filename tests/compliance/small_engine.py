"""A small engine that is right, or has the one fault that its arguments name.

``python small_engine.py PROTOCOL [FAULT]``. It answers at once, by the first legal move that wins
most discs at the end of the game, where that is near. So it needs no threads: an answer that must
wait is kept until `stop`.
"""

import contextlib
import sys
import time

from othello.board import Board
from othello.game import Game
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
    """Steps that the protocols share."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.board = Board()
        self.n_games = 0

    def run(self) -> None:
        if self.fault == "banner":
            self.say("at your service")
        if self.fault == "long banner":
            self.say("at your service " * 20)
        if self.fault == "early remark":
            self.say("info string at your service")
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
            if fault == "ready twice":
                self.say("readyok")
            if fault == "tires" and self.n_games > 40:
                sys.exit(3)
        elif word == "position":
            self.place(rest)
        elif word == "query":
            if not (fault == "silent in thought" and self.waiting):
                self.query("".join(rest))
        elif word == "go":
            if not self.waiting or fault == "interrupts":
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
                if move == "0000" and self.fault == "passes at will":
                    fen = board.to_fen()
                    board = Board.from_fen(fen[:-1] + ("o" if fen[-1] == "x" else "x"))
                    continue
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
        if fault == "capital answers":
            move = move.upper()
        if fault == "worst move" and "exact" in words and line:
            move = written(min(board.legal_moves(), key=lambda move: best(board, [move])[0]))
        if fault == "illegal at first":
            move = "a1"
        if fault == "illegal" and board.n_empties == 41:
            move = next(s for s in map(str, map(Move, range(64))) if not board.is_legal(s))
        if line[:1] == [PASS] and fault == "no pass":
            move = "none"
        if not line and fault == "no end":
            move = "none"
        bestmove = f"bestmove {move}" + " ponder a1" * (fault == "four words")
        if fault == "always twice" or (fault == "twice" and words[-1] == "3"):
            bestmove = f"{bestmove}\n{bestmove}"
        endless = "infinite" in words and not (fault == "hasty" and board.n_empties < 9)
        hasty = fault == "no pondering" or (fault == "solves" and board.n_empties < 9)
        if endless or ("ponder" in words and not hasty):
            self.waiting = bestmove
        else:
            self.say(bestmove)


class Gtp(Engine):
    """GTP, version 2."""

    COMMANDS = (
        *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
        *("boardsize", "clear_board", "play", "genmove", "reg_genmove", "undo", "final_score"),
        *("time_settings", "time_left"),
    )

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.boards = [Board()]
        self.has_clock = False

    def obey(self, line: str) -> None:
        if self.fault != "no comments":
            line = line.partition("#")[0]
        words = line.split()
        if not words:
            return
        number = words.pop(0) if words[0].isdigit() else ""
        if self.fault == "no ids" and len(number) > 2:
            number = ""
        word, *rest = words
        try:
            if word not in self.COMMANDS:
                raise ValueError("unknown command")
            answer = getattr(self, word)(*rest)
            self.say(f"={number} {answer or ''}\n")
        except ValueError as error:
            self.say(f"{'=' if self.fault == 'no errors' else '?'}{number} {error}\n")
        if word == "quit":
            sys.exit()

    def protocol_version(self) -> str:
        return "1" if self.fault == "version 1" else "2"

    def name(self) -> str:
        return "small"

    version = quit = name

    def known_command(self, name: str) -> str:
        return str(name in self.COMMANDS or self.fault == "knows all").lower()

    def list_commands(self) -> str:
        listed = self.COMMANDS[1:] if self.fault == "short list" else self.COMMANDS
        return "\n".join(listed)

    def boardsize(self, size: str) -> None:
        if size != "8" and self.fault != "any size":
            raise ValueError("unacceptable size")

    def clear_board(self) -> None:
        self.boards = [Board()]

    def turn(self, colour: str) -> Board:
        """Return the position in which a colour is to move: the other may have to pass."""
        board = self.boards[-1]
        ours = board.turn == ("X" if colour[0].lower() == "b" else "O")
        return board if ours or not board.must_pass else board.after(PASS)

    def play(self, colour: str, vertex: str) -> None:
        board = self.turn(colour)
        if self.fault == "plays anything" and not board.is_legal(vertex.lower()):
            return
        if self.fault == "refuses passes" and vertex == "PASS":
            raise ValueError("illegal move")
        self.boards.append(board.after(vertex.lower()))

    def genmove(self, colour: str, plays: bool = True) -> str:
        board = self.turn(colour)
        if self.fault == "slow" and self.has_clock and board.turn == "X":
            time.sleep(1)
        _, line = best(board)
        if line and (plays or self.fault == "plays at once") and self.fault != "never plays":
            self.boards.append(board.after(line[0]))
        return str(line[0]).upper() if line else "PASS"

    def reg_genmove(self, colour: str) -> str:
        return self.genmove(colour, plays=False)

    def undo(self) -> None:
        if self.fault != "keeps moves":
            self.boards.pop()

    def final_score(self) -> str:
        board = self.boards[-1]
        score = board.score() if board.turn == "X" else -board.score()
        if self.fault == "counts discs only":
            score = board.black.bit_count() - board.white.bit_count()
        return f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"

    def time_settings(self, *_: str) -> None:
        pass

    def time_left(self, *_: str) -> None:
        self.has_clock = True


class NBoard(Engine):
    """NBoard's protocol, version 2."""

    waits = False

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "nboard" and self.fault != "nameless":
            self.say("set myname small")
        elif word == "ping":
            self.say(f"pong {rest}")
            if self.waits and self.fault == "late":
                self.say("=== D3")
            self.waits = False
        elif line.startswith("set game "):
            text = rest if self.fault != "no passes" else rest.replace("[PA", "[D3")
            with contextlib.suppress(ValueError):
                self.board = Game.from_ggf(text.removeprefix("game ")).board
        elif line.startswith("set depth "):
            self.waits = int(rest.split()[1]) > 30
        elif word == "move" and self.fault != "no moves":
            self.board = Board.from_moves(rest.partition("/")[0], self.board)
        elif word == "hint" and self.fault != "no hints":
            self.search()
        elif word == "go":
            if self.fault == "remarks":
                self.say("---- Heights ----\n\nCreating cache")
            line_of_play = self.search()
            move = str(line_of_play[0]).upper()[:2] if line_of_play else "PA"
            self.say(f"=== {move}/0.00/{'soon' if self.fault == 'odd form' else 0.1}")
            if self.fault == "plays at once" and line_of_play:
                self.board = self.board.after(line_of_play[0])
        elif word == "learn":
            self.say("learned")
        elif word == "quit":
            sys.exit()

    def search(self) -> list[Move]:
        score, line = best(self.board)
        if self.fault == "black's score" and self.board.turn == "O":
            score = -score
        if line:
            self.say(f"search {''.join(map(str, line)).replace('pass', 'pa')} {score} 0 1")
        return line


class XBoard(Engine):
    """XBoard's protocol, version 2."""

    ours = True
    boards: tuple[Board, ...] = (Board(),)

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "protover":
            variant = "othello" if self.fault == "other variant" else "reversi"
            bad = " sigint" if self.fault == "odd features" else ""
            self.say(
                f'feature myname="small"{bad} setboard=1 usermove=1 variants="{variant}" done=1'
            )
        elif word == "ping":
            self.say(f"pong {rest}")
        elif word == "new":
            self.boards, self.ours = (Board(),), True
        elif word == "force":
            self.ours = False
        elif word == "setboard":
            self.boards = (Board.from_fen(read_fen(rest, self.fault != "upside down")),)
        elif word == "usermove":
            self.play(rest)
        elif word == "undo" and self.fault != "keeps moves":
            self.boards = self.boards[:-1]
        elif word == "go":
            self.move()
        elif word == "quit":
            sys.exit()
        elif word in ("xyzzy", "no") and self.fault != "no errors":
            self.say(f"Error (unknown command): {line}")

    def play(self, text: str) -> None:
        board = self.boards[-1]
        move = "pass" if text == "@@@@" else text.removeprefix("P@")
        if not board.is_legal(move):
            if self.fault != "no refusals":
                self.say(f"Illegal move: {text}")
            return
        self.add(board.after(move))
        if self.ours and not self.boards[-1].is_over and self.fault != "no replies":
            self.move()

    def add(self, board: Board) -> None:
        self.boards += (board,)
        if board.is_over and self.fault != "no results":
            score = board.score() if board.turn == "X" else -board.score()
            self.say(("1/2-1/2", "1-0 {black}", "0-1 {white}")[(score > 0) - (score < 0)])

    def move(self) -> None:
        board = self.boards[-1]
        score, line = best(board)
        if self.fault == "black's score" and board.turn == "O":
            score = -score
        if line:
            self.say(f"1 {100 * score} 0 1 {' '.join(map(dropped, line))}")
            self.say(f"move {dropped(line[0])}")
            self.add(board.after(line[0]))


def dropped(move: Move) -> str:
    return "@@@@" if move is PASS else f"P@{move}"


def read_fen(text: str, bottom_up: bool) -> str:
    ranks, turn = text.split()[:2]
    rows = ranks.split("/")[:: -1 if bottom_up else 1]
    return f"{'/'.join(rows).translate(str.maketrans('Pp', 'xo'))} {'x' if turn == 'w' else 'o'}"


def written(move: Move) -> str:
    return "0000" if move is PASS else str(move)


PROTOCOLS = {"ugi": Ugi, "gtp": Gtp, "nboard": NBoard, "xboard": XBoard}

if __name__ == "__main__":
    PROTOCOLS[sys.argv[1]](" ".join(sys.argv[2:])).run()
