"""UGI's commands during a search, and its words. ``recorded.jsonl`` has the other commands."""

import pytest
from support.engine_process import UgiProcess
from support.rooms import needs
from support.threads import needs_openmp

from othello import Board, Move
from othello._core import core
from othello.protocol.ugi_text import format_go, format_info, parse_go, parse_info
from othello.result import Info


@needs_openmp
def test_more_threads_than_processors(engine: UgiProcess) -> None:
    threads = core.processors() + 1
    (line,) = engine.ask(f"setoption name Threads value {threads}")
    assert line.startswith(f"info string warning: {threads} threads on {threads - 1} processor")
    assert engine.search("go depth 8")[1] in map(str, Board().legal_moves())


def test_isready_during_a_search(engine: UgiProcess) -> None:
    engine.send("go infinite")
    assert all(line.startswith("info ") for line in engine.ask())
    engine.go("stop")


@pytest.mark.parametrize("command", ["perft 14", pytest.param("bench", marks=needs("measuring"))])
def test_other_work_can_be_stopped(engine: UgiProcess, command: str) -> None:
    engine.send(command, "stop")
    assert engine.expect("info")[-1] == f"info string {command.split()[0]} stopped"


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


@pytest.mark.parametrize("words", ["", "ponder", "infinite", "searchmoves d3"])
def test_words_that_do_not_say_how_far_to_search(words: str) -> None:
    """With these the start-up setting of seconds a move holds."""
    assert not parse_go(words.split()).is_limited
    assert parse_go(["depth", "3", *words.split()]).is_limited


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
    info = parse_info("info score cp 250 nodes 7 pv")
    assert info is not None and (info.score, info.nodes, info.pv) == (2.5, 7, ())
    assert parse_info("info score mate 3 depth x nodes 7 pv") is None  # no score at all
