"""Moves as people write them.

Each line of ``move_texts.jsonl`` is a text, the rule that it shows, and what is read from it: as
several games (``games`` and ``faults``), and as one (``game``, or ``refused``). To add a case,
append ``{"rule": "…", "text": "…", "read": "several"}`` (``"one"``, ``"both"``); to record what has
no answer yet, and what has changed on purpose, run ``python tests/formats/test_move_text.py``.
"""

import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.pasted_texts import pasted_texts
from support.random_games import random_game

from othello import Board, Game
from othello.convert import FORMATS
from othello.errors import FormatError
from othello.formats.detect import format_of_text
from othello.notation import PASS
from othello.pasted.move_text import (
    MoveText,
    format_game,
    parse_game,
    parse_native,
    read_games,
    read_natives,
)

CASES = Path(__file__).with_name("move_texts.jsonl")
WITH_PASS = next(game for seed in range(100) if PASS in (game := random_game(seed)).moves)


def cases() -> Iterator[dict[str, Any]]:
    with CASES.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def told(native: MoveText) -> dict[str, Any]:
    """Return a game as the cases have it."""
    game = native.game
    start = "" if game.start == Board() else game.start.to_fen()
    found = {"start": start, "moves": game.transcript(), "headers": game.headers}
    found |= {"left out": sorted(native.others), "warnings": native.warnings()}
    return {name: value for name, value in found.items() if value}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with what is read now."""
    found = {name: case[name] for name in ("rule", "text", "read")}
    if case["read"] != "one":
        errors: list[FormatError] = []
        natives = read_natives(io.StringIO(case["text"]), "-", errors.append)
        found["games"] = list(map(told, natives))
        found["faults"] = [f"{error}" + " (a game)" * error.is_item for error in errors]
    if case["read"] != "several":
        try:
            found["game"] = told(parse_native(case["text"]))
        except FormatError as error:
            found["refused"] = str(error)
    return found


@pytest.mark.parametrize("rule", sorted({case["rule"] for case in cases()}))
def test_every_form_is_read_as_recorded(rule: str) -> None:
    for case in cases():
        if case["rule"] == rule:
            assert answer(case) == case


@pytest.mark.parametrize("clock", ["15:00//02:00", "05:00", "01:00:00", "noon"])
def test_a_time_of_day_is_no_clock(clock: str) -> None:
    assert parse_game('[Time "18:20:00"]\nf5').headers == {"Time of day": "18:20:00"}
    assert parse_game(format_game(Game("f5", headers={"Time": clock}))).headers == {"Time": clock}


def test_blanks_take_no_time() -> None:
    """A line of a comment alone is blank behind its braces."""
    for text in (f"{{{'-' * 80}x}} f5", f"f5{' ' * 5000}d6", f"[8 {' ' * 5000}", "- " * 40 + "f5"):
        games = list(read_games([text], "-", lambda error: None))
        assert games in ([Game("f5")], [Game("f5d6")], [])
        assert format_of_text(text) in ("pasted", "transcript")


@pytest.mark.parametrize("route", ["pasted", "any format"])
@pytest.mark.parametrize("n_games", [500, pytest.param(30_000, marks=pytest.mark.slow)])
def test_no_game_of_any_text_is_lost_or_altered(n_games: int, route: str) -> None:
    """Numbered, wrapped, with passes in all spellings or none, with words and results around."""
    n_read = 0
    for text, games in pasted_texts(random.Random(n_games), n_games):
        name = "pasted" if route == "pasted" else format_of_text(text)
        items = FORMATS[name].read(io.StringIO(text, None), "-", lambda error: None)
        assert [item.game.moves for item in items] == games, text
        n_read += len(games)
    assert n_read == n_games


@pytest.mark.parametrize("text", [case["text"] for case in cases() if case["rule"] == "results"])
def test_results_are_read_by_every_route(text: str) -> None:
    games = list(read_games(text.splitlines(keepends=True)))
    known = FORMATS[format_of_text(text)]
    assert [item.game for item in known.read(io.StringIO(text), "-", None)] == games
    if len(games) == 1:
        assert parse_game(text) == games[0]


@pytest.mark.parametrize(
    ("text", "before", "found", "legal"),
    [
        ("1. f5 d6 2. c3\n  d9 c4", "f5d6c3", ("d9", "", 4, "white", 2, 3), "d3 f3 f4 g5"),
        ("f5d6a1", "f5d6", ("a1", "a1", 3, "black", 1, 5), "c3 c4 c5 c6 c7"),
        ("f5 d6 c3 Paris", "f5d6c3", ("Paris", "", 4, "white", 1, 10), "d3 f3 f4 g5"),
        ("e6f4e3f6g5d6e7f5c5 a1", "e6f4e3f6g5d6e7f5c5", ("a1", "a1", 10, "white", 1, 20), ""),
    ],
)
def test_an_error_knows_the_bad_move(
    text: str, before: str, found: tuple[object, ...], legal: str
) -> None:
    with pytest.raises(FormatError) as caught:
        Game.parse(text)
    bad = caught.value.bad_move
    assert bad is not None and bad.moves == before and bad.start == Board().to_obf()
    assert (bad.text, bad.move, bad.number, bad.side, bad.line, bad.column) == found
    assert " ".join(bad.legal) == legal


def test_a_pass_that_is_left_out_stands_before_the_bad_move() -> None:
    moves = "".join(map(str, WITH_PASS.moves))
    before, after = moves.split("pass", 1)
    with pytest.raises(FormatError) as caught:
        parse_game(f"{before}a9{after}")
    bad = caught.value.bad_move
    assert bad is not None and bad.moves == f"{before}pass"
    assert after[:2] in bad.legal


def test_words_alone_are_no_bad_move() -> None:
    with pytest.raises(FormatError) as caught:
        parse_game("no game d9")
    assert caught.value.bad_move is None


def test_what_is_written_is_read_again() -> None:
    text = format_game(WITH_PASS)
    assert " -- " in text and text.startswith("1. ")
    assert parse_game(text).moves == WITH_PASS.moves
    assert format_game(Game()) == "\n"
    named = Game("f5", headers={"Black": 'an "odd\\" name', "White": "two\nlines", "Event": "e4"})
    assert list(read_games(format_game(named).splitlines())) == [
        Game("f5", headers=named.headers | {"White": "two lines"})
    ]
    other = Game("d6", start="f5", headers={"FEN": "8/8", "Setup": "0"})
    (again,) = read_games(format_game(other).splitlines())
    assert again == Game("d6", start="f5", headers={"FEN_": "8/8", "Setup_": "0"})
    behind_a_position = [Game("f6", start="c4e3"), Game("e6")]
    text = "\n".join(map(format_game, behind_a_position))
    assert list(read_games(text.splitlines())) == behind_a_position
    column = Game("f5", headers={"Time left": "5", "Player #1": "Ann"})
    (again,) = read_games(format_game(column).splitlines())
    assert again.headers == {"Time_left": "5", "Player_1": "Ann"}


@given(st.text("abcdefgh12345678 .-{}pasPx\n", max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = parse_game(text)
    except FormatError as error:
        assert "\n" not in str(error) and str(error).isprintable()
    else:
        assert Board.from_moves(game.moves) == game.board


if __name__ == "__main__":
    recorded = [json.dumps(answer(case), ensure_ascii=False) for case in cases()]
    CASES.write_text("\n".join([*recorded, ""]), encoding="utf-8")
