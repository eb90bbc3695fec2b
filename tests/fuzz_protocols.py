"""Send the engine lines, good and bad, and compare all it says with a plain model of the rules.

A development tool, not part of the suite (tests/test_protocol_fuzz*.py are its short forms):

    python tests/fuzz_protocols.py --lines 1000000
    python tests/fuzz_protocols.py gtp --lines 10000 --seed 7 --process

Ctrl-C ends it before, and the totals are shown.

After every line the position is asked for and compared with the model's. The loop runs in this
process, or with ``--process`` in one of its own, as users start it. tests/fuzz_atheris.py lets the
coverage reached choose the lines. A failure shows the seed and the last lines.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import random
import re
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import reference
from other_protocols import GtpProcess, NBoardProcess
from ugi_process import UgiProcess

from othello.protocol.choice import ChoosingHandler
from othello.protocol.gtp import GtpHandler
from othello.protocol.loop import Handler, Loop
from othello.protocol.nboard import NBoardHandler
from othello.protocol.settings import Settings

STEPS = 60
"""Lines in a session; the next begins with a new game."""

SHOWN = 40
"""Lines shown of what was said before a failure."""

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
START = "---------------------------OX------XO--------------------------- X"
COLOURS = {"X": "black", "O": "white"}


def listed(words: str) -> list[str]:
    return words.split()


UGI_WORDS = listed("""
    ugi isready setoption uginewgame position go stop query d eval help perft bench ponderhit
    startpos fen moves depth nodes movetime p1time p2time p1inc movestogo infinite ponder exact wld
    searchmoves name value Hash Threads Level MultiPV Clear gameover p1turn result true 0 1 2 -1
    99999999999999999999 1e3 f5 d6 C3 a1 0000 pass z9 8/8/8/8/8/8/8/8 x o \x00 é
""")
GTP_WORDS = listed("""
    protocol_version name version known_command list_commands boardsize clear_board komi play
    genmove reg_genmove undo time_settings time_left final_score showboard set_game list_games
    loadsgf gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves
    gogui-rules_side_to_move gogui-rules_final_result gogui-play_sequence gogui-analyze_commands
    b black W x 8 0 -1 1e3 99999999999999999999 f5 D6 pass z9 Othello # \x00 é /dev/null
""")
NBOARD_WORDS = listed("""
    nboard set depth game contempt myname move hint learn analyze go isready 1 2 0 -1 1e3
    99999999999999999999 F5 PA z9 F5/1/2 / (; ;) (;GM[Othello];) B[F5] BO[8 TI[1:00] KM[2] \x00 é
""")
GTP_POSITION_COMMANDS = listed("""
    boardsize clear_board play genmove undo set_game loadsgf gogui-play_sequence
""")
UGI_COMMANDS = listed("""
    ugi isready setoption uginewgame position go stop ponderhit query d eval perft bench help quit
""")

T = TypeVar("T")


# ---------------------------------------------------------------------- the rules


def grid_of(obf: str) -> reference.Grid:
    return [list(obf[start : start + 8]) for start in range(0, 64, 8)]


@lru_cache(1 << 16)
def legal_squares(obf: str) -> tuple[str, ...]:
    """Return where the side to move can play."""
    moves = reference.legal_moves(grid_of(obf), obf[-1])
    return tuple("abcdefgh"[file] + str(rank + 1) for rank, file in moves)


@lru_cache(1 << 16)
def after(obf: str, square: str) -> str:
    """Return the position after a legal move."""
    move = int(square[1]) - 1, "abcdefgh".index(square[0])
    return reference.show(reference.play(grid_of(obf), obf[-1], move), reference.OTHER[obf[-1]])


def passed(obf: str) -> str:
    return obf[:-1] + reference.OTHER[obf[-1]]


def must_pass(obf: str) -> bool:
    return not legal_squares(obf) and bool(legal_squares(passed(obf)))


def is_over(obf: str) -> bool:
    return not legal_squares(obf) and not legal_squares(passed(obf))


def played(obf: str, move: str) -> str | None:
    """Return the position after a move or ``pass``, a forced pass put in; None if illegal."""
    if move == "pass":
        return passed(obf) if must_pass(obf) else None
    if must_pass(obf):
        obf = passed(obf)
    return after(obf, move) if move in legal_squares(obf) else None


def black_score(obf: str) -> int:
    return reference.final_score(grid_of(obf), "X")


# ---------------------------------------------------------------------- choices


class Choices(Protocol):
    """Where the fuzzer's decisions come from."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""

    def blob(self, size: int) -> bytes:
        """Return at most `size` bytes."""


class SeededChoices:
    """Decisions by a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def blob(self, size: int) -> bytes:
        return self._random.randbytes(self.below(size + 1))


def pick(choices: Choices, items: Sequence[T]) -> T:
    return items[choices.below(len(items))]


def odd_line(choices: Choices, words: Sequence[str]) -> bytes:
    """Return a line of rubbish, or of the protocol's words in disorder."""
    if choices.below(3) == 0:
        return choices.blob(40).replace(b"\n", b" ")
    blanks = pick(choices, [" ", " ", " ", "  ", "\t"])
    line = blanks.join(pick(choices, words) for _ in range(1 + choices.below(6)))
    return line.encode() + pick(choices, [b"", b"", b"\r"])


def first_word(line: bytes) -> str:
    return "".join(line.decode("utf-8", "backslashreplace").split()[:1])


# ---------------------------------------------------------------------- the engine at hand


class LoopInThread:
    """Looks like a `subprocess.Popen` of the engine, but is a thread of this process."""

    def __init__(self, make_handler: Callable[[Loop], Handler]) -> None:
        stdin, to_loop = os.pipe()
        from_loop, stdout = os.pipe()
        self.stdin = open(to_loop, "wb", 0)  # noqa: SIM115 (closed by its user)
        self.stdout = open(from_loop, "rb", 0)  # noqa: SIM115
        self.stderr = io.BytesIO()
        self._loop = Loop(make_handler, stdin=stdin, stdout=stdout)
        self._ends = stdin, stdout
        self._code: int | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._code = self._loop.run()
        for end in self._ends:
            os.close(end)

    def poll(self) -> int | None:
        return self._code

    def wait(self, timeout: float) -> int:
        self._thread.join(timeout)
        assert self._code is not None, "the loop does not end"
        return self._code

    def kill(self) -> None:
        """Do nothing: a thread ends by itself."""


SMALL = Settings(hash_mb=1, level=1)


class UgiInThread(UgiProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: ChoosingHandler(loop, SMALL))


class GtpInThread(GtpProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: GtpHandler(loop, SMALL))


class NBoardInThread(NBoardProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: NBoardHandler(loop, SMALL))


# ---------------------------------------------------------------------- the three protocols


class Fuzz:
    """One protocol's lines and what must come of them.

    Attributes
    ----------
    position : str
        The model's, in OBF.
    said : deque of bytes
        The last lines sent.
    n_lines, n_checks : int
        Lines whose outcome was checked, and lines sent to check it.
    """

    rules: Sequence[Callable[..., None]]

    def __init__(self) -> None:
        self.position = START
        self.said: deque[bytes] = deque(maxlen=SHOWN)
        self.n_lines = 0
        self.n_checks = 0

    def session(self, choices: Choices, steps: int, exhausted: Callable[[], bool]) -> None:
        """Begin a game and send up to `steps` lines."""
        self.begin()
        for _ in range(steps):
            if exhausted():
                break
            pick(choices, self.rules)(self, choices)
            self.check()

    def begin(self) -> None:
        raise NotImplementedError

    def check(self) -> None:
        raise NotImplementedError

    def count(self, lines: Sequence[str | bytes], checks: int = 0) -> list[bytes]:
        raw = [line.encode() if isinstance(line, str) else line for line in lines]
        self.said.extend(raw)
        self.n_lines += len(raw)
        self.n_checks += checks
        return raw

    def some_game(self, choices: Choices, plies: int) -> tuple[list[tuple[str, str]], str]:
        """Return random moves from the start, each with its side, and where they lead."""
        obf, moves = START, []
        for _ in range(plies):
            if is_over(obf):
                break
            move = "pass" if must_pass(obf) else pick(choices, legal_squares(obf))
            moves.append((obf[-1], move))
            obf = passed(obf) if move == "pass" else after(obf, move)
        return moves, obf

    def some_board(self, choices: Choices) -> str:
        discs = "".join(pick(choices, "XO-") for _ in range(64))
        return f"{discs} {pick(choices, 'XO')}"


class UgiFuzz(Fuzz):
    """UGI; ``d`` shows the position."""

    def __init__(self, in_process: bool) -> None:
        super().__init__()
        self.engine = UgiInThread() if in_process else UgiProcess()

    def begin(self) -> None:
        self.position = START
        options = ["setoption name Hash value 1", "setoption name Level value 1"]
        assert self.ask("position startpos", *options) == []

    def ask(self, *lines: str | bytes) -> list[str]:
        return self.engine.ask(*self.count(lines, 1))

    def check(self) -> None:
        self.n_checks += 2
        shown = [line for line in self.engine.ask("d") if line.startswith("obf ")]
        assert shown == [f"obf {self.position}"], (shown, self.position)

    def any_moves(self, choices: Choices) -> None:
        moves = [pick(choices, [*SQUARES, "pass"]) for _ in range(choices.below(4))]
        obf: str | None = START
        for move in moves:
            obf = obf and played(obf, move)
        text = " ".join(moves).replace("pass", pick(choices, ["0000", "pass", "PA", "--"]))
        replies = self.ask(f"position startpos moves {text}")
        if obf is None:
            assert len(replies) == 1 and "error: illegal move" in replies[0], replies
        else:
            assert replies == []
            self.position = obf

    def legal_moves(self, choices: Choices) -> None:
        moves, obf = self.some_game(choices, choices.below(71))
        names = [move for _, move in moves]
        if choices.below(2) and names:
            names = [name for name in names[:-1] if name != "pass"] + names[-1:]
        assert self.ask(f"position startpos moves {' '.join(names)}") == []
        self.position = obf

    def board(self, choices: Choices) -> None:
        self.position = self.some_board(choices)
        assert self.ask(f"position fen {self.position}") == []

    def expect_move(self) -> None:
        lines = self.engine.expect("bestmove")
        assert all(line.startswith("info ") for line in lines[:-1]), lines
        move = lines[-1].split()[1]
        assert move in (legal_squares(self.position) or ("0000",)), (lines[-1], self.position)

    def go(self, choices: Choices) -> None:
        limits = "depth 1|depth 3|nodes 100|movetime 1|p1time 50 p2time 50|p1time 9 p2time -3|"
        self.engine.send(*self.count([f"go {pick(choices, limits.split('|'))}"]))
        self.expect_move()

    def go_and_stop(self, choices: Choices) -> None:
        go = pick(choices, ["go infinite", "go ponder", "go ponder movetime 1", "go depth 60"])
        end = "ponderhit" if "movetime" in go else "stop"
        self.engine.send(*self.count([go]))
        if "depth" not in go and choices.below(2):
            assert not any(line.startswith("bestmove") for line in self.ask())
        self.engine.send(*self.count([end]))
        self.expect_move()

    def option(self, choices: Choices) -> None:
        name = pick(choices, ["Level", "MultiPV", "EndgameDepth", "Threads", "Speed"])
        value = pick(choices, ["1", "2", "-1", "", "x"])
        replies = self.ask(f"setoption name {name} value {value}")
        good = name != "Speed" and value in "12" and value
        assert len(replies) == (0 if good else 1), replies
        if replies:
            assert replies[0].startswith("info string error: ")

    def question(self, choices: Choices) -> None:
        over, turn = is_over(self.position), self.position[-1]
        score = black_score(self.position)
        result = "p1win" if score > 0 else "p2win" if score < 0 else "draw"
        expected = {
            "query gameover": f"response {str(over).lower()}",
            "query p1turn": f"response {str(turn == 'X').lower()}",
            "query result": f"response {result if over else 'none'}",
        }
        line = pick(choices, list(expected))
        assert self.ask(line) == [expected[line]]

    def perft(self, choices: Choices) -> None:
        n_leaves = max(len(legal_squares(self.position)), 1)
        self.engine.send(*self.count(["perft 1"]))
        assert self.engine.expect("perft")[-1].startswith(f"perft 1 nodes {n_leaves} ")

    def odd(self, choices: Choices) -> None:
        """Only ``position`` may change the position, and an unknown word has one answer."""
        line = odd_line(choices, UGI_WORDS)
        word = first_word(line).lower()
        if word in ("quit", "nboard") or is_gtp(line):
            return
        # A new game waits for the end of whatever the line began, and the query for the new game.
        self.engine.send(*self.count([line]), "stop", "uginewgame", "query gameover")
        self.n_checks += 3
        *replies, _ = self.engine.expect("response true" if is_over(self.position) else "response")
        errors = sum(reply.startswith("info string error: ") for reply in replies)
        if word == "query":
            replies += self.engine.ask()
        elif word == "go":
            moves = sum(reply.startswith("bestmove") for reply in replies)
            assert moves + errors == 1, (line, replies)
        elif word and word not in UGI_COMMANDS:
            assert len(replies) == errors == 1, (line, replies)
        if word == "position" and not errors:
            shown = self.engine.ask("d")
            self.position = next(line for line in shown if line.startswith("obf "))[4:]

    rules = (any_moves, legal_moves, board, go, go_and_stop, option, question, perft, odd, odd, odd)


def is_gtp(line: bytes) -> bool:
    """Return whether the line would make a session that is new a GTP session."""
    words = re.sub(rb"[\x00-\x1f\x7f]", b" ", line).decode("utf-8", "backslashreplace").split()
    return any(word in GTP_WORDS for word in words[:2])


class GtpFuzz(Fuzz):
    """GTP; GoGui's commands show the position."""

    def __init__(self, in_process: bool) -> None:
        super().__init__()
        arguments = ("--hash", "1", "--level", "1")
        self.engine = GtpInThread() if in_process else GtpProcess(*arguments)
        self.history = [START]

    def begin(self) -> None:
        self.history = [START]
        assert self.ask("clear_board") == "="

    def ask(self, line: str) -> str:
        (answer,) = self.engine.ask(*self.count([line]))
        assert answer[:1] in "=?", answer
        return answer

    def check(self) -> None:
        self.position = self.history[-1]
        self.n_checks += 2
        shown, side = self.engine.ask("gogui-rules_board", "gogui-rules_side_to_move")
        squares = shown.removeprefix("=").split()
        ranks = ["".join(squares[start : start + 8]) for start in range(56, -1, -8)]
        assert "".join(ranks).replace(".", "-") == self.position[:64], (shown, self.position)
        assert side == f"= {COLOURS[self.position[-1]]}"

    def play(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, move = pick(choices, "XO"), pick(choices, [*SQUARES, "pass"])
        if choices.below(2) and legal_squares(obf):
            side, move = obf[-1], pick(choices, legal_squares(obf))
        colour = pick(choices, [COLOURS[side], COLOURS[side][0].upper()])
        told = played(obf, move) if side == obf[-1] else None
        if side == obf[-1]:
            told = None if must_pass(obf) and move != "pass" else told
        elif must_pass(obf) and move != "pass":
            told = played(obf, move)
        answer = self.ask(f"play {colour} {move.upper()}")
        assert answer == "=" if told else answer.startswith("? "), (obf, side, move, answer)
        if told:
            self.history.append(told)

    def genmove(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, plays = pick(choices, "XO"), choices.below(2) == 1
        answer = self.ask(f"{'' if plays else 'reg_'}genmove {COLOURS[side]}")
        if is_over(obf):
            assert answer == "= PASS"
        elif obf[-1] != side and not must_pass(obf):
            assert answer.startswith("? illegal move")
        else:
            move = answer.removeprefix("= ").lower()
            assert (move == "pass") == (obf[-1] == side and must_pass(obf)), (obf, side, answer)
            told = played(obf, move)
            assert told is not None, (obf, side, answer)
            if plays:
                self.history.append(told)

    def undo(self, choices: Choices) -> None:
        for _ in range(1 + choices.below(3)):
            expected = "=" if len(self.history) > 1 else "? cannot undo"
            assert self.ask("undo") == expected
            del self.history[max(len(self.history) - 1, 1) :]

    def sequence(self, choices: Choices) -> None:
        words, history, obf = [], list(self.history), self.history[-1]
        for _ in range(choices.below(70)):
            if is_over(obf):
                break
            side = reference.OTHER[obf[-1]] if must_pass(obf) else obf[-1]
            move = pick(choices, legal_squares(f"{obf[:-1]}{side}"))
            words += [COLOURS[side][0], move]
            told = played(obf, move)
            assert told is not None
            obf = told
            history.append(obf)
        if choices.below(4) == 0:  # one wrong move, and none is played
            assert self.ask(" ".join(["gogui-play_sequence", *words, "b", "d4"]))[0] == "?"
            return
        assert self.ask(" ".join(["gogui-play_sequence", *words])) == "="
        self.history = history

    def question(self, choices: Choices) -> None:
        obf = self.history[-1]
        score = black_score(obf)
        final = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        legal = "PASS" if must_pass(obf) else " ".join(legal_squares(obf)).upper()
        expected = {
            "protocol_version": "= 2",
            "name": "= othello",
            "known_command play": "= true",
            "known_command fly": "= false",
            "final_score": f"= {final}" if is_over(obf) else "? cannot score",
            "gogui-rules_legal_moves": f"= {legal}".rstrip(),
            "gogui-rules_board_size": "= 8",
            "komi 3": "=",
            "komi x": "? syntax error",
            "time_left b 1 0": "=",
            "time_settings 0 0 0": "=",
            "boardsize 6": "? unacceptable size",
            "set_game Go": "? unknown game",
        }
        line = pick(choices, list(expected))
        number = pick(choices, ["", "", "0", "42"])
        answer = self.ask(f"{number} {line}")
        assert answer.startswith(
            expected[line].replace("=", f"={number}").replace("?", f"?{number}")
        )
        if line.startswith("time"):
            self.ask("time_settings 0 0 0")

    def again(self, choices: Choices) -> None:
        assert self.ask(pick(choices, ["clear_board", "boardsize 8", "set_game Othello"])) == "="
        self.history = [START]

    def odd(self, choices: Choices) -> None:
        """One answer, but none to a blank line; and what fails changes nothing."""
        line = odd_line(choices, GTP_WORDS)
        text = "".join(c for c in line.decode("utf-8", "backslashreplace") if c >= " " or c == "\t")
        words = text.replace("\x7f", "").partition("#")[0].split()
        named = words[1:] if words and re.fullmatch("[0-9]{1,18}", words[0]) else words
        if named[:1] == ["quit"]:
            return
        self.engine.send(*self.count([line]), "4711 name")
        self.n_checks += 1
        answers = [self.engine.read_answer()]
        while not answers[-1].startswith("=4711"):
            answers.append(self.engine.read_answer())
        assert len(answers) == (2 if words else 1), (line, answers)
        if named[:1] and named[0] in GTP_POSITION_COMMANDS and answers[0][0] == "=":
            self.again(choices)
        if named[:1] and named[0].startswith("time"):
            self.ask("time_settings 0 0 0")

    rules = (play, play, genmove, undo, sequence, question, question, again, odd, odd)


class NBoardFuzz(Fuzz):
    """NBoard's protocol, which tells the position by the moves that it hints at."""

    def __init__(self, in_process: bool) -> None:
        super().__init__()
        self.engine = NBoardInThread() if in_process else NBoardProcess("--hash", "1")

    def begin(self) -> None:
        self.position = START
        assert self.ask("set depth 1", "set game (;GM[Othello];)") == []

    def ask(self, *lines: str | bytes) -> list[str]:
        return self.engine.ask(*self.count(lines, 1))

    def legal(self) -> set[str]:
        return {square.upper() for square in legal_squares(self.position)} or {"PA"}

    def check(self) -> None:
        legal = self.legal()
        self.n_checks += 2
        self.engine.send("hint 64")
        lines: list[str] = []
        while {line.split()[1][:2] for line in lines} < legal:
            lines.append(self.engine.read_line())
        lines += self.engine.ask()  # near the end there is more than one search
        for word, pv, score, _, _ in map(str.split, lines):
            assert word == "search" and pv[:2] in legal and math.isfinite(float(score)), lines

    def move(self, choices: Choices) -> None:
        move = pick(choices, [*SQUARES, "pass"])
        if choices.below(2) and legal_squares(self.position):
            move = pick(choices, legal_squares(self.position))
        notes = pick(choices, ["", "/1.5", "//2", "/-3/0.5"])
        assert self.ask(f"move {move.upper().replace('PASS', 'PA')}{notes}") == []
        self.position = played(self.position, move) or self.position

    def game(self, choices: Choices) -> None:
        moves, self.position = self.some_game(choices, choices.below(71))
        skips = choices.below(2) == 1 and moves[-1:] and moves[-1][1] != "pass"
        notes = pick(choices, ["", "//1", "/0.5", "/-1.25/3"])
        text = "".join(
            f"{COLOURS[side][0].upper()}[{move.upper().replace('PASS', 'PA')}{notes}]"
            for side, move in moves
            if not (skips and move == "pass")
        )
        assert self.ask(f"set game (;GM[Othello]PB[a]PW[b]{text};)") == []

    def board(self, choices: Choices) -> None:
        self.position = self.some_board(choices)
        text = self.position.replace("X", "*")
        assert self.ask(f"set game (;GM[Othello]BO[8 {text}];)") == []

    def refused(self, choices: Choices) -> None:
        line = pick(
            choices,
            [
                "set game (;GM[Othello]TY[8k];)",
                "set game (;GM[Othello]TY[s8r20];)",
                "set game (;GM[Othello]KM[2];)",
                "set game (;GM[Othello]B[A1];)",
                "set game (;GM[Othello]W[F5];)",
                "set game (;GM[Othello]TY[10];)",
                "set depth 0",
                "hint 0",
                "move",
                "nboard 0",
            ],
        )
        assert self.ask(line) == []

    def go(self, choices: Choices) -> None:
        self.engine.send(*self.count(["go"]))
        replies = self.engine.expect("===")
        assert replies[-1].split("/")[0].removeprefix("=== ") in self.legal(), replies[-1]
        assert self.ask() in ([], ["status othello is waiting"])

    def start_and_stop(self, choices: Choices) -> None:
        """What runs ends at a ping, and `go` has its answer before the pong."""
        command = pick(choices, ["go", "hint 3", "analyze", "learn"])
        replies = self.ask(f"set depth {pick(choices, [1, 60])}", command)
        assert sum(line.startswith("===") for line in replies) == (command == "go"), replies
        assert self.ask("set depth 1", "learn") == ["learned"]

    def odd(self, choices: Choices) -> None:
        """Only ``set`` and ``move`` may change the game; a ``go`` is answered once."""
        line = odd_line(choices, NBOARD_WORDS)
        word = first_word(line).lower()
        if word in ("quit", "ping"):
            return
        replies = self.ask(line)
        answers = sum(reply.startswith("===") for reply in replies)
        assert answers == 0 if word != "go" else answers <= 1, (line, replies)
        if word in ("set", "move"):
            self.begin()

    rules = (move, move, game, board, refused, go, start_and_stop, odd, odd)


PROTOCOLS: dict[str, type[Fuzz]] = {"ugi": UgiFuzz, "gtp": GtpFuzz, "nboard": NBoardFuzz}


def main() -> int:
    """Fuzz until each protocol has had its share of the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("protocols", nargs="*", choices=[*PROTOCOLS, []], metavar="PROTOCOL")
    parser.add_argument("--lines", type=int, default=10_000, help="in all (default 10000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--process", action="store_true", help="a process of its own, as users do")
    arguments = parser.parse_args()
    names = arguments.protocols or list(PROTOCOLS)
    for name in names:
        fuzz = PROTOCOLS[name](in_process=not arguments.process)  # type: ignore[call-arg]
        began, cpu, session = time.monotonic(), time.process_time(), 0
        with fuzz.engine:  # type: ignore[attr-defined]
            while fuzz.n_lines < arguments.lines / len(names):
                session += 1
                choices = SeededChoices(f"{arguments.seed} {name} {session}")
                try:
                    fuzz.session(choices, STEPS, lambda: False)
                except KeyboardInterrupt:
                    fuzz.engine.process.kill()  # type: ignore[attr-defined]
                    break
                except BaseException:
                    print(f"{name}, seed {arguments.seed}, session {session}; last lines:")
                    print(*fuzz.said, sep="\n", flush=True)
                    fuzz.engine.process.kill()  # type: ignore[attr-defined]
                    raise
        print(
            f"{name}: {fuzz.n_lines} lines and {fuzz.n_checks} to check them in {session} sessions;"
            f" {time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of CPU",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
