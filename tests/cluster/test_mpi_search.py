"""A position searched by the ranks of an MPI job: the answer is that of one process."""

import json
import os
import subprocess
from array import array
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import POSITIONS, command, json_lines, refused, written
from support.mpi import MPI_ENVIRONMENT, needs_mpi
from support.patience import SECONDS

from othello.board import Board
from othello.client import own_command
from othello.cluster.mpi_search import expand
from othello.engine import Engine
from othello.weights import default_weights

MIDGAME = "f5d6c3d3c4f4f6b4"


def search(n_ranks: int, *words: object) -> Any:
    """Return what ``othello mpi search`` says on so many ranks."""
    result = subprocess.run(
        ["mpiexec", "-n", str(n_ranks), *command("mpi", "search", *words, "--json")],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | MPI_ENVIRONMENT,
        timeout=SECONDS,
    )
    assert result.returncode == 0, result.stderr
    record, total = map(json.loads, result.stdout.splitlines())
    assert total["total"]["nodes"] == record["nodes"]
    return record


@needs_mpi
@pytest.mark.parametrize(
    ("algorithm", "depth", "n_ranks", "granularity"),
    [
        ("minimax", 4, 2, 3),
        ("minimax", 5, 3, 2),
        ("alphabeta", 6, 3, 5),
        ("alphabeta", 7, 2, 4),
        ("pvs", 8, 1, 7),
        ("pvs", 8, 3, 6),
    ],
)
def test_ranks_find_what_one_process_finds(
    algorithm: str, depth: int, n_ranks: int, granularity: int
) -> None:
    board = Board.parse(MIDGAME)
    with Engine(algorithm=algorithm, verify=True, hash_mb=8) as engine:
        alone = engine.search(board, depth=depth)
    options = ["--algorithm", algorithm, "--depth", depth, "--hash", 8]
    found = search(n_ranks, MIDGAME, *options, "--granularity", granularity)
    assert (found["move"], found["score"]) == (str(alone.move), round(alone.score, 2))
    assert found["pv"][0] == found["move"]
    Board.from_moves(found["pv"], board)
    assert (found["ranks"], found["depth"]) == (n_ranks, depth)
    assert 0 < found["span"] <= found["nodes"] == found["work"]
    if algorithm == "minimax":
        assert found["nodes"] == alone.nodes


@needs_mpi
def test_positions_without_a_choice() -> None:
    must_pass = "X" * 62 + "O- O"
    found = search(2, must_pass, "--depth", 3)
    assert (found["move"], found["score"], found["exact"]) == ("pass", -64, True)
    over = search(2, "X" * 62 + "-- X", "--depth", 3)
    assert (over["move"], over["score"], over["pv"]) == (None, 64, [])


@needs_mpi
def test_scaling_by_ranks() -> None:
    suite = POSITIONS / "ffo-40-59.obf"
    words = ["scaling", suite, "--lines", 1, "--depth", 4, "--algorithms", "minimax"]
    one, two, total = json_lines(*words, "--ranks", "2", **MPI_ENVIRONMENT)
    assert [one["ranks"], two["ranks"]] == [1, 2]
    assert one["nodes"] == two["nodes"] and one["overhead"] == two["overhead"] == 0
    assert (one["granularity"], two["granularity"]) == (None, 3)
    assert total["total"]["wrong"] == 0


@needs_mpi
def test_ranks_search_with_the_weights_that_are_given(tmp_path: Path) -> None:
    path = tmp_path / "zero.bin"
    shipped = default_weights()
    path.write_bytes(shipped._replace(values=array("h", [0] * len(shipped.values))).to_bytes())
    words = ["scaling", POSITIONS / "ffo-40-59.obf", "--lines", 1, "--depth", 6, "--ranks", 1]
    words += ["--algorithms", "alphabeta"]
    usual, other = (
        json_lines(*words, *weights, **MPI_ENVIRONMENT)[0]["nodes"]
        for weights in ([], ["--weights", path])
    )
    assert usual != other


def scaling(folder: Path, **environment: str) -> Any:
    """Return what a measurement of one rank says in a folder."""
    words = ["scaling", POSITIONS / "ffo-40-59.obf", "--lines", 1, "--depth", 2]
    return subprocess.run(
        [*own_command()[:-1], *map(str, words), "--algorithms", "pvs", "--ranks", "1"],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | MPI_ENVIRONMENT | environment,
        timeout=SECONDS,
    )


@needs_mpi
def test_ranks_run_this_package_wherever_they_are_started(tmp_path: Path) -> None:
    (tmp_path / "othello").mkdir()
    written(tmp_path / "othello" / "__init__.py", "raise RuntimeError('another package')\n")
    done = scaling(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@needs_mpi
def test_why_ranks_failed_is_said(tmp_path: Path) -> None:
    (tmp_path / "mpi4py").mkdir()
    written(tmp_path / "mpi4py" / "__init__.py", "raise ValueError('no MPI')\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    done = scaling(tmp_path, PYTHONPATH=path)
    assert done.returncode == 2
    assert done.stderr == "othello: mpiexec -n 1 failed: ValueError: no MPI\n"


def test_the_top_of_a_tree() -> None:
    board = Board.parse(MIDGAME)
    for depth, granularity in ((5, 4), (5, 3), (5, 2), (1, 1)):
        nodes, leaves = expand(board, depth, granularity)
        assert nodes[0].parent == -1
        assert all(node.parent < number for number, node in enumerate(nodes))
        counted = [0] * len(nodes)
        for child in [*nodes[1:], *leaves]:
            counted[child.parent] += 1
        assert counted == [node.n_children for node in nodes]
        assert all(leaf.depth > granularity or len(nodes) == 1 for leaf in leaves)


@needs_mpi
def test_a_granularity_that_cannot_be() -> None:
    assert "--granularity 4 with --depth 3: expected less" in refused(
        "mpi", "search", "--depth", 3, "--granularity", 4, **MPI_ENVIRONMENT
    )
