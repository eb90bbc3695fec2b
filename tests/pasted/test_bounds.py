"""No text costs more work than its games are worth: what is none ends early, with a place."""

import io
import resource
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from othello import Board, Game
from othello.convert import FORMATS
from othello.errors import FormatError, OthelloError
from othello.formats.detect import format_of_text
from othello.pasted.move_lists import LONGEST_GAME
from othello.pasted.move_text import MOST_FAULTS, read_natives

SECONDS = 5
"""Many times what each takes; before there were bounds the slowest took as many minutes."""
MEGABYTES = 100

TEXTS = {
    "dots": "3. c4 ... " * 90_000,
    "moves": "f5 " * 300_000,
    "columns": "a," * 200_001 + "\n" + "f5," * 200_001 + "\n",
    "columns of moves": ",".join(f"move{n}" for n in range(1, 100_000)) + "\n" + "f5," * 100_000,
    "words": "hello " * 150_000,
    "groups": "(f5) " * 180_000,
    "deep groups": "(f5 " * 200_000,
    "brackets": "[" * 900_000,
    "braces": "{" * 900_000,
    "results": "40-24 " * 150_000,
    "lines of results": "40-24\n" * 150_000,
    "blocks of results": "40-24\n\n" * 120_000,
    "results behind a game": "f5d6\n\n" + "40-24\n\n" * 120_000,
    "names": "Black: Ann\n" * 80_000,
    "names on a line": "Black: Ann " * 80_000,
    "letters": "a" * 900_000,
    "tags": '[Black "Ann"\n' * 70_000,
    "sentences": "Move 1: A plays F5\n" * 45_000,
    "alternatives": "f5/d6 " * 150_000,
    "variations": "1. f5 (1. e6) d6 " * 50_000,
    "wide letters": "\uff46\uff15" * 150_000,
}
WITHOUT_WORDS = ("brackets",)
"""Pattern of a text without anything that could be a game, or at fault."""


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_without_games_ends_early(name: str) -> None:
    """In a process of its own, whose memory no other test has filled."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        pool.submit(read_without_games, name).result()


def read_without_games(name: str) -> None:
    warnings.filterwarnings("ignore", "number 3 before")
    text = TEXTS[name]
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    faults: list[FormatError] = []
    known = FORMATS[format_of_text(text)]
    games = list(known.read(io.StringIO(text), "-", faults.append))
    assert len(games) == (name == "results behind a game")
    assert len(faults) <= 2 * MOST_FAULTS + 1
    assert all(fault.line for fault in faults) and bool(faults) == (name not in WITHOUT_WORDS)
    for read in (Game.parse, Game, Board):
        with pytest.raises(OthelloError):
            read(text)
    assert time.process_time() - start < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEGABYTES * 1024


def test_a_game_in_time_keeps_the_reader_going() -> None:
    """Faults in a row count; a game among them is read, one behind too many is not."""
    words = ["Ann - Bob\n", "\n"] * (MOST_FAULTS - 1)
    faults: list[FormatError] = []
    read = read_natives([*words, "f5d6\n", "\n", *words, "f5f6\n"], "-", faults.append)
    assert [native.game for native in read] == [Game("f5d6"), Game("f5f6")]
    assert len(faults) == 2 * (MOST_FAULTS - 1)
    faults = []
    assert not list(read_natives([*words, *words, "f5d6\n"], "-", faults.append))
    assert len(faults) == MOST_FAULTS + 1
    assert str(faults[-1]) == (
        f"-:{2 * MOST_FAULTS - 1}: no game among {MOST_FAULTS} faults: the rest is not read"
    )


def test_a_line_that_is_too_long_costs_its_game_alone() -> None:
    faults: list[FormatError] = []
    text = ["f5d6\n", "\n", "f5 " * LONGEST_GAME + "\n", "\n", "f5f6\n"]
    games = [native.game for native in read_natives(text, "-", faults.append)]
    assert games == [Game("f5d6"), Game("f5f6")]
    assert [str(fault) for fault in faults] == [
        f"-:3: column {LONGEST_GAME + 1}: {3 * LONGEST_GAME} characters: "
        f"expected at most {LONGEST_GAME} in the text of a game"
    ]
