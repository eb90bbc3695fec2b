"""A book is asked: all images of a position, moves to choose from, what else it tells."""

import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from support.endgames import random_endgame
from support.known_games import OVER, PLAYED

import othello
from othello import Board, Engine
from othello.book import Book
from othello.bookmaking import BookBuilder
from othello.symmetry import symmetric_moves


def test_the_eight_images(small_book: Path) -> None:
    """What is known of a position is known of its images, move for move."""
    with Book(small_book) as book:
        for text in ("f5", "f5d6", "f5f6", "f5d6c3", "f5d6c4", "f5f4"):
            board = Board.from_moves(text)
            expected = {known.move: known[1:] for known in book.moves(board)}
            assert expected
            turned = [symmetric_moves([move]) for move in expected]
            for number, image in enumerate(board.symmetries()):
                moves = {known.move: known[1:] for known in book.moves(image)}
                for move, images in zip(expected, turned, strict=True):
                    assert moves[othello.Move(images[number][0])] == expected[move]
                assert set(moves) <= set(image.legal_moves())
                assert image in book


def test_colours_do_not_count(small_book: Path) -> None:
    board = Board.from_moves("f5")
    other = Board(board.white, board.black, "X")
    with Book(small_book) as book:
        assert book.moves(other) == book.moves(board) != []


@pytest.mark.parametrize("position", [PLAYED[:40], OVER["p1win"]])
def test_a_position_that_is_not_there(small_book: Path, position: str) -> None:
    with Book(small_book) as book:
        assert book.moves(position) == [] and book.line(position) == []
        assert position not in book and book.choose(position) is None
        assert book.grade(position) is None and book.games(position) == 0


def test_the_best_line_is_worth_the_score(small_book: Path) -> None:
    """Along the best line the score changes its sign with the side."""
    with Book(small_book) as book:
        board = Board()
        score = book.moves(board)[0].score
        line = book.line(board)
        assert len(line) > 5
        for move in line:
            if (best := book.moves(board)) and not board.must_pass:
                assert (best[0].move, best[0].score) == (move, score)
            board = board.after(move)
            score = -score


def test_choosing(small_book: Path) -> None:
    """Only moves near enough to the best are chosen, better ones more often; a seed repeats."""
    board = Board.from_moves("f5")
    with Book(small_book) as book:
        moves = book.moves(board)
        best = moves[0].score
        for discs in (0.0, 1.0, 3.0, 64.0):
            chance = random.Random(5)
            found = Counter(book.choose(board, discs, chance) for _ in range(300))
            allowed = [known for known in moves if known.score >= best - discs]
            assert set(found) <= set(allowed)
            assert len(allowed) == 1 or found[allowed[0]] > found[moves[-1]]
            assert len(found) > 1 or discs < 3
            again = [book.choose(board, discs, random.Random(5)) for _ in range(2)]
            assert again[0] == again[1]


def test_a_book_is_asked_without_the_slow_imports(small_book: Path) -> None:
    """A protocol must answer at once; numpy is for what makes books."""
    script = (
        "import sys, othello\n"
        f"with othello.Book({str(small_book)!r}) as book:\n"
        "    assert book.choose('f5', 2.0) and book.answer('f5')\n"
        "assert not {'numpy', 'argparse', 'asyncio'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.grow(positions=20)
        with Book(path) as book:
            assert len(book) == 20
            builder.grow(positions=40)
            assert len(book) == 40 and book.moves("f5")
    with Book(path) as book:
        assert len(book) == 40
    assert [each.name for each in tmp_path.iterdir()] == ["a.book"]


def test_a_copy_is_whole_while_it_is_read(tmp_path: Path) -> None:
    """What was written is in the file itself, and no file stays beside it."""
    path, copy = tmp_path / "a.book", tmp_path / "b.book"
    with BookBuilder(path, 0, hash_mb=1) as builder:
        builder.grow(positions=20)
        book = Book(path)
    with book:
        assert len(book) == 20
        with BookBuilder(path) as builder:
            builder.grow(positions=60)
        shutil.copy(path, copy)
        with Book(copy) as copied:
            assert len(copied) == len(book) == 60
    assert {each.name for each in tmp_path.iterdir()} == {"a.book", "b.book"}


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_ending(tmp_path: Path, seed: int) -> None:
    """A book with nothing left to add knows what a solve finds; what it calls proven is."""
    path = tmp_path / "a.book"
    board = random_endgame(seed, 7)
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.grow(board, positions=10**6)
    with Book(path) as book, Engine(hash_mb=1) as engine:
        start = board.after("pass") if board.must_pass else board
        assert book.grade(start).text(7) == "proven"
        todo, n_proven, n_links = [start], 0, 0
        while todo:
            here = todo.pop()
            for known in book.moves(here):
                after = here.after(known.move)
                if known.grade.is_proven(here.n_empties):
                    assert known.score == -engine.solve(after).score
                    assert isinstance(known.score, int)
                    n_proven += 1
                if known.in_book:
                    todo.append(after.after("pass") if after.must_pass else after)
                    n_links += 1
        assert n_links > 5 and n_proven > n_links
