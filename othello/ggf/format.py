"""The declaration of GGF as a format of games."""

import re

from othello.formats.mixed import in_parentheses
from othello.ggf.games import PLACES, GgfGame, format_game, parse_record

MARK_OR_VALUE = re.compile(
    r"(GM\s*\[\s*(?:Othello|Reversi)|BO\s*\[\s*8\s)|\[(?:\\.|[^\]\\])*", re.I | re.S
)
"""A property of GGF alone, or any other value, which may quote a game."""

FORMAT = in_parentheses(
    "ggf",
    GgfGame,
    parse_record,
    format_game,
    of_game=lambda game, beside: GgfGame.of(game),
    to_text=lambda game: format_game(GgfGame.of(game), add_result=False),
    places=PLACES,
    recognises=lambda text: any(found[1] for found in MARK_OR_VALUE.finditer(text)),
)
