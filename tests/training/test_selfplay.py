"""Self-play data: repeatable by its seed, resumable, rightly labelled."""

import os
from pathlib import Path

import numpy as np
import pytest
from support.cli_process import json_lines, othello, refused
from support.random_games import random_squares
from support.scripts import output_of

import othello as othello_package
from othello import Board
from othello._core import core
from othello._version import __version__
from othello.files.lock import locked
from othello.training.dataset import count_empties, read_dataset, read_provenance, write_dataset
from othello.training.leaves import leaves_at, sample_searched
from othello.training.sampling import (
    label_by_search,
    label_exactly,
    read_games,
    sample,
)
from othello.training.selfplay import Plan, make_shards, play_games
from othello.weights import load_default
from othello.wthor.games import WthorGame, write_wthor

PLAN = Plan(games=20, play_depth=1, label_depth=2, exact_empties=9)


@pytest.fixture(autouse=True)
def weights() -> None:
    load_default()


@pytest.fixture
def wthor(tmp_path: Path) -> Path:
    path = tmp_path / "games.wtb"
    games = [WthorGame(random_squares(seed), 32, 30 + seed) for seed in range(5)]
    path.write_bytes(write_wthor(games))
    return path


def board_of(position: object) -> Board:
    return Board(black=int(position["player"]), white=int(position["opponent"]))


def test_the_shipped_weights_are_used_if_none_are_loaded(tmp_path: Path) -> None:
    script = """
from pathlib import Path
from othello.training.selfplay import Plan, make_shards
print(len([*make_shards(Path("data"), [0], Plan(games=1, label_depth=1, exact_empties=1))]))
"""
    assert output_of(script, cwd=tmp_path) == "1\n"


def test_games_cover_all_of_a_game() -> None:
    positions = play_games(PLAN, np.random.default_rng(1))
    empties = count_empties(positions)
    assert set(range(5, 50)) <= set(empties.tolist())
    assert empties.min() >= 1 and empties.max() <= 59
    for position in positions[::50]:
        assert board_of(position).legal_moves()


def test_labels(tmp_path: Path) -> None:
    (shard,) = make_shards(tmp_path, [3], PLAN)
    positions = read_dataset(shard.path)
    assert len(positions) == shard.positions > 500
    assert read_provenance(shard.path)["shard"] == 3
    searcher = core.Searcher(hash_mb=1)
    exact = positions[positions["exact"] == 1]
    assert (count_empties(exact) <= PLAN.exact_empties).all()
    assert set(positions["game"].tolist()) <= set(range(60, 80))
    for position in exact[::40]:
        board = board_of(position)
        lines, *_ = searcher.search(board.player, board.opponent, exact=True)
        assert lines[0].value == position["value"], board


def test_same_seed_same_positions(tmp_path: Path) -> None:
    (one,) = make_shards(tmp_path / "one", [0], PLAN)
    threads = min(2, core.max_threads())
    (two,) = make_shards(tmp_path / "two", [0], PLAN, threads=threads)
    (other,) = make_shards(tmp_path / "other", [0], PLAN._replace(seed=2))
    assert np.array_equal(read_dataset(one.path), read_dataset(two.path))
    assert not np.array_equal(read_dataset(one.path), read_dataset(other.path))


def test_goes_on_where_it_was(tmp_path: Path) -> None:
    first, second = make_shards(tmp_path, [0, 1], PLAN)
    kept = first.path.read_bytes()
    second.path.unlink()
    again, made = make_shards(tmp_path, [0, 1], PLAN)
    assert again.seconds == 0 < made.seconds
    assert first.path.read_bytes() == kept
    assert [again.positions, made.positions] == [first.positions, second.positions]


def minimax(board: Board, depth: int) -> int:
    """Return the minimax value with the pattern evaluation at the leaves; a pass costs no depth."""
    if board.is_over:
        return core.VALUE_PER_DISC * core.final_score(board.player, board.opponent)
    if depth == 0:
        return int(core.evaluate(board.player, board.opponent, "pattern"))
    if not core.legal_moves(board.player, board.opponent):
        return -minimax(board.after("pass"), depth)
    return max(-minimax(board.after(move), depth - 1) for move in board.legal_moves())


def some_positions() -> object:
    positions = play_games(PLAN._replace(games=4), np.random.default_rng(7))
    return positions[:: max(1, len(positions) // 25)]


def test_best_move_is_minimax() -> None:
    positions = some_positions()
    moves = np.empty(len(positions), np.uint8)
    player, opponent = (np.ascontiguousarray(positions[side]) for side in ("player", "opponent"))
    core.best_moves(player, opponent, moves, 2)
    for position, move in zip(positions, moves, strict=True):
        board = board_of(position)
        assert -minimax(board.after(int(move)), 1) == minimax(board, 2), board


def test_search_label_is_the_mean_of_two_depths() -> None:
    """The label is compared with minimax, which shallow searches far from the end agree with."""
    positions = some_positions()
    positions = positions[count_empties(positions) > 20]
    assert len(positions) > 5
    values = label_by_search(positions, 2)["value"]
    for position, value in zip(positions, values, strict=True):
        board = board_of(position)
        assert value == (minimax(board, 1) + minimax(board, 2)) // 2, board


def test_sample_has_the_empties_asked_for(wthor: Path) -> None:
    games = read_games([wthor])
    positions = sample(games, 20, 200, np.random.default_rng(1))
    assert len(positions) > 50
    assert (count_empties(positions) == 20).all()
    assert set(positions["game"].tolist()) <= set(range(5))


def test_too_many_empties_to_solve(wthor: Path) -> None:
    positions = sample(
        read_games([wthor]), core.BATCH_SOLVED_EMPTIES + 1, 5, np.random.default_rng(1)
    )
    with pytest.raises(ValueError, match=f"at most {core.BATCH_SOLVED_EMPTIES} empties"):
        label_exactly(positions)


# ---------------------------------------------------------------------- the command


def test_command(tmp_path: Path, wthor: Path) -> None:
    arguments = ["--games", 10, "--depth", 1, "--exact", 6, "--play-depth", 1]
    *lines, total = json_lines("selfplay", tmp_path / "games", "--shards", 2, *arguments)
    assert len(lines) == total["total"]["files"] == 2
    assert total["total"]["positions"] == sum(line["positions"] for line in lines)
    arguments = ["--wthor", wthor, "--empties", "10-12", "--games", 30, "--depth", 1, "--exact", 0]
    line, _ = json_lines("selfplay", tmp_path / "human", *arguments)
    positions = read_dataset(line["file"])
    assert set(count_empties(positions).tolist()) == {10, 11, 12}
    assert (positions["exact"] == 0).all()


def test_command_for_searched_positions(tmp_path: Path, wthor: Path) -> None:
    arguments = ["--wthor", wthor, "--empties", "20-22", "--games", 3, "--depth", 2]
    arguments += ["--searched", 20_000, "--leaves-per-search", 20]
    (line, _), (again, _) = (
        json_lines("selfplay", tmp_path / f"{threads}", "--threads", threads, *arguments)
        for threads in (1, 2)
    )
    positions = read_dataset(line["file"])
    assert set(count_empties(positions).tolist()) == {20, 21, 22}
    assert len(positions) > 3 * 3 * 10
    assert all(board_of(position).legal_moves() for position in positions)
    assert read_provenance(line["file"])["searched_nodes"] == 20_000
    assert (positions == read_dataset(again["file"])).all()


def test_searched_positions_are_closer_than_leaves_of_plain_searches() -> None:
    roots = play_games(PLAN._replace(games=10, empties=(39, 39)), np.random.default_rng(5))
    searched = sample_searched(roots, 20_000, (30, 30), np.random.default_rng(1), per_search=50)
    assert set(count_empties(searched).tolist()) == {30}
    nearer = play_games(PLAN._replace(games=10, empties=(33, 33)), np.random.default_rng(5))
    leaves = leaves_at(nearer, 3, seed=1, threads=1, per_search=50)
    far, near = (np.abs(label_by_search(some, 2)["value"]).mean() for some in (leaves, searched))
    assert near < far


def test_a_search_samples_what_its_nodes_allow() -> None:
    searcher = core.Searcher(threads=1, hash_mb=1)
    board = Board()
    kept = np.full(40, 7, np.uint64), np.full(40, 7, np.uint64)
    core.sample_searched(searcher, board.player, board.opponent, 100, (50, 58), *kept, 1)
    found = {(int(own), int(other)) for own, other in zip(*kept, strict=True)}
    for own, other in found - {(0, 0)}:
        assert not own & other
        assert 50 <= 64 - (own | other).bit_count() <= 58
    assert searcher.search(board.player, board.opponent, depth=1)[0]  # by its own evaluation again
    two = core.Searcher(threads=2, hash_mb=1)
    with pytest.raises(ValueError, match="expected a searcher with 1 thread, got 2"):
        core.sample_searched(two, board.player, board.opponent, 100, (50, 58), *kept, 1)


def test_leaves_are_positions_after_as_many_moves() -> None:
    roots = play_games(PLAN._replace(games=2, empties=(20, 40)), np.random.default_rng(5))
    leaves, again, other = (
        leaves_at(roots, 3, seed, threads, 3) for seed, threads in ((1, 1), (1, 2), (2, 1))
    )
    assert (leaves == again).all(), "they depend on the seed alone"
    assert len(leaves) != len(other) or (leaves != other).any()
    assert len(leaves) > 2 * len(roots)
    boards = {int(root["game"]): [] for root in roots}
    for root in roots:
        boards[int(root["game"])].append(board_of(root))
    for leaf in leaves[::20]:
        found = board_of(leaf)
        assert any(found in after(root, 3) for root in boards[int(leaf["game"])])


def after(board: Board, n_moves: int) -> set[Board]:
    """Return the positions `n_moves` moves later, with the mover's discs black; passes are free."""
    if not n_moves:
        return {Board(black=board.player, white=board.opponent)}
    found = set()
    for move in board.legal_moves():
        child = board.after(move)
        if child.is_over:
            continue
        if child.must_pass:
            child = child.after("pass")
        found |= after(child, n_moves - 1)
    return found


# ---------------------------------------------------------------------- files already there


QUICK = ["--games", 5, "--depth", 1, "--exact", 2, "--play-depth", 1]


def test_provenance_says_what_it_was_made_with(tmp_path: Path) -> None:
    line, _ = json_lines("selfplay", tmp_path, *QUICK)
    made = read_provenance(line["file"])
    assert made["version"] == __version__
    shipped = Path(othello_package.__file__).parent / "data" / "weights.bin"
    assert made["weights"] == shipped.read_bytes()[:-5:-1].hex()  # little-endian
    assert (made["games"], made["label_depth"], made["shard"]) == (5, 1, 0)


def test_one_process_in_a_folder(tmp_path: Path) -> None:
    with locked(tmp_path):
        result = othello("selfplay", tmp_path, "--games", 5, "--depth", 1)
    assert result.returncode == 2
    assert result.stderr == f"othello: {tmp_path}: in use by process {os.getpid()}\n"
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    left = tmp_path / ".positions-00000.npz.1-00000000.partial"
    left.write_bytes(b"half")
    next(make_shards(tmp_path, [0], PLAN._replace(games=2)))
    assert not left.exists()


def test_files_that_lack_a_setting_were_made_without_it(tmp_path: Path) -> None:
    """An older version did not know of searched positions, so it wrote nothing about them."""
    out = tmp_path / "out"
    json_lines("selfplay", out, *QUICK)
    path = out / "positions-00000.npz"
    provenance = read_provenance(path)
    del provenance["searched_nodes"]
    write_dataset(path, read_dataset(path), provenance)
    assert json_lines("selfplay", out, *QUICK)
    assert "there already, with searched_nodes 0: expected 1000" in refused(
        "selfplay", out, *QUICK, "--searched", 1000
    )
