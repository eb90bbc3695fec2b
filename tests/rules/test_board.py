"""Board and Game: the same rules with colours, text and history."""

import copy
import pickle
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import reference

from othello.board import BLACK, PASS, WHITE, Board, Move, Position
from othello.errors import IllegalMove, InvalidBoard, InvalidMove
from othello.game import Game
from othello.symmetry import symmetric_moves

sets = st.integers(0, 2**64 - 1)
boards = st.builds(
    lambda occupied, black, turn: Board(black & occupied, occupied & ~black, turn),
    sets,
    sets,
    st.sampled_from([BLACK, WHITE]),
)
#: Moves and passes chosen by number among the legal ones: whole games or parts of them.
choices = st.lists(st.integers(0, 30), max_size=70)

MUST_PASS = "X" * 62 + "O- O"


def board_of(grid: reference.Grid, mover: str) -> Board:
    return Board.from_obf(reference.show(grid, mover))


@pytest.mark.parametrize("seed", range(20, 26))
def test_random_games_by_the_reference(seed: int) -> None:
    for grid, mover in reference.playout(seed):
        board = board_of(grid, mover)
        legal = [Move(8 * rank + file) for rank, file in reference.legal_moves(grid, mover)]
        over = reference.game_over(grid)
        assert board.is_over == over, board
        assert board.must_pass == (not legal and not over), board
        assert board.legal_moves() == (legal or ([] if over else [PASS])), board
        assert board.score() == reference.final_score(grid, mover), board
        for move in legal:
            square = divmod(int(move), 8)
            after = board_of(reference.play(grid, mover, square), reference.OTHER[mover])
            assert board.after(move) == after, (board, move)
            assert board.flips(move) == reference.mask(reference.flips(grid, mover, square))


def game_of(numbers: list[int]) -> Game:
    """Return a game of moves chosen by number among the legal ones."""
    game = Game()
    for number in numbers:
        if legal := game.board.legal_moves():
            game.play(legal[number % len(legal)])
    return game


@given(choices)
def test_a_game_replays_from_its_transcript(numbers: list[int]) -> None:
    game = game_of(numbers)
    assert Game(game.transcript()).positions() == game.positions()
    assert Board.from_moves(game.moves) == Board.parse(game.transcript() or "startpos")
    without_passes = [move for move in game.moves if not move.is_pass]
    last_passed = bool(game.moves) and game.moves[-1].is_pass
    assert Board.from_moves(without_passes) == game.positions()[-2 if last_passed else -1]


@given(boards)
def test_every_form_comes_back(board: Board) -> None:
    assert Board.from_obf(board.to_obf()) == board
    assert Board.from_fen(board.to_fen()) == board
    assert Board.from_fen(board.to_fen().replace("/", "")) == board
    assert Board.from_array(board.to_array(), board.turn) == board
    assert Board.parse(board.to_obf()) == Board.parse(board.to_fen()) == board
    assert Board(board.black, board.white, board.turn) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board
    assert hash(Board.from_obf(board.to_obf())) == hash(board)


@given(boards)
def test_counts_add_up(board: Board) -> None:
    assert sum(board.disc_counts()) + board.n_empties == 64
    assert board.player & board.opponent == 0
    assert {board.player, board.opponent} == {board.black, board.white}
    assert board.player == (board.black if board.turn == BLACK else board.white)


@given(boards)
def test_symmetries_have_the_same_rules(board: Board) -> None:
    images = board.symmetries()
    assert images[0] == board
    assert len(set(images)) in (1, 2, 4, 8)
    assert {image.canonical() for image in images} == {board.canonical()}
    assert board.canonical() in images
    for image in images:
        assert len(image.legal_moves()) == len(board.legal_moves())
        assert image.score() == board.score()


def test_symmetries_are_the_eight() -> None:
    one_disc = Board(black=1 << Move("b1"), white=0)
    squares = {Move(image.black.bit_length() - 1) for image in one_disc.symmetries()}
    assert set(map(str, squares)) == {"b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"}


def test_start() -> None:
    assert repr(Board()) == "Board()"
    assert Board().turn == BLACK
    assert Board() != Board(turn="white")
    assert Board() != "Board()"
    assert [str(move) for move in Board().legal_moves()] == ["d3", "c4", "f5", "e6"]


def test_passes() -> None:
    board = Board.from_obf(MUST_PASS)
    assert board.must_pass and board.legal_moves() == [PASS] and not board.is_over
    assert board.after("pass").turn == BLACK
    assert board.after(PASS).after("h8").is_over
    # The same with the pass left out, in a list of moves and in a game.
    assert Board.from_moves("h8", board) == Board.from_moves("pass h8", board)
    game = Game(start=board)
    game.play("h8")
    assert game.moves == (PASS, Move("h8"))
    assert game.undo() == Move("h8")
    assert game.board == board and game.moves == () and game.undo() is None


def test_equal_games_undo_alike_whichever_way_they_were_made() -> None:
    start = Board.from_obf(MUST_PASS)
    made = Game("h8", start)
    games = [made, Game("pass h8", start), made[:], Game(made), made.copy()]
    assert all(game == made for game in games)
    assert {(game.undo(), game.moves) for game in games} == {(Move("h8"), ())}
    game = Game(start=start)  # two calls are two
    game.play("pass")
    game.play("h8")
    assert game.undo() == Move("h8") and game.moves == (PASS,)


def test_a_game_of_a_game_is_an_equal_one() -> None:
    start = Board().after("f5")
    with pytest.warns(UserWarning, match="did you mean Black"):
        game = Game("d6", start, {"black": "me"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the warning was given
        assert Game(game) == game.copy() == game[:] == game
    copied = Game(game, headers={"White": "you"})
    assert copied.start == start and copied.headers == {"White": "you"}
    copied.headers["Black"] = "me"
    assert game.headers == {"black": "me"}


def test_games_of_other_colours_have_other_keys() -> None:
    start = Board()
    one, other = Game("f5"), Game("f5", Board(start.white, start.black, "O"))
    assert one.start.player == other.start.player
    assert one.canonical_key() != other.canonical_key()


def test_end_of_the_game() -> None:
    board = Board.from_obf("X" * 62 + "-- X")
    assert board.is_over and not board.must_pass and board.legal_moves() == []
    assert board.score() == 64
    for turn in "XO":
        assert Game(start=Board(board.black, 0, turn)).result() == 64
    assert Game().result() is None
    assert Board(0, 0).is_over and Board(0, 0).score() == 0


def test_headers_are_texts_and_stay_with_their_game() -> None:
    headers = {"Black": "one"}
    game = Game("f5", headers=headers)
    headers["Black"] = "two"
    game.headers["White"] = "three"
    assert game.headers == {"Black": "one", "White": "three"} and Game().headers == {}
    again = eval(repr(game), {"Game": Game})
    assert (again.moves, again.headers) == (game.moves, game.headers)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("black", "Black"), ("BLACKRATING", "BlackRating"), ("Year", "Date"), ("Site", "Place")],
)
def test_a_header_in_other_words_is_answered_with_the_known_one(name: str, meant: str) -> None:
    expected = f"header '{name}' has no meaning: did you mean {meant}?"
    with pytest.warns(UserWarning, match=expected) as told:
        game = Game("f5", headers={name: "Ada"})
    assert game.headers == {name: "Ada"} and told[0].filename == __file__


def test_headers_that_are_nothing_but_unknown_are_kept_in_silence() -> None:
    headers = {
        "Black": "Ada",
        "Game": "3",
        "Time of day": "12:00:00",
        "Date": "1998",
        "Year": "x",
        "name": "A",
    }
    assert Game("f5", headers=headers).headers == headers


@given(choices)
def test_images_of_a_game_have_one_key(numbers: list[int]) -> None:
    game = game_of(numbers)
    images = [
        Game(moves, start)
        for moves, start in zip(symmetric_moves(game.moves), game.start.symmetries(), strict=True)
    ]
    assert [image.board for image in images] == game.board.symmetries()
    assert {image.canonical_key() for image in images} == {game.canonical_key()}
    game.undo()
    assert not game.moves or game.canonical_key() not in {i.canonical_key() for i in images}


def test_a_part_of_a_game_has_not_the_result_of_the_whole() -> None:
    game = Game("f5d6c3", headers={"Black": "me", "Result": "+2"})
    assert game[:2] == Game("f5d6", headers={"Black": "me"})
    assert game[1:].headers == game[:].headers == game.headers


@pytest.mark.parametrize("move", ["a1", "e4", "pass", 0, 64])
def test_illegal_moves(move: int | str) -> None:
    with pytest.raises(IllegalMove, match=f"'{Move(move)}'.*expected d3 c4 f5 e6"):
        Board().after(move)
    game = Game("f5")
    with pytest.raises(IllegalMove):
        game.play(move)
    assert game.moves == (Move("f5"),)
    assert Board().flips(move) == 0


@given(st.text(max_size=80))
def test_parse_survives_any_text(text: str) -> None:
    try:
        board = Board.parse(text)
    except (InvalidBoard, InvalidMove, IllegalMove) as error:
        assert "expected" in str(error) and str(error).isprintable()
        assert len(str(error)) < 1000 and "\n" not in str(error)
    else:
        assert Board.parse(board.to_obf()) == board


def test_where_the_other_side_could_play() -> None:
    board = Board("f5")
    assert board.opponent_legal_mask == Board(board.black, board.white, "X").legal_mask
    assert Board().opponent_legal_mask.bit_count() == 4
    assert Position("f5").opponent_legal_mask == board.opponent_legal_mask
