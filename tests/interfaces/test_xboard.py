"""Games and clocks in XBoard's protocol. ``recorded.jsonl`` has settings and wrong lines."""

import re
from collections.abc import Iterator

import pytest
from support.cli_process import answer
from support.engine_process import XBoardProcess

from othello import Board, Game
from othello.interfaces.xboard import XBoardHandler
from othello.protocol.loop import Loop
from othello.timing import Clock, budget_for_clock


@pytest.fixture(scope="module")
def process() -> Iterator[XBoardProcess]:
    with XBoardProcess("--hash", "1") as engine:
        yield engine


@pytest.fixture
def engine(process: XBoardProcess) -> XBoardProcess:
    """The engine in a new game, whatever was sent before."""
    process.ask("xboard", "exit", "easy", "nopost", "level 0 60 0", "new", "sd 2")
    (setup,) = process.ask("variant reversi")
    assert setup.startswith("setup (P.....p.....) ")
    return process


def moves_of(lines: list[str]) -> list[str]:
    return [line.removeprefix("move ") for line in lines if line.startswith("move ")]


def test_a_game(engine: XBoardProcess) -> None:
    """It answers as the second player, plays for the other side, and claims the right result."""
    game, lines = Game(), engine.ask("usermove P@f5")
    game.play("f5")
    for _ in range(200):
        for text in moves_of(lines):
            if text != "@@@@":
                game.play(text.removeprefix("P@"))
        if game.is_over:
            break
        lines = engine.ask("go")
    score = game.result()
    claim = "1-0" if score > 0 else "0-1" if score < 0 else "1/2-1/2"
    assert lines[-1].startswith(f"{claim} {{")
    assert engine.ask("usermove @@@@", "go") == []


def test_force_ends_the_thinking_without_a_move(engine: XBoardProcess) -> None:
    engine.send("st 1000", "sd 60", "usermove P@f5")
    assert engine.ask("force", "usermove P@d6") == []
    assert len(moves_of(engine.ask("sd 1", "st 1", "go"))) == 1


@pytest.mark.parametrize("last", ["quit", "force", "new", "result 1-0 {time}"])
def test_a_ping_is_answered_after_the_move_whatever_comes_behind_it(last: str) -> None:
    """The thinking ends at once, with the best move so far; the second move builds on it."""
    setup = "xboard\nnew\nst 1000\nsd 60\nusermove P@f5\n"
    lines = answer("xboard", "--no-book", stdin=f"{setup}ping 1\ngo\nping 2\n{last}\nquit\n")
    replies = [line.split()[0] for line in lines.splitlines()]
    assert replies == ["move", "pong", "move", "pong"]


def test_move_now(engine: XBoardProcess) -> None:
    engine.send("st 1000", "sd 60", "usermove P@f5", "?")
    (move,) = engine.expect("move ")
    assert Board.from_moves("f5").is_legal(move.removeprefix("move P@"))


@pytest.mark.parametrize("control", ["level 40 5 0", "level 0 0:01 0.5", "level 0 2 12", "st 0.1"])
def test_clocks(engine: XBoardProcess, control: str) -> None:
    assert len(moves_of(engine.ask("sd 60", control, "time 50", "otim 50", "usermove P@f5"))) == 1


def test_without_a_clock_each_move_has_the_whole_depth() -> None:
    """What a move took is taken off no clock: the next one would have had no time."""
    with XBoardProcess("--no-book", "--level", "30") as engine:
        assert len(moves_of(engine.ask("xboard", "new", "sd 9", "go", "sd 11"))) == 1
        *_, last, _ = engine.ask("post", "go")
        assert last.startswith("11 ")


def test_moves_until_the_time_control_are_our_own() -> None:
    """As second player too: the opponent's move counts for the opponent."""
    handler = Loop(XBoardHandler).handler
    assert isinstance(handler, XBoardHandler)
    for line, moves_to_go in [("usermove P@f5", 2), ("usermove P@d6", 1), ("usermove P@c3", 1)]:
        for each in ("level 2 0:10 0", "force", line):
            handler.parse(each).run()
        board = handler._board
        clock = Clock(10.0, 0.0, moves_to_go)
        assert handler._budget(board) == budget_for_clock(clock, board.n_empties)


def test_pondering_ends_with_the_next_command(engine: XBoardProcess) -> None:
    assert len(moves_of(engine.ask("hard", "sd 6", "usermove P@f5"))) == 1
    assert engine.ask("time 100", "otim 100") == []
    (hint,) = engine.ask("hint")
    assert hint.startswith("Hint: P@")
    assert len(moves_of(engine.ask(f"usermove {hint.removeprefix('Hint: ')}"))) == 1


def test_analysis(engine: XBoardProcess) -> None:
    """It goes on after each command until `exit`; there is no move to be made at once."""
    engine.send("force", "analyze")
    engine.expect("6 ")
    engine.send("?")
    engine.expect("14 ")
    engine.send(".")
    assert re.fullmatch(r"stat01: \d+ \d+ \d+ 0 4", engine.expect("stat01")[-1])
    engine.send("usermove P@f5")
    engine.expect("6 ")
    engine.send("undo")
    engine.expect("6 ")
    engine.ask("exit")
    assert engine.ask("ping 100") == ["pong 100"]
