"""The terminal game: its scores; at a real terminal its colours and Ctrl-C.

``details.jsonl`` has its words, files and passes.
"""

import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from support.cli_process import answer, command, othello
from support.patience import SECONDS, wait_until_used
from support.systems import POSIX

from othello.board import Board
from othello.engine import Engine
from othello.game import Game
from othello.notation import Move
from othello.openings.balanced import balanced_openings
from othello.play.commands.terminal import TerminalGame
from othello.practice.commands.screen import draw, draw_scores


def play(*script: str, options: tuple[object, ...] = ()) -> str:
    """Return what a game with these lines shows."""
    return answer("play", "--level", 1, "--no-book", *options, stdin="\n".join(script) + "\n")


def test_time_and_level_both_count() -> None:
    shown = play("f5", "level", options=("--time", 100))  # the level 1 is far quicker
    assert "white plays" in shown and shown.endswith("level 1, at most 100 s a move\n")


def test_dealing() -> None:
    dealt = answer("xot", "--count", 4, "--seed", 7).splitlines()
    assert dealt == answer("xot", "--count", 4, "--seed", 7).splitlines()
    assert dealt != answer("xot", "--count", 4, "--seed", 8).splitlines()
    listed = {f"{opening.moves} {opening.score:+.1f}" for opening in balanced_openings()}
    assert len(set(dealt)) == 4 and set(dealt) <= listed
    assert len({answer("xot") for _ in range(4)}) > 1


def test_openings_are_dealt_and_sides_change() -> None:
    listed = {opening.moves for opening in balanced_openings()}
    options: tuple[object, ...] = ("--opening", "xot", "--seed", 5)
    shown = play("moves", "new", "moves", "new", "moves", options=options)
    lines = [line.replace(" ", "") for line in shown.splitlines() if re.match(r"(\w\d ){7}", line)]
    assert len(set(lines)) == 3 and {line[:16] for line in lines} <= listed
    assert [len(line) for line in lines] == [16, 18, 16]  # as white, one sees black's first move
    assert re.findall("you play (.*)", shown) == ["white", "black"]
    assert play("moves", "new", "moves", "new", "moves", options=options) == shown


def test_openings_of_a_file_are_dealt(tmp_path: Path) -> None:
    """It may be the public list of XOT: moves in capitals, a line each."""
    path = tmp_path / "public.txt"
    path.write_text("F5D6C3D3\nF5F6E6F4\n")
    options = ("--opening", path, "--seed", 1, "--colour", "both")
    shown = play("moves", *["new", "moves"] * 20, options=options)
    assert set(re.findall("f5 .*", shown)) == {"f5 d6 c3 d3", "f5 f6 e6 f4"}
    missing = othello("play", "--opening", tmp_path / "none.txt")
    assert (missing.returncode, missing.stdout) == (2, "") and "file not found" in missing.stderr


# ---------------------------------------------------------------------- files and terminals


def test_every_move_has_its_score() -> None:
    shown = play("hint all", options=("--colour", "both", "--position", "f5"))
    grid = shown.split("hint: ")[0].splitlines()[-8:]
    found = {
        Move("abcdefgh"[file] + str(rank + 1))
        for rank, line in enumerate(grid)
        for file, word in enumerate(line.split()[1:])
        if re.fullmatch(r"[+-]\d+", word)
    }
    assert found == set(Board.from_moves("f5").legal_moves())


def test_scores_and_discs_share_the_board() -> None:
    board = Board.from_moves("f5d6")
    scores = {move: 10.0 * number - 20 for number, move in enumerate(board.legal_moves())}
    for in_colour in (False, True):
        lines = draw_scores(board, scores, in_colour=in_colour).splitlines()
        assert len(lines) == 9
        assert sum(line.count("X") + line.count("●") for line in lines) == (6 if in_colour else 3)
        for score in scores.values():
            assert f"{score:+.0f}" in "\n".join(lines)


def test_colours_mark_the_last_move() -> None:
    board = Board.from_moves("f5")
    assert draw(board, Move("f5")) == str(board)
    marked, plain = (draw(board, move, in_colour=True).splitlines() for move in (Move("f5"), None))
    assert [a == b for a, b in zip(marked, plain, strict=True)].index(False) == 5, "rank 5"
    assert len(marked) == len(str(board).splitlines())
    over = draw(Board("X" * 64 + " O"), in_colour=True)
    assert over.endswith("\ngame over, black 64, white 0")


@pytest.mark.parametrize("start", ["startpos", "8/8/8/3ox3/3xox2/5o2/8/8 x"])
def test_a_game_goes_on_with_its_moves(start: str) -> None:
    """The command line that continues a game keeps them, whatever the game began from."""
    move = Board(start).legal_moves()[0]
    with Engine(hash_mb=1, level=1) as engine:
        game = TerminalGame(engine, "both", Game([move], start), print)
        words = shlex.split(game.resumption().split("to go on: othello ")[1])
    shown = answer(*words, stdin="undo\nmoves\n")
    assert f"took back {move}\n" in shown and shown.endswith("no moves yet\n")


def test_analyse(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    script = ("analyse", "f5", "d6", f"analyse {page}", "analyse x.txt")
    shown = play(*script, options=("--colour", "both"))
    assert "no moves yet: expected a game to analyse" in shown
    assert "black accuracy: " in shown and "  1  black f5 " in shown
    assert "expected a name with .html" in shown
    assert shown.count(f"\nwrote {page}\n") == 1
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


# ---------------------------------------------------------------------- at a terminal


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self._ours, theirs = os.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        )
        os.close(theirs)
        self.shown = ""

    def wait_for(self, text: str, times: int = 1) -> str:
        """Read until `text` was shown so many times; return all that was shown."""
        until = time.monotonic() + SECONDS
        while self.shown.count(text) < times:
            assert time.monotonic() < until, self.shown
            if select.select([self._ours], [], [], 1)[0]:
                try:
                    self.shown += os.read(self._ours, 65536).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"ended before {text!r}: {self.shown}") from None
        return self.shown

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    """Return what starts a command at a terminal, as `Terminal`; it is ended behind the test."""
    with ExitStack() as stack:
        yield lambda *words, **names: stack.enter_context(closing(Terminal(*words, **names)))


@pytest.mark.parametrize("no_color", ["", "1"])
def test_colours_only_where_they_are_wanted(
    at_terminal: Callable[..., Terminal], no_color: str
) -> None:
    terminal = at_terminal("play", "--colour", "both", NO_COLOR=no_color)
    terminal.wait_for("your move")
    terminal.type("f5")
    shown = terminal.wait_for("O to move, X 4, O 1" if no_color else "white to move, black 4")
    assert ("●" in shown) == ("\x1b[48;5;" in shown) == (not no_color)
    terminal.type("quit")
    terminal.wait_for("to go on: othello play --colour both --level 14 f5\r\n")
    assert terminal.process.wait(SECONDS) == 0


def test_a_game_goes_on_with_its_options(
    at_terminal: Callable[..., Terminal], tmp_path: Path, small_book: Path
) -> None:
    book = shutil.copy(small_book, tmp_path / "my own.book")
    for given in (
        ["--randomness", "0.0", "--seed", "5", "--no-book", "--threads", "2", "--hash", "8"],
        ["--book", str(book), "--book-depth", "4"],
    ):
        terminal = at_terminal("play", "--colour", "both", "--level", 3, *given, NO_COLOR="1")
        terminal.type("f5")
        terminal.type("quit")
        words = shlex.join(given)
        terminal.wait_for(f"to go on: othello play --colour both --level 3 {words} f5\r\n")
        assert terminal.process.wait(SECONDS) == 0


@POSIX
def test_ctrl_c_stops_thinking_and_keeps_the_game(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("play", "--time", 100, "--no-book", "--colour", "white", NO_COLOR="1")
    terminal.wait_for("X to move")
    # A signal before the engine's turn has begun would end the program, as it does at the prompt.
    wait_until_used(terminal.process.pid, 0.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("stopped thinking, black to move")
    terminal.type("f5")
    terminal.wait_for("O to move, X 4, O 1")
    terminal.type("moves")
    terminal.wait_for("f5\r\n", 2)
    terminal.type("quit")
    assert terminal.process.wait(SECONDS) == 0


@pytest.mark.parametrize(
    ("line", "bar", "end"),
    [("analyse", "] 0/2", "white accuracy"), ("explain", "] 0/1", "scores:")],
)
def test_what_takes_long_shows_how_far_it_is(
    at_terminal: Callable[..., Terminal], line: str, bar: str, end: str
) -> None:
    terminal = at_terminal("play", "--colour", "both", "f5d6", NO_COLOR="1")
    terminal.wait_for("your move")
    terminal.type(line)
    assert terminal.wait_for(end).index(bar) < terminal.shown.index(end)


def test_games_at_a_terminal_differ(at_terminal: Callable[..., Terminal]) -> None:
    """By default; from a pipe they are the same each time."""
    first_moves = set()
    for _ in range(12):
        terminal = at_terminal("play", "--colour", "white", "--level", 2, NO_COLOR="1")
        first_moves.add(terminal.wait_for("O to move").split("black plays ")[1][:2])
        if len(first_moves) > 1:
            return
    raise AssertionError("twelve games began with the same move")


def test_bare_othello_says_what_it_waits_for(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal()
    shown = terminal.wait_for("\r\n")
    assert shown.count("\r\n") == 1, "one line"
    assert "othello play" in shown and "UGI" in shown
    terminal.type("isready")
    terminal.wait_for("readyok")
    terminal.type("quit")
    assert terminal.process.wait(SECONDS) == 0
    assert othello(stdin="quit\n").stderr == "", "nothing of that in a pipe"
