"""UGI, fuzzed; ``d`` shows the position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fuzz_gtp import GTP_WORDS
from fuzz_model import (
    SMALL,
    SQUARES,
    START,
    Choices,
    Fuzz,
    LoopInThread,
    black_score,
    first_word,
    is_over,
    legal_squares,
    listed,
    odd_line,
    pick,
    played,
)
from support.ugi_process import UgiProcess

from othello.protocol.main import ChoosingHandler

UGI_WORDS = listed("""
    ugi isready setoption uginewgame position go stop query d eval help perft bench ponderhit
    startpos fen moves depth nodes movetime p1time p2time p1inc movestogo infinite ponder exact wld
    searchmoves name value Hash Threads Level MultiPV Clear gameover p1turn result true 0 1 2 -1
    99999999999999999999 1e3 f5 d6 C3 a1 0000 pass z9 8/8/8/8/8/8/8/8 x o \x00 é
""")
UGI_COMMANDS = listed("""
    ugi isready setoption uginewgame position go stop ponderhit query d eval perft bench help quit
""")


class UgiInThread(UgiProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: ChoosingHandler(loop, SMALL))


class UgiFuzz(Fuzz):
    """UGI; ``d`` shows the position."""

    def __init__(self, in_process: bool) -> None:
        super().__init__(UgiInThread() if in_process else UgiProcess())

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
        # A line that is read as another position may have ended the one that was over.
        over = is_over(self.position) and word != "position"
        *replies, _ = self.engine.expect("response true" if over else "response")
        errors = sum(reply.startswith("info string error: ") for reply in replies)
        if word == "query":
            replies += self.engine.ask()
        elif word == "go":
            # `go perft N` counts leaves; the stop may come first.
            answers = ("bestmove", "perft ", "info string perft")
            moves = sum(reply.startswith(answers) for reply in replies)
            assert moves + errors == 1, (line, replies)
        elif word and word not in UGI_COMMANDS:
            assert len(replies) == errors == 1, (line, replies)
        if word == "position" and not errors:
            shown = self.engine.ask("d")
            self.position = next(line for line in shown if line.startswith("obf "))[4:]

    rules = (any_moves, legal_moves, board, go, go_and_stop, option, question, perft, odd, odd, odd)


def is_gtp(line: bytes) -> bool:
    """Return whether the line, as the first of a session, would choose GTP."""
    words = re.sub(rb"[\x00-\x1f\x7f]", b" ", line).decode("utf-8", "backslashreplace").split()
    return any(word in GTP_WORDS for word in words[:2])
