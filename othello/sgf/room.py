"""Files of games in SGF, the Smart Game Format."""

from othello.rooms import Room

ROOM = Room(
    names={"othello.formats.results.in_sgf": "othello.sgf.games"},
    formats={"sgf": "othello.sgf.format"},
)
