"""`othello.batch` gives for each row what `Board` and `Engine` give, on every instruction set."""

from collections.abc import Callable
from types import ModuleType

import pytest
from support.random_games import random_game
from support.threads import TWO

from othello import Board, Engine, Move
from othello.errors import IllegalMove

np = pytest.importorskip("numpy")

from othello import batch  # noqa: E402
from othello.batch import games, rules, scores  # noqa: E402
from othello.learning import NO_MOVE, Samples  # noqa: E402
from othello.notation import MOVE_NAMES  # noqa: E402

PASS = 64
PLAYOUTS = [24, -14, 8, 6, -18, -22, 32, -20]
PLAYED_ON = 0x485802B008042850


def random_boards(n_games: int = 12) -> list[Board]:
    """Return the positions of some random games, passes and ends among them."""
    return [board for seed in range(n_games) for board in random_game(seed).positions()]


BOARDS = random_boards()
POSITIONS = batch.from_boards(BOARDS)


@pytest.fixture(autouse=True)
def chosen_core(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test of this module on every instruction set."""
    for module in (games, rules, scores):
        monkeypatch.setattr(module, "core", core)


def layouts(positions: np.ndarray) -> list[np.ndarray]:
    """Return the same positions in arrays of other layouts."""
    spread = np.zeros((2 * len(positions), 5), np.uint64)
    spread[::2, 1:4:2] = positions
    unaligned = np.ndarray(positions.shape, np.uint64, b"x" + positions.tobytes(), 1)
    backwards = np.ascontiguousarray(positions[::-1])[::-1]
    read_only = positions.copy()
    read_only.setflags(write=False)
    return [spread[::2, 1:4:2], unaligned, backwards, np.asfortranarray(positions), read_only]


def test_boards_come_back() -> None:
    assert [board.player for board in BOARDS] == POSITIONS[:, 0].tolist()
    blacks = [board for board in BOARDS if board.turn == "X"]
    whites = [board for board in BOARDS if board.turn == "O"]
    assert batch.to_boards(batch.from_boards(blacks)) == blacks
    assert batch.to_boards(batch.from_boards(whites), "white") == whites
    assert batch.from_boards([]).shape == (0, 2)


def test_the_random_games_contain_passes_and_ends() -> None:
    assert any(board.must_pass for board in BOARDS) and any(board.is_over for board in BOARDS)


def test_legal_moves() -> None:
    expected = [sum(1 << move for move in board.legal_moves() if move != PASS) for board in BOARDS]
    assert batch.legal_moves(POSITIONS).tolist() == expected


def test_flips_of_every_square() -> None:
    squares = np.arange(65)
    for board, position in zip(BOARDS[::7], POSITIONS[::7], strict=True):
        flipped = batch.flips(np.tile(position, (65, 1)), squares)
        assert flipped.tolist() == [board.flips(int(square)) for square in squares], board


def test_play() -> None:
    pairs = [(board, move) for board in BOARDS for move in board.legal_moves()]
    moves = np.array([move for _, move in pairs])
    played = batch.play(batch.from_boards([board for board, _ in pairs]), moves)
    assert played.tolist() == batch.from_boards(b.after(m) for b, m in pairs).tolist()


@pytest.mark.parametrize("move", [0, 27, PASS])
def test_play_refuses_what_the_rules_forbid(move: int) -> None:
    name = "pass" if move == PASS else MOVE_NAMES[move]
    with pytest.raises(IllegalMove, match=f"'{name}' in row 1: expected one of d3 c4 f5 e6"):
        batch.play(batch.from_boards([Board()] * 3), [37, move, move])
    over = next(board for board in BOARDS if board.is_over)
    with pytest.raises(IllegalMove, match="in row 0: expected 255, as the game is over"):
        batch.play(batch.from_boards([over]), [PASS])


def test_final_scores() -> None:
    assert batch.final_scores(POSITIONS).tolist() == [board.score() for board in BOARDS]


@pytest.mark.parametrize("evaluation", Engine.EVALUATIONS)
def test_evaluations(evaluation: str) -> None:
    engine = Engine(evaluation=evaluation)
    expected = [engine.evaluate(board) for board in BOARDS]
    assert batch.evaluate(POSITIONS, evaluation).tolist() == expected


def test_exact_scores_at_few_and_at_many_empties() -> None:
    boards = [board for board in BOARDS if board.n_empties <= 9]
    boards += [board for board in BOARDS if board.n_empties == 17][:2]
    with Engine(hash_mb=1) as engine:
        expected = [engine.solve(board).score for board in boards]
    assert any(board.must_pass for board in boards)
    positions = batch.from_boards(boards)
    assert batch.solve(positions, hash_mb=1).tolist() == expected
    assert batch.solve(positions, threads=TWO, hash_mb=1).tolist() == expected


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_perft(core: ModuleType, depth: int) -> None:
    expected = [core.perft(board.player, board.opponent, depth) for board in BOARDS]
    assert batch.perft(POSITIONS, depth, threads=TWO).tolist() == expected


def test_symmetries() -> None:
    images = batch.symmetries(POSITIONS)
    for board, of_board in zip(BOARDS, images, strict=True):
        assert of_board.tolist() == batch.from_boards(board.symmetries()).tolist()
    expected = batch.from_boards(board.canonical() for board in BOARDS)
    assert batch.canonical(POSITIONS).tolist() == expected.tolist()


def test_playouts_end_as_games_do() -> None:
    starts = batch.from_boards([Board()] * 2000)
    scores = batch.playouts(starts, 7)
    assert (scores == batch.playouts(starts, 7, threads=TWO)).all()
    assert (scores != batch.playouts(starts, 8)).any()
    assert (scores % 2 == 0).all() and len(np.unique(scores)) > 40
    # White, who moves second, wins more random games; for the side to move, Black, that is < 0.
    assert -6 < scores.mean() < 2
    over = [board for board in BOARDS if board.is_over]
    assert batch.playouts(batch.from_boards(over), 1).tolist() == [b.score() for b in over]


def test_one_random_move_after_the_other_is_legal() -> None:
    before = batch.from_boards([Board()] * 200)
    after = batch.play_randomly(before, 1, seed=3)
    children = {(b.player, b.opponent) for b in map(Board().after, ("d3", "c4", "f5", "e6"))}
    assert set(map(tuple, after.tolist())) == children
    ended = batch.play_randomly(before, np.full(200, 60), seed=3)
    assert (ended == 0).all(axis=1).any()
    again = batch.play_randomly(before, 20, seed=4)
    assert len(np.unique(again, axis=0)) > 190
    assert (batch.legal_moves(again) != 0).all()
    assert (before == batch.from_boards([Board()])).all()  # not played on in place
    assert batch.play_randomly(before[:0], [], seed=1).shape == (0, 2)


def test_random_results_are_the_same_on_every_instruction_set() -> None:
    starts = batch.from_boards([Board()] * 50)
    assert batch.playouts(starts, 1)[:8].tolist() == PLAYOUTS
    assert int(batch.play_randomly(starts, 30, seed=1)[7, 0]) == PLAYED_ON


def test_replayed_games() -> None:
    games = [random_game(seed) for seed in range(20)]
    moves = np.full((22, 60), 255, np.uint8)
    for row, game in zip(moves, games, strict=False):
        squares = [move for move in game.moves if not move.is_pass]
        row[: len(squares)] = squares
    moves[20, :3] = 37, 43, 0  # an illegal third move
    for threads in (1, TWO):
        seen = batch.replay(moves, threads=threads)
        assert seen.n_moves.tolist() == [
            *(sum(not move.is_pass for move in game.moves) for game in games), 2, 0,
        ]  # fmt: skip
        for row, game in enumerate(games):
            for board in game.positions():
                column = 60 - board.n_empties
                if board.must_pass or board.is_over:
                    continue
                assert seen.positions[row, column].tolist() == [board.player, board.opponent]
                assert seen.white[row, column] == (board.turn == "O")
            assert not seen.positions[row, 60 - game.board.n_empties].any()


PER_ROW: list[Callable[[np.ndarray], np.ndarray]] = [
    batch.legal_moves,
    batch.final_scores,
    batch.evaluate,
    batch.features,
    batch.symmetries,
    batch.canonical,
    lambda positions: batch.solve(positions[-9:]),
    lambda positions: batch.perft(positions, 3),
    lambda positions: batch.playouts(positions, 5),
    lambda positions: batch.play_randomly(positions, 5, 5),
    lambda positions: batch.flips(positions, np.arange(len(positions))[::-1] % 64),
    lambda positions: batch.play(positions[:1], [37]),
]


@pytest.mark.parametrize("function", PER_ROW)
def test_any_layout_in_memory(function: Callable[[np.ndarray], np.ndarray]) -> None:
    few = POSITIONS[:61]
    expected = function(few)
    for layout in layouts(few):
        assert (layout == few).all()
        assert (function(layout) == expected).all()


@pytest.mark.parametrize("function", PER_ROW[:-1])
def test_no_positions(function: Callable[[np.ndarray], np.ndarray]) -> None:
    nothing = function(np.empty((0, 2), np.uint64))
    assert len(nothing) == 0 and nothing.dtype == function(POSITIONS[:61]).dtype


def test_moves_may_be_names_and_numbers() -> None:
    moves = [Move("f5"), 26, "C4", "f5"]
    played = batch.play(batch.from_boards(["startpos"] * 4), moves)
    assert played.tolist() == batch.from_boards(["f5", "c4", "c4", "f5"]).tolist()
    assert batch.policy_targets(moves).argmax(axis=1).tolist() == [37, 26, 26, 37]
    assert (batch.policy_targets(["f5", "pass"]) == batch.policy_targets([37, 64])).all()
    some = Samples.of(played, moves=["d6", NO_MOVE, Move("f4"), 3])
    assert some.moves.tolist() == [43, NO_MOVE, 29, 3]
    assert Samples.of(played, moves="d6").moves.tolist() == [43] * 4


def test_no_move_of_a_search_is_taken_by_what_takes_moves() -> None:
    over = next(board for board in BOARDS if board.is_over)
    positions = batch.from_boards([Board(), over])
    moves = batch.search(positions, depth=1).moves
    assert moves[1] == NO_MOVE
    after = batch.play(positions, moves)
    assert after[1].tolist() == positions[1].tolist()
    assert after[0].tolist() == batch.from_boards([Board().after(int(moves[0]))])[0].tolist()
    assert batch.policy_targets(moves).sum(axis=1).tolist() == [1, 0]
    assert batch.flips(positions, moves).tolist()[1] == 0
    with pytest.raises(IllegalMove, match="illegal move 255 in row 1: expected one of d3 c4 f5 e6"):
        batch.play(positions[::-1], [NO_MOVE, NO_MOVE])
    with pytest.raises(IllegalMove, match="illegal move 'a1' in row 1: expected one of d3 c4"):
        batch.play(positions[::-1], [NO_MOVE, "a1"])
