"""How a command ends: signals, closed pipes, full disks, no stdin; and the progress bar."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

import pytest
from support.cli_process import ENDLESS, POSITIONS, command, othello, start, written
from support.known_games import PLAYED
from support.patience import SECONDS, wait_until_used
from support.rooms import needs
from support.systems import LINUX
from support.watched import EMULATED

from othello import Engine

pytestmark = LINUX

PIPES: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
SUITE = POSITIONS / "ffo-01-19.obf"


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return stdout and stderr of a process that is about to end; kill it if it does not."""
    try:
        return process.communicate(timeout=SECONDS)
    finally:
        process.kill()


LONG_WAIT = (
    "argument:1: 60 empty squares: an exact score may take years; "
    "--time S limits it, othello search gives an estimate\n"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", ENDLESS, "--json"],
        ["solve", ENDLESS, "--threads", min(2, Engine.max_threads())],
        ["search", "--depth", "60"],
        ["perft", "30"],
        ["play", "--no-book", "--colour", "none", "--level", "60"],
        ["play", "--colour", "both"],
        ["solve", "-"],
    ],
)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals(arguments: list[str], number: signal.Signals, code: int) -> None:
    with start(*arguments, **PIPES) as process:
        wait_until_ready(process.pid)
        if ENDLESS in arguments:
            assert process.stderr is not None
            assert process.stderr.readline() == LONG_WAIT
        process.send_signal(number)
        process.wait(SECONDS)  # before `ended` closes stdin, which would end a dialogue too
        _, errors = ended(process)
    assert process.returncode == code
    assert errors == ""


def test_a_conversion_that_may_take_years_says_so(tmp_path: Path) -> None:
    games, solved = written(tmp_path / "a.txt", "f5d6c3d3\n" * 2), tmp_path / "b.obf"
    with start("convert", games, solved, "--positions", 58, **PIPES) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line == f"{games}: 58 empty squares: an exact score may take years\n"
        process.send_signal(signal.SIGINT)
        assert ended(process) == ("", "") and process.returncode == 130
    assert not solved.exists()


INTERRUPTED_IMPORT = """
import os, runpy, signal, sys
wanted, *sys.argv[1:] = sys.argv[1:]

class Interrupting:
    def find_spec(name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting)
runpy.run_module("othello", run_name="__main__", alter_sys=True)
"""

MATCH = ["match", "level=1", "level=2"]


@pytest.mark.parametrize(
    ("wanted", "arguments"),
    [
        ("othello.cli", ["ugi"]),
        ("othello.protocol.loop", ["ugi"]),
        ("othello.protocol.ugi", []),
        ("othello._board", ["search", "--depth", "60"]),
        ("othello.commands.search", ["search", "--depth", "60"]),
        ("othello.matches.games", MATCH),
        ("numpy", ["tournament", *MATCH[1:]]),
        (
            "concurrent.futures.process",
            ["solve", ENDLESS, "--time", "99", "--cluster", "processes:1"],
        ),
        (
            "multiprocessing.popen_spawn_posix",
            ["solve", ENDLESS, "--time", "99", "--cluster", "processes:1"],
        ),
        pytest.param("pydantic", ["serve", "--stdio"], marks=needs("serving")),
        pytest.param("uvicorn", ["serve", "--no-open", "--port", "0"], marks=needs("server")),
    ],
)
def test_an_interrupt_in_an_import_ends_the_command(wanted: str, arguments: list[str]) -> None:
    """An exception would be lost in many imports, and the command would go on."""
    if wanted in ("pydantic", "uvicorn"):
        pytest.importorskip(wanted)
    words = [sys.executable, "-c", INTERRUPTED_IMPORT, wanted, *arguments]
    with subprocess.Popen(words, encoding="utf-8", **PIPES) as process:
        try:
            process.wait(SECONDS)  # stdin stays open
        finally:
            process.kill()
        assert process.stderr is not None
        assert (process.returncode, process.stderr.read()) == (130, "")


INTERRUPTED_COLLECTION = """
import gc, os, runpy, signal, sys

def interrupt(phase, info):
    if sys._getframe(1).f_code.co_name in ("board_of", "parse_position", "split_moves"):
        gc.callbacks.clear()
        os.kill(os.getpid(), signal.SIGINT)

gc.callbacks.append(interrupt)
gc.set_threshold(1)
runpy.run_module("othello", run_name="__main__", alter_sys=True)
"""


def test_an_interrupt_that_python_has_to_ignore_comes_again() -> None:
    words = [sys.executable, "-c", INTERRUPTED_COLLECTION, "perft", "30"]
    result = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=SECONDS)
    assert (result.returncode, result.stderr) == (130, "")


def wait_until_ready(pid: int) -> None:
    """Wait until the process handles SIGTERM; before that it is not ours yet."""
    if EMULATED:  # QEMU handles every signal from the start, and starts slowly
        time.sleep(6)
        return
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with open(f"/proc/{pid}/status") as status:
            caught = next(line for line in status if line.startswith("SigCgt"))
        if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            time.sleep(0.3)  # let it begin its work
            return
        time.sleep(0.02)
    raise AssertionError("the process never came up")


def interrupt(arguments: list[object], seconds: float) -> tuple[str, str]:
    """Start a command, send it SIGINT after some processor time, and return stdout and stderr."""
    with start(*arguments, **PIPES) as process:
        wait_until_ready(process.pid)
        wait_until_used(process.pid, seconds)
        process.send_signal(signal.SIGINT)
        output = ended(process)
    assert process.returncode == 130
    return output


@pytest.mark.parametrize("command", ["solve", "search"])
def test_an_interrupted_search_shows_what_it_had(command: str) -> None:
    output, errors = interrupt([command, "f5d6", "--time", 1000], 0.5)
    assert errors == "" and output.startswith("argument:1  58 empties  ")
    assert "(not exact)" in output and output.count("\n") == 1


def test_an_interrupted_suite_goes_no_further() -> None:
    output, errors = interrupt(["solve", ENDLESS, ENDLESS, "--time", 1000, "--json"], 0.5)
    (record,) = map(json.loads, output.splitlines())
    assert errors == "" and record["exact"] is False and record["correct"] is None
    assert record["pv"][0] == record["move"]


@pytest.mark.parametrize("order", [[], ["--forwards"]])
def test_an_interrupted_analysis_keeps_the_moves_it_has(order: list[str], tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    # The moves that are analysed first take no time; the others would take for ever.
    effort = ["--exact-from", 44 if order else 12, "--depth", 9 if order else 30]
    output, errors = interrupt(["analyse", PLAYED, *effort, "--html", page, *order], 1)
    (first, last) = re.findall(r"only moves (\d+) to (\d+) of this game were", errors)[0]
    assert (int(first) == 1, int(last) == 61) == (bool(order), not order)
    plies = re.findall(r"^ *(\d+)  (?:black|white) ", output, re.MULTILINE)
    assert plies == [str(ply) for ply in range(int(first), int(last) + 1)]
    assert errors.strip().removeprefix("game 1: ") in page.read_text(encoding="utf-8")


def read_until(stream: IO[str], text: str) -> str:
    """Return the lines up to the first that holds `text`."""
    lines = [stream.readline()]
    while text not in lines[-1]:
        assert lines[-1], f"ended before {text!r}: {''.join(lines)}"
        lines.append(stream.readline())
    return "".join(lines)


def test_an_interrupt_while_the_engine_thinks_leads_back_to_the_prompt() -> None:
    ours, theirs = os.openpty()
    arguments = ["play", "--no-book", "--level", "60", "--position", "f5d6c3"]
    with (
        os.fdopen(ours, "wb", buffering=0) as keyboard,
        start(*arguments, stdin=theirs, stdout=subprocess.PIPE) as process,
    ):
        os.close(theirs)
        assert process.stdout is not None
        try:
            output = read_until(process.stdout, "O to move")
            wait_until_used(process.pid, 0.5)
            process.send_signal(signal.SIGINT)
            keyboard.write(b"moves\ngo\n")
            output += read_until(process.stdout, "no moves yet")
            wait_until_used(process.pid, 0.5)
            process.send_signal(signal.SIGINT)
            keyboard.write(b"quit\n")
            output += process.communicate(timeout=SECONDS)[0]
        finally:
            process.kill()
    assert process.returncode == 0
    assert output.count("stopped thinking, white to move: expected go") == 2
    assert "no moves yet" in output


def test_an_interrupt_at_the_prompt_tells_how_to_go_on() -> None:
    script = "\n".join(["f5", "f6", "f5e6", "moves"])
    with start("play", "--colour", "both", "--level", "3", **PIPES) as process:
        wait_until_ready(process.pid)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(script + "\n")
        process.stdin.flush()
        shown = read_until(process.stdout, "f5 f6")
        process.send_signal(signal.SIGINT)
        output, errors = ended(process)
    assert process.returncode == 130 and errors == ""
    assert "to go on: othello play --colour both --level 3 f5f6\n" in shown + output


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", SUITE],
        ["solve", SUITE, "--json"],
        pytest.param(["bench"], marks=needs("measuring")),
    ],
)
def test_a_reader_that_leaves(arguments: list[object]) -> None:
    with start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(SECONDS) == 0


def test_a_full_disk(tmp_path: Path) -> None:
    """Beside a fault in a file, too."""
    source = written(tmp_path / "a.txt", "f5d6c3\nf5f5\n")
    for words in (["solve", SUITE], ["convert", source, "-", "--to", "obf"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                command(*words), stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS
            )
        assert done.returncode == 2
        assert done.stderr == "othello: stdout: No space left on device\n"


@pytest.mark.parametrize("arguments", [["solve", "-"], ["play"], ["board"], []])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_from_the_start(arguments: list[str], closed: str) -> None:
    words = [sys.executable, "-m", "othello", *arguments]
    result = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *words],
        input="quit\n",
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert result.returncode in (0, 2), result
    assert "Traceback" not in result.stderr and "Exception" not in result.stderr


def test_output_that_goes_nowhere_is_an_error(tmp_path: Path) -> None:
    """Though what the command was to do is done; `--help` is printed by argparse."""
    page = tmp_path / "page.html"
    analyse = ["analyse", "f5", "--level", "1", "--html", page]
    for words in (["board"], ["--version"], ["--help"], ["solve", "--help"], analyse):
        for closed, reason in ((">&-", "stdout is closed"), (">/dev/full", "No space left")):
            line = shlex.join(map(str, command(*words)))
            words_of_shell = ["sh", "-c", f"{line} {closed}"]
            result = subprocess.run(words_of_shell, capture_output=True, text=True)
            assert result.returncode == 2 and reason in result.stderr
            assert result.stderr.count("\n") == 1
    assert page.exists()


def test_results_come_as_they_are_found() -> None:
    """Over a pipe each answer arrives before the next question is asked."""
    with start("solve", "-", "--json", **PIPES) as process:
        assert process.stdin is not None and process.stdout is not None
        for line in SUITE.read_text().splitlines()[:3]:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert '"correct": true' in process.stdout.readline()
        process.stdin.close()
        assert '"total"' in process.stdout.readline()
        assert process.wait(SECONDS) == 0


def test_progress_only_on_a_terminal() -> None:
    pytest.importorskip("pty")
    arguments = ("solve", SUITE, "--lines", "1-3", "--json")
    quiet = othello(*arguments)
    assert quiet.stderr == ""
    output, shown = on_terminal(*arguments)
    assert output.count(b"\n") == quiet.stdout.count("\n") == 4
    assert b"] 3/3" in shown
    assert shown.endswith(b"\r\x1b[K"), "the bar is gone at the end"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("search", "f5", "--time", "1000", "--multipv", "3"),
            rb"depth \d+@73%: [a-h][1-8] [+-][\d.]+, (?!0\.0)[\d.]+ M nodes",
        ),
        (("analyse", "f5d6", "--time", "1000"), rb"(?!0\.0)[\d.]+ M nodes"),
    ],
)
def test_a_long_search_says_how_far_it_is(arguments: tuple[str, ...], said: bytes) -> None:
    """On a terminal. Ctrl-C ends it, when that was said."""
    pytest.importorskip("pty")
    short = [{"1000": "1"}.get(word, word) for word in arguments]
    assert othello(*short).stderr == ""
    output, shown = on_terminal(*arguments, until=said)
    assert b"M nodes" not in output
    assert b"\r\x1b[K" in shown.rpartition(b"M nodes")[2], "the bar is gone at the end"
    assert max(map(len, re.split(rb"\r\x1b\[K", shown))) < 80, "no line is wrapped"


def test_a_terminal_gets_lines_that_fit() -> None:
    pytest.importorskip("pty")
    moves = ["f5", "d6", "c3", "d3", "c4"]
    words = ("analyse", *moves, "--level", "10")
    assert max(map(len, othello(*words).stdout.splitlines())) > 80
    _, shown = on_terminal(*words, stream="stdout")
    lines = [line.rstrip("\r") for line in shown.decode().split("\n")]
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if line.endswith("…")]
    assert len(rows) == 5 and all(re.search(r" [a-h][1-8]…$", row) for row in rows)


def on_terminal(
    *arguments: object, stream: str = "stderr", until: bytes | None = None
) -> tuple[bytes, bytearray]:
    """Run a command with a terminal as a stream; return the other one and what the terminal got.

    It runs to its end, or until the terminal got what `until` describes; then Ctrl-C ends it.
    """
    import pty

    ours, theirs = pty.openpty()
    shown = bytearray()
    reader = threading.Thread(target=read_terminal, args=(ours, shown))
    reader.start()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: theirs}
    with subprocess.Popen(command(*arguments), **streams) as process:
        os.close(theirs)
        if until is not None:
            deadline = time.monotonic() + SECONDS
            while not re.search(until, shown):
                assert time.monotonic() < deadline and process.poll() is None, shown
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    reader.join(SECONDS)
    os.close(ours)
    assert process.returncode == (0 if until is None else 130)
    return output if stream == "stderr" else errors, shown


def read_terminal(descriptor: int, shown: bytearray) -> None:
    while True:
        try:
            chunk = os.read(descriptor, 1024)
        except OSError:  # Linux: the other end is closed
            return
        if not chunk:
            return
        shown += chunk


@needs("ggf", "sgf")
def test_what_a_file_holds_does_not_steer_a_terminal(tmp_path: Path) -> None:
    """`convert` to a terminal shows control characters; into a pipe they go as they are."""
    game = written(tmp_path / "game.ggf", "(;GM[Othello]PB[a\x1b[31mb]B[F5];)")
    arguments = ["convert", game, "-", "--to", "sgf"]
    assert "PB[a\x1b[31mb]" in othello(*arguments).stdout
    _, shown = on_terminal(*arguments, stream="stdout")
    assert rb"PB[a\x1b[31mb]" in shown and b"\x1b" not in shown


def test_at_a_terminal_only_best_lines_are_cut() -> None:
    _, shown = on_terminal("analyse", PLAYED[:60], "--level", 9, stream="stdout")
    rows, accuracies = re.findall(rb"(?m)^ *\d+ .*", shown), re.findall(rb".* accuracy: .*", shown)
    assert rows and all(len(row.decode().rstrip()) <= 80 for row in rows)
    assert len(accuracies) == 2
    assert all(re.search(rb", all \d+ % \(loss [\d.]+\)\s", line) for line in accuracies)
