"""Whole games with other people's programs, and with ourselves over each protocol.

`OTHELLO_TEST_GAMES` says how many games of each kind; the default is enough to see that it works.
"""

import os
import shlex
import shutil
import sys

import pytest
from support.random_games import random_game

from othello.matches.games import Match
from othello.matches.openings import parse_opening
from othello.matches.players import Effort, parse_player

N_GAMES = int(os.environ.get("OTHELLO_TEST_GAMES", "2"))
MANY = 100
"""From so many games on, the share of wins means something."""

OPENING_PLIES = 6

RHINO = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
needs_rhino = pytest.mark.skipif(
    RHINO is None, reason="gtp-rhino (Debian package grhino) is not installed"
)


def ours(protocol: str) -> str:
    """Return a player that is our engine and takes a hundredth of a second for a move."""
    command = [sys.executable, "-m", "othello", protocol, "--time", "0.01", "--level", "60"]
    return f"{protocol}:{shlex.join(command)}"


def wins(*players: str) -> int:
    """Play games from random openings; return how many the first player has won."""
    openings = [parse_opening(random_game(i, OPENING_PLIES).transcript()) for i in range(N_GAMES)]
    efforts = [Effort(nodes=10_000) if each.startswith("ugi") else Effort() for each in players]
    pair = list(map(parse_player, players, efforts))
    records = list(Match(pair, openings, N_GAMES).run())
    assert [record.fault for record in records] == [None] * N_GAMES, records
    assert all(record.game.is_over for record in records)
    longest = max(record.thinking[0].slowest for record in records)
    print(f"{N_GAMES} games, longest move of the first player {longest:.3f} s")
    return sum(record.points == 1 for record in records)


@needs_rhino
@pytest.mark.parametrize("level", ["1", "3"])
def test_rhino(level: str) -> None:
    """Our client finds out what it takes: no passes, no fractions of a second."""
    if level == "1" and N_GAMES >= MANY:
        pytest.skip("the other level is the one to be measured")
    won = wins(ours("gtp"), f"gtp:{RHINO} -b 0 -l {level}")
    assert N_GAMES < MANY or won >= 0.95 * N_GAMES


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_games_against_ourselves(protocol: str) -> None:
    wins(ours(protocol), ours(protocol))
