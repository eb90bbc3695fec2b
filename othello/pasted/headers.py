"""Headers of a game in the lines of a text: labels such as ``Black: Ann``, tags of PGN, and days.

::

    headers   = tag {tag} | label {[","] label} | day
    tag       = "[" name '"' text '"' "]"
    label     = name ":" text           a name of KNOWN_HEADERS, 黒 or 白
    day       = 2005-03-01              before the first line of moves

``Black: f5`` states a move, not a player, if it does not stand beside one player.
"""

import re
from collections.abc import Sequence

from othello._game import Game
from othello.board import Board
from othello.errors import OthelloError, quote
from othello.formats.reading import Record
from othello.pasted.move_lists import LONGEST_GAME, tokens_of
from othello.pasted.table import FEN, KNOWN_HEADERS, TIME_OF_DAY, is_heading

Headers = dict[str, str]

TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
SET_UP = "SetUp"
"""Name of the tag that says with ``1`` that a game begins from the position of the tag ``FEN``."""
SET_UP_TAGS = {FEN, SET_UP}
SIDES = ["Black", "White"]
UNFINISHED = "*"
"""Mark of PGN behind the moves, and in the tag ``Result``, of a game that is not over."""
UNKNOWN = " ?*."
"""Characters of a header that states nothing, as the date ``????.??.??`` of PGN."""
BEHIND_FEN = re.compile(r"(?<=\w)(?:\s+(?:-|\d+))+\s*\Z")
"""The end of a FEN of chess, behind the side to move."""
COMMENT_MARK = re.compile(r"\s*(%|#+(?!\d))")
LABELS = "|".join(name for name in KNOWN_HEADERS if not name.endswith(("elo", "rating")))
LABEL = re.compile(
    rf"\s*({LABELS}|黒|白)\s*[:：]\s*(.*?)[\s,;]*(?=$|\b(?:{LABELS})\s*[:：]|[黒白])", re.I
)
HEADERS = KNOWN_HEADERS | {"黒": "Black", "白": "White", "clock": "Time", "setup": SET_UP}
"""Header of a `Game` for the name of a label or tag, in small letters; other tags keep theirs."""
OF_DAY = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d")
"""The time of day as PGN has it in a tag ``Time``; what is written in other ways is a clock."""
DATE = re.compile(
    r"\s*((?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))(?![\w/-]|\.\d)\W*"
)
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def headers_of(lines: Sequence[str]) -> list[Headers | None]:
    """Return for each line of a block the headers that it states; None if it is no such line.

    >>> headers_of(["Black: Ann, White: Bob"]) == headers_of(['[Black "Ann"] [White "Bob"]'])
    True
    >>> headers_of(["Black: f5", "White: d6"]), headers_of(["White: 24", '[White "?"]'])
    ([None, None], [None, {}])
    >>> headers_of(["Black: f5", "White: c3po"])
    [{'Black': 'f5'}, {'White': 'c3po'}]
    """
    stated = [_labels(line) if len(line) < LONGEST_GAME else [] for line in lines]
    kinds = [
        [] if TAG.match(line) else [_kind_of_name(text) for name, text in labels if name in SIDES]
        for line, labels in zip(lines, stated, strict=True)
    ]
    of_block = [kind for of_line in kinds for kind in of_line]
    known = {"name"}
    if of_block.count("moves") == 0 or (len(of_block), of_block.count("moves")) == (2, 1):
        known |= {"odd", "moves"}
    found: list[Headers | None] = []
    for labels, of_line in zip(stated, kinds, strict=True):
        headers = {name: text for name, text in labels if text.strip(UNKNOWN)}
        found.append(headers if labels and known.issuperset(of_line) else None)
    for number, line in enumerate(lines[:-1]):
        if (day := DATE.fullmatch(line)) is not None:
            found[number] = {"Date": day[1]}
        elif found[number] is None and line.strip():
            break
    return found


def _labels(text: str) -> list[tuple[str, str]]:
    """Return the labels or tags of a line, each with its text; none if the line has more."""
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


def _kind_of_name(text: str) -> str:
    """Return whether a text is a ``name``, ``moves``, either (``odd``) or ``none`` of these."""
    tokens = tokens_of(text)
    kinds = {token.kind for token in tokens}
    if not any(map(str.isalpha, text)) or kinds == {"end"}:
        return "none"
    if not kinds or ("word" in kinds and "move" not in kinds):
        return "name"
    return "odd" if any(token.is_wrong for token in tokens) else "moves"


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: it begins with ``%``, or with ``#`` and words.

    >>> list(map(is_comment, ("# my games from May", "% d3", "#2 f5d6", "# f5d6", "#,Black,Moves")))
    [True, True, False, False, False]
    """
    mark = COMMENT_MARK.match(line)
    if mark is None or is_heading(line):
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


def tags_of(game: Game) -> str:
    """Return the lines of tags that state the headers of a game, and its start."""
    tags = [_tag(name, text) for name, text in game.headers.items() if name and text.strip(UNKNOWN)]
    if game.start != Board():
        tags += [f'[{SET_UP} "1"]\n', f'[{FEN} "{game.start.to_fen()}"]\n']
    return "".join(tags)


def keeps_header(name: str, text: str) -> bool:
    """Return whether a header that `tags_of` writes is read again as it was.

    >>> keeps_header("Black", "me"), keeps_header("myheader", "me"), keeps_header("Black", "?")
    (True, False, False)
    """
    return bool(name) and headers_of([_tag(name, text)[:-1]]) == [{name: text}]


def _tag(name: str, text: str) -> str:
    """Return the line of a tag, with blanks for line ends and control characters in its text.

    A header such as ``Time left`` is the tag ``Time_left``, and a clock of ``01:00:00``, which in
    the tag ``Time`` would be a time of day, is the tag ``Clock``.
    """
    tag = re.sub(r"\W+", "_", name)
    if name == "Time" and OF_DAY.fullmatch(text):
        tag = "Clock"
    elif HEADERS.get(tag.lower()) in SET_UP_TAGS:
        tag += "_"
    plain = CONTROLS.sub(" ", " ".join(text.splitlines()))
    return re.sub(r'(["\\])', r"\\\1", plain).join((f'[{tag} "', '"]\n'))
