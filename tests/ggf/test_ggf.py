"""GGF: what is read and written; what is refused is recorded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello import Board, Game, Move
from othello.errors import FormatError
from othello.ggf.games import GgfClock, GgfGame, GgfMove, format_game, parse_game, read_games

START = "---------------------------O*------*O--------------------------- *"


def test_a_game_as_nboard_sends_it() -> None:
    game = parse_game(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
        f"BO[8 {START}]B[F5//0.5]W[F6/-1.20]B[D3/1.5/7.697]W[C5];)"
    )
    assert game.game().transcript() == "f5f6d3c5"
    assert [note.evaluation for note in game.moves] == [None, -1.2, 1.5, None]
    assert [note.seconds for note in game.moves] == [0.5, None, 7.697, None]
    assert game.tags["PB"] == "./mEdax" and game.clock("X") == GgfClock(900)
    assert game.seconds_left("X") == pytest.approx(900 - 8.197)
    assert game.seconds_left("O") == 900
    assert parse_game(format_game(game)) == game


def test_all_comments_are_kept() -> None:
    game = parse_game("(;C[one]B[F5]C[two]W[D6]C[three];)")
    assert game.tags["C"] == parse_game(format_game(game)).tags["C"] == "one two three"


def test_clocks_of_their_own() -> None:
    game = parse_game("(;TB[10/1/5]TW[1:00:00]B[F5//12]W[D6//1];)")
    assert (game.seconds_left("X"), game.seconds_left("O")) == (10 + 1 - 12 + 5, 3599)
    assert parse_game("(;B[F5//12];)").seconds_left("X") is None


@pytest.mark.parametrize(
    ("written", "seconds"), [("1:07.5", 67.5), ("1:00:00", 3600), (" 0:3", 3), ("0.00012", 0.00012)]
)
def test_the_time_of_a_move(written: str, seconds: float) -> None:
    game = parse_game(f"(;GM[Othello]B[F5//{written}];)")
    assert game.moves[0].seconds == seconds
    assert parse_game(format_game(game)).moves == game.moves


def test_any_start_and_passes() -> None:
    """White has no move; the pass may be left out, written, or be all there is."""
    squares = "*O" + "-" * 62
    for moves, expected in [
        ("", []), ("W[PA]", ["pass"]), ("W[pass//2.5]B[C1]", ["pass", "c1"]),
        ("B[C1]", ["pass", "c1"]), ("B[C1]W[PA]B[PA]", ["pass", "c1"]),
    ]:  # fmt: skip
        game = parse_game(f"(;GM[Othello]BO[8 {squares} O]{moves};)")
        assert [str(note.move) for note in game.moves] == expected
    parted = " ".join(squares[i : i + 8] for i in range(0, 64, 8))
    assert parse_game(f"(;BO[8 {parted} O];)").start == Board.from_obf(squares + " O")


def test_bad_games_of_a_file_are_reported_and_the_others_read() -> None:
    text = "1 (;B[F5];)\nrubbish\n2 (;TY[s6];)(;B[A1];)\n(;B[D3]W[C3];)\n(;B[F5]"
    errors: list[FormatError] = []
    games = [game.game().transcript() for game in read_games(text, "f.ggf", errors.append)]
    assert games == ["f5", "d3c3"]
    assert [error.line for error in errors] == [3, 3, 5]
    assert str(errors[0]).startswith("f.ggf:3: column 3: TY[s6]")
    with pytest.raises(FormatError, match="f.ggf:3:"):
        list(read_games(text, "f.ggf"))


def test_a_number_without_sign_is_blacks_difference() -> None:
    assert Game.from_ggf("(;GM[Othello]RE[18.0]B[f5];)").headers["Result"] == "+18.0"


def test_a_result_is_written_from_blacks_side() -> None:
    wipeout = Game("e6f4e3f6g5d6e7f5c5")
    assert "RE[+64]" in format_game(GgfGame.of(wipeout))
    assert "RE[?]" in format_game(GgfGame.of(Game("f5")))
    assert "RE[+3:t]" in format_game(GgfGame.of(Game("f5"), {"RE": "+3:t"}))


def test_games_of_other_types_are_the_games_they_are() -> None:
    pair = (
        f"2 (;GM[Othello]TY[s8r18]RE[-10.000]BO[8 {START}]B[F5/-6/26]W[D6];)"
        f"(;GM[Othello]TY[s8r18]RE[+2.000]BO[8 {START}]B[F5/-6/26]W[F6];)"
    )
    games = [*read_games(pair)]
    assert [game.game().transcript() for game in games] == ["f5d6", "f5f6"]
    assert [game.game().headers["Type"] for game in games] == ["s8r18"] * 2
    assert [game.variant() for game in games] == ["synchro"] * 2
    komi = parse_game(
        f"(;GM[Othello]TY[8k]KB[F5/+1.2/3]KW[F5/-2/1]KM[-0.4]RE[+2.0]BO[8 {START}]W[D6];)"
    )
    assert komi.moves[0] == GgfMove(Move("f5"), 1.2, 3) and komi.game().transcript() == "f5d6"
    assert (komi.variant(), komi.tags["KM"]) == ("komi", "-0.4")
    for game in (*games, komi):
        assert parse_game(format_game(game)) == game
    assert parse_game("(;TY[8k]KB[F5];)").game().transcript() == "f5"
    assert parse_game("(;TY[8];)").game().headers == {}


def test_a_game_behind_a_corrupt_one_on_its_line_is_found() -> None:
    text = (
        "(;GM[Othello]PC[corrupt (;GM[Othello]B[F5]W[D6];) 2 (;GM[Othello]B[F5 (;GM[Othello]B[D3];)"
    )
    errors: list[FormatError] = []
    games = [game.game().transcript() for game in read_games(text, "f", errors.append)]
    assert games == ["f5d6", "d3"]
    assert [str(error)[:13] for error in errors] == ["f:1: column 1", "f:1: column 6"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1.12:01:23", 36 * 3600 + 83), ("0.00:00:30", 30), ("2.::", 2 * 86400),
        ("05:00.5", 300.5), ("1.5", 1.5), ("1:00:00.25", 3600.25),
    ],
)  # fmt: skip
def test_clocks_with_days_and_fractions(text: str, seconds: float) -> None:
    assert parse_game(f"(;TI[{text}];)").clock("X") == GgfClock(seconds)


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
