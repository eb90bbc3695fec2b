"""A book is played from: at once, legally, within what may be given away, over every protocol."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.databases import change
from support.engine_process import UgiProcess
from support.known_games import PLAYED

from othello import Board, Engine, Game
from othello.book import Book
from othello.bookmaking import BookBuilder
from othello.engine.strength import Strength
from othello.limits import Limits
from othello.protocol.own_book import OwnBook
from othello.protocol.play_options import PlayOptions, Randomness


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "a.book"
    with BookBuilder(path, 2, hash_mb=1) as builder:
        builder.grow(positions=150)
    return path


def use(book: Path) -> tuple[str, str]:
    """Return what a UGI engine is sent."""
    return f"setoption name BookFile value {book}", "setoption name OwnBook value true"


@pytest.mark.parametrize(
    "go", ["go infinite", "go depth 2 searchmoves f4", "go exact movetime 50", "go ponder depth 1"]
)
def test_ugi_searches_where_a_search_is_wanted(book: Path, go: str) -> None:
    with UgiProcess() as engine:
        engine.send(*use(book), "position startpos moves f5", go, "stop")
        lines = engine.expect("bestmove")
        assert not any("book" in line for line in lines)


def test_ugi_and_a_file_that_is_no_book(book: Path, tmp_path: Path) -> None:
    """The old book stays; a book that cannot be read any more is told of, and the game goes on."""
    with UgiProcess() as engine:
        engine.send(*use(book))
        (told,) = engine.ask(f"setoption name BookFile value {tmp_path / 'none'}")
        assert (
            told
            == f"info string error: {tmp_path / 'none'}: no such file: othello book build makes one"
        )
        engine.send("position startpos", "go depth 1")
        assert "info string book" in engine.expect("bestmove")[0]
        copy = Path(shutil.copy(book, tmp_path / "a.book"))
        engine.send(f"setoption name BookFile value {copy}", "position startpos", "isready")
        engine.expect("readyok")
        change(copy, "DROP TABLE move")
        engine.send("go depth 1")
        first, *_, last = engine.expect("bestmove")
        assert first.startswith(f"info string error: no book is used: {copy}: ")
        assert last.startswith("bestmove ")


def test_a_protocol_without_a_book_imports_nothing_of_it_and_nothing_slow() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "othello", "ugi"],
        input="position startpos\ngo depth 1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "bestmove" in done.stdout and "othello.protocol.own_book" in done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert imported.isdisjoint({"sqlite3", "othello.book", "shutil", "difflib"})


def test_what_is_given_away_in_a_game(book: Path) -> None:
    """A side gives away no more than its discs in a whole game, whoever makes the other's moves.

    No single move gives away more than half of them.
    """
    chance = random.Random(3)
    own = OwnBook(str(book), is_used=True, discs=1.0, seed=1)
    games, spent = set(), 0.0
    with Book(book) as opened:
        for _ in range(60):
            board, given = Board(), {"X": 0.0, "O": 0.0}
            moves = []
            while (found := own.ask(board, pytest.fail)) is not None:
                known = opened.moves(board)
                move = found.result.move
                score = next(each.score for each in known if each.move == move)
                if board.turn == "O" and chance.random() < 0.5:
                    own.ask(board, pytest.fail)  # asked again, as after taking a move back
                    move = chance.choice(board.legal_moves())
                given[board.turn] += known[0].score - score
                assert known[0].score - score <= 0.5 or move != found.result.move
                assert found.result.score == score
                moves.append(move)
                board = board.after(move)
            spent = max(spent, given["X"])
            assert given["X"] <= 1.0
            games.add(tuple(moves))
    own.close()
    assert len(games) > 40 and spent > 0.25


def test_games_differ_at_the_least_cost(book: Path) -> None:
    """Against an opponent that always replies alike, cheap deviations come before dear ones."""
    own = OwnBook(str(book), is_used=True, discs=4.0)
    games, costs = [], []
    with Book(book) as opened:
        for _ in range(12):
            game, cost = Game(), 0.0
            while (found := own.ask(game.board, pytest.fail)) is not None:
                known = {each.move: each.score for each in opened.moves(game.board)}
                cost += max(known.values()) - known[found.result.move]
                game.play(found.result.move)
                replies = [each.move for each in opened.moves(game.board)]
                game.play((replies or game.board.legal_moves())[0])
            games.append(game.transcript())
            costs.append(cost)
    own.close()
    assert len(set(games)) > 9
    assert costs[0] < 0.3 and costs[0] <= sum(costs) / 12 and max(costs) <= 4.0


@pytest.mark.parametrize("discs", [0.0, 2.0])
def test_a_game_that_comes_again_ends_otherwise(book: Path, discs: float) -> None:
    """At the least cost: a win stays a win, until all of them were played."""
    own = OwnBook(str(book), is_used=True, discs=discs, depth=0)
    options = PlayOptions(Randomness(), Strength(), own)
    games, scores = set(), []
    with Engine(hash_mb=1) as engine:
        for _ in range(20):
            game = Game(PLAYED[:92])
            side = game.board.turn
            while not game.is_over:
                limits, is_mine = Limits(exact=True), game.board.turn == side
                if is_mine:
                    assert options.from_book(game.board, pytest.fail) is None
                    limits = options.limits(game.board, limits)
                result = engine.search(game.board, exact=True, multipv=limits.multipv)
                if is_mine:
                    result = options.pick(game.board, result)
                score = result.score if is_mine else -result.score
                game.play(result.move)
            games.add(game.transcript())
            scores.append(score)
    own.close()
    assert len(games) == (20 if discs else 1)
    assert min(scores) > 0 and max(scores) == scores[0]
