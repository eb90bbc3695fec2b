"""NBoard's protocol while something runs. ``recorded.jsonl`` has every command."""

import pytest
from support.engine_process import NBoardProcess

from othello import Board

START = "---------------------------O*------*O--------------------------- *"

#: A game as NBoard sends it.
GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {START}]B[F5]W[F6/1.2]B[D3//7.697]W[C5/-3.1/0.5]B[E6]W[F7]B[E7]W[F4];)"
)
MOVES = "f5f6d3c5e6f7e7f4"


def legal(board: Board) -> list[str]:
    return ["PA" if move.is_pass else str(move).upper() for move in board.legal_moves()]


@pytest.mark.parametrize(
    ("record", "moves"),
    [
        *((each, "") for each in ("TI[00:01]", "TB[0:01//0]TW[1:00:00]", "TI[0/1]", "TB[0.00/0]")),
        ("TI[10]B[F5//9.9]W[D6]", "f5d6"),
    ],
)
def test_the_time_left_is_heeded(record: str, moves: str) -> None:
    """The depth alone would take for ever. The engine does not play its move itself."""
    with NBoardProcess() as engine:
        engine.send(f"set game (;GM[Othello]{record};)", "set depth 60")
        for _ in range(2):
            assert engine.go() in legal(Board.from_moves(moves))


@pytest.mark.parametrize(
    "command", ["move F5", "set depth 2", "set game (;GM[Othello];)", "learn", "go", "hint 1"]
)
def test_the_next_command_ends_a_hint(command: str) -> None:
    with NBoardProcess() as engine:
        engine.send("set depth 60", "hint 2")
        engine.expect("search ")
        engine.send(command)
        if command in ("go", "hint 1"):
            engine.expect("status")  # the old one's end
            engine.expect("search")  # a depth of 60 takes for ever
        else:
            engine.send("set depth 1", "set game (;GM[Othello];)", "go")
            engine.expect("===")


@pytest.mark.parametrize("command", ["go", "hint 4", "analyze"])
def test_ping_stops_what_runs(command: str) -> None:
    """All lines of what ran come before the pong, none after it."""
    with NBoardProcess() as engine:
        engine.ask("set depth 60")
        for number in range(20):
            engine.send(command)
            if number % 2 and command != "analyze":
                engine.expect("s")
            lines = engine.ask()
            if command == "go":
                assert sum(line.startswith("===") for line in lines) == 1
        assert engine.ask() == []


def test_commands_that_come_before_the_answer_to_go() -> None:
    """NBoard may send the next position and a ping before `go` is answered."""
    with NBoardProcess() as engine:
        engine.ask("set depth 60")
        engine.send("go", f"set game {GAME}", "move D6/-1.30", "set depth 2", "ping 90")
        engine.send("go")
        before = engine.expect("pong 90")
        assert sum(line.startswith("===") for line in before) == 1
        assert engine.expect("===")[-1][4:6] in legal(Board.from_moves(MOVES + "d6"))


@pytest.mark.parametrize("command", ["", "go", "hint 2", "analyze", "hint 2\nlearn"])
def test_the_end_of_input(command: str) -> None:
    with NBoardProcess() as engine:
        engine.send("set depth 3", command)
        engine.process.stdin.close()
        assert engine.wait() == 0
        rest = engine.rest()
        assert sum(line.startswith("===") for line in rest) == (command == "go")
        assert ("learned" in rest) == command.endswith("learn")
