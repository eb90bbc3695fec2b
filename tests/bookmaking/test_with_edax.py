"""Books that Edax itself opens, makes and writes; see `support.edax`."""

import random
import re
from pathlib import Path

import pytest
from support.books import boards_of, problems
from support.cli_process import answer
from support.edax import edax, needs_edax
from support.endgames import random_endgame
from support.made_books import made, neighbourhood

from othello import Board
from othello.book import Book

pytestmark = needs_edax

GAMES = "f5d6c3d3c4f4f6f3e6e7d7g6", "f5d6c4d3c3f4f6b4", "f5f6e6f4g5e7", "f5f4e3f6d3c5"


def shown(path: Path, boards: list[Board]) -> list[dict[str, int]]:
    """Return by Edax's ``book show`` what the moves of positions are worth."""
    asked = (f"setboard {board.to_obf()}\nbook show" for board in boards)
    found = re.findall(r"^Moves:(.*)$", edax(path, *asked), re.M)
    assert len(found) == len(boards)
    moves = [re.findall(r"(\w\w):([-+]\d+)", line.lower()) for line in found]
    return [{move: int(score) for move, score in each} for each in moves]


@pytest.fixture(params=["the start", "an ending with passes"])
def book_path(request: pytest.FixtureRequest, tmp_path: Path, small_book: Path) -> Path:
    """A book of this engine."""
    if request.param == "the start":
        return small_book
    chance = random.Random(2)
    boards = neighbourhood(random_endgame(2, 6), 5)
    return made(tmp_path / "ending.book", {board: chance.randint(-6, 6) for board in boards})


def exported(path: Path, book: Path) -> Path:
    answer("book", "export", book, path)
    return path


def imported(path: Path, source: Path) -> Path:
    answer("book", "import", path, source)
    assert problems(path) == []
    return path


def test_edax_finds_the_moves_of_an_exported_book(tmp_path: Path, book_path: Path) -> None:
    """Each with its score in whole discs; and it plays one of the best."""
    path = exported(tmp_path / "book.dat", book_path)
    boards = [board for board, _ in boards_of(book_path)]
    with Book(book_path) as book:
        for board, moves in zip(boards, shown(path, boards), strict=True):
            known = {str(each.move): round(each.score) for each in book.moves(board)}
            inside = {str(each.move) for each in book.moves(board) if each.in_book}
            assert inside <= moves.keys() <= known.keys()
            assert moves == {move: known[move] for move in moves}
            assert max(moves.values()) == max(known.values())
        played = edax(path, *(f"setboard {board.to_obf()}\ngo" for board in boards))
        for board, move in zip(boards, re.findall("Edax plays (..)", played), strict=True):
            best, *others = book.moves(board)
            equal = [each.move for each in others if round(each.score) == round(best.score)]
            assert move.lower() in map(str, [best.move, *equal])


def test_a_book_comes_back_from_edax(tmp_path: Path, book_path: Path) -> None:
    """Linked and written by Edax it has the same scores, in whole discs, and umigame values."""
    path, saved = exported(tmp_path / "book.dat", book_path), tmp_path / "saved.dat"
    edax(path, "book fix", f"book save {saved}")
    with Book(book_path) as book, Book(imported(tmp_path / "back.book", saved)) as back:
        assert len(back) == len(book)
        for board, _ in boards_of(book_path):
            assert back.moves(board)[0].score == round(book.moves(board)[0].score)
            assert back.umigame(board) == book.umigame(board)


def test_a_book_of_edax_itself(tmp_path: Path, small_book: Path) -> None:
    """Imported and exported again it is the same to Edax, position by position."""
    path, texts = tmp_path / "edax.dat", [tmp_path / "before.txt", tmp_path / "after.txt"]
    games = (f"init\nplay {game}\nbook store" for game in GAMES)
    empty = exported(tmp_path / "a.dat", small_book)
    edax(empty, "book new 1 30", *games, "book fix", f"book save {path}", f"book export {texts[0]}")
    book = imported(tmp_path / "a.book", path)
    again = exported(tmp_path / "again.dat", book)
    edax(again, f"book export {texts[1]}")
    before, after = (sorted(text.read_text().splitlines()) for text in texts)
    assert len(before) > 20 and before == after
    boards = [board for board, _ in boards_of(book)]
    assert shown(again, boards) == shown(path, boards)
