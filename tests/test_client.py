"""A client meets engines that behave, and engines that do not."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path

import pytest

from othello import Board, Game, Move
from othello.client import (
    ClientError,
    EngineDied,
    EngineSilent,
    IllegalAnswer,
    UgiClient,
    WrongReply,
)
from othello.errors import InvalidOption
from othello.protocol.ugi_text import GoRequest, format_go, format_info, parse_go, parse_info
from othello.result import Info

DEPTH_1 = GoRequest(depth=1)


def fake(*arguments: object, **keywords: object) -> UgiClient:
    """Start the engine of fake_engine.py."""
    script = Path(__file__).with_name("fake_engine.py")
    return UgiClient([sys.executable, str(script), *map(str, arguments)], **keywords)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- good engines


def test_our_own_engine() -> None:
    with UgiClient(options={"Hash": 1, "verify_mode": True}) as engine:
        assert engine.name.startswith("othello ")
        assert engine.options["Hash"].startswith("spin default 64")
        engine.set_option("clear hash")
        engine.new_game()
        game = Game("f5d6c3", start=Board())
        for _ in range(4):
            answer = engine.go(game, GoRequest(depth=4))
            assert answer.info is not None and answer.info.depth == 4
            assert answer.info.pv[0] == answer.move and answer.seconds > 0
            game.play(answer.move)


def test_a_forced_pass_and_a_finished_game() -> None:
    passing = Board(black=0b10, white=0b1)
    with UgiClient() as engine:
        assert engine.go(Game(start=passing), DEPTH_1).move.is_pass
        over = Game(start=passing.after("pass").after("c1"))
        assert over.is_over and engine.go(over, DEPTH_1).move.is_pass


def test_another_engine() -> None:
    said: list[str] = []
    with fake() as engine:
        assert engine.name == "fake" and repr(engine) == "<UgiClient of fake>"
        engine.log = lambda direction, line: said.append(f"{direction} {line}")
        engine.set_option("somesize", 3)
        answer = engine.go(Game("f5d6"), GoRequest(movetime=5))
    assert answer.move == Board.from_moves("f5d6").legal_moves()[0]
    assert answer.info is not None
    assert (answer.info.score, answer.info.rank, answer.info.pv) == (
        -1.5,
        1,
        (Move("d3"), Move("c3")),
    )
    assert said[:2] == ["> setoption name Some Size value 3", "> isready"]
    assert "> position startpos moves f5 d6" in said and "> go movetime 5" in said
    assert said[-2:] == ["< bestmove c3", "> quit"]


def test_a_game_from_a_position() -> None:
    start = Board.from_moves("f5f6")
    with fake() as engine:
        assert engine.go(Game("e6", start), DEPTH_1).move in start.after("e6").legal_moves()


# ---------------------------------------------------------------------- bad engines


@pytest.mark.parametrize(
    ("fault", "quoted"),
    [
        ("illegal", "bestmove a1"),
        ("rubbish", r"bestmove \x00\xff e9 nonsense"),
        ("wordless", "'bestmove'"),
        ("passing", "bestmove 0000"),
    ],
)
def test_an_illegal_move_is_quoted(fault: str, quoted: str) -> None:
    with fake(fault, name="Rhino") as engine:
        for _ in range(2):  # the client is not lost
            with pytest.raises(IllegalAnswer, match=f"^Rhino: .*{re.escape(quoted)}.*expected d3"):
                engine.go(Game(), DEPTH_1)


@pytest.mark.parametrize("fault", ["hang", "flood"])
def test_silence_has_an_end(fault: str) -> None:
    message = "^fake: no bestmove within 0.2 s of 'go depth 1'"
    with fake(fault) as engine, pytest.raises(EngineSilent, match=message):
        engine.go(Game(), DEPTH_1, seconds=0.2)


def test_a_death_is_explained() -> None:
    with fake("die", 2) as engine:
        engine.go(Game(), DEPTH_1)
        for _ in range(2):
            with pytest.raises(EngineDied, match="^fake: left with exit code 3 .*'out of luck'"):
                engine.go(Game(), DEPTH_1)


def test_a_closed_pipe() -> None:
    with fake("close") as engine, pytest.raises(EngineDied, match="^fake: closed its output"):
        engine.go(Game(), DEPTH_1)


def test_an_engine_that_does_not_come_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineDied, match=r"^fake_engine: left with exit code 3 .*'out of luck'"):
        fake("stillborn", name="fake_engine")
    with pytest.raises(EngineDied, match=r"^no-such: cannot be started as 'no-such --now': "):
        UgiClient(["no-such", "--now"])
    monkeypatch.setattr("othello.client.talk.READY_SECONDS", 0.5)
    with pytest.raises(EngineSilent, match="no ugiok within 0.5 s of 'ugi'"):
        fake("mute")


def test_refusals() -> None:
    with fake("rude") as engine:
        with pytest.raises(InvalidOption, match="fake: no option 'Hash': expected Some Size"):
            engine.set_option("Hash", 1)
        with pytest.raises(WrongReply, match="'setoption name Some Size value 99'.*too large"):
            engine.set_option("Some Size", 99)
        with pytest.raises(WrongReply, match="'uginewgame' was answered by .*never"):
            engine.new_game()
        assert engine.go(Game(), DEPTH_1).move == Move("d3")


def test_bad_options_leave_no_process() -> None:
    with pytest.raises(WrongReply):
        fake(options={"Some Size": 99})
    assert not any("_read_std" in thread.name for thread in threading.enumerate())


def test_an_engine_that_will_not_leave_is_killed() -> None:
    engine = fake("hang")
    with pytest.raises(EngineSilent):
        engine.go(Game(), DEPTH_1, seconds=0.01)
    engine.close()
    assert engine._process._process.returncode != 0
    with pytest.raises(EngineDied):
        engine.new_game()


def test_killed_from_another_thread() -> None:
    engine = fake("hang")
    timer = threading.Timer(0.2, engine.kill)
    timer.start()
    with pytest.raises(ClientError):
        engine.go(Game(), DEPTH_1)
    timer.join()


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize(
    "command",
    [
        "go",
        "go depth 8 nodes 100",
        "go movetime 0 p1time -5 p2time 10 p1inc 1 p2inc 2 movestogo 3",
        "go infinite exact wld searchmoves d3 0000",
    ],
)
def test_go_is_written_as_it_is_read(command: str) -> None:
    assert format_go(parse_go(command.split()[1:])) == command


@pytest.mark.parametrize(
    "info",
    [
        Info(8, 73, 1.5, None, False, (Move("f5"), Move("d6")), 1, 100, 0.25, 3),
        Info(20, 100, -4, None, True, (Move("pass"),), 2, 10**12, 99.0, 1000),
        Info(3, 100, 0.25, "upper", False, (), 1, 0, 0.0, 0),
    ],
)
def test_info_is_read_as_it_is_written(info: Info) -> None:
    assert parse_info(format_info(info)) == info


@pytest.mark.parametrize("line", ["info", "info depth", "info nodes 5", "info string score cp 3"])
def test_info_without_a_score(line: str) -> None:
    assert parse_info(line) is None


def test_odd_info_is_read_as_far_as_it_goes() -> None:
    info = parse_info("info score mate 3 depth x nodes 7 pv")
    assert info is not None and (info.depth, info.nodes, info.pv) == (0, 7, ())
