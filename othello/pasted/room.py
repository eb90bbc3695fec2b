"""Moves as people write them, with numbers, comments, results and headers; tables, openings."""

from othello.rooms import Room

ROOM = Room(
    formats={"openings": "othello.pasted.opening_lists", "pasted": "othello.pasted.move_text"},
    provides={
        "moves": "othello.pasted.move_lists",
        "reader": "othello.pasted.move_text",
        "table": "othello.pasted.table",
    },
)
