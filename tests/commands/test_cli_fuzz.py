"""No words on the command line crash it: it works, or says in one line what was wrong."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from othello.board import Board
from othello.cli import main

STARTS = [Board().to_obf(), Board().to_fen(), "f5d6c3", "startpos", "-" * 64 + " X"]

#: Any text, and positions with a few characters changed, removed or added.
words = st.one_of(
    st.text(max_size=12),
    st.builds(
        lambda start, at, text: start[: at % len(start)] + text + start[at % len(start) + 1 :],
        st.sampled_from(STARTS),
        st.integers(0, 70),
        st.text("xXoO-*.bw12345678/ ;:+dD", max_size=3),
    ),
    st.sampled_from(["--json", "--lines", "1-2", "-", "--", "--help", "--depth", "3", "x", "o"]),
)


@pytest.fixture(autouse=True)
def _keep_signal_handlers() -> Iterator[None]:
    """Restore the signal handlers, as commands install their own."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["board", "eval", "perft", "sovle"]), rest=st.lists(words))
def test_any_words(command: str, rest: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main([command, "2", *rest] if command == "perft" else [command, *rest])
    output, errors = capsys.readouterr()
    assert status in (0, 2)
    if status == 0:
        assert output and not errors
    else:
        assert errors.startswith("othello") and errors.count("\n") == 1
