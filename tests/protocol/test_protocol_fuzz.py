"""UGI under any lines in any order: all are answered, and the position follows the rules."""

from __future__ import annotations

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
from support.position_model import Model, boards, squares
from support.ugi_process import UgiProcess

N_EXAMPLES = int(os.environ.get("OTHELLO_FUZZ_EXAMPLES", "40"))
"""How many sequences of about a hundred lines."""

COMMANDS = [
    "ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query", "d", "eval",
    "help", "perft", "bench", "ponderhit", "quit",
]  # fmt: skip
WORDS = [
    *COMMANDS, "startpos", "fen", "moves", "depth", "nodes", "movetime", "p1time", "p2time",
    "p1inc", "movestogo", "infinite", "exact", "wld", "searchmoves", "name", "value", "Hash",
    "Threads", "Level", "MultiPV", "Clear", "gameover", "p1turn", "result", "true", "0", "1", "2",
    "-1", "99999999999999999999", "1e3", "f5", "d6", "C3", "a1", "0000", "pass", "z9",
    "8/8/8/8/8/8/8/8", "x", "o", "\x00", "\t", "é", "",
]  # fmt: skip

limits = st.sampled_from(
    ["depth 1", "depth 3", "nodes 100", "movetime 2", "p1time 50 p2time 50", "p1time 9 p2time -3"]
)


class UgiMachine(RuleBasedStateMachine):
    """Sends lines to one engine and compares its position with the model's."""

    engine: UgiProcess  # one for all runs: each starts with what the one before has left

    @initialize()
    def begin(self) -> None:
        self.model = Model()
        assert self.engine.ask("position startpos", "setoption name Hash value 1") == []

    @rule(moves=st.lists(squares | st.just("0000"), max_size=4))
    def position_by_any_moves(self, moves: list[str]) -> None:
        model = Model()
        legal = model.play(moves)
        replies = self.engine.ask(f"position startpos moves {' '.join(moves)}")
        if legal:
            assert replies == []
            self.model = model
        else:
            assert len(replies) == 1 and "illegal move" in replies[0]

    @rule(seed=st.randoms(use_true_random=False), plies=st.integers(0, 70))
    def position_by_legal_moves(self, seed: object, plies: int) -> None:
        model = Model()
        moves: list[str] = []
        while len(moves) < plies and not reference.game_over(model.grid):
            move = seed.choice(sorted(model.legal()))  # type: ignore[attr-defined]
            assert model.play([move])
            moves.append(move)
        told = [move for move in moves if move != "0000"]
        if moves and moves[-1] == "0000":
            told.append("0000")  # the moves show a pass only if another move follows it
        assert self.engine.ask(f"position startpos moves {' '.join(told)}") == []
        self.model = model

    @rule(board=boards)
    def position_by_board(self, board: tuple[str, str]) -> None:
        squares, side = board
        assert self.engine.ask(f"position fen {squares} {side}") == []
        self.model.grid = [list(squares[start : start + 8]) for start in range(0, 64, 8)]
        self.model.mover = side

    @rule(limit=limits)
    def go(self, limit: str) -> None:
        assert self.engine.go(f"go {limit}") in self.model.legal()

    @rule(wait=st.booleans())
    def go_infinite_and_stop(self, wait: bool) -> None:
        self.engine.send("go infinite")
        if wait:
            self.engine.ask()
        self.engine.send("stop")
        assert self.engine.expect("bestmove")[-1].split()[1] in self.model.legal()

    @rule(line=st.binary(max_size=40))
    def rubbish(self, line: bytes) -> None:
        self.send_harmless(line.replace(b"\n", b" "))

    @rule(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
    def words_in_disorder(self, words: list[str]) -> None:
        self.send_harmless(" ".join(words).encode())

    def send_harmless(self, line: bytes) -> None:
        """Send a line that is no ``quit``; only ``position`` may change the position."""
        command = "".join(line.decode("utf-8", "backslashreplace").split()[:1]).lower()
        if command == "quit":
            return
        if command == "position":
            self.model = Model()
            self.engine.send(line, "position startpos")
        else:
            self.engine.send(line)
        # A new game waits for the end of whatever `line` began, and the query for the new game.
        self.engine.send("stop", "uginewgame", "query gameover")
        self.engine.expect("response")
        self.engine.ask()

    @rule(name=st.sampled_from(["Level", "MultiPV", "EndgameDepth", "Threads"]))
    def set_option(self, name: str) -> None:
        assert self.engine.ask(f"setoption name {name} value 1") == []

    @invariant()
    def same_position(self) -> None:
        obf = [line for line in self.engine.ask("d") if line.startswith("obf ")]
        assert obf == [f"obf {reference.show(self.model.grid, self.model.mover)}"]


@pytest.fixture
def engine() -> Iterator[UgiProcess]:
    with UgiProcess() as process:
        yield process


def test_any_lines(engine: UgiProcess) -> None:
    UgiMachine.engine = engine
    run_state_machine_as_test(
        UgiMachine,
        settings=settings(
            max_examples=N_EXAMPLES,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
