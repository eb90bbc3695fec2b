"""The loop that every protocol runs in: order of lines, jobs, long lines, ends of input."""

import os
import re
import select
import threading
import time
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.patience import SECONDS

from othello.errors import OthelloError
from othello.protocol import loop as loop_module
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import LineSplitter, Loop


class EchoHandler:
    """A protocol that repeats each line; its `job` runs until `stop` or `finish`."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.may_end = threading.Event()

    def parse(self, line: str) -> Action:
        word, _, rest = line.strip().partition(" ")
        if word == "bad":
            raise OthelloError("bad line")
        if word == "bug":
            raise ZeroDivisionError("bug")
        actions: dict[str, Action] = {
            "job": Action(partial(self.start, rest), Turn.ALONE),
            "endless": Action(partial(self.start, rest, endless=True), Turn.ALONE),
            "alone": Action(partial(self.loop.write, rest), Turn.ALONE),
            "now": Action(partial(self.loop.write, line), Turn.AT_ONCE),
            "finish": Action(self.may_end.set, Turn.AT_ONCE),
            "stop": Action(self.loop.stop, Turn.AT_ONCE),
            "quit": Action(self.loop.quit, Turn.ALONE, leaves=True),
            "sum": Action(partial(self.start, rest, finishes=True), Turn.ALONE),
            "slow": Action(self.start_slow, Turn.ALONE),
            "fail": Action(self.fail),
        }
        return actions.get(word, Action(partial(self.loop.write, line)))

    def refuse(self, line: str, reason: str) -> None:
        self.loop.write(f"refused: {reason}")

    def fail(self) -> None:
        raise ZeroDivisionError("bug")

    def start(self, name: str, **kind: bool) -> None:
        self.may_end.clear()
        self.loop.start(Job(partial(self.work, name), self.may_end.set, **kind))

    def start_slow(self) -> None:
        """A job that goes on for long after its last line."""
        gone = threading.Event()

        def work() -> None:
            self.loop.end_job("last line")
            gone.wait(0.05)

        self.loop.start(Job(work, gone.set))

    def work(self, name: str) -> None:
        self.may_end.wait(SECONDS)
        self.loop.write(f"done {name}")


class Session:
    """A loop that runs in a thread, and the other ends of its pipes."""

    def __init__(self) -> None:
        stdin, self.to_loop = os.pipe()
        from_loop, self.stdout = os.pipe()
        self.replies = os.fdopen(from_loop, "r", encoding="ascii")
        self.loop = Loop(EchoHandler, stdin=stdin, stdout=self.stdout)
        self.exit_code: int | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        self.exit_code = self.loop.run()
        os.close(self.stdout)

    def send(self, *lines: str) -> None:
        os.write(self.to_loop, "".join(f"{line}\n" for line in lines).encode())

    def expect(self, *lines: str) -> None:
        for line in lines:
            assert self.replies.readline() == line + "\n"

    def finish_soon(self) -> None:
        threading.Timer(0.2, self.loop.handler.may_end.set).start()  # type: ignore[attr-defined]

    def end(self) -> list[str]:
        """Close the input and return what was still to come."""
        os.close(self.to_loop)
        rest = self.replies.read().splitlines()
        self.thread.join(SECONDS)
        self.replies.close()
        assert self.exit_code == 0
        return rest


@pytest.fixture
def session() -> Iterator[Session]:
    """A loop; if the test has not ended it, nothing may be left to read."""
    started = Session()
    yield started
    if not started.replies.closed:
        assert started.end() == []


@pytest.mark.parametrize(
    "script",
    [
        "> a | b | c   < a | b | c",
        # Lines that need no job slot are answered during a job.
        "> job 1 | a | now b   < a | now b   > finish   < done 1",
        # Others wait for it in order.
        "> job 1 | alone x | y | now z   < now z   > finish   < done 1 | x | y",
        # A stop reaches jobs that still wait, but no later ones.
        "> endless 1 | endless 2 | a | endless 3 | b | stop   < done 1 | a | done 2 | b | done 3",
        "> stop | job 1 | now a   < now a   > finish   < done 1",
        # A refused line changes nothing.
        "> bad | a   < refused: bad line | a",
        # Whoever has read the last line of a job may send an option, then `isready`: the option
        # comes first.
        "> slow   < last line   > alone 1 | now 2   < 1 | now 2   " * 20,
    ],
)
def test_lines_and_replies(session: Session, script: str) -> None:
    for direction, part in re.findall("([<>]) ([^<>]+)", script):
        lines = [line.strip() for line in part.split("|")]
        (session.send if direction == ">" else session.expect)(*lines)


def test_a_line_without_an_end_is_handled_at_the_end_of_input(session: Session) -> None:
    os.write(session.to_loop, b"first\nlast")
    assert session.end() == ["first", "last"]


def test_the_end_of_input_stops_endless_jobs_only(session: Session) -> None:
    session.send("endless 1", "a", "job 2")
    session.expect("a")
    session.finish_soon()
    assert session.end() == ["done 1", "done 2"]


def test_quit_waits_its_turn_and_stops_what_would_not_finish(session: Session) -> None:
    session.send("job 1", "alone a", "bad", "endless 2", "alone b", "quit", "alone c", "now d")
    session.send("bad")
    assert session.end() == ["done 1", "a", "refused: bad line", "done 2", "b"]


def test_quit_lets_finite_work_finish(session: Session) -> None:
    session.send("sum 1", "job 2", "sum 3", "quit", "stop")
    for answer in ("done 1", "done 2"):
        session.finish_soon()
        session.expect(answer)
    session.finish_soon()
    assert session.end() == ["done 3"]


def test_a_stop_before_quit_ends_finite_work(session: Session) -> None:
    session.send("sum 1", "sum 2", "stop", "quit")
    assert session.end() == ["done 1", "done 2"]


@pytest.mark.skipif(not hasattr(select, "poll"), reason="needs poll")
@pytest.mark.parametrize("first", ["reader", "writer"])
def test_after_the_end_of_input_a_job_ends_when_nobody_reads(first: str) -> None:
    stdin, to_loop = os.pipe()
    from_loop, stdout = os.pipe()
    os.write(to_loop, b"job 1\njob 2\n")
    ends = [from_loop, to_loop] if first == "reader" else [to_loop, from_loop]
    for delay, descriptor in zip((0.2, 0.5), ends, strict=True):
        threading.Timer(delay, os.close, [descriptor]).start()
    began = time.monotonic()
    assert Loop(EchoHandler, stdin=stdin, stdout=stdout).run() == 0
    assert time.monotonic() - began < SECONDS, "a job of this handler takes as long"
    os.close(stdout)


def test_a_bug_does_not_end_the_loop(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    session.send("bug", "fail", "a")
    expected = "refused: internal error: ZeroDivisionError('bug')"
    session.expect(expected, expected, "a")
    assert capsys.readouterr().err.count("ZeroDivisionError: bug") == 2


def test_a_line_beyond_the_limit_is_refused_whole(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_module, "MAX_LINE", 1000)
    session.send("x" * 1001, "y" * 200_000, "z" * 1000)
    for letter in "xy":
        assert session.replies.readline().startswith(f"refused: '{letter}")
    session.expect("z" * 1000)


def test_a_flood_behind_an_endless_job_stops_it(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many lines waiting the job is stopped: a `stop` behind them could not be read."""
    monkeypatch.setattr(loop_module, "MAX_WAITING", 50_000)
    flood = "alone a\n" * 20_000 + "b"
    writer = threading.Thread(target=session.send, args=("endless 1", flood))
    writer.start()
    session.expect("done 1", *["a"] * 20_000, "b")
    writer.join(SECONDS)


def test_the_loop_ends_when_nobody_reads_its_replies() -> None:
    stdin, to_loop = os.pipe()
    from_loop, stdout = os.pipe()
    os.close(from_loop)
    os.write(to_loop, b"endless 1\nhello\n")
    assert Loop(EchoHandler, stdin=stdin, stdout=stdout).run() == 0
    for descriptor in (to_loop, stdout):
        os.close(descriptor)


@given(st.lists(st.binary(max_size=8)))
@example([BOM_UTF8 + b"isready\n", BOM_UTF8 + b"quit"])
@example([b"\xef", b"\xbb", b"\xbfis", b"ready\n"])
def test_lines_are_the_same_however_they_are_cut(chunks: list[bytes]) -> None:
    splitter = LineSplitter()
    lines = [line for chunk in chunks for line in splitter.feed(chunk)] + splitter.rest()
    expected = b"".join(chunks).removeprefix(BOM_UTF8).split(b"\n")
    assert lines == (expected if expected[-1] else expected[:-1])
