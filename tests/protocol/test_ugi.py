"""UGI's commands during a search, and its words. ``recorded.jsonl`` has the other commands."""

import pytest
from support.engine_process import UgiProcess
from support.rooms import needs
from support.threads import needs_openmp

from othello import Board
from othello._core import core
from othello.protocol.ugi_text import parse_go


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


@pytest.mark.parametrize("words", ["", "ponder", "infinite", "searchmoves d3"])
def test_words_that_do_not_say_how_far_to_search(words: str) -> None:
    """With these the start-up setting of seconds a move holds."""
    assert not parse_go(words.split()).is_limited
    assert parse_go(["depth", "3", *words.split()]).is_limited
