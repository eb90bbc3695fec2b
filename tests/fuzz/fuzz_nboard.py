"""NBoard's protocol, fuzzed; the moves that are hinted at tell the position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fuzz_model import (
    COLOURS,
    SMALL,
    SQUARES,
    START,
    Choices,
    Fuzz,
    LoopInThread,
    first_word,
    legal_squares,
    listed,
    odd_line,
    pick,
    played,
)
from support.other_protocols import NBoardProcess

from othello.protocol.nboard import NBoardHandler

NBOARD_WORDS = listed("""
    nboard set depth game contempt myname move hint learn analyze go isready 1 2 0 -1 1e3
    99999999999999999999 F5 PA z9 F5/1/2 / (; ;) (;GM[Othello];) B[F5] BO[8 TI[1:00] KM[2] \x00 é
""")


class NBoardInThread(NBoardProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: NBoardHandler(loop, SMALL))


class NBoardFuzz(Fuzz):
    """NBoard's protocol, which tells the position by the moves that it hints at."""

    def __init__(self, in_process: bool) -> None:
        super().__init__(NBoardInThread() if in_process else NBoardProcess("--hash", "1"))

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
            lines += self.engine.expect("search ")[-1:]
        # Near the end there is more than one search.
        lines += [line for line in self.engine.ask() if line.startswith("search ")]
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
        bad = ("TY[8k]", "TY[s8r20]", "B[A1]", "W[F5]", "TY[10]")
        games = [f"set game (;GM[Othello]{text};)" for text in bad]
        assert self.ask(pick(choices, [*games, "set depth 0", "hint 0", "move", "nboard 0"])) == []

    def go(self, choices: Choices) -> None:
        self.engine.send(*self.count(["go"]))
        replies = self.engine.expect("===")
        assert replies[-1].split("/")[0].removeprefix("=== ") in self.legal(), replies[-1]
        assert self.ask() in ([], ["status"])

    def start_and_stop(self, choices: Choices) -> None:
        """A ping ends what runs, and `go` is answered before the pong."""
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
