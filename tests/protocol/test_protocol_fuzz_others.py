"""GTP and NBoard under any lines in any order, as test_protocol_fuzz.py has it for UGI.

`OTHELLO_FUZZ_EXAMPLES` says how many sequences of about a hundred lines each protocol gets.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from support import reference
from support.other_protocols import GtpProcess, NBoardProcess
from support.position_model import Model, boards, squares

N_EXAMPLES = int(os.environ.get("OTHELLO_FUZZ_EXAMPLES", "15"))

GTP_WORDS = [
    "protocol_version", "name", "known_command", "list_commands", "boardsize", "clear_board",
    "komi", "play", "genmove", "reg_genmove", "undo", "time_settings", "time_left", "final_score",
    "showboard", "set_game", "list_games", "loadsgf", "gogui-rules_board",
    "gogui-rules_legal_moves", "gogui-play_sequence", "b", "black", "W", "x", "8", "0", "-1", "1e3",
    "99999999999999999999", "f5", "D6", "pass", "z9", "Othello", "#", "\x00", "é", "/dev/null",
]  # fmt: skip
NBOARD_WORDS = [
    "nboard", "set", "depth", "game", "contempt", "myname", "move", "hint", "learn", "analyze",
    "isready", "1", "0", "-1", "1e3", "99999999999999999999", "F5", "PA", "z9", "F5/1/2", "/",
    "(;", ";)", "(;GM[Othello];)", "B[F5]", "BO[8", "\x00", "é",
]  # fmt: skip
POSITION_COMMANDS = {
    "boardsize", "clear_board", "play", "genmove", "undo", "set_game", "loadsgf",
    "gogui-play_sequence",
}  # fmt: skip
COLOURS = {"b": "X", "w": "O"}


def first_word(line: bytes) -> str:
    return "".join(line.decode("utf-8", "backslashreplace").split()[:1])


class GtpMachine(RuleBasedStateMachine):
    """Sends lines to one engine and compares its game with the model's."""

    engine: GtpProcess
    lines = 0

    @initialize()
    def begin(self) -> None:
        self.history = [Model()]
        self.ask("clear_board")

    @property
    def model(self) -> Model:
        return self.history[-1]

    def ask(self, line: str) -> str:
        type(self).lines += 1
        (answer,) = self.engine.ask(line)
        assert answer[:1] in "=?"
        return answer

    def copied(self) -> Model:
        """Return a model to play on."""
        model = Model()
        model.grid, model.mover = self.model.grid, self.model.mover
        return model

    @rule(colour=st.sampled_from("bw"), move=squares | st.just("pass"))
    def play(self, colour: str, move: str) -> None:
        model = self.copied()
        played = False
        if reference.game_over(model.grid):
            played = move == "pass"  # either side may, and takes it back like a move
        elif model.mover == COLOURS[colour]:
            # The model would put a pass in; a move of this colour needs none.
            played = (move == "pass") == (model.legal() == {"0000"}) and model.play(
                ["0000" if move == "pass" else move]
            )
        elif move != "pass" and model.legal() == {"0000"}:
            played = model.play([move])
        answer = self.ask(f"play {colour} {move}")
        assert answer.startswith("=" if played else "?")
        if played:
            self.history.append(model)

    @rule(colour=st.sampled_from("bw"), plays=st.booleans())
    def genmove(self, colour: str, plays: bool) -> None:
        model = self.copied()
        answer = self.ask(f"{'' if plays else 'reg_'}genmove {colour}")
        if reference.game_over(model.grid):
            assert answer == "= PASS"
            self.history += [model] * plays
        elif model.mover != COLOURS[colour] and model.legal() != {"0000"}:
            assert answer.startswith("? illegal move")
        else:
            move = answer.removeprefix("= ").lower().replace("pass", "0000")
            assert model.play([move])
            if plays:
                self.history.append(model)

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            answer = self.ask("undo")
            if len(self.history) == 1:
                assert answer == "? cannot undo"
            else:
                assert answer == "="
                self.history.pop()

    @rule(plies=st.integers(1, 70), seed=st.randoms(use_true_random=False))
    def play_on(self, plies: int, seed: object) -> None:
        words = []
        for _ in range(plies):
            model = self.copied()
            if reference.game_over(model.grid):
                break
            if model.legal() == {"0000"}:
                model.mover = reference.OTHER[model.mover]
            words += ["b" if model.mover == "X" else "w"]
            words += [seed.choice(sorted(model.legal()))]  # type: ignore[attr-defined]
            assert model.play(words[-1:])
            self.history.append(model)
        assert self.ask(" ".join(["gogui-play_sequence", *words])) == "="

    @rule(command=st.sampled_from(["clear_board", "boardsize 8", "set_game Othello"]))
    def start_again(self, command: str) -> None:
        assert self.ask(command) == "="
        self.history = [Model()]

    @rule(line=st.binary(max_size=40))
    def rubbish(self, line: bytes) -> None:
        self.send_any(line.replace(b"\n", b" "))

    @rule(words=st.lists(st.sampled_from(GTP_WORDS), min_size=1, max_size=6))
    def words_in_disorder(self, words: list[str]) -> None:
        self.send_any(" ".join(words).encode())

    def send_any(self, line: bytes) -> None:
        """Send a line that may or may not be answered; what it played is taken back."""
        if b"quit" in line.lower():
            return
        self.engine.send(line, "showboard", "4711 clear_board")
        while not (answer := self.engine.read_answer()).startswith("=4711"):
            assert answer[:1] in "=?"
        type(self).lines += 3
        self.history = [Model()]

    @invariant()
    def same_position(self) -> None:
        shown = self.ask("gogui-rules_board").removeprefix("=").split()
        assert (
            self.ask("gogui-rules_side_to_move")[2:]
            == {"X": "black", "O": "white"}[self.model.mover]
        )
        ranks = [shown[start : start + 8] for start in range(56, -1, -8)]
        assert [[square.replace(".", "-") for square in rank] for rank in ranks] == self.model.grid


class NBoardMachine(RuleBasedStateMachine):
    """The same with NBoard's protocol, which tells the position by the moves that it hints at."""

    engine: NBoardProcess
    lines = 0

    @initialize()
    def begin(self) -> None:
        self.model = Model()
        assert self.ask("set depth 1", "set game (;GM[Othello];)") == []

    def ask(self, *lines: str | bytes) -> list[str]:
        type(self).lines += len(lines) + 1
        return self.engine.ask(*lines)

    @rule(move=squares | st.just("PA"), notes=st.sampled_from(["", "/1.5", "//2", "/-3/0.5"]))
    def move(self, move: str, notes: str) -> None:
        assert self.ask(f"move {move}{notes}") == []
        if move != "PA":
            self.model.play([move])
        elif not reference.game_over(self.model.grid):
            self.model.play(["0000"])

    @rule(board=boards)
    def set_game(self, board: tuple[str, str]) -> None:
        squares, side = board
        text = (squares + " " + side).replace("X", "*")
        assert self.ask(f"set game (;GM[Othello]PB[a]BO[8 {text}];)") == []
        self.model.grid = [list(squares[start : start + 8]) for start in range(0, 64, 8)]
        self.model.mover = side

    @rule(seed=st.randoms(use_true_random=False), plies=st.integers(0, 70))
    def set_game_with_moves(self, seed: object, plies: int) -> None:
        self.model = Model()
        moves = ""
        while plies and not reference.game_over(self.model.grid):
            plies -= 1
            move = seed.choice(sorted(self.model.legal()))  # type: ignore[attr-defined]
            side = "B" if self.model.mover == "X" else "W"
            moves += f"{side}[{'PA//1' if move == '0000' else move.upper()}]"
            assert self.model.play([move])
        assert self.ask(f"set game (;GM[Othello]{moves};)") == []

    @rule()
    def go(self) -> None:
        type(self).lines += 1
        assert self.engine.go() in self.legal()
        assert self.ask() in ([], ["status"])

    @rule(depth=st.sampled_from([1, 60]), command=st.sampled_from(["go", "hint 3", "analyze"]))
    def start_and_stop(self, depth: int, command: str) -> None:
        replies = self.ask(f"set depth {depth}", command)
        if command == "go":
            assert sum(line.startswith("===") for line in replies) == 1
        assert self.ask("set depth 1", "learn") == ["learned"]

    @rule(line=st.binary(max_size=40))
    def rubbish(self, line: bytes) -> None:
        self.send_any(line.replace(b"\n", b" "))

    @rule(words=st.lists(st.sampled_from(NBOARD_WORDS), min_size=1, max_size=6))
    def words_in_disorder(self, words: list[str]) -> None:
        self.send_any(" ".join(words).encode())

    def send_any(self, line: bytes) -> None:
        word = first_word(line).lower()
        if word in ("quit", "ping"):
            return
        self.ask(line)
        if word in ("set", "move"):
            self.begin()

    def legal(self) -> set[str]:
        if reference.game_over(self.model.grid):
            return {"PA"}
        return {move.upper().replace("0000", "PA") for move in self.model.legal()}

    @invariant()
    def same_position(self) -> None:
        legal = self.legal()
        self.engine.send("hint 64")
        type(self).lines += 1
        lines: list[str] = []
        while {line.split()[1][:2] for line in lines} < legal:
            lines += self.engine.expect("search ")[-1:]
        # Near the end there is more than one search.
        lines += [line for line in self.ask() if line.startswith("search ")]
        for word, pv, score, _, _ in map(str.split, lines):
            assert word == "search" and pv[:2] in legal and math.isfinite(float(score))


@pytest.fixture(params=[GtpMachine, NBoardMachine], ids=["gtp", "nboard"])
def machine(request: pytest.FixtureRequest) -> Iterator[type[RuleBasedStateMachine]]:
    process = {
        GtpMachine: lambda: GtpProcess("--hash", "1", "--level", "1"),
        NBoardMachine: lambda: NBoardProcess("--hash", "1"),
    }[request.param]
    with process() as request.param.engine:
        yield request.param
    print(f"{request.param.lines} lines")


def test_any_lines(machine: type[RuleBasedStateMachine]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=N_EXAMPLES,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
