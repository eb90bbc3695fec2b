"""Whole games with other people's programs, and with ourselves over each protocol.

`OTHELLO_TEST_GAMES` says how many games of each kind; the default is enough to see that it works.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.engine_process import GtpProcess, NBoardProcess, UgiProcess

from othello import BLACK, Game
from othello.formats.sgf import read_sgf
from othello.matches.games import Match
from othello.matches.openings import parse_opening
from othello.matches.players import parse_player

N_GAMES = int(os.environ.get("OTHELLO_TEST_GAMES", "2"))
MANY = 100
"""From so many games on, the share of wins means something."""

MOVE_SECONDS = "0.01"
OPENING_PLIES = 6

RHINO = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
needs_rhino = pytest.mark.skipif(
    RHINO is None, reason="gtp-rhino (Debian package grhino) is not installed"
)

TWOGTP = shutil.which("gogui-twogtp")
TIMEOUT = 120.0
needs_gogui = pytest.mark.skipif(
    TWOGTP is None, reason="gogui-twogtp (of GoGui, a Java program) is not installed"
)

Mover = Callable[[Game], str]
"""Returns a move for a position whose side to move has one."""


class Rhino(GtpProcess):
    """The other program; it takes no passes, which is how our engine is told the moves, too."""

    PROGRAM = (RHINO or "gtp-rhino",)


def opening(number: int) -> Game:
    """Return the start of game `number`: two games with the colours swapped share one."""
    choose = random.Random(number // 2).choice
    game = Game()
    while len(game.moves) < OPENING_PLIES:
        game.play(choose(game.board.legal_moves()))
    return game


def play(game: Game, black: Mover, white: Mover) -> dict[str, float]:
    """Play the game to its end; return the longest time in seconds of a move, by side."""
    longest = {"X": 0.0, "O": 0.0}
    while not game.is_over:
        if game.board.must_pass:
            game.play("pass")
            continue
        began = time.perf_counter()
        move = (black if game.board.turn == BLACK else white)(game)
        turn = game.board.turn
        longest[turn] = max(longest[turn], time.perf_counter() - began)
        assert move.lower() in map(str, game.board.legal_moves()), (game, move)
        game.play(move)
    return longest


def colour(game: Game) -> str:
    return "black" if game.board.turn == BLACK else "white"


def tell_gtp(engine: GtpProcess, game: Game, known: int) -> None:
    """Tell a GTP engine the moves from number `known` on."""
    for board, move in list(zip(game.positions(), game.moves, strict=False))[known:]:
        if not move.is_pass:
            assert engine.get(f"play {'black' if board.turn == BLACK else 'white'} {move}") == ""


def gtp_mover(engine: GtpProcess, game: Game) -> Mover:
    """Return what asks a GTP engine for moves of `game`, having told it how it began."""
    engine.get("clear_board")
    known = 0

    def move(game: Game) -> str:
        nonlocal known
        tell_gtp(engine, game, known)
        answer = engine.get(f"genmove {colour(game)}")
        known = len(game.moves) + 1
        return answer

    return move


def ugi_mover(engine: UgiProcess, game: Game) -> Mover:
    engine.send("uginewgame")

    def move(game: Game) -> str:
        moves = " ".join("0000" if move.is_pass else str(move) for move in game.moves)
        engine.send(f"position startpos moves {moves}")
        return engine.go(f"go movetime {1000 * float(MOVE_SECONDS):.0f}")

    return move


def nboard_mover(engine: NBoardProcess, game: Game) -> Mover:
    engine.ask("nboard 2", "set depth 60", "set game (;GM[Othello];)")
    known = 0

    def move(game: Game) -> str:
        nonlocal known
        new = game.moves[known:]
        engine.ask(*(f"move {'PA' if move.is_pass else move}" for move in new))
        known = len(game.moves)
        return engine.go()

    return move


@needs_rhino
@pytest.mark.parametrize("level", ["1", "3"])
def test_rhino(level: str) -> None:
    if level == "1" and N_GAMES >= MANY:
        pytest.skip("the other level is the one to be measured")
    points, longest = [], 0.0
    with GtpProcess("--time", MOVE_SECONDS) as ours, Rhino("-b", "0", "-l", level) as rhino:
        for number in range(N_GAMES):
            game = opening(number)
            movers = gtp_mover(ours, game), gtp_mover(rhino, game)
            is_black = number % 2 == 0
            seconds = play(game, *(movers if is_black else movers[::-1]))
            longest = max(longest, seconds["X" if is_black else "O"])
            score = game.result()
            assert score is not None
            points.append((score > 0) - (score < 0) if is_black else (score < 0) - (score > 0))
            retell(ours, game)
            expected = f"B+{score}" if score > 0 else f"W+{-score}" if score < 0 else "0"
            assert ours.get("final_score") == expected
    wins = points.count(1)
    print(f"{N_GAMES} games: {wins} won, {points.count(0)} drawn; our longest move {longest:.3f} s")
    assert N_GAMES < MANY or wins >= 0.95 * N_GAMES


@needs_rhino
def test_rhino_in_a_match() -> None:
    """Our client finds out what it takes: no passes, no fractions of a second."""
    players = parse_player("level=1,hash=1"), parse_player(f"gtp:{RHINO} -b 0 -l 1")
    openings = [parse_opening(text) for text in ("f5d6c4d3c2b3b4b5", "f5f4")]
    records = list(Match(players, openings, 4).run())
    assert [record.fault for record in records] == [None] * 4, records
    assert all(record.game.is_over for record in records)


def retell(engine: GtpProcess, game: Game) -> None:
    """Tell the engine the whole game: it was not told what came after its last move."""
    engine.get("clear_board")
    tell_gtp(engine, game, 0)


@pytest.mark.parametrize(
    ("process", "mover", "arguments"),
    [
        (UgiProcess, ugi_mover, ()),
        (GtpProcess, gtp_mover, ("--time", MOVE_SECONDS)),
        (NBoardProcess, nboard_mover, ("--time", MOVE_SECONDS)),
    ],
    ids=["ugi", "gtp", "nboard"],
)
def test_games_against_ourselves(
    process: type[UgiProcess],
    mover: Callable[[UgiProcess, Game], Mover],
    arguments: tuple[str, ...],
) -> None:
    longest = 0.0
    with ExitStack() as engines:
        pair = [engines.enter_context(process(*arguments)) for _ in range(2)]
        for number in range(N_GAMES):
            game = opening(number)
            seconds = play(game, *(mover(engine, game) for engine in pair))
            longest = max(longest, *seconds.values())
    print(f"{N_GAMES} games, longest move {longest:.3f} s")


def gtp_command(*arguments: str) -> str:
    return shlex.join([sys.executable, "-m", "othello", "gtp", "--hash", "1", *arguments])


def results(table: Path) -> list[dict[str, str]]:
    """Return the lines of gogui-twogtp's file of results."""
    lines = table.read_text().splitlines()
    (names,) = [line[1:].split("\t") for line in lines if line.startswith("#GAME")]
    games = [line.split("\t") for line in lines if not line.startswith("#")]
    return [dict(zip(names, game, strict=True)) for game in games]


@needs_gogui
def test_a_match_of_gogui(tmp_path: Path) -> None:
    """No game ends with an error, players and referee agree on scores, and the files are read."""
    command = [
        *(str(TWOGTP), "-auto", "-komi", "0", "-size", "8", "-games", "2", "-alternate"),
        *("-black", gtp_command("--level", "2"), "-white", gtp_command("--level", "3")),
        *("-referee", gtp_command(), "-sgffile", str(tmp_path / "game")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    games = results(tmp_path / "game.dat")
    assert len(games) == 2
    for number, game in enumerate(games):
        assert game["ERR"] == "0", game["ERR_MSG"]
        assert game["RES_B"] == game["RES_W"] == game["RES_R"]
        text = (tmp_path / f"game-{number}.sgf").read_text()
        assert re.search(r";[BW]\[\]\)\s*$", text)  # ends by passes
        record = read_sgf(text)
        assert record.is_over
        score = record.result()
        assert record.headers["Result"] == (
            f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        )
