"""Quarry, a board game program with a window, lets our engine play a game against itself."""

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.display import PATH, running, screen

from othello import BLACK, Game

PROGRAMS = ("quarry", "Xvfb", "xdotool", "stdbuf")
MISSING = [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"not installed: {', '.join(MISSING)} (Debian packages quarry, xvfb, xdotool)",
)

TIMEOUT = 120.0
STEP = 0.1
DIALOG_DELAY = 0.6
"""Seconds the window needs between two of its keys."""

CONFIGURATION = """\
[GTP Engine "othello"]
Screen name format = "%n %v"
Name = "othello"
Command line = "{command}"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White is computer = true
Engine playing white = "othello"
Black is computer = true
Engine playing black = "othello"

[New Reversi Game Parameters]
Board size = 8
Time control type = {clock}
"""


def wait_for(found: Callable[[], str]) -> str:
    """Return what `found` finds when it finds something."""
    deadline = time.monotonic() + TIMEOUT  # more than the clocks of both sides
    while not (result := found()):
        assert time.monotonic() < deadline, "nothing happens"
        time.sleep(STEP)
    return result


def dialogue(log: Path) -> Iterator[tuple[str, str]]:
    """Yield Quarry's commands and the answers they got."""
    for block in log.read_text().split("\n> "):
        command, _, answer = block.removeprefix("> ").partition("\n")
        if command and answer.strip():
            yield command, answer.strip()


def replayed(log: Path) -> Game:
    """Return the game in Quarry's log: every answer to ``genmove`` is played by the rules."""
    game = Game()
    for command, answer in dialogue(log):
        assert answer.startswith("="), (command, answer)
        if command.startswith("genmove"):
            if game.board.must_pass:
                game.play("pass")
            assert command.split()[1] == ("black" if game.board.turn == BLACK else "white")
            game.play(answer.removeprefix("= "))
    return game


@pytest.mark.parametrize(
    ("clock", "settings"),
    [
        ("0", None),
        # Quarry ends a game when the time is over, so these want a machine that has some to spare.
        pytest.param("1\nTime limit for game = 0:15", "15 0 0", marks=pytest.mark.slow),
        pytest.param("2\nTime limit for move = 0:01", "0 1 1", marks=pytest.mark.slow),
        pytest.param(
            "3\nMain time = 0:03\nOvertime period length = 0:05\nMoves per overtime = 10",
            "3 5 10",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["no-clock", "game", "move", "overtime"],
)
def test_a_whole_game(tmp_path: Path, clock: str, settings: str | None) -> None:
    engine = shlex.join([sys.executable, "-m", "othello", "gtp", "--level", "2", "--hash", "1"])
    (tmp_path / ".quarry").write_text(CONFIGURATION.format(command=engine, clock=clock))
    log = tmp_path / "gtp.log"
    with screen(tmp_path) as environment:

        def xdotool(*words: str) -> str:
            done = subprocess.run(
                ["xdotool", *words],
                env=environment,
                capture_output=True,
                text=True,
                timeout=TIMEOUT,
            )
            return done.stdout.partition("\n")[0]

        def find(title: str) -> str:
            window = wait_for(lambda: xdotool("search", "--name", title))
            time.sleep(DIALOG_DELAY)  # it is there before it listens
            return window

        quarry = ["stdbuf", "-oL", shutil.which("quarry", path=PATH) or "quarry", "--gtp-log=-"]
        with (
            log.open("wb") as output,
            running(*quarry, env=environment, stdout=output, stderr=subprocess.DEVNULL),
        ):
            xdotool("key", "--window", find("Quarry Control Center"), "alt+n")
            window = find("New Game")
            xdotool("key", "--window", window, "alt+f")
            time.sleep(DIALOG_DELAY)
            xdotool("key", "--window", window, "alt+p")
            # Each move is told to the other engine.
            wait_for(lambda: "over" if replayed(log).is_over else "")
    commands = [command for command, _ in dialogue(log)]
    assert "set_game Othello" in commands
    if settings is None:
        assert not any(command.startswith("time_") for command in commands)
    else:
        assert f"time_settings {settings}" in commands
        assert sum(command.startswith("time_left") for command in commands) > 8
    assert len(replayed(log).moves) > 8
