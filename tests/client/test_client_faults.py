"""Clients, plain and asynchronous, with engines and requests that are at fault."""

import asyncio
import copy
import os
import pickle
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.client_kinds import DEPTH_1, Kind
from support.patience import SECONDS
from support.systems import POSIX

from othello import Board, Engine, Game, Move
from othello.client import (
    AsyncUgiClient,
    ClientError,
    EngineDied,
    EngineSilent,
    GoRequest,
    IllegalAnswer,
    UgiClient,
    WrongReply,
    own_command,
)
from othello.client.process import EngineProcess
from othello.client.ugi import parse_info
from othello.errors import InvalidOption, OthelloError
from othello.result import Info

LAST_WORDS = "'out of luck(, and of time){6}' on stderr$"
"""Longer than what else errors quote."""


@pytest.mark.parametrize("fault", ["illegal", "rubbish", "wordless", "passing"])
def test_an_illegal_move_is_quoted(kind: Kind, fault: str) -> None:
    quoted = {
        "illegal": {"ugi": "bestmove a1", "gtp": "= A1", "nboard": "=== A1/1.0/0.1"},
        "rubbish": {
            "ugi": r"bestmove \x00\x01 e9 nonsense",
            "gtp": r"= \x00\x01 E9 NONSENSE",
            "nboard": r"=== \x00\x01 E9 NONSENSE/1.0/0.1",
        },
        "wordless": {"ugi": "'bestmove'", "gtp": "'= '", "nboard": "'=== /1.0/0.1'"},
        "passing": {"ugi": "bestmove 0000", "gtp": "= PASS", "nboard": "=== PA/1.0/0.1"},
    }[fault][kind.protocol]
    with kind.fake(fault, name="Rhino") as engine:
        for _ in range(2):  # the client is not lost
            with pytest.raises(IllegalAnswer, match=f"^Rhino: .*{re.escape(quoted)}.*expected d3"):
                engine.go(Game(), kind.limit)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("hang", ""),
        ("refuse", ", but 'sorry, no answer'"),
        ("flood", r", but 'info string (blah )+.* characters\)"),
    ],
)
def test_an_engine_that_does_not_answer_is_given_up(kind: Kind, fault: str, said: str) -> None:
    """What it said instead, perhaps why, is quoted."""
    what = {"ugi": "bestmove", "gtp": "answer", "nboard": "==="}[kind.protocol]
    command = {"ugi": "go depth 1", "gtp": "genmove black", "nboard": "go"}[kind.protocol]
    message = (
        f"^fake: no {what} within 0.2 s of '{command}'{said}, with 'at your service' on stderr$"
    )
    with kind.fake(fault) as engine, pytest.raises(EngineSilent, match=message):
        engine.go(Game(), kind.limit, timeout=0.2)


def test_a_client_outlives_a_time_out(kind: Kind) -> None:
    """The late answer, illegal in the next position, is not taken for the next one."""
    later = r"^fake: still no (bestmove|answer|===) to '.*'$"
    with kind.fake("dawdle") as engine:
        with pytest.raises(EngineSilent):
            engine.go(Game(), kind.limit, timeout=0.1)
        with pytest.raises(EngineSilent, match=later):
            engine.go(Game("f5"), kind.limit, timeout=0.1)
        assert engine.go(Game("f5"), kind.limit).move in Game("f5").board.legal_moves()
        engine.new_game()


def test_a_second_answer_is_not_that_to_the_next_question(ugi_or_nboard: Kind) -> None:
    with ugi_or_nboard.fake("stammer") as engine:
        for moves in ("", "f5", "f5d6"):
            game = Game(moves)
            assert engine.go(game, DEPTH_1).move == game.board.legal_moves()[0]


def test_an_answer_that_came_late_while_a_report_was_read_is_not_lost(ugi_or_nboard: Kind) -> None:
    with ugi_or_nboard.fake("muse") as engine:
        with pytest.raises(EngineSilent):
            engine.go(Game(), DEPTH_1, timeout=0.2, on_info=lambda _: time.sleep(0.4))
        answer = engine.go(Game("f5"), DEPTH_1, timeout=SECONDS)
        assert answer.move in Game("f5").board.legal_moves()


def test_a_line_after_the_deadline_is_the_next_one() -> None:
    process = EngineProcess([sys.executable, "-c", "print('late')"], "x")
    process.start()
    while process._lines.empty():
        time.sleep(0.01)
    assert process.receive(0.0) is None
    received = process.receive()
    assert received is not None and received[1] == "late"
    for _ in range(2):
        with pytest.raises(EngineDied):
            process.receive()
    process.close()


def test_last_words_end_before_the_line_end_of_windows() -> None:
    program = "import sys; sys.stderr.buffer.write(bytes((98, 97, 100, 13, 10)))"
    process = EngineProcess([sys.executable, "-c", program], "x")
    process.start()
    with pytest.raises(EngineDied, match="'bad' on stderr$"):
        process.receive()
    process.close()


@POSIX
def test_bytes_of_a_path_that_are_no_utf_8_are_sent_as_they_are() -> None:
    program = "import sys; print(sys.stdin.buffer.readline())"
    process = EngineProcess([sys.executable, "-c", program], "x")
    process.start()
    process.send(os.fsdecode(b"/tmp/\xff"))
    received = process.receive()
    assert received is not None and received[1] == r"b'/tmp/\xff\n'"
    process.close()


def test_an_engine_that_does_not_read_is_killed_while_another_thread_sends() -> None:
    process = EngineProcess([sys.executable, "-c", "import time; time.sleep(3600)"], "x")
    process.start()

    def send() -> None:
        with pytest.raises(EngineDied):
            process.send("x" * (1 << 20))

    sending, closing = (
        threading.Thread(target=target, daemon=True) for target in (send, process.close)
    )
    sending.start()
    while process._sending_since is None:
        time.sleep(0.01)
    time.sleep(0.1)  # until the pipe is full
    closing.start()
    for each in (closing, sending):
        each.join(SECONDS)
        assert not each.is_alive()


def test_a_time_out_ends_the_search(ugi_or_nboard: Kind) -> None:
    command = [*own_command(ugi_or_nboard.protocol), "--no-book", "--level", "60"]
    with ugi_or_nboard.start(command) as engine:
        for _ in range(2):
            with pytest.raises(EngineSilent, match="within 0.1 s"):
                engine.go(Game("f5"), depth=60, timeout=0.1)
            engine.new_game()  # would wait for the end of the search
        assert engine.go(Game("f5d6"), depth=1).move in Game("f5d6").board.legal_moves()


@pytest.mark.parametrize("kind_of_error", [RuntimeError, partial(EngineSilent, "another one")])
def test_an_error_in_on_info_ends_the_search(ugi: Kind, kind_of_error: Any) -> None:
    def refuse(info: Info) -> None:
        raise kind_of_error(f"depth {info.depth}")

    with ugi.start() as engine:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="depth 1$"):
                engine.go(Game("f5"), depth=60, on_info=refuse)
        assert engine.go(Game("f5d6"), depth=1).move in Game("f5d6").board.legal_moves()


def test_an_error_in_log_loses_no_line_and_no_process(kind: Kind) -> None:
    def refuse(direction: str, line: str) -> None:
        if direction == "<" or line == "quit":
            raise OSError("disk full")

    with kind.start() as engine:
        engine.log = refuse
        with pytest.raises(OSError, match="^disk full$"):
            engine.go(Game("f5"), kind.limit)
        engine.log = None
        assert engine.go(Game("f5d6"), kind.limit).move in Game("f5d6").board.legal_moves()
        engine.log = refuse
        with pytest.raises(OSError, match="^disk full$"):
            engine.close()
        with pytest.raises(EngineDied, match="was closed"):
            engine.new_game()
        engine.log = None


@pytest.mark.parametrize("spoken", ["ugi", "gtp"])
def test_a_program_that_speaks_another_protocol_is_named(kind: Kind, spoken: str) -> None:
    names = {"ugi": "UGI.*UgiClient", "gtp": "GTP.*GtpClient"}
    if spoken == kind.protocol:
        with kind.start(own_command(spoken)):
            pass
    else:
        with pytest.raises(WrongReply, match=f"^python.*: speaks {names[spoken]}, or"):
            kind.start(own_command(spoken))


def test_an_engine_that_dies_is_reported_with_its_last_words(kind: Kind) -> None:
    with kind.fake("die", 2) as engine:
        engine.go(Game(), kind.limit)
        for _ in range(2):
            with pytest.raises(EngineDied, match=f"^fake: left with exit code 3 .*{LAST_WORDS}"):
                engine.go(Game(), kind.limit)


def test_a_closed_client_says_so(kind: Kind) -> None:
    with kind.fake() as engine:
        engine.close()
        with pytest.raises(EngineDied, match="^fake: was closed before '.*' could be sent$"):
            engine.new_game()


def test_a_client_that_is_started_again_has_one_engine() -> None:
    async def start_twice() -> None:
        async with AsyncUgiClient() as engine:
            first = engine._process._process
            await engine.start()
            assert first is not None and first.poll() is not None
            assert (await engine.go("f5", depth=1)).move in Board("f5").legal_moves()

    asyncio.run(start_twice())


def test_a_closed_pipe(kind: Kind) -> None:
    with kind.fake("close") as engine, pytest.raises(EngineDied, match="^fake: closed its output"):
        engine.go(Game(), kind.limit)


def test_an_engine_that_does_not_come_up(kind: Kind) -> None:
    with pytest.raises(EngineDied, match=f"^fake_engine: left with exit code 3 .*{LAST_WORDS}"):
        kind.fake("stillborn", name="fake_engine")
    what = {"ugi": "ugiok", "gtp": "answer", "nboard": "pong 1"}[kind.protocol]
    started = f"started as '{re.escape(sys.executable[:30])}"  # long paths are cut
    with pytest.raises(EngineSilent, match=f"no {what} within 0.5 s of '.*, {started}"):
        kind.fake("mute", ready_timeout=0.5)


def test_refusals(ugi: Kind) -> None:
    with ugi.fake("rude") as engine:
        for name, value, error, message in (
            ("Hash", 1, InvalidOption, "fake: no option 'Hash': expected Some Size"),
            (3, 4, InvalidOption, "option 3: expected its name"),
            *(
                ("Some Size", value, InvalidOption, "expected one line")
                for value in ("\ud800", "1\nquit")
            ),
            ("Some Size", 99, WrongReply, "'setoption name Some Size value 99' was .*too large"),
        ):
            with pytest.raises(error, match=message):
                engine.set_option(name, value)
        with pytest.raises(WrongReply, match="'uginewgame' was answered by .*never"):
            engine.new_game()
        assert engine.go(Game(), DEPTH_1).move == Move("d3")


@pytest.mark.parametrize("game", ["", " \n", 7, "f5f5"])
def test_what_is_no_position_for_an_engine_is_none_for_a_client(kind: Kind, game: Any) -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(OthelloError) as expected:
        engine.search(game, depth=1)
    message = f"^{re.escape(str(expected.value))}$"
    with kind.fake() as client, pytest.raises(expected.type, match=message):
        client.go(game, kind.limit)


def test_a_gtp_engine_that_refuses_a_command(gtp: Kind) -> None:
    with pytest.raises(WrongReply, match=r"'clear_board' was answered by '\? never'"):
        gtp.fake("rude")


def test_bad_options_leave_no_process(ugi: Kind) -> None:
    with pytest.raises(WrongReply):
        ugi.fake(options={"Some Size": 99})
    assert not any("_read_std" in thread.name for thread in threading.enumerate())


@pytest.mark.parametrize("copied", [copy.copy, pickle.dumps])
def test_a_client_is_not_copied(ugi: Kind, copied: Callable[[Any], Any]) -> None:
    with ugi.fake() as engine:
        client = engine.client if ugi.is_async else engine
        with pytest.raises(TypeError, match="^<.*UgiClient of .*> cannot be copied or pickled: it"):
            copied(client)


def test_an_engine_that_will_not_leave_is_killed(kind: Kind) -> None:
    with kind.fake("hang") as engine:
        process = engine._process._process
        with pytest.raises(EngineSilent):
            engine.go(Game(), kind.limit, timeout=0.01)
        engine.close()
        with pytest.raises(EngineDied):
            engine.new_game()
    assert process.returncode != 0


def test_killed_from_another_thread() -> None:
    engine = Kind("ugi", False).fake("hang")
    timer = threading.Timer(0.2, engine.kill)
    timer.start()
    with pytest.raises(ClientError):
        engine.go(Game(), DEPTH_1)
    timer.join()


def test_a_cancelled_call_ends_the_search() -> None:
    async def cancel() -> Move:
        async with AsyncUgiClient() as engine:
            for _ in range(2):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(engine.go(Game(), GoRequest(infinite=True)), 0.3)
            return (await engine.go(Game("f5"), DEPTH_1)).move

    assert asyncio.run(cancel()) in Board("f5").legal_moves()


def test_an_asynchronous_client_has_what_the_plain_one_has() -> None:
    program = (
        "import sys; print('early words', file=sys.stderr, flush=True); "
        "print('ugiok\\nreadyok', flush=True); sys.stdin.read()"
    )

    async def look() -> tuple[int, str]:
        async with AsyncUgiClient([sys.executable, "-c", program]) as engine:
            pid = engine.pid
            engine.kill()
            return pid, engine.stderr()

    pid, words = asyncio.run(look())
    assert pid > 0 and "early words\n".startswith(words)  # what was read so far
    names = {name for name in dir(UgiClient) if not name.startswith("_")}
    assert names - set(dir(AsyncUgiClient)) == set()


def test_a_cancelled_call_to_an_engine_that_does_not_read() -> None:
    program = (
        "import time; print('option name Text type string\\nugiok\\nreadyok', flush=True); "
        "time.sleep(99)"
    )

    async def cancel() -> None:
        async with AsyncUgiClient([sys.executable, "-c", program]) as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.set_option("Text", "x" * (1 << 20)), 0.3)
            with pytest.raises(EngineDied):
                await engine.new_game()

    asyncio.run(cancel())


@POSIX
def test_ctrl_c_ends_the_search() -> None:
    with UgiClient() as engine:
        interrupt = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        interrupt.start()
        with pytest.raises(KeyboardInterrupt):
            engine.go(Game(), GoRequest(infinite=True))
        assert engine.go(Game("f5"), DEPTH_1).move in Board("f5").legal_moves()


def test_an_asynchronous_client_must_be_started() -> None:
    with pytest.raises(ClientError, match=r"is not started: expected start\(\)"):
        asyncio.run(AsyncUgiClient(name="x").go(Game()))


@pytest.mark.parametrize(
    "words",
    [
        *(f"depth 7 score {each}" for each in ("cp 2.5", "250", "mate 2", "cp nan", "cp 1e3", "")),
        *(f"{each} score cp 20" for each in ("depth x", "depth 7 nodes -5", "depth 7 time -3")),
    ],
)
def test_a_number_that_is_none_is_no_report(words: str) -> None:
    assert parse_info(f"info {words}") is None
    assert parse_info("info depth 7 score cp -20").score == -0.2  # type: ignore[union-attr]


def test_a_path_is_a_word(ugi: Kind) -> None:
    with ugi.start([Path(sys.executable), *own_command()[1:]]) as engine:
        assert engine.name.startswith("othello")


def test_a_client_that_nobody_closed_ends_its_engine() -> None:
    clients = [UgiClient(name="Rhino")]
    process = clients[0]._process._process
    assert process is not None
    with pytest.warns(ResourceWarning, match="<UgiClient of Rhino> was not closed: expected close"):
        clients.clear()
    assert process.poll() is not None
