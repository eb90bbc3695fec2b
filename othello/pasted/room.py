"""Moves as people write them, with numbers, comments, results and headers, and tables of games."""

from othello.rooms import Room

ROOM = Room(
    formats={"pasted": "othello.pasted.move_text"},
    provides={
        "moves": "othello.pasted.move_lists",
        "reader": "othello.pasted.move_text",
        "table": "othello.pasted.table",
    },
)
