"""A format is one declaration: a room that brings one has it in each place where formats are."""

from pathlib import Path

import pytest
from support.scripts import output_of

from othello.convert import FORMATS
from othello.game import Game

ROOM = """
from othello import rooms
rooms.rooms()["strange"] = rooms.Room(formats={"dashed": "__main__"})

import othello
from othello.formats.reading import read_lines
from othello.formats.registry import Format, plain_game, write_lines

def parse(text, id=""):
    return othello.Game(text.split("-"))

def text_of(game):
    return "-".join(map(str, game.moves))

def read(file, source, on_error=None):
    return read_lines(file, parse, source, on_error=on_error)

FORMAT = Format(
    "dashed", othello.Game, read, write_lines(text_of), plain_game, (".dsh",),
    parse=parse, to_text=text_of,
)
"""
USES = """
from othello.cli import main
game = othello.Game.from_dashed("f5-d6")
print(repr(game), game.to_dashed(), "from_dashed" in dir(othello.Game), "to_dashed" in dir(game))
othello.write_games("a.dsh", [game])
print(list(othello.read_games("a.dsh")))
main(["convert", "a.dsh", "b.txt"])
main(["convert", "b.txt", "-", "--to", "dashed"])
"""


def test_a_room_adds_a_format(tmp_path: Path) -> None:
    game, files, converted, text = output_of(f"{ROOM}{USES}", cwd=tmp_path).splitlines()
    assert game == "Game('f5d6') f5-d6 True True"
    assert files == "[Game('f5d6')]"
    assert converted.startswith("1 read  0 unusable") and text == "f5-d6"


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.parse])
def test_a_game_as_text_comes_back(name: str) -> None:
    game = Game("f5d6", headers={"Black": "me"})
    assert getattr(Game, f"from_{name}")(getattr(game, f"to_{name}")()) == game


def test_a_format_that_is_not_there_is_no_attribute() -> None:
    for of in (Game, Game()):
        assert not hasattr(of, "from_pgn") and not hasattr(of, "to_pgn")
