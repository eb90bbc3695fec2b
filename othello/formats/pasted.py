"""Moves as people paste them: numbered, spaced, punctuated, over several lines.

::

    1. F5 d6   2. C3 d3        {the tiger}
    3. c4 f4!, 4. pass - B3    40-24

The text may have squares in upper or lower case, passes (``pass``, ``pa``, ``ps``, ``--``), move
numbers, punctuation, ``black`` and ``white``, results, comments in braces, and ``resigns`` or
``won`` at the end. Lines such as ``Black: Ann`` and tags of PGN (``[White "Bob"]``) before the
moves are headers.
A score behind the moves, and who won or resigned, become the header ``Result``.
Anything else is an error, so that no move is overlooked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from othello._game import Game
from othello.board import Board
from othello.errors import FormatError, quote
from othello.formats.pasted_moves import Played, play
from othello.formats.reading import Record, file_lines, read_items
from othello.formats.results import read_result
from othello.formats.table import game_rows
from othello.notation import PASS, Move
from othello.notation.move_lists import WIDE, Token, fits_as_number, tokens_of
from othello.notation.positions import STARTPOS
from othello.openings.catalogue import find_line

__all__ = ["format_game", "parse_game", "read_games"]

START = Board()
FIRST_MOVES = tuple(START.legal_moves())

COMMENT = re.compile(r"\{[^{}]*\}")
RESULT = re.compile(r"(?<![\w.:/-])(\d\d?)\s*[-:]\s*(\d\d?)(?![\w.:/-])")
LEADING_NUMBER = re.compile(r"[^\w-]*(\d{1,3})(?:[.):\s]|[a-h][1-8]|$)", re.I)
TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
"""A tag of PGN."""
NAMES = "black|white|result|score|event|place|site|date|round"
LABEL = re.compile(
    rf"\s*({NAMES}|黒|白)\s*[:：]\s*(.*?)[\s,;]*(?=$|\b(?:{NAMES})\s*[:：]|[黒白])", re.I
)
"""What says who plays, or another header; several may be on a line."""
PLAYERS = ("Black", "White", "黒", "白")
HEADERS = {
    "黒": "Black",
    "白": "White",
    "BlackElo": "BlackRating",
    "WhiteElo": "WhiteRating",
    "Site": "Place",
    "Score": "Result",
}
"""The header of a `Game` for what others call it; other tags have the same name."""
SCORE = re.compile(
    r"""
      (?P<resigned> (?: (?:\b(?:black|white|[bwxo])|[黒白]) \W{0,9} )? \bresign(?:s|ed)?\b )
    | (?:\b(?:black|white|[bwxo])|[黒白]) \W{1,9} (?:won|wins)\b
      (?: \W{1,9} \d\d? \s* [-:–,] \s* \d\d? (?![\w.:/-]) )?
    | (?<![\w.:/-]) (?: (?:black \W{0,9})? \d\d? \s* [-:–,] \s* (?:white \W{0,9})? \d\d?
      | [+-]\d\d?(?:\.\d+)? | 1/2-1/2 ) (?![\w.:/-])
    """,
    re.I | re.X,
)
"""What may stand behind the moves of a game for its result."""
MOVE_NUMBER = re.compile(r"(?<![\w.:/-])(\d{1,3})\s*[.):]+\s*(?=[a-h][1-8]|pass|pa|ps|--)", re.I)
VARIATION = re.compile(r"\(\s*\d{1,3}\s*\.[^()]*[a-h][1-8][^()]*\)?", re.I)
SURE_MOVES = 4
"""It is no accident if so many moves of a line can be played from the start."""


def parse_game(text: str, source: str = "") -> Game:
    """Read a game from the start, or the name of an opening; ``startpos`` may stand before moves.

    Forced passes that the text leaves out are added. Blanks alone are a game without moves.

    >>> parse_game("1. F5 d6  2. C3 d3 {the tiger} 3. c4")
    Game('f5d6c3d3c4')
    >>> parse_game("f5-d6-c3"), parse_game("Black: F5\\nWhite: f4!?")
    (Game('f5d6c3'), Game('f5f4'))
    >>> parse_game("Tiger")
    Game('f5d6c3d3c4')

    Raises FormatError if a part of `text` is neither a move nor allowed between moves, a move is
    illegal, or there is no move.
    """
    if (line := find_line(text)) is not None:
        return Game(line.moves)
    if (startpos := STARTPOS.match(text)) is not None:
        text = text[startpos.end() :]
    lines = text.split("\n")
    headers: dict[str, str] = {}
    in_moves = False
    for number, line_of_text in enumerate(lines):
        found = headers_of(line_of_text)
        in_moves |= found is None and bool(line_of_text.strip())
        if found is not None and (not in_moves or found.keys() == {"Result"}):
            headers |= found
            lines[number] = ""
    return _parse_record(Record("\n".join(lines), headers=headers), source)


def _parse_record(record: Record, source: str) -> Game:
    if record.fault:
        raise record.error(source, 0, record.fault)
    bare = _without_comments(record.text.translate(WIDE))
    main_line = re.sub(r"\([^()]*\)", "", bare)
    if (variation := VARIATION.search(bare)) and MOVE_NUMBER.search(main_line):
        reason = f"a variation, {quote(variation[0])}: expected only the moves that were played"
        raise record.error(source, variation.start(), reason)
    tokens = tokens_of(record.text)
    _, moves, fault = play(START, tokens)
    if (jump := _jump_of_numbers(bare, tokens, moves)) is not None:
        raise record.error(source, *jump)
    if fault is not None:
        raise record.error(source, fault.place, fault.reason)
    if not moves and (text := record.text.strip()):
        raise record.error(source, 0, f"no move in {quote(text)}: expected moves such as f5d6c3")
    end = max(
        (token.place + len(token.text) for token in tokens if token.kind == "move"), default=0
    )
    return Game(moves, headers=_result_in(record.text[end:]) | dict(record.headers))


def _jump_of_numbers(
    text: str, tokens: Sequence[Token], moves: Sequence[Move]
) -> tuple[int, str] | None:
    """Return where a move's number leaves some out, and what to say; None if none does."""
    places = [token.place for token in tokens if token.square is not None]
    starts = [ply for ply, move in enumerate(moves) if move is not PASS]
    last = None
    for match in MOVE_NUMBER.finditer(text):
        n_before = bisect_left(places, match.end())
        if n_before >= len(starts):
            return None
        number, before = int(match[1]), moves[: starts[n_before]]
        if last is not None and number > last + 1 and not fits_as_number(number, before):
            return match.start(), f"number {number} follows {last}: expected no move left out"
        last = number
    return None


def _without_comments(text: str) -> str:
    """Return a text of the same length and lines with blanks for its comments."""
    return COMMENT.sub(lambda comment: re.sub(".", " ", comment[0]), text)


def _result_in(text: str) -> dict[str, str]:
    """Return the header ``Result`` of what stands behind the moves; none if it has no result.

    >>> _result_in(" White resigns"), _result_in(" (Black 33, White 31)"), _result_in(" 3. {40-24}")
    ({'Result': 'B+R'}, {'Result': 'Black 33, White 31'}, {})
    """
    found = SCORE.search(_without_comments(text))
    if found is None:
        return {}
    stated = read_result(found[0])
    if not (stated or found["resigned"]) and sum(map(str.isdigit, found[0])) < 3:
        return {}  # as 3-5, no discs of a game
    return {"Result": f"{stated.winner}+R" if found["resigned"] and stated else found[0].strip()}


def headers_of(text: str) -> dict[str, str] | None:
    """Return the headers that a line states; None if it is no line of headers.

    >>> headers_of("Black: Ann, White: Bob") == headers_of('[Black "Ann"] [White "Bob"]')
    True
    >>> headers_of("Black: f5"), headers_of("White: 24"), headers_of('[White "?"]')
    (None, None, {})
    """
    for pattern in (TAG, LABEL):
        found, place = [], 0
        while match := pattern.match(text, place):
            name = match[1] if pattern is TAG else match[1].capitalize()
            found.append((name, re.sub(r"\\(.)", r"\1", match[2])))
            place = match.end()
        if (
            found
            and place == len(text)
            and (
                pattern is TAG
                or all(name not in PLAYERS or _is_name(value) for name, value in found)
            )
        ):
            named = {HEADERS.get(name, name[:1].upper() + name[1:]): value for name, value in found}
            return {name: value for name, value in named.items() if value.strip(" ?")}
    return None


def _is_name(text: str) -> bool:
    """Return whether a text has words and no moves."""
    kinds = {token.kind for token in tokens_of(text)}
    return "word" in kinds and "move" not in kinds


def read_games(
    lines: Iterable[str], source: str = "-", on_error: Callable[[FormatError], object] | None = None
) -> Iterator[Game]:
    """Yield the games of a text.

    A game ends at an empty line, or before a line that begins another one: a line whose moves can
    be played from the start and not as this game's next ones. If they can be both, the line's
    number, or a result or words before it, decide; without these it goes on with the game. Rows of
    a table (CSV) with a game each are separate games.

    A result in a block of its own is that of the game just before it. Other results, and lines of
    words, before and after games are errors of their own; lines without moves and words are
    skipped. See `othello.formats.read_records` for the arguments.

    >>> list(read_games(["1. f5", "2. d6", "", "D3 c5"]))
    [Game('f5d6'), Game('d3c5')]
    """
    paragraphs = _paragraphs(file_lines(lines, source, on_error))
    return read_items(_records(paragraphs), _parse_record, source, on_error)


def _paragraphs(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the blocks of lines between empty lines."""
    paragraph: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            paragraph.append(line.rstrip("\n"))
        elif paragraph:
            yield Record("\n".join(paragraph), number - len(paragraph))
            paragraph = []
    if paragraph:
        yield Record("\n".join(paragraph), number - len(paragraph) + 1)


def _records(paragraphs: Iterable[Record]) -> Iterator[Record]:
    """Yield the games of a text, each with its headers, and each line of words around them."""
    waiting: list[Record] = []  # lines of headers whose game has not come yet
    for record in _with_results(paragraphs):
        if record.headers and not record.is_item:
            if any(record.headers.keys() & other.headers.keys() for other in waiting):
                yield from waiting
                waiting = []
            waiting.append(record)
            continue
        if record.is_item:
            headers = {name: text for other in waiting for name, text in other.headers.items()}
            record = record._replace(headers=headers | dict(record.headers))
            waiting = []
        yield record
    yield from waiting


def _with_results(blocks: Iterable[Record]) -> Iterator[Record]:
    """Yield what is in each block; one that is but a result goes to the game just before it.

    If such a block is the first, it is not known which game each of them belongs to.
    """
    last: Record | None = None
    results_lead: bool | None = None
    for block in blocks:
        is_result = _Line(block.line, block.text, tokens_of(block.text)).is_lone_result
        if results_lead is None:
            results_lead = is_result
        found = list(_games_in(block))
        if last is not None and last.is_item and is_result and not results_lead:
            gap = "\n" * (block.line - last.line - last.text.count("\n"))
            found = [last._replace(text=f"{last.text}{gap}{block.text}", is_item=True)]
        elif last is not None:
            yield last
        yield from found[:-1]
        last = found[-1] if found else None
    if last is not None:
        yield last


def _games_in(block: Record) -> Iterator[Record]:
    """Yield the games of a block without empty lines, and each line of words or headers."""
    lines = block.text.split("\n")
    if rows := game_rows(lines):
        yield from (row._replace(line=block.line + row.line - 1) for row in rows)
        return
    # Comments may go over several lines.
    bare = _without_comments(block.text).split("\n")
    game: _OpenGame | None = None
    results_lead = False
    remarks: list[_Line] = []  # lines behind the game that have none of its moves
    for number, text in enumerate(lines):
        line = _Line(block.line + number, text, tokens_of(bare[number]))
        if line.is_remark(game):
            remarks.append(line)
            continue
        if game is None or not game.goes_on_with(line, remarks):
            results_lead |= game is None and any("Result" in each.headers for each in remarks)
            yield from _closed(game, remarks, results_lead)
            game, remarks = _OpenGame(), []
        game.add(remarks, line)
        remarks = []
    yield from _closed(game, remarks, results_lead)


def _closed(game: _OpenGame | None, remarks: list[_Line], results_lead: bool) -> Iterator[Record]:
    """Yield a game, and each line of words behind it.

    Its result may be such a line, if they do not stand before the games (`results_lead`).
    """
    if game is not None:
        behind = list(
            takewhile(
                lambda line: not line.has_words or (line.is_result and not results_lead), remarks
            )
        )
        remarks = remarks[len(behind) :]
        headers = {name: text for line in behind for name, text in line.headers.items()}
        lines = [*game.lines, *(line for line in behind if not line.headers)]
        text = "\n".join(line.text for line in lines)
        yield Record(text, game.lines[0].number, headers=headers)
    for line in remarks:
        if line.has_words or line.has_result:
            yield Record(line.text, line.number, headers=line.headers, is_item=False)


class _Line:
    """A line of a text, and what can be told of it alone."""

    def __init__(self, number: int, text: str, tokens: list[Token]) -> None:
        self.number = number
        self.text = text
        headers = headers_of(text)
        self.headers = headers or {}
        self.is_result = self.headers.keys() == {"Result"} and TAG.match(text) is None
        self.tokens = tokens = tokens if headers is None else []
        self.squares = [move for token in tokens if (move := token.square) is not None]
        self.has_words = bool(self.headers) or any(token.is_wrong for token in tokens)
        self.may_begin = bool(self.squares) and self.squares[0] in FIRST_MOVES
        leading = LEADING_NUMBER.match(text.translate(WIDE))
        self.leading_number = int(leading[1]) if leading else None
        after = text[tokens[-1].place :] if tokens else text
        self.has_result = any(token.kind == "end" for token in tokens) or any(
            int(a) + int(b) == 64 for a, b in RESULT.findall(after)
        )

    @property
    def is_lone_result(self) -> bool:
        """Whether it is a result and no more."""
        return self.has_result and SCORE.fullmatch(self.text.strip(" .()[]")) is not None

    def is_remark(self, game: _OpenGame | None) -> bool:
        """Return whether it has no move, and none that is mistyped, of `game` or of a new one."""
        kinds = {token.kind for token in self.tokens}
        if not self.squares and "typo" not in kinds:
            if kinds == {"dashes"}:
                return game is None or not game.board.must_pass
            return kinds <= {"end"} or "word" in kinds
        if not self.has_words or self.may_begin:
            return False
        if game is None or game.board.is_over:
            return True
        return "typo" not in kinds and game.seen.issuperset(self.squares)


class _OpenGame:
    """The lines of a game so far, with remarks between them, and what came of them.

    `seen` are the squares in its lines. It `is_faulty` if a line could not be played, or had words
    before it; it `has_result` if one was read behind its moves so far.
    """

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self.board = START
        self.moves: list[Move] = []
        self.seen: set[Move] = set()
        self.is_faulty = self.has_result = False

    def add(self, remarks: Sequence[_Line], line: _Line) -> None:
        """Add a line, and the remarks before it."""
        words = any(remark.has_words for remark in remarks)
        if not self.is_faulty:
            self.board, moves, fault = self._play(line)
            self.moves += moves
            self.is_faulty = words or fault is not None
        self.seen.update(line.squares)
        self.has_result |= line.has_result
        self.lines += [*remarks, line]

    def goes_on_with(self, line: _Line, remarks: Sequence[_Line]) -> bool:
        """Return whether a line that is no remark belongs to this game, not to a new one."""
        played = self._play(line)
        if not line.may_begin:
            return not self.board.is_over or played.fault is None
        if line.leading_number == 1:
            return False
        is_seen = line.squares[0] in self.seen
        is_closed = self.has_result or any(
            remark.has_words or remark.has_result for remark in remarks
        )
        new = play(START, line.tokens)
        if self.is_faulty:
            is_new = new.fault is None and len(new.moves) >= SURE_MOVES
            return not (is_new or is_seen or is_closed)
        if played.fault is None:
            return new.fault is not None or not (is_closed or self._numbers_another(line))
        if new.fault is None:
            fits = line.leading_number is not None and not self._numbers_another(line)
            return fits and not is_seen and not is_closed and len(new.moves) < SURE_MOVES
        return 0 < len(played.moves) >= len(new.moves)

    def _play(self, line: _Line) -> Played:
        return play(self.board, line.tokens, self.moves)

    def _numbers_another(self, line: _Line) -> bool:
        """Return whether a line has the number after this game's, which is not its next move's."""
        first, number = self.lines[0].leading_number, line.leading_number
        if first is None or number is None:
            return False
        return number == first + 1 and not fits_as_number(number, self.moves)


def format_game(game: Game) -> str:
    """Return the headers as tags, the moves with their numbers on a line, and an empty line.

    >>> format_game(Game("f5d6c3", headers={"Black": "me"}))
    '[Black "me"]\\n1. f5 d6 2. c3\\n'
    """
    tags = [
        f'[{name} "{_escaped(text)}"]\n'
        for name, text in game.headers.items()
        if re.fullmatch(r"\w+", name) and text.strip(" ?")
    ]
    numbered = []
    for ply, move in enumerate(game.moves):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        numbered.append(f"{number}{'--' if move is PASS else move}")
    return "".join(tags) + " ".join(numbered) + "\n"


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.splitlines()))
