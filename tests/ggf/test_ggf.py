"""GGF: what is read and written; what is refused is recorded."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recorded_texts import answer, cases, record

from othello import Board, Game, Move
from othello.errors import FormatError
from othello.ggf.games import GgfGame, GgfMove, format_game, parse_game, read_games

TEXTS = Path(__file__).with_name("texts.jsonl")

START = "---------------------------O*------*O--------------------------- *"


def test_clocks_of_their_own() -> None:
    game = parse_game("(;TB[10/1/5]TW[1:00:00]B[F5//12]W[D6//1];)")
    assert (game.seconds_left("X"), game.seconds_left("O")) == (10 + 1 - 12 + 5, 3599)
    assert parse_game("(;B[F5//12];)").seconds_left("X") is None


def test_a_result_is_written_from_blacks_side() -> None:
    wipeout = Game("e6f4e3f6g5d6e7f5c5")
    assert "RE[+64]" in format_game(GgfGame.of(wipeout))
    assert "RE[?]" in format_game(GgfGame.of(Game("f5")))
    assert "RE[+3:t]" in format_game(GgfGame.of(Game("f5"), {"RE": "+3:t"}))


headers = st.fixed_dictionaries(
    {},
    optional={
        name: st.text(max_size=20)
        for name in ("Black", "White", "BlackRating", "WhiteRating", "Event", "Place", "Date")
    }
    | {
        "Result": st.sampled_from(["+64", "-2.00", "+18.0", "+64:r"]),
        "Type": st.just("s8r18"),
    },
)


@given(st.randoms(use_true_random=False), st.integers(0, 70), st.integers(0, 9), headers)
def test_every_game_comes_back(
    random: object, plies: int, first: int, headers: dict[str, str]
) -> None:
    game = Game()
    while len(game) < plies and not game.is_over:
        game.play(random.choice(game.board.legal_moves()))  # type: ignore[attr-defined]
    game = Game(game.moves[first:], game.positions()[min(first, len(game))], headers)
    if game.is_over:
        game.headers.pop("Result", None)  # what the board shows is written
    assert Game.from_ggf(game.to_ggf()) == game
    if not game.is_over:  # else the result is written
        assert Game.from_ggf(format_game(GgfGame.of(game))) == game


numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.randoms(use_true_random=False), st.integers(0, 70), st.data())
def test_what_is_written_is_read_again(random: object, plies: int, data: st.DataObject) -> None:
    board, notes = Board(), []
    while len(notes) < plies and not board.is_over:
        move: Move = random.choice(board.legal_moves())  # type: ignore[attr-defined]
        notes.append(GgfMove(move, data.draw(numbers), data.draw(numbers)))
        board = board.after(move)
    tags = {"GM": "Othello", "PB": data.draw(texts), "TI": data.draw(texts), "TY": "8", "RE": "?"}
    game = GgfGame(Board(), tuple(notes), tags)
    assert parse_game(format_game(game)) == game


@given(texts | st.text("(;)BOGMW[]\\8*-F5/PA", max_size=60))
def test_rubbish_is_refused_in_one_way(text: str) -> None:
    try:
        parse_game(text)
    except FormatError as error:
        assert error.line >= 1 and "\n" not in str(error)
    list(read_games(text, on_error=lambda error: None))


@pytest.mark.filterwarnings("ignore:.*left out .*, which is no game")
@pytest.mark.parametrize("case", cases(TEXTS), ids=lambda case: case["shows"])
def test_a_text_is_read_as_recorded(case: dict[str, Any]) -> None:
    assert answer("ggf", case) == case


if __name__ == "__main__":
    record("ggf", TEXTS)


@pytest.mark.parametrize(("value", "move"), [("A1/1.5", "a1"), ("i9", "")])
def test_an_error_knows_the_bad_move(value: str, move: str) -> None:
    with pytest.raises(FormatError) as caught:
        Game.from_ggf(f"(;GM[Othello]B[F5/1.5]\nW[{value}];)")
    legal = ("f4", "d6", "f6")
    text, start = value.partition("/")[0], Board().to_obf()
    assert caught.value.bad_move == (text, move, 2, "white", start, "f5", legal, 2, 1)
