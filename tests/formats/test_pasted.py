"""Moves as people paste them."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello import Board, Game
from othello.errors import FormatError
from othello.formats.pasted import format_game, parse_game, read_games

TIGER = Game("f5d6c3d3c4f4")


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4f4",
        "F5D6C3D3C4F4",
        "f5 d6 c3 d3 c4 f4",
        "f5, d6; c3. d3 / c4 | f4",
        "f5-d6-c3-d3-c4-f4",
        "f5\nd6\nc3\r\nd3\n\tc4\nf4\n",
        "1. f5 d6 2. c3 d3 3. c4 f4",
        "1.F5 D6 2.C3 D3 3.C4 F4",
        "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4",
        "1) f5 d6  2) c3 d3  3) c4 f4",
        "1 f5\n2 d6\n3 c3\n4 d3\n5 c4\n6 f4",
        "1: f5\n2: d6\n3: c3\n4: d3\n5: c4\n6: f4",
        "1f5 2d6 3c3 4d3 5c4 6f4",
        "1... f5! d6?! 2... c3!! d3 {the tiger} 3... c4 (f4)",
        "Black: F5\nWhite: D6\nBlack: C3\nWhite: D3\nb c4\nw: f4",
        "B f5 W d6 B c3 W d3 X c4 O f4",
        "[f5][d6][c3][d3][c4][f4] 33-31",
        "'f5' \u2192 'd6' \u2192 'c3' \u2192 d3 \u2014 c4 \u2026 f4 40 - 24",
        "| f5 | d6 |\n| c3 | d3 |\n| c4 | f4 |",
        "f5 -- d6 -- c3 -- d3 -- c4 -- f4",  # no side has to pass: dashes
        "\ufefff5_d6_c3_d3_c4_f4*",
    ],
)
def test_forms(text: str) -> None:
    assert parse_game(text).transcript() == TIGER.transcript()


def game_with_pass() -> Game:
    for seed in range(100):
        rng, game = random.Random(seed), Game()
        while not game.is_over:
            game.play(rng.choice(game.board.legal_moves()))
        if any(move.is_pass for move in game.moves):
            return game
    raise AssertionError("no random game with a pass")


@pytest.mark.parametrize("spelling", ["pass", "PASS", "pa", "PA", "ps", "--", "---", "", "Pass."])
def test_passes(spelling: str) -> None:
    game = game_with_pass()
    words = [spelling if move.is_pass else str(move) for move in game.moves]
    assert parse_game(" ".join(words)).moves == game.moves
    # Some write passes until both sides have passed.
    assert parse_game(" ".join([*words, spelling, spelling])).moves == game.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5 d6 hello c3", "-:1: column 7: 'hello' is no move: expected moves such as f5"),
        ("f5\nd6 i9", "-:2: column 4: 'i9' is no move"),
        ("f5 {d6", "-:1: column 4: '{d6' is no move"),
        ("f5\nd6\n\tf5", "-:3: column 2: illegal move 'f5'"),
        ("f5 pass", "-:1: column 4: illegal move 'pass'"),
        ("best d6", "-:1: column 1: 'best' is no move"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_game(text)


def test_games_of_a_text() -> None:
    text = "\n\n1. f5\n2. d6\n\nf5 f5\n\n  \nD3\nC5\n".splitlines(keepends=True)
    errors: list[FormatError] = []
    games = [game.transcript() for game in read_games(text, "mail", errors.append)]
    assert games == ["f5d6", "d3c5"]
    assert [str(error)[:36] for error in errors] == ["mail:6: column 4: illegal move 'f5' "]
    with pytest.raises(FormatError, match="mail:6"):
        list(read_games(text, "mail"))
    assert list(read_games([])) == []


def whole_game(seed: int) -> Game:
    """Return a game to its end."""
    rng, game = random.Random(seed), Game()
    while not game.is_over:
        game.play(rng.choice(game.board.legal_moves()))
    return game


GAMES = [*[whole_game(seed).transcript() for seed in range(2)], game_with_pass().transcript()]


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        (GAMES, []),
        ([f"{number}. {game}" for number, game in enumerate(GAMES, 1)], []),
        ([f"{number}) {game.upper()}" for number, game in enumerate(GAMES, 1)], []),
        ([f"{game[:40]}\n{game[40:]}" for game in GAMES], []),
        ([re.sub("(pass|..)", r"\1\n", game).strip() for game in GAMES], []),
        (["1. Smith - Jones", *GAMES], ["1: column 4: 'Smith' is no move"]),
        ([*GAMES, "that was all"], ["4: column 1: 'that' is no move"]),
        (
            [GAMES[0], "2. Smith - Jones", GAMES[1], "Third game", "by Jones", GAMES[2]],
            [
                "2: column 4: 'Smith' is no move",
                "4: column 1: 'Third' is no move",
                "5: column 1: 'by' is no move",
            ],
        ),
        ([*GAMES, "f5d6xx", "xx f5d6"], ["4: column 5: 'xx' is no move", "5: column 1: 'xx'"]),
        ([*GAMES, "Smith f5d6"], ["4: column 1: 'Smith' is no move"]),
    ],
)
def test_games_without_empty_lines_between(lines: list[str], faults: list[str]) -> None:
    """Each begins where it can; a fault is that of its line, and spoils no other one."""
    errors: list[FormatError] = []
    text = "\n".join(lines).splitlines(keepends=True)
    assert [game.transcript() for game in read_games(text, "-", errors.append)] == GAMES
    assert len(errors) == len(faults)
    for error, fault in zip(errors, faults, strict=True):
        assert str(error).startswith(f"-:{fault}"), error


def test_words_within_a_game_spoil_it() -> None:
    """No move is overlooked: it is not known whether the words were one."""
    errors: list[FormatError] = []
    text = ["f5 d6 c3\n", "(the tiger)\n", "d3 c4\n", "\n", "f5\n"]
    assert [game.transcript() for game in read_games(text, "-", errors.append)] == ["f5"]
    assert [str(error)[:12] for error in errors] == ["-:2: column "]


def test_what_is_written_is_read_again() -> None:
    game = game_with_pass()
    text = format_game(game)
    assert " -- " in text and text.startswith("1. ")
    assert parse_game(text).moves == game.moves
    assert format_game(Game()) == "\n"


@given(st.text("abcdefgh12345678 .-{}pasPx\n", max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = parse_game(text)
    except FormatError as error:
        assert "\n" not in str(error) and str(error).isascii()
    else:
        assert Board.from_moves(game.moves) == game.board
