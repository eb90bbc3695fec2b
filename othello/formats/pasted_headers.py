"""What the lines of a text say of a game: labels such as ``Black: Ann`` and tags of PGN."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from othello.board import Board
from othello.errors import OthelloError, quote
from othello.formats.reading import Record
from othello.formats.table import FEN, KNOWN_HEADERS, TIME_OF_DAY, names_columns
from othello.notation.move_lists import LONGEST_GAME, tokens_of

__all__ = [
    "DATE",
    "FEN",
    "HEADERS",
    "OF_DAY",
    "SET_UP",
    "SET_UP_TAGS",
    "TAG",
    "TAG_NAME",
    "UNFINISHED",
    "UNKNOWN",
    "headers_of",
    "is_comment",
    "start_of",
]

TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
"""A tag of PGN."""
TAG_NAME = re.compile(r"\W+")
"""What of the heading of a column cannot be in the name of a tag."""
SET_UP = "SetUp"
"""The tag of PGN that says with ``1`` that a game begins from the position of the tag ``FEN``."""
SET_UP_TAGS = {FEN, SET_UP}
UNFINISHED = "*"
"""What PGN has behind the moves, and in the tag ``Result``, of a game that is not over."""
UNKNOWN = " ?*."
"""What a header has that states nothing, as the date ``????.??.??`` of PGN."""
BEHIND_FEN = re.compile(r"(?<=\w)(?:\s+(?:-|\d+))+\s*\Z")
"""What a FEN of chess has behind the side to move."""
COMMENT_MARK = re.compile(r"\s*(%|#+(?!\d))")
NAMES = "|".join(name for name in KNOWN_HEADERS if not name.endswith(("elo", "rating")))
LABEL = re.compile(
    rf"\s*({NAMES}|黒|白)\s*[:：]\s*(.*?)[\s,;]*(?=$|\b(?:{NAMES})\s*[:：]|[黒白])", re.I
)
"""What says who plays, or another header; several may be on a line."""
HEADERS = KNOWN_HEADERS | {"黒": "Black", "白": "White", "clock": "Time", "setup": SET_UP}
"""The header of a `Game` for what others call it, in small letters; other tags have their name."""
NAME_AND_DISCS = re.compile(r"(.*[^\W\d].*?)[\s,:]+\(?(\d\d?)\)?")
"""Who plays, and how many discs that side got."""
OF_DAY = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d")
"""The time of day as PGN has it in a tag ``Time``; what is written in other ways is a clock."""
DATE = re.compile(
    r"\s*((?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))(?![\w/-]|\.\d)\W*"
)
"""A day before the moves of a game, such as ``2005-03-01``."""
SURE_NAMES = 2
"""With so many moves behind the names of the sides these are no players with odd names."""


def headers_of(lines: Sequence[str]) -> list[dict[str, str] | None]:
    """Return for each line the headers that it states; None if it is no line of headers.

    A day is one before the first line of moves: behind that, nobody knows which game's it is.
    Who plays may be called as a move, unless the lines have moves of both sides or say who else
    has that colour.

    >>> headers_of(["Black: Ann, White: Bob"]) == headers_of(['[Black "Ann"] [White "Bob"]'])
    True
    >>> headers_of(["Black: f5", "White: d6"]), headers_of(["White: 24", '[White "?"]'])
    ([None, None], [None, {}])
    >>> headers_of(["Black: f5", "White: c3po"])
    [{'Black': 'f5'}, {'White': 'c3po'}]
    >>> headers_of(["Black: Ann 34", "White: Bob (30)"])
    [{'Black': 'Ann'}, {'White': 'Bob', 'Result': '34-30'}]
    """
    labelled = [_labels(line) if len(line) < LONGEST_GAME else [] for line in lines]
    players = [
        [
            (side, text)
            for side, text in labels
            if side in ("Black", "White") and not TAG.match(line)
        ]
        for line, labels in zip(lines, labelled, strict=True)
    ]
    n_moves = sum(_kind_of_name(text)[1] for each in players for _, text in each)
    found: list[dict[str, str] | None] = []
    for _, run in groupby(zip(labelled, players, strict=True), lambda item: bool(item[1])):
        group = list(run)
        sides = [side for _, each in group for side, _ in each]
        known = {"name"}
        if n_moves < SURE_NAMES:
            known.add("odd")
            if sorted(sides) == ["Black", "White"]:
                known.add("moves")
        for labels, each in group:
            is_header = all(_kind_of_name(text)[0] in known for _, text in each)
            stated = {name: text for name, text in labels if text.strip(UNKNOWN)}
            found.append(stated if labels and is_header else None)
    if not any("Result" in stated for stated in found if stated):
        _take_discs(found, players)
    if not any("Date" in stated for stated in found if stated):
        for stated in filter(None, found):
            if "Year" in stated:
                stated["Date"] = stated.pop("Year")
    for number, line in enumerate(lines[:-1]):
        if (day := DATE.fullmatch(line)) is not None:
            found[number] = {"Date": day[1]}
        elif found[number] is None and line.strip():
            break
    return found


def _take_discs(
    found: Sequence[dict[str, str] | None], players: Sequence[Sequence[tuple[str, str]]]
) -> None:
    """Make the discs behind the names of both sides, 64 in all, the header ``Result``."""
    discs: dict[str, int] = {}
    named: list[tuple[dict[str, str], str, str]] = []
    for stated, each in zip(found, players, strict=True):
        for side, text in each:
            if stated and (match := NAME_AND_DISCS.fullmatch(text)) and side not in discs:
                discs[side] = int(match[2])
                named.append((stated, side, match[1]))
        if stated and len(discs) == 2 and sum(discs.values()) == 64:
            for headers, side, name in named:
                headers[side] = name
            stated["Result"] = f"{discs['Black']}-{discs['White']}"
        if len(discs) == 2:
            discs, named = {}, []


def _labels(text: str) -> list[tuple[str, str]]:
    """Return the labels and tags of a line, each with its text; none if the line has more."""
    for pattern in (TAG, LABEL):
        found, place = [], 0
        while match := pattern.match(text, place):
            name = HEADERS.get(match[1].lower(), match[1][:1].upper() + match[1][1:])
            if match[1].lower() == "time" and OF_DAY.fullmatch(match[2]):
                name = TIME_OF_DAY
            found.append((name, re.sub(r"\\(.)", r"\1", match[2])))
            place = match.end()
        if place == len(text):
            return found
    return []


def _kind_of_name(text: str) -> tuple[str, int]:
    """Return whether a text is a ``name``, ``moves``, either (``odd``) or ``none``; its moves."""
    tokens = tokens_of(text)
    kinds = {token.kind for token in tokens}
    if not any(map(str.isalpha, text)) or kinds == {"end"}:
        return "none", 0
    if not kinds or ("word" in kinds and "move" not in kinds):
        return "name", 0
    if any(token.is_wrong for token in tokens):
        return "odd", 0
    return "moves", len(tokens)


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: it begins with ``%``, or with ``#`` and words.

    >>> list(map(is_comment, ("# my games from May", "% d3", "#2 f5d6", "# f5d6", "#,Black,Moves")))
    [True, True, False, False, False]
    """
    mark = COMMENT_MARK.match(line)
    if mark is None or names_columns(line):
        return False
    tokens = tokens_of(line[mark.end() :])
    return mark[1] == "%" or not tokens or tokens[0].kind == "word"


def start_of(record: Record, source: str) -> Board | None:
    """Return the position from which a game begins by its tags of PGN; None if they do not say."""
    is_set_up, fen = record.headers.get(SET_UP), record.headers.get(FEN)
    if is_set_up == "0" or fen is None is is_set_up:
        return None
    if fen is None or is_set_up not in ("1", None):
        expected = f"expected 1, and the position before the first move in a tag {FEN}"
        raise record.error(source, 0, f"tag {SET_UP} {quote(is_set_up)}: {expected}")
    try:
        return Board.parse(BEHIND_FEN.sub("", fen))
    except OthelloError as error:
        raise record.error(source, 0, f"tag {FEN}: {error}") from None
