"""XBoard, under a screen in memory, lets our engine play whole games."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.display import PATH, screen

from othello import Board, Game

MISSING = [name for name in ("xboard", "Xvfb") if shutil.which(name, path=PATH) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (Debian packages xboard, xvfb)"
)

TIMEOUT = 120.0

OPTIONS = """
    -variant reversi -testLegality false -debugMode true -nameOfDebugFile log
    -saveGameFile games.pgn -popupExitMessage false -popupMoveErrors false
    -matchPause 1 -animateMoving false -soundProgram true
"""

ASLEEP = """
for line in __import__("sys").stdin:
    if line.startswith("protover"):
        print('feature ping=1 setboard=1 usermove=1 variants="reversi" colors=0 done=1', flush=True)
    elif line.startswith("ping"):
        print("pong", line.split()[1], flush=True)
    elif line.startswith("quit"):
        break
"""
"""An engine that never moves."""


def ours(*arguments: str) -> str:
    return shlex.join([sys.executable, "-m", "othello", "xboard", "--hash", "1", *arguments])


def play(tmp_path: Path, first: str, second: str, *options: str) -> str:
    """Let XBoard play games between two engines; return its log."""
    with screen(tmp_path) as environment:
        command = ["xboard", *OPTIONS.split(), "-fcp", first, "-scp", second, *options]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT
        )
    log = (tmp_path / "log").read_text()
    assert done.returncode == 0, (done.stderr, log)
    return log


def games(pgn: Path) -> list[tuple[Game, str]]:
    """Return the games that XBoard kept, replayed by the rules, with their results."""
    found = []
    for part in re.split(r"\[Event ", pgn.read_text())[1:]:
        moves, board = Game(), Board()
        text = re.sub(r"\{[^}]*\}", "", part.rpartition("]\n")[2], flags=re.DOTALL)
        for word in re.findall(r"P@[a-h][1-8]|--", text):
            if word != "--":
                moves.play(word.removeprefix("P@"))
            else:
                assert board.must_pass
            board = board.after("pass" if word == "--" else word.removeprefix("P@"))
        found.append((moves, text.split()[-1]))
    return found


def test_whole_games(tmp_path: Path) -> None:
    """Both colours, passes among the moves, and the result that both engines claim."""
    weak = ours("--no-book", "--seed", "3", "--randomness", "8")
    # Deep enough for a whole game, shallow enough that no clock decides what is played.
    log = play(tmp_path, ours("--no-book"), weak, "-matchGames", "2", "-searchDepth", "3")
    played = games(tmp_path / "games.pgn")
    assert len(played) == 2
    for game, result in played:
        assert game.is_over
        score = game.result()
        assert result == ("1/2-1/2" if score == 0 else "1-0" if score > 0 else "0-1")
    assert ": usermove @@@@" in log
    assert re.search(r"<first : 3 -?\d+ \d+ \d+ P@", log)  # the thinking
    assert not re.search(r"<(first |second): (Error|Illegal)", log), log


def test_the_other_side_forfeits_on_time(tmp_path: Path) -> None:
    sleeper = tmp_path / "asleep.py"
    sleeper.write_text(ASLEEP)
    asleep = shlex.join([sys.executable, str(sleeper)])
    clock = ["-timeControl", "0:03", "-movesPerSession", "60", "-autoCallFlag", "true"]
    log = play(tmp_path, ours(), asleep, "-matchGames", "1", *clock)
    assert ">first : level 60 0:03 0" in log
    ((game, result),) = games(tmp_path / "games.pgn")
    assert (len(game), result) == (1, "1-0")
    assert ">first : result 1-0 {White wins on time}" in log
