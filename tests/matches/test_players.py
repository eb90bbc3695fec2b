"""Players and openings as the command line and files name them."""

import sys

import pytest
from support.cli_process import json_lines

from othello import Board, Game
from othello.client import GtpClient, NBoardClient, UgiClient, own_command
from othello.errors import (
    FormatError,
)
from othello.matches.openings import parse_opening, read_openings, shipped_openings
from othello.matches.players import Effort, parse_player
from othello.notation import PASS

DEPTH_3 = Effort(depth=3)


@pytest.mark.parametrize("text", ["", "othello"])
def test_our_engine_as_it_is(text: str) -> None:
    player = parse_player(text)
    assert player.command == tuple(own_command()) and player.name == "othello"
    assert player.effort == Effort() and player.options == {}


@pytest.mark.parametrize(
    ("text", "options", "effort"),
    [
        ("depth=8", {}, Effort(depth=8)),
        ("Depth=8,nodes=100", {}, Effort(depth=8, nodes=100)),
        ("level=0", {"level": "0"}, Effort(level=0)),
        ("time=1.5,inc=0.01", {}, Effort(time=1.5, inc=0.01)),
        ("depth=8,selectivity=95", {"selectivity": "95"}, Effort(depth=8)),
        ("movetime=20", {"moveoverhead": "0"}, Effort(movetime=20)),
        ("movetime=20,move_overhead=5", {"moveoverhead": "5"}, Effort(movetime=20)),
        ("evaluation=classic,Threads=2", {"evaluation": "classic", "threads": "2"}, DEPTH_3),
        ("", {}, DEPTH_3),
    ],
)
def test_settings(text: str, options: dict[str, str], effort: Effort) -> None:
    player = parse_player(text, DEPTH_3)
    assert player.options == options and player.effort == effort


@pytest.mark.parametrize(
    ("mark", "client", "effort"),
    [
        ("", UgiClient, DEPTH_3),
        ("cmd:", UgiClient, DEPTH_3),
        ("ugi:", UgiClient, DEPTH_3),
        ("nboard:", NBoardClient, DEPTH_3),
        ("nboard:", NBoardClient, Effort()),
        ("gtp:", GtpClient, Effort(movetime=20)),
        ("gtp:", GtpClient, Effort()),
    ],
)
def test_protocols(mark: str, client: type, effort: Effort) -> None:
    player = parse_player(f"{mark}{sys.executable} -m x=y", effort)
    assert player.name == f"{mark}{sys.executable} -m x=y"
    assert player.command == (sys.executable, "-m", "x=y") and player.client is client
    assert player.effort == effort and player.knows_positions == (client is not GtpClient)


def test_a_configuration_may_deepen_hot_positions() -> None:
    with parse_player("level=3,deepen_hot=true,hash=1").start() as client:
        assert client.find_option("deepen_hot") == "DeepenHot"


def test_an_option_may_be_spelt_in_two_ways() -> None:
    player = parse_player("Own_Book=true,hash_mb=2,movetime_ms=50")
    assert player.options == {"ownbook": "true", "hash": "2", "moveoverhead": "0"}
    assert player.effort == Effort(movetime=50) and player.is_random
    again = parse_player("cpu_time=false,depth=1", own={"cputime": "true"})
    assert again.options == {"cputime": "false"} and not again.by_processor


def test_a_match_sets_the_seeds() -> None:
    assert parse_player("strength=20").is_random
    assert not parse_player("strength=20,seed=3").is_random
    games = json_lines("match", "strength=30", "strength=0", "--games", 2, "--hash", 1)
    assert games[-1]["total"]["illegal"] == games[-1]["total"]["crashes"] == 0


def test_options_are_set_at_the_start() -> None:
    machine = {"threads": "1", "hash": "99999999", "unheard-of": "3"}
    parse_player("hash=1", machine=machine).start().close()


MOVES = "f5d6c3d3c4"
POSITION = Board.from_moves(MOVES)


@pytest.mark.parametrize(
    "text", [MOVES, "F5 D6 C3 D3 C4", "f5,d6,c3,d3,c4", "Tiger", "startpos moves f5 d6 c3 d3 c4"]
)
def test_a_line_of_moves(text: str) -> None:
    opening = parse_opening(text)
    assert str(opening) == MOVES
    assert opening.game().board == POSITION and opening.start == Board()
    opening.game().undo()  # `game` makes a new game each time
    assert opening.game().transcript() == MOVES


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (POSITION.to_obf(), POSITION),
        (POSITION.to_fen(), POSITION),
        (POSITION.to_obf() + "; f4:+0;", POSITION),
        ("startpos", Board()),
    ],
)
def test_a_position(text: str, board: Board) -> None:
    opening = parse_opening(text)
    assert str(opening) == board.to_obf()
    assert opening.game().board == opening.start == board and opening.game().moves == ()


def test_good_lines_are_read_in_spite_of_bad_ones() -> None:
    bad: list[FormatError] = []
    lines = ["# of our own", "f5d6", "f5f5", "", "f5f4"]
    openings = list(read_openings(lines, "mine", bad.append))
    assert [opening.id for opening in openings] == ["mine:2", "mine:5"]
    assert [str(error).partition(": ")[0] for error in bad] == ["mine:3"]


def test_the_shipped_list() -> None:
    openings = shipped_openings()
    assert len(openings) >= 3000
    assert openings == list(read_openings(map(str, openings), "xot.txt"))
    assert len({opening.game().board.canonical() for opening in openings}) == len(openings)
    for opening in openings:
        assert len(opening.moves) == 8 and PASS not in opening.moves
        assert str(opening) == Game(opening.moves).transcript()
