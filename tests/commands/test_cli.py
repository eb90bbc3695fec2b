"""The command line: versions, help, names of options, any words.

``details.jsonl`` has the forms of positions, and what is refused.
"""

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cli_process import answer, othello, refused
from support.watched import unwatched

from othello._core import core
from othello.board import Board
from othello.cli import main
from othello.commands import parse_arguments
from othello.commands.catalogue import ALIASES, modules, summaries
from othello.commands.protocol import settings_of
from othello.protocol.options import DEFAULT_SETTINGS
from othello.rooms import ROOMS

NAMES = [name for commands in summaries().values() for name in commands]


def test_version() -> None:
    result = answer("--version")
    for word in ("othello", "isa", "thread"):
        assert word in result


def test_version_names_the_lowered_core() -> None:
    assert "isa generic" in othello("--version", OTHELLO_ISA="generic").stdout
    assert "'v9': expected one of generic" in refused("--version", OTHELLO_ISA="v9")


@pytest.mark.parametrize(
    "start",
    [
        "from othello.cli import main; main(['ugi'])",
        "from othello.cli import main; main(['--version'])",
        "from othello import levels",
    ],
)
def test_a_start_imports_no_room_and_nothing_slow(start: str) -> None:
    script = f"{start}; import sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="isready\ngo depth 1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stderr.split())
    assert "othello" in imported
    assert imported.isdisjoint({"numpy", "othello.plugins", *(f"othello.{r}.room" for r in ROOMS)})


@pytest.mark.skipif(core.max_threads() < 2, reason="built without OpenMP")
def test_a_warning_is_one_line() -> None:
    threads = core.processors() + 1
    result = othello("search", "startpos", "--depth", 2, "--threads", threads)
    assert result.returncode == 0
    assert result.stderr.startswith(f"othello: warning: {threads} threads on {threads - 1} ")
    assert result.stderr.count("\n") == 1


def test_help_lists_the_commands() -> None:
    result = answer("--help")
    for name in NAMES:
        assert f"  {name} " in result


def test_american_spellings_are_known() -> None:
    for american, name in ALIASES.items():
        if name in NAMES:
            assert answer(american, "--help") == answer(name, "--help")


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = answer(name, "--help")
    assert "example:" in result and f"othello {name}" in result.split("example:")[1]


@unwatched
@pytest.mark.parametrize("words", [[], ["ugi"]])
def test_the_loop_starts_without_the_slow_imports(words: list[str]) -> None:
    result = othello(*words, stdin="isready\n", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    assert "othello.protocol.loop" in imported
    assert not imported & {"numpy", "argparse", "asyncio", "inspect", "dataclasses", "sqlite3"}
    assert not imported & {"pydantic", "othello.commands", "othello.operation"}
    assert not imported & {f"othello.{room}" for room in ROOMS}


def test_ugi_without_options_is_ugi_with_the_defaults() -> None:
    assert settings_of(parse_arguments(["ugi", "--threads", "1"])) == DEFAULT_SETTINGS


# ---------------------------------------------------------------------- names that tell a unit


def parsed(command: str, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    import_module(modules()[command][0]).add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    "command", [name for name in ("search", "solve", "test", "analyse", "gtp") if name in NAMES]
)
def test_seconds_and_megabytes(command: str) -> None:
    files = [] if command == "gtp" else ["f5d6"]
    python = parsed(command, *files, "--seconds", "1.5", "--hash-mb", "32")
    assert python == parsed(command, *files, "--time", "1.5", "--hash", "32")
    assert (python.seconds, python.hash) == (1.5, 32)


# ---------------------------------------------------------------------- no words crash it


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
