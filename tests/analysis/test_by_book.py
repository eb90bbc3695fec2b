"""Games analysed with a book: its scores stand where the page's Explore has them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from othello.analysis.book_entry import CLEARLY, by_book, judged_by_book
from othello.analysis.games import analyse_game
from othello.analysis.moves import GameAnalysis
from othello.board import Board
from othello.book import Book, shipped_book
from othello.bookmaking import BookBuilder
from othello.game import Game
from othello.operations.book_show import BookShow

GAME = "f5d6c3d3c4f4f6f3e6e7d7g6"
"""The book's moves. A search of level 18 says that 7. f6 loses 1.5 discs; the book has it best."""


@pytest.fixture(scope="module")
def searched() -> GameAnalysis:
    return analyse_game(GAME, level=10)


@pytest.fixture(scope="module")
def shipped() -> Iterator[Book]:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        yield book


def test_a_move_has_the_score_that_the_book_shows(searched: GameAnalysis, shipped: Book) -> None:
    analysis = by_book(searched, shipped)
    for move in analysis.moves:
        shown = BookShow(position=move.board.to_obf()).run(shipped)
        (own,) = (each for each in shown.moves if each.move == move.move)
        assert (move.played.score, move.best.score) == (own.score, shown.score)
        assert move.error == own.error and move.from_book and move.to_dict()["from_book"]
    f6 = analysis.moves[6]
    assert (str(f6.move), f6.verdict, f"{f6.played.score:.1f}") == ("f6", "best", "-0.5")
    assert analyse_game(GAME, level=10, book=shipped).moves == analysis.moves
    assert by_book(searched, None) is searched
    assert not any("from_book" in move.to_dict() for move in searched.moves)


def test_another_move_is_searched_and_compared_with_the_best_of_the_book(
    searched: GameAnalysis, shipped: Book
) -> None:
    """However good the search thinks it to be, the book's best move is no mistake beside it."""
    board = Board.from_moves("f5d6c3d3c4")
    known = {each.move for each in shipped.moves(board)}
    other = next(move for move in board.legal_moves() if move not in known)
    (bad,) = analyse_game(Game([other], start=board), level=6).moves
    judged = judged_by_book(bad, shipped)
    (best, *_) = shipped.moves(bad.board)
    assert judged.played == bad.played and not judged.from_book
    assert (judged.best.move, judged.best.score) == (best.move, best.score)
    better = bad._replace(played=bad.played._replace(score=best.score + 1))
    assert judged_by_book(better, shipped).best == better.played


def test_a_search_that_is_clearly_surer_or_proven_stays(
    searched: GameAnalysis, tmp_path: Path
) -> None:
    """As in surest.js. The book's searches are shallow."""
    path = tmp_path / "small.book"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.learn([GAME])
    move = searched.moves[6]
    with Book(path) as book:
        (known,) = (each for each in book.moves(move.board) if each.move == move.move)
        assert known.error is not None
        proven = move._replace(
            played=move.played._replace(exact=True, score=2),
            best=move.best._replace(exact=True, score=2),
        )
        assert judged_by_book(proven, book) == proven
        shallow = analyse_game(GAME, depth=1).moves[6]
        assert shallow.error is not None and shallow.error > CLEARLY * known.error
        assert judged_by_book(shallow, book).played.score == known.score
        assert move.error is not None and move.error <= CLEARLY * known.error
        assert judged_by_book(move, book) == move
