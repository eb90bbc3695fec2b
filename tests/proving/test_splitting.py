"""Endgames solved in parts: scores, lines, the proof, and going on after a kill."""

import random
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import POSITIONS, answer, json_lines, othello, refused, start
from support.databases import change
from support.endgames import FFO_1_19, expect_proof, random_endgame

from othello.board import Board
from othello.cluster.executors import Cluster
from othello.cluster.worker import Setup
from othello.engine import Engine
from othello.errors import FileError
from othello.proving.solve import Question, solve_in_parts
from othello.proving.store import Proven, Store, opened_store
from othello.proving.tree import Guesser, key_of
from othello.proving.verify import check_leaves, check_store

BOUNDS = "UPDATE bounds SET lower = ?, upper = ? WHERE rowid = ?"
FFO_40_59 = POSITIONS / "ffo-40-59.obf"
TWO_EMPTIES = key_of(Board.from_obf("X" * 57 + "OOOOO-- X"))


class Threads(Cluster):
    """Workers that are threads of this process, each with an engine of its own."""

    n_workers = 2

    def __init__(self) -> None:
        super().__init__(Setup.here(hash_mb=1))
        self.executor = ThreadPoolExecutor(self.n_workers)


@pytest.fixture(scope="module")
def workers() -> Iterator[Cluster]:
    with Threads() as cluster:
        yield cluster


def split(workers: Cluster, store: Store, board: Board, leaf_empties: int) -> int:
    """Solve a position in parts, and check what was found; return how many leaves it took."""
    leaves = [0]
    result = solve_in_parts(workers, store, board, leaves.append, leaf_empties)
    assert result.exact and result.bound is None
    assert isinstance(result.score, int)
    expect_proof(board, result.lines[0])
    with Engine(hash_mb=1) as engine:
        assert result.score == engine.solve(board).score, board
    return leaves[-1]


@pytest.mark.parametrize("leaf_empties", [9, 12])
def test_suites_in_parts(workers: Cluster, leaf_empties: int) -> None:
    with opened_store(None) as store:
        for position in FFO_1_19[:5]:
            split(workers, store, position.board, leaf_empties)
        assert list(check_store(store)) == []


def test_any_endgames_in_parts(workers: Cluster, tmp_path: Path) -> None:
    """Passes, ends of games and wipe-outs among them; all in one store."""
    with opened_store(tmp_path / "proof.db") as store:
        for seed in range(30):
            split(workers, store, random_endgame(seed, 9), leaf_empties=5)
        assert list(check_store(store)) == []
        with Engine(hash_mb=1) as engine:
            assert list(check_leaves(store, engine, 200)) == []


def test_leaves_are_asked_as_they_are_reached(workers: Cluster) -> None:
    """A mirror image of a leaf shares nothing with its neighbours in a worker's table."""
    asked: list[Board] = []

    class Watched(Threads):
        def submit(self, function: Callable[[Engine, Any], Any], item: Any) -> Future[Any]:
            if isinstance(item, Question):
                asked.append(item.board)
            return super().submit(function, item)

    board = FFO_1_19[0].board
    discs = board.player | board.opponent
    with Watched() as watched, opened_store(None) as store:
        split(watched, store, board, leaf_empties=11)
    assert len(asked) > 10
    assert all((leaf.player | leaf.opponent) & discs == discs for leaf in asked)
    assert any(key_of(leaf) != leaf for leaf in asked)


def test_the_line_of_the_guess_is_not_searched_again() -> None:
    """The workers wait for the first choices, which are those of its line."""
    position = FFO_1_19[9]
    with Engine(hash_mb=1) as engine:
        guesser = Guesser(engine)
        score = guesser.guess(position.board)
        nodes = guesser.nodes
        move = guesser.choose(position.board, score)
        assert position.scores[move] == max(position.scores.values()) == score
        reply = position.board.after(move)
        assert guesser.choose(reply, 2 - score) in reply.legal_moves()
        assert guesser.nodes == nodes
        guesser.choose(FFO_1_19[10].board, 0)
        assert guesser.nodes > nodes


def test_what_is_proven_is_not_solved_again(workers: Cluster, tmp_path: Path) -> None:
    board = FFO_1_19[3].board
    for is_first in (True, False):
        with opened_store(tmp_path / "proof.db") as store:
            leaves = split(workers, store, board, leaf_empties=9)
            assert (leaves > 0) == is_first


def test_a_wrong_bound_is_noticed(workers: Cluster, tmp_path: Path) -> None:
    """Each row in turn, a disc or two too good: by its neighbours, or by solving it again."""
    path = tmp_path / "proof.db"
    board = random_endgame(3, 10)
    with opened_store(path) as store:
        split(workers, store, board, leaf_empties=7)
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT rowid, kind, lower, upper FROM bounds").fetchall()
    unnoticed = 0
    random.Random(1).shuffle(rows)
    for number, kind, lower, upper in rows[:40]:
        worse = (lower + 2, upper) if lower > -64 else (lower, upper - 2)
        change(path, BOUNDS, *worse, number)
        with opened_store(path) as store, Engine(hash_mb=1) as engine:
            problems = list(check_store(store))
            if kind == "inner":
                assert problems
            elif not problems:
                problems = list(check_leaves(store, engine, None))
            # A bound that was not as tight as the truth can be tightened and stay true.
            unnoticed += not problems
        change(path, BOUNDS, lower, upper, number)
    assert unnoticed < 20


def test_solve_and_verify(tmp_path: Path) -> None:
    store = tmp_path / "proof.db"
    words = ["solve", FFO_40_59, "--lines", 1, "--hash", 16, "--cluster", "processes:2"]
    (record, last) = json_lines(*words, "--store", store)
    alone = json_lines(*words[:-2])[0]
    times = ("seconds", "nodes", "pv")
    assert list(record) == list(alone)
    assert {key: record[key] for key in record if key not in times} == {
        key: alone[key] for key in alone if key not in times
    }
    assert isinstance(record["score"], int)
    assert last["total"]["correct"] == 1
    shown, total = json_lines("verify", store, "--leaves", 3)
    assert shown["score"] == 38
    assert total["total"]["problems"] == 0 and total["total"]["positions"] > 20
    change(store, "UPDATE scores SET score = 40")
    result = othello("verify", store)
    assert result.returncode == 1
    assert "score 40 is not proven, 38 to 38 are possible" in result.stderr
    assert result.stdout.splitlines()[-1].endswith("1 problem")


def test_an_unfinished_store_is_no_proof(workers: Cluster) -> None:
    with opened_store(None) as store:
        assert list(check_store(store)) == ["memory: no position was to be solved"]
        store.set_score(random_endgame(1, 9), None)
        (problem,) = check_store(store)
        assert problem.endswith("not solved yet, -64 to 64 are possible")


def test_a_score_stays_proven_when_another_solve_is_interrupted(workers: Cluster) -> None:
    board = random_endgame(1, 9)
    with opened_store(None) as store:
        solve_in_parts(workers, store, board)
        store.set_score(board, None)  # so a solve begins
        assert list(check_store(store)) == []


def test_a_bound_against_that_of_the_moves_is_a_problem(workers: Cluster) -> None:
    """Even where each agrees with itself: else what is above could be proven from either."""
    with opened_store(None) as store:
        store.add([Proven(TWO_EMPTIES, 64, 64, True), Proven(TWO_EMPTIES, -64, 62, False)])
        problems = list(check_store(store))
        with pytest.raises(FileError, match="contradict each other"):
            solve_in_parts(workers, store, TWO_EMPTIES)
    contradiction = "a search and the moves contradict each other, 64 to 62"
    assert f"{TWO_EMPTIES.to_obf()}: {contradiction}" in problems


def test_a_store_with_damaged_bytes_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "proof.db"
    with opened_store(path) as store:
        store.set_score(Board(), None)
    whole = path.read_bytes()
    place = whole.index(b"CREATE TABLE scores")
    for damaged in (
        whole[:5000],
        whole[:place] + b"CREATE TABLE sc\xffre\n(" + whole[place + 19 :],
        whole.replace(b"CREATE TABLE", b"CR\xffATE TABLE"),
    ):
        path.write_bytes(damaged)
        assert refused("verify", path).startswith(f"othello: {path}: ")


def test_a_killed_solve_goes_on(tmp_path: Path) -> None:
    """No leaf that was solved before the kill -9 is lost."""
    path = tmp_path / "proof.db"
    words = ["solve", FFO_40_59, "--lines", 3, "--hash", 16]
    words += ["--cluster", "processes:2", "--store", path]
    process = start(*words, "--json", stdout=subprocess.PIPE)
    with process:
        while count_leaves(path) < 10 and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        assert process.communicate()[0] == "", "it was killed on the way"
    before = count_leaves(path)
    assert before >= 10
    (record, _) = json_lines(*words)
    assert (record["score"], record["correct"]) == (6, True)
    assert count_leaves(path) > before
    assert answer("verify", path)


def count_leaves(path: Path) -> int:
    """Return how many leaves a store has; it may be in use."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as database:
        try:
            query = "SELECT count(*) FROM bounds WHERE kind = 'leaf'"
            return int(database.execute(query).fetchone()[0])
        except sqlite3.OperationalError:  # not made yet, or locked
            return 0
