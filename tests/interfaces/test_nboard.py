"""Every NBoard command, as scripts of send and expect against the real process."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.endgames import ENDGAME, ENDGAME_SCORES
from support.engine_process import NBoardProcess
from support.known_games import game_before_a_pass

from othello import Board, Game
from othello.bookmaking import BookBuilder
from othello.ggf.games import GgfGame, format_game

START = "---------------------------O*------*O--------------------------- *"

#: A game as NBoard sends it.
GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {START}]B[F5]W[F6/1.2]B[D3//7.697]W[C5/-3.1/0.5]B[E6]W[F7]B[E7]W[F4];)"
)
MOVES = "f5f6d3c5e6f7e7f4"

SEARCH = re.compile(r"search ((?:[A-H][1-8]|PA)+) (-?\d+\.\d\d) 0 (\d+|100%|100%W)")
STATS = re.compile(r"nodestats \d+ \d+\.\d\d")
ANSWER = re.compile(r"=== ([A-H][1-8])/-?\d+\.\d\d/\d+\.\d\d")


@pytest.fixture(params=[(), ("--hash", "1")], ids=["default-hash", "smallest-hash"])
def engine(request: pytest.FixtureRequest) -> Iterator[NBoardProcess]:
    with NBoardProcess(*request.param) as process:
        process.ask("nboard 2", "set depth 4")
        yield process


def ggf(game: Game | Board) -> str:
    """Return a ``set game`` for a game or a position."""
    game = game if isinstance(game, Game) else Game(start=game)
    return f"set game {format_game(GgfGame.of(game))}"


def searches(lines: list[str]) -> list[tuple[str, float, str]]:
    """Return line of play, score and depth of all lines, which must be ``search`` lines."""
    found = [SEARCH.fullmatch(line) for line in lines]
    assert None not in found, lines
    return [(match[1], float(match[2]), match[3]) for match in found if match]


def legal(board: Board) -> list[str]:
    return ["PA" if move.is_pass else str(move).upper() for move in board.legal_moves()]


BEFORE_A_PASS = game_before_a_pass()
SIDE = "B" if BEFORE_A_PASS.board.turn == "X" else "W"
AFTER_THE_PASS = [*BEFORE_A_PASS.moves, "pass"]
REPLY = BEFORE_A_PASS.board.after("pass").legal_moves()[0]


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ([f"set game {GAME}"], MOVES),
        ([f"set game {GAME}", "move D6/-1.30"], MOVES + "d6"),
        (["move F5", "move d6//2.5", "move C3/1/2"], "f5d6c3"),
        ([f"SET\tGAME {GAME}", "Move d6"], MOVES + "d6"),
        (["move F5", "set game (;GM[Othello];)"], ""),
        # After a pass the move is legal, where another engine gives a wrong one.
        ([ggf(BEFORE_A_PASS), "move PA"], AFTER_THE_PASS),
        *(
            ([ggf(BEFORE_A_PASS).replace(";)", "") + f"{SIDE}[{text}];)"], AFTER_THE_PASS)
            for text in ("PA", "PA//7.697", "PA/-1.5/2", "pass")
        ),
        *(([ggf(BEFORE_A_PASS), f"set depth {depth}"], BEFORE_A_PASS.moves) for depth in (1, 60)),
        # Forced passes may be left out.
        ([ggf(BEFORE_A_PASS), f"move {REPLY}"], [*AFTER_THE_PASS, REPLY]),
        # The time left is heeded, at a depth that would take for ever.
        *(
            ([f"set game (;GM[Othello]{clock};)", "set depth 60"], "")
            for clock in ("TI[00:01]", "TB[0:01//0]TW[1:00:00]", "TI[0/1]", "TB[0.00/0.00]")
        ),
        (["set game (;GM[Othello]TI[10]B[F5//9.9]W[D6];)", "set depth 60"], "f5d6"),
    ],
)
def test_the_position(engine: NBoardProcess, lines: list[str], moves: Any) -> None:
    engine.send("set depth 1", *lines)
    assert engine.go() in legal(Board.from_moves(moves))


def test_the_engine_does_not_play_its_move(engine: NBoardProcess) -> None:
    assert [engine.go() in legal(Board()) for _ in range(3)] == [True] * 3


BAD_LINES = [
    "fly", "move", "move Z9", "move A1", "move PA", "move F5/x", "move F5/1/2/3", "hint",
    "hint 0", "hint x", "ping", "ping x", "set", "set depth", "set depth 0", "set depth x",
    "set contempt x", "set myname", "set game", "set game x", "set game (;GM[Othello]",
    "set game (;GM[Othello]B[A1];)", "set game (;GM[Othello]W[F5];)", "set game (;TY[8k];)",
    "set game (;TY[s8r20];)", "set game (;TY[10];)", "set game (;BO[8 --- *];)", "go now",
    "learn it", "analyze it", "quit now", "nboard two", "nboard 0", "isready",
    "x" * 1_000_000, "set game " + "(;" * 100_000, "move " + "F5/" * 100_000,
]  # fmt: skip


def test_bad_lines_are_noted_in_the_log(tmp_path: Path) -> None:
    """On stderr too if the position is not the one that the interface has."""
    log = tmp_path / "log"
    with NBoardProcess("--hash", "1", "--log", str(log)) as engine:
        engine.ask("set depth 1", "move F5", "move D6")
        for line in BAD_LINES:
            assert engine.ask(line) == [], line
            assert engine.go() in legal(Board.from_moves("f5d6")), line
            assert engine.ask() == ["status"]
        engine.leave()
        told = engine.process.stderr.read().decode().splitlines()
    lost = [line for line in BAD_LINES if line.startswith(("set game", "move"))]
    assert len(told) == len(lost)
    for text, line in zip(told, lost, strict=True):
        assert text.startswith(f"othello: error: '{line[:20]}") and len(text) < 500
    errors = [text for text in log.read_text().splitlines() if " ! error: " in text]
    assert len(errors) == len(BAD_LINES)
    assert all(len(text) < 500 for text in errors)


def test_go(engine: NBoardProcess) -> None:
    engine.ask(f"set game {GAME}")
    engine.send("go")
    status, *lines, stats, answer = engine.expect("===")
    assert status == "status Thinking" and STATS.fullmatch(stats)
    found = searches(lines)
    match = ANSWER.fullmatch(answer)
    assert match and match[1] in legal(Board.from_moves(MOVES))
    assert found[-1][0].startswith(match[1]) and found[-1][2] == "4"
    assert engine.read_line() == "status"


def test_go_solves_the_end(engine: NBoardProcess) -> None:
    engine.ask(ggf(ENDGAME))
    engine.send("set depth 60", "go")
    lines = engine.expect("===")[1:]
    assert searches(lines[:-2])[-1][1:] == (6.0, "100%")
    assert lines[-1].startswith("=== A4/6.00/")


def test_who_wins_is_proven_a_little_earlier(engine: NBoardProcess) -> None:
    """At depth 3 the last 6 empties are solved; this has 8."""
    engine.ask(ggf(ENDGAME), "set depth 3")
    engine.send("go")
    *lines, stats, answer = engine.expect("===")[1:]
    assert searches(lines)[-1][1:] == (1.0, "100%W") and STATS.fullmatch(stats)
    assert ENDGAME_SCORES[answer[4:6].lower()] > 0


def test_hint(engine: NBoardProcess) -> None:
    engine.send(f"set game {GAME}", "hint 3")
    assert engine.read_line() == "status Analyzing"
    *lines, done = engine.expect("status")
    found = searches([line for line in lines if not STATS.fullmatch(line)])
    assert [depth for _, _, depth in found] == sorted("1234" * 3)
    assert len({pv[:2] for pv, _, _ in found[-3:]}) == 3
    # The nodes so far come with each depth, and once more at the end.
    nodes = [int(line.split()[1]) for line in lines if STATS.fullmatch(line)]
    assert len(nodes) == 5 and nodes == sorted(nodes) and nodes[0] < nodes[-1]
    assert STATS.fullmatch(lines[-1]) and done == "status"
    assert engine.ask() == []


def test_hint_for_all_moves_of_an_endgame(engine: NBoardProcess) -> None:
    engine.ask(ggf(ENDGAME), "set depth 10")
    engine.send("hint 9")
    scores: dict[str, float] = {}
    while len(scores) < 5:
        ((pv, score, depth),) = searches([engine.expect("search ")[-1]])
        if depth == "100%":
            scores[pv[:2].lower()] = score
    assert scores == ENDGAME_SCORES
    assert all(line.endswith("100%") for line in engine.ask() if line.startswith("search"))


def test_hint_where_the_side_must_pass(engine: NBoardProcess) -> None:
    """Scores are numbers. (Another engine answers NaN here.)"""
    engine.ask(ggf(BEFORE_A_PASS))
    engine.send("hint 4")
    for pv, score, _ in searches([engine.expect("search ")[-1] for _ in range(4)]):
        assert pv.startswith("PA") and math.isfinite(score)


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


def test_learn_is_answered_if_the_book_is_in_use(tmp_path: Path) -> None:
    book = tmp_path / "a.book"
    with BookBuilder(book, 1, hash_mb=1), NBoardProcess("--book", str(book)) as engine:
        assert engine.ask(f"set game {GAME}", "learn")[-1] == "learned"


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


def test_every_go_of_a_script_is_answered() -> None:
    with NBoardProcess("--hash", "1") as engine:
        engine.send("set depth 3", "go", "move F5", "go", "move D6", "go", "hint 2", "learn")
        boards = [Board(), Board.from_moves("f5"), Board.from_moves("f5d6")]
        for board in boards:
            assert engine.expect("===")[-1][4:6] in legal(board)
        assert any(line.startswith("search") for line in engine.expect("learned"))


@pytest.mark.parametrize("command", ["", "go", "hint 2", "analyze"])
def test_quit(command: str) -> None:
    with NBoardProcess() as engine:
        engine.send("set depth 60", command, "quit")
        assert engine.wait() == 0


@pytest.mark.parametrize("command", ["", "go", "hint 2", "analyze", "hint 2\nlearn"])
def test_the_end_of_input(command: str) -> None:
    with NBoardProcess() as engine:
        engine.send("set depth 3", command)
        engine.process.stdin.close()
        assert engine.wait() == 0
        rest = engine.rest()
        assert sum(line.startswith("===") for line in rest) == (command == "go")
        assert ("learned" in rest) == command.endswith("learn")
