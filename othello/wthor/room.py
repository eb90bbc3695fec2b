"""Files of games in WTHOR, the database of tournament games."""

from othello.rooms import Room

FORMAT = "othello.wthor.format"

ROOM = Room(
    names={
        "othello.convert.write_wthor_files": FORMAT,
        "othello.convert.wthor_items": FORMAT,
        "othello.formats.detect.is_wthor": FORMAT,
    },
    formats={"wthor": FORMAT},
)
