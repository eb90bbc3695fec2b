"""Mistakes by a book's scores, where a request asks for it, as the page does."""

from pathlib import Path

from support.asking import ask

GAME = "f5d6c3d3c4f4f6"
"""Its last move is the book's best; a search of level 18 says that it loses 1.5 discs."""


def test_the_books_best_move_is_no_mistake_and_the_right_answer(tmp_path: Path) -> None:
    games = {"do": "mistakes.next", "moves": GAME, "side": "black", "least": 1.2}
    answer = {"do": "mistakes.answer", "position": GAME[:-2]}
    searched, by_book, *judged, shown = ask(
        games,
        {**games, "book": True},
        *({**answer, "move": move, "book": True} for move in ("f6", "c5", "e3")),
        {"do": "mistakes.show", "position": GAME[:-2], "book": True},
        folder=tmp_path,
    )
    assert [each["played"] for each in searched["exercises"]] == ["f6"]
    assert by_book["mistakes"] == 0
    assert [each["right"] for each in judged] == [True, False, False]
    assert shown["best"] == "f6" and shown["score"] == judged[0]["score"]
