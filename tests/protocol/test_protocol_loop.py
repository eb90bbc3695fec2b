"""The loop that every protocol runs in: order of lines, jobs, long lines, ends of input."""

from __future__ import annotations

import os
import select
import threading
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.patience import SECONDS

from othello.errors import OthelloError
from othello.protocol import loop as loop_module
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Alarm, LineSplitter, Loop


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
        for line in lines:
            os.write(self.to_loop, line.encode() + b"\n")

    def expect(self, *lines: str) -> None:
        for line in lines:
            assert self.replies.readline() == line + "\n"

    def end(self) -> list[str]:
        """Close the input and return what was still to come."""
        os.close(self.to_loop)
        rest = self.replies.read().splitlines()
        self.thread.join(SECONDS)
        self.replies.close()
        assert self.exit_code == 0
        return rest


@pytest.fixture
def session() -> Iterator[Callable[[], Session]]:
    sessions: list[Session] = []

    def start() -> Session:
        sessions.append(Session())
        return sessions[-1]

    yield start
    for each in sessions:
        assert not each.thread.is_alive()


def test_lines_are_answered_in_order(session: Callable[[], Session]) -> None:
    one = session()
    one.send("a", "b", "c")
    one.expect("a", "b", "c")
    assert one.end() == []


def test_after_the_last_line_of_a_job_lines_are_answered_in_order(
    session: Callable[[], Session],
) -> None:
    """Whoever has read `bestmove` may send an option, then `isready`: the option comes first."""
    one = session()
    for number in range(20):
        one.send("slow")
        one.expect("last line")
        one.send(f"alone {number}", f"now {number}")
        one.expect(str(number), f"now {number}")
    assert one.end() == []


def test_a_line_without_an_end_is_handled_at_the_end_of_input(
    session: Callable[[], Session],
) -> None:
    one = session()
    os.write(one.to_loop, b"first\nlast")
    assert one.end() == ["first", "last"]


def test_lines_that_need_no_job_slot_are_answered_during_a_job(
    session: Callable[[], Session],
) -> None:
    one = session()
    one.send("job 1", "a", "now b")
    one.expect("a", "now b")
    one.send("finish")
    one.expect("done 1")
    one.end()


def test_lines_wait_for_the_job_in_order(session: Callable[[], Session]) -> None:
    one = session()
    one.send("job 1", "alone x", "y", "now z")
    one.expect("now z")
    one.send("finish")
    one.expect("done 1", "x", "y")
    one.end()


def test_stop_reaches_jobs_that_still_wait(session: Callable[[], Session]) -> None:
    one = session()
    one.send("endless 1", "endless 2", "a", "endless 3", "b", "stop")
    one.expect("done 1", "a", "done 2", "b", "done 3")
    one.end()


def test_stop_without_a_job_does_nothing_to_later_jobs(session: Callable[[], Session]) -> None:
    one = session()
    one.send("stop", "job 1", "now a")
    one.expect("now a")
    one.send("finish")
    one.expect("done 1")
    one.end()


def test_the_end_of_input_stops_endless_jobs_only(session: Callable[[], Session]) -> None:
    one = session()
    one.send("endless 1", "a", "job 2")
    one.expect("a")
    threading.Timer(0.2, one.loop.handler.may_end.set).start()  # type: ignore[attr-defined]
    assert one.end() == ["done 1", "done 2"]


def test_quit_waits_its_turn_and_stops_what_would_not_finish(
    session: Callable[[], Session],
) -> None:
    one = session()
    one.send("job 1", "alone a", "bad", "endless 2", "alone b", "quit", "alone c", "now d", "bad")
    assert one.end() == ["done 1", "a", "refused: bad line", "done 2", "b"]


def test_quit_lets_finite_work_finish(session: Callable[[], Session]) -> None:
    one = session()
    one.send("sum 1", "job 2", "sum 3", "quit", "stop")
    finish = one.loop.handler.may_end.set  # type: ignore[attr-defined]
    for answer in ("done 1", "done 2"):
        threading.Timer(0.2, finish).start()
        one.expect(answer)
    threading.Timer(0.2, finish).start()
    assert one.end() == ["done 3"]


def test_a_stop_before_quit_ends_finite_work(session: Callable[[], Session]) -> None:
    one = session()
    one.send("sum 1", "sum 2", "stop", "quit")
    assert one.end() == ["done 1", "done 2"]


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


def test_a_refused_line_changes_nothing(session: Callable[[], Session]) -> None:
    one = session()
    one.send("bad", "a")
    one.expect("refused: bad line", "a")
    one.end()


def test_a_bug_does_not_end_the_loop(
    session: Callable[[], Session], capsys: pytest.CaptureFixture[str]
) -> None:
    one = session()
    one.send("bug", "fail", "a")
    expected = "refused: internal error: ZeroDivisionError('bug')"
    one.expect(expected, expected, "a")
    one.end()
    assert capsys.readouterr().err.count("ZeroDivisionError: bug") == 2


def test_a_line_beyond_the_limit_is_refused_whole(
    session: Callable[[], Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_module, "MAX_LINE", 1000)
    one = session()
    one.send("x" * 1001, "y" * 200_000, "z" * 1000)
    for letter in "xy":
        assert one.replies.readline().startswith(f"refused: '{letter}")
    one.expect("z" * 1000)
    one.end()


def test_a_flood_behind_an_endless_job_stops_it(
    session: Callable[[], Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many lines waiting the job is stopped: a `stop` behind them could not be read."""
    monkeypatch.setattr(loop_module, "MAX_WAITING", 50_000)
    one = session()
    flood = "alone a\n" * 20_000 + "b"
    writer = threading.Thread(target=one.send, args=("endless 1", flood))
    writer.start()
    one.expect("done 1", *["a"] * 20_000, "b")
    writer.join(SECONDS)
    one.end()


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


def test_an_alarm_calls_in_the_order_of_the_times() -> None:
    alarm, called, done = Alarm(), [], threading.Event()
    alarm.after(1.0, lambda: called.append("second"))
    alarm.start()
    alarm.after(1.1, done.set)
    alarm.after(0.0, lambda: called.append("first"))
    assert done.wait(SECONDS) and called == ["first", "second"]
    (thread,) = [t for t in threading.enumerate() if getattr(t, "_target", None) == alarm._run]
    alarm.end()
    thread.join(SECONDS)
    assert not thread.is_alive()
