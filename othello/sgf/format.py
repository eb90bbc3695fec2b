"""The declaration of SGF as a format of games."""

import re

from othello.formats.mixed import in_parentheses
from othello.sgf.charset import decode
from othello.sgf.games import PLACES, SgfGame, format_game, parse_record

MARK = re.compile(r"(GM|FF)\s*\[|\]\s*;\s*[BW]\s*\[", re.I)
"""A property of SGF, or two moves of it."""

FORMAT = in_parentheses(
    "sgf",
    SgfGame,
    parse_record,
    format_game,
    of_game=lambda game, beside: SgfGame.of(game),
    to_text=lambda game: format_game(SgfGame.of(game)),
    places=PLACES,
    decode=decode,
    recognises=lambda text: MARK.search(text) is not None,
)
