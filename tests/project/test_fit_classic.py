"""tools/fit_classic.py finds known weights again, and prints tables as the core has them."""

import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from support.random_games import random_game
from support.source import text_of
from support.tools import TOOLS, tool_output

from othello import BLACK, Board, Game
from othello._core import core
from othello.training.dataset import read_dataset, write_dataset
from othello.wthor.games import WthorGame, write_wthor

TOOL = TOOLS / "fit_classic.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("fit_classic", TOOL)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def boards_with_moves(n_games: int) -> Iterator[Board]:
    for seed in range(n_games):
        for board in random_game(seed).positions():
            if core.legal_moves(board.player, board.opponent):
                yield board


def sets(boards: list[Board]) -> tuple[object, object]:
    player = np.array([board.player for board in boards], np.uint64)
    opponent = np.array([board.opponent for board in boards], np.uint64)
    return player, opponent


def write_games(folder: Path, games: list[Game], black_discs: int) -> None:
    records = [WthorGame(game.moves, black_discs, black_discs) for game in games]
    folder.joinpath("WTH_2000.wtb").write_bytes(write_wthor(records))


def test_the_tables_in_the_source_are_the_cores(tool: ModuleType) -> None:
    """The tool prints the tables as the source has them, and predicts the core's evaluation."""
    source = text_of("pyx/evaluation/classic.pxd")
    tables = {
        name: [int(number) for number in re.findall(r"-?\d+", numbers)]
        for name, numbers in re.findall(r"static const int (\w+)[][\w]+ = ({.*?});", source, re.S)
    }
    weights = tool.Weights(
        np.array(tables["square_class_weight"]), np.array(tables["phase_weights"]).reshape(3, 10)
    )
    for table in tool.format_tables(weights).split("\n\n"):
        assert table in source

    boards = [
        board
        for board in boards_with_moves(10)
        if 1 in core.classic_phase(board.n_empties)  # elsewhere blended weights are rounded
    ]
    values = [core.evaluate(board.player, board.opponent, "classic") for board in boards]
    predicted = tool.predict(tool.features_of(*sets(boards)), weights)
    assert np.rint(predicted * core.VALUE_PER_DISC).tolist() == values


def test_planted_weights_are_found(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    squares = np.array([0, -7, 9, 4, -12, -3, 5, 1, -2])
    phases = rng.integers(-60, 60, (3, 10))
    phases[:, 0] = tool.SQUARE_UNIT
    planted = tool.Weights(squares, phases)
    features = tool.features_of(*sets(list(boards_with_moves(60))))
    scores = tool.predict(features, planted)

    monkeypatch.setattr(tool, "RIDGE", 1e-3)
    found = tool.fit(features, scores)
    assert np.abs(tool.predict(features, found) - scores).max() < 0.25
    # Corners are counted twice, as squares and as a term, and are rarely taken in the opening.
    assert found.squares[1:].tolist() == squares[1:].tolist()
    corners = tool.term_names().index("corners")
    others = [i for i in range(10) if i != corners]
    assert np.abs(found.phases - planted.phases)[1:, others].max() <= 1


def test_wthor_positions_have_the_movers_score(tool: ModuleType, tmp_path: Path) -> None:
    games = [random_game(seed) for seed in range(8)]
    write_games(tmp_path, games, 40)
    positions = tool.read_wthor(tmp_path, 100, np.random.default_rng(1))
    reached = {
        (board.player, board.opponent): 16 if board.turn == BLACK else -16
        for game in games
        for board in game.positions()
    }
    read = list(zip(positions.player.tolist(), positions.opponent.tolist(), strict=True))
    assert positions.score.tolist() == [reached[pair] for pair in read]
    solved = sum((player | opponent).bit_count() == 40 for player, opponent in read)
    assert len(games) / 2 < solved <= len(games) < len(read)


def test_fit_to_solved_positions(tmp_path: Path) -> None:
    """The command reads files of solved positions and prints tables that reduce the error."""
    solver = core.Searcher(threads=1, hash_mb=1)
    boards = [board for board in boards_with_moves(250) if board.n_empties in (10, 11)]
    solved = [solver.search(board.player, board.opponent, exact=True)[0][0] for board in boards]
    scores = np.array([value // core.VALUE_PER_DISC for _, _, value, *_ in solved], np.int8)
    player, opponent = sets(boards)
    np.savez(tmp_path / "exact.npz", player=player, opponent=opponent, score=scores)
    write_games(tmp_path, [random_game(seed) for seed in range(20)], 32)

    shown = tool_output(TOOL.name, "--exact", tmp_path / "exact.npz", "--wthor", tmp_path)
    tables, _, errors = shown.rpartition("\n\n")
    positions = tmp_path / "positions.npz"
    write_dataset(positions, read_dataset(tmp_path / "exact.npz"), {})
    assert tool_output(TOOL.name, "--exact", positions, "--wthor", tmp_path) == shown
    assert len(re.findall(r"-?\d+", tables.partition("};")[0])) == 30
    assert "square_class_weight[N_SQUARE_CLASSES] = {" in tables
    (found,) = re.findall(r"10-13 +(\d+) +([\d.]+) +([\d.]+)", errors)
    count, error, of_zero_weights = map(float, found)
    assert count > 20
    assert error < 0.8 * of_zero_weights
