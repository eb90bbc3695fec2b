"""The model of what people play: shares, files, the fit, estimated ratings."""

import io
import json
from collections.abc import Callable

import numpy as np
import pytest

from othello import Board, Game, batch
from othello._training import CHOICE_BATCH, choices_learn
from othello.errors import FormatError, InvalidOption
from othello.notation import BLACK, PASS
from othello.people.asking import people_moves, played_like
from othello.people.estimate import estimate, log_likelihoods
from othello.people.fitting import FitSettings, choices, first_weights, fit_model, rounded_model
from othello.people.games import MOVES
from othello.people.inputs import SCALARS, UNIT, engine_scores, inputs_of, with_ratings
from othello.people.measure import hits_of, measured, rated_players, tables
from othello.people.model import SHIPPED, VERSION, Model, shipped_model

RECORDED_MOVES = ["c6", "b4", "b6"]
RECORDED_PERCENTS = [81.2165, 9.8635, 7.3946]


def some_positions(n: int, seed: int) -> np.ndarray:
    """Return positions of random games in which there is a move, 8 to 52 plies after the start."""
    plies = np.random.default_rng(seed).integers(8, 53, n)
    found = batch.play_randomly(batch.from_boards([Board()] * n), plies, seed)
    return found[batch.legal_moves(found) != 0]


def moves_by(model: Model, ratings: np.ndarray, positions: np.ndarray, seed: int) -> np.ndarray:
    """Return moves in these positions, drawn as players of these ratings draw them."""
    inputs = inputs_of(positions, ratings)
    luck = np.random.default_rng(seed).gumbel(size=len(inputs.squares))
    numbers = model.values(inputs) + luck
    moves = np.zeros(len(positions), MOVES)
    moves["player"], moves["opponent"] = positions.T
    moves["rating"], moves["ply"], moves["who"] = ratings, 20, ratings
    moves["game"] = np.arange(len(moves)) // 20
    spans = zip(inputs.first, inputs.first[1:], strict=False)
    moves["move"] = [inputs.squares[i + numbers[i:k].argmax()] for i, k in spans]
    return moves


def test_shares_are_those_of_every_machine() -> None:
    """Recorded: they do not depend on the instruction set, nor on how sums are computed."""
    positions = some_positions(200, 1)
    inputs = inputs_of(positions, 1500)
    values = shipped_model().values(inputs)
    assert (values * 2.0**40 % 1 == 0).all()  # so few digits that no sum was rounded
    turned = inputs._replace(numbers=inputs.numbers[::-1], rows=inputs.rows[::-1])
    assert (shipped_model().values(turned)[::-1] == values).all()
    shares = people_moves(Board("f5d6c3d3c4f4c5b3c2e3d2"), 1700)
    assert [str(each.move) for each in shares[:3]] == RECORDED_MOVES
    assert [round(each.percent, 4) for each in shares[:3]] == RECORDED_PERCENTS


def test_images_of_a_position_have_the_same_shares() -> None:
    board = Board("f5d6c4d3c3f4c5b3c2e3d2")
    shares = [
        sorted(round(each.percent, 9) for each in people_moves(image, 1300))
        for image in board.symmetries()
    ]
    assert all(each == shares[0] for each in shares)
    assert sum(shares[0]) == pytest.approx(100)


def test_a_stronger_player_loses_less() -> None:
    positions = some_positions(500, 2)
    inputs = inputs_of(positions, 1000)
    loss = inputs.numbers[:, SCALARS.index("loss")] / UNIT * 8
    lost = [
        shipped_model().shares(with_ratings(inputs, rating)) @ loss / len(positions)
        for rating in (800, 1200, 1600, 2000)
    ]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 2 * lost[-1]


def test_positions_without_a_move_have_no_shares() -> None:
    assert people_moves(Board.from_obf("X" * 64 + " X")) == []


def test_rating_out_of_range() -> None:
    with pytest.raises(InvalidOption, match="rating 2500: expected 700 to 2300"):
        people_moves(Board(), 2500)


def test_an_estimated_rating_is_near_that_of_the_player() -> None:
    """Players drawn by the model itself are found again, and the stated error holds."""
    positions = some_positions(400, 3)
    for rating in (1000, 1400, 1800):
        moves = moves_by(shipped_model(), np.full(len(positions), rating), positions, rating)
        inputs, played = choices(moves, engine_scores(positions))
        found = estimate(log_likelihoods(shipped_model(), inputs, played).sum(axis=0))
        assert abs(found.rating - rating) < 3 * found.error
        assert found.error < 120


def test_players_of_a_game_are_told_apart() -> None:
    """One side plays the move that is played most, the other one the rarest."""
    game, likely, rare = Game(), [], []
    while not game.is_over:
        board = game.board
        if shares := people_moves(board, 1900):
            move = shares[0 if board.turn == BLACK else -1].move
            (likely if board.turn == BLACK else rare).append((board, move))
        else:
            move = PASS
        game.play(move)
    strong, weak = played_like(likely), played_like(rare)
    assert strong.rating > 1500 > 1350 > weak.rating
    assert strong.error > played_like(likely * 5).error
    assert played_like(likely[:4]) is None


def test_the_fit_lowers_the_loss_and_is_the_same_each_time() -> None:
    positions = some_positions(2000, 4)
    ratings = np.random.default_rng(1).choice([1000.0, 1800.0], len(positions))
    moves, scores = moves_by(shipped_model(), ratings, positions, 5), engine_scores(positions)
    losses: list[float] = []

    def told(number: int, loss: float, model: Model) -> None:
        losses.append(loss)

    models = [fit_model(moves, scores, FitSettings(passes=4), told) for _ in range(2)]
    assert models[0].checksum == models[1].checksum
    inputs, played = choices(moves, scores)
    uniform = np.log(np.diff(inputs.first)).mean()
    assert losses[3] < losses[0] < uniform
    assert hits_of(models[0].values(inputs), inputs.first, played).loss.mean() < 0.7 * uniform


def test_the_gradient_is_that_of_the_loss() -> None:
    """A small step along it lowers the loss by the step times its squared length."""
    positions = some_positions(80, 6)[:CHOICE_BATCH]
    moves = moves_by(shipped_model(), np.full(len(positions), 1500), positions, 6)
    inputs, played = choices(moves, engine_scores(positions))

    def loss(of_rows: np.ndarray, of_layers: np.ndarray) -> float:
        several = (inputs.numbers, inputs.rows, inputs.first, played)
        return choices_learn(*several, of_rows, of_layers, 0, (0, 0))

    of_rows, of_layers = first_weights(np.random.default_rng(2))
    kept = of_layers[0].copy()
    before = loss(of_rows.copy(), of_layers)
    gradient = of_layers[1] / 0.1  # Adam's first moment after one step
    assert (of_layers[0] == kept).all()
    for part in np.array_split(np.argsort(-abs(gradient))[:300], 3):
        moved = kept.copy()
        step = 1e-2 / np.linalg.norm(gradient[part])
        moved[part] -= step * gradient[part]
        after = loss(of_rows.copy(), np.stack([moved, *np.zeros((2, len(kept)))]).astype("f4"))
        assert before - after == pytest.approx(step * (gradient[part] ** 2).sum(), rel=0.1)
    exact = rounded_model(of_rows[0], kept)
    values = hits_of(exact.values(inputs), inputs.first, played).loss.mean()
    assert values == pytest.approx(before, abs=0.01)


def test_measured_tables_tell_ratings_apart() -> None:
    positions = some_positions(1500, 7)
    ratings = np.random.default_rng(3).choice([1000.0, 1800.0], len(positions))
    moves, scores = moves_by(shipped_model(), ratings, positions, 8), engine_scores(positions)
    found = measured(shipped_model(), [(moves, scores)])
    model = found.guesses["model"]
    assert all(
        model.first.mean() >= hits.first.mean() and model.loss.mean() <= hits.loss.mean()
        for hits in found.guesses.values()
    )
    for rating, best in ((1000, 0), (1800, 4)):
        assert found.told[ratings == rating].mean(axis=0).argmin() == best
    assert "| below 1100 | **" in tables(found)
    players = rated_players(found)
    assert [player.who for player in players] == [1000, 1800]
    assert players[0].estimated < 1400 < players[1].estimated


def test_a_model_is_read_as_written() -> None:
    file = io.BytesIO()
    shipped_model().write(file)
    assert len(file.getvalue()) < 3_000_000


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": VERSION + 1}, f"expected a model of version {VERSION}, got version 2"),
        ({"checksum": "0"}, "damaged: its checksum is wrong"),
    ],
)
def test_models_of_no_use(tmp_path, change, told) -> None:
    model = shipped_model()
    about = {"version": VERSION, "checksum": model.checksum, **change}
    path = tmp_path / "m.npz"
    np.savez(path, about=np.array(json.dumps(about)), rows=model.rows, layers=model.layers)
    with pytest.raises(FormatError, match=told):
        Model.read(path)


def packed(save: Callable[..., None], *arrays: object, **named: object) -> bytes:
    """Return the file that numpy writes of arrays."""
    file = io.BytesIO()
    save(file, *arrays, **named)
    return file.getvalue()


@pytest.mark.parametrize(
    "contents",
    [
        b"",
        b"no model",
        b"PK\x03\x04 cut short",
        SHIPPED.read_bytes()[:-1000],
        SHIPPED.read_bytes()[:500_000] + b"\0" * 1000 + SHIPPED.read_bytes()[501_000:],
        packed(np.save, np.zeros(3)),
        packed(np.savez, rows=np.zeros(3)),
        packed(np.savez, about=np.array("[1]"), rows=np.zeros(3), layers=np.zeros(3)),
    ],
)
def test_files_that_are_no_model(tmp_path, contents) -> None:
    path = tmp_path / "m.npz"
    path.write_bytes(contents)
    with pytest.raises(FormatError, match="expected a model that `othello people train` has"):
        Model.read(path)


def test_a_model_of_another_shape(tmp_path) -> None:
    model = shipped_model()
    about = np.array(json.dumps({"version": VERSION, "checksum": model.checksum}))
    np.savez(tmp_path / "m.npz", about=about, rows=model.rows.ravel(), layers=model.layers)
    with pytest.raises(FormatError, match="damaged"):
        Model.read(tmp_path / "m.npz")
