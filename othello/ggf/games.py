"""GGF, the Generic Game Format of the server GGS and of the interface NBoard.

::

    (;GM[Othello]PC[NBoard]PB[one]PW[two]RE[?]TI[05:00]TY[8]
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[D6/-0.5];)

A move may be followed by its evaluation, in discs for the mover, and by the seconds it took. A
clock has main time, increment and grace, each written ``[[[days.]hours:]minutes:]seconds``. `TI` is
the clock of both sides, `TB` and `TW` of one, before the first move.

The two games of a synchro match (``TY[s8r18]``) are two games. In a game with komi (``TY[8k]``)
both sides bid with the first move, whose tags are `KB` and `KW` instead of `B` and `W`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

from othello._game import Game, bad_move_behind
from othello.board import Board, after_number
from othello.errors import IllegalMove, InvalidMove, OthelloError, quote
from othello.formats.dropped_headers import Places, contradiction
from othello.formats.reading import OnError, Record, escaped, read_records
from othello.formats.results import DIFFERENCE, WITHOUT_SIGN, decided_result, read_result
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move, parse_move, parse_side

START, END = "(;", ";)"
TAG = re.compile(r"\s*([A-Za-z]+)\s*\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.S)
GAME_END = re.compile(r"\s*;\s*\)")
SIDE_TAGS = {"B": BLACK, "W": WHITE}
CLOCK_TAGS = {BLACK: "TB", WHITE: "TW"}
BIDS = {BLACK: "KB", WHITE: "KW"}
COMMENT = "C"
"""The tag that may come again; all its texts stand before the moves then."""
USUAL_TYPE = "8"
TYPE = r"(?i)s?8[b-z]?[b-z]?\d*"
VARIANTS = {"k": "komi", "s": "synchro"}
DAYS = re.compile(r"(\d+)\.(\d*:\d*:.*)", re.S)
HEADERS = {
    "PC": "Place",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackRating",
    "RW": "WhiteRating",
    "EV": "Event",
    "TI": "Time",
    "TY": "Type",
    "RE": "Result",
}
"""The header of a `Game` for each tag."""
HEAD = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "TY", "EV", "RE")
"""Tags in the order in which they are written; others follow."""


def in_ggf(text: str, played: float | None = None) -> str:
    """Return a stated result as GGF writes it; ``?`` if it states none that GGF can write.

    `played` is black's disc difference of a finished game. It is written where no difference is
    stated, and no early end.

    >>> [in_ggf(text) for text in ("W+10", "Draw", "B+Resign", "W+T", "W+F", "35-29")]
    ['-10', '+0', '+64:r', '-64:t', '-64:r', '+6']
    >>> [in_ggf(text) for text in ("-10.00:r", "+18.0", "18", "Void")], in_ggf("1-0", 12)
    (['-10.00:r', '+18.0', '?', '?'], '+12')
    >>> in_ggf("1-0"), in_ggf("Black won")
    ('+64', '+64')
    """
    stated = read_result(text)
    if stated and DIFFERENCE.fullmatch(text.strip()) and text.strip()[0] not in "BbWw":
        return text
    if played is not None and (stated is None or stated.is_winner_only):
        return f"{played:+g}"
    number = decided_result(text)
    if stated is None or number is None:
        return "?"
    has_end = stated.end and stated.difference is None  # GGF gives all discs to the winner
    return f"{number:+g}:{stated.end}" if has_end else f"{number:+g}"


def _fits(header: str, text: str) -> bool:
    """Return whether GGF can hold a text as a header: as a clock it is one, and as a type."""
    if header == "Time":
        return parse_clock(text) is not None
    return header != "Type" or re.fullmatch(TYPE, text) is not None


PLACES = Places(HEADERS.values(), in_ggf, _fits)


class GgfMove(NamedTuple):
    """A move with its evaluation and time, if the file has them."""

    move: Move
    evaluation: float | None = None  #: the mover's evaluation, in discs for the mover
    seconds: float | None = None  #: time the move took

    def rounded(self) -> GgfMove:
        """Return it with three decimals, as servers have them, of what was computed or measured."""
        return self._replace(
            evaluation=None if self.evaluation is None else round(self.evaluation, 3),
            seconds=None if self.seconds is None else round(self.seconds, 3),
        )


class GgfClock(NamedTuple):
    """A clock; all times are in seconds."""

    main: float  #: time for the game
    increment: float = 0.0  #: time added for each move
    grace: float = 0.0  #: time added once, when the main time is over


class GgfGame(NamedTuple):
    """A game with the file's tags and notes."""

    start: Board  #: the position before the first move
    #: The moves, with all forced passes, also those that the file leaves out.
    moves: tuple[GgfMove, ...] = ()
    #: The other tags, by name: `PB` and `PW` are the players, `DT` is the date.
    tags: Mapping[str, str] = {}

    @classmethod
    def of(cls, game: Game, tags: Mapping[str, str] | None = None) -> GgfGame:
        """Convert a `Game` with its headers; moves have no evaluations and times.

        >>> format_game(GgfGame.of(Game("f5"), {"PB": "me"}))[:40]
        '(;GM[Othello]PB[me]TY[8]RE[?]BO[8 ------'
        """
        known = {tag: game.headers[name] for tag, name in HEADERS.items() if name in game.headers}
        if "RE" in known:
            known["RE"] = in_ggf(known["RE"], game.result())
        known = {tag: text for tag, text in known.items() if _fits(HEADERS[tag], text)}
        return cls(game.start, tuple(map(GgfMove, game.moves)), known | dict(tags or {}))

    def game(self) -> Game:
        """Return the moves and the headers as a `Game`."""
        headers = {name: self.tags[tag] for tag, name in HEADERS.items() if tag in self.tags}
        if headers.get("Type") == USUAL_TYPE:
            del headers["Type"]
        if (result := headers.pop("Result", "")).strip(" ?"):  # most programs write RE[?] if none
            headers["Result"] = result
            if WITHOUT_SIGN.fullmatch(result.strip()) and float(result):  # black's difference
                headers["Result"] = f"+{result.strip()}"
        return Game([note.move for note in self.moves], start=self.start, headers=headers)

    def extras(self) -> set[str]:
        """Return what it has that a `Game` cannot hold, by name.

        >>> sorted(parse_game("(;GM[Othello]KM[5]B[F5/1/2]C[good];)").extras())
        ['KM', 'comments', 'evaluations', 'times']
        """
        found = {tag for tag, text in self.tags.items() if text.strip()} - {*HEADERS, "GM"}
        found = {"comments" if tag == COMMENT else tag for tag in found}
        found |= {"evaluations" for note in self.moves if note.evaluation is not None}
        return found | {"times" for note in self.moves if note.seconds is not None}

    def variant(self) -> str | None:
        """Return ``komi`` or ``synchro`` if it is such a game; None for other games.

        >>> parse_game("(;TY[s8r18];)").variant()
        'synchro'
        """
        kind = self.tags.get("TY", USUAL_TYPE).lower()
        return next((name for letter, name in VARIANTS.items() if letter in kind), None)

    def contradiction(self, game: Game) -> str | None:
        """Return that the last position contradicts the stated result, in which a komi counts."""
        return None if self.variant() == "komi" else contradiction(game)

    def clock(self, side: str) -> GgfClock | None:
        """Return the clock of `side` before the first move; None without one or for a bad one.

        A side's own clock of no time is one that is over; `TI` of no time is no clock.
        """
        own = self.tags.get(CLOCK_TAGS[parse_side(side)])
        clock = parse_clock(own or self.tags.get("TI", ""))
        return clock if clock is None or own or clock.main + clock.increment > 0 else None

    def seconds_left(self, side: str) -> float | None:
        """Return the time `side` has after the last move; None without a clock.

        >>> game = parse_game("(;GM[Othello]TI[01:00/2]B[F5//10]W[D6]B[C3//10];)")
        >>> game.seconds_left("X"), game.seconds_left("O")
        (44.0, 62.0)
        """
        clock = self.clock(side)
        if clock is None:
            return None
        side, left, turn = parse_side(side), clock.main, self.start.turn
        for note in self.moves:
            if turn == side and note.move is not PASS:
                left += clock.increment - (note.seconds or 0.0)
            turn = WHITE if turn == BLACK else BLACK
        return left if left > 0 else left + clock.grace


def parse_clock(text: str) -> GgfClock | None:
    """Read the value of a clock tag; return None if it is no clock.

    >>> parse_clock("15:00//02:00"), parse_clock("soon")
    (GgfClock(main=900.0, increment=0.0, grace=120.0), None)
    >>> parse_clock("1.12:01:23").main == 36 * 3600 + 83
    True
    """
    times = [_seconds(part) for part in text.split("/")[:3]]
    known = [seconds for seconds in times if seconds is not None]
    return GgfClock(*known) if known == times else None


def _seconds(text: str) -> float | None:
    """Read a time, ``[[[days.]hours:]minutes:]seconds``; return None for other text."""
    long = DAYS.fullmatch(text.strip())
    seconds = 0.0
    for number in (long[2] if long else text).partition(",")[0].split(":"):
        value = _number(number) if number.strip() else 0.0
        if value is None:
            return None
        seconds = 60 * seconds + value
    return seconds + 24 * 3600 * float(long[1] if long else 0)


def parse_annotated_move(text: str) -> GgfMove:
    """Read a move, perhaps with its evaluation and its time; NaN and infinity count as none.

    >>> parse_annotated_move("F5/-1.30"), parse_annotated_move("PA//1:07.697")
    (GgfMove(move=Move('f5'), evaluation=-1.3, seconds=None), \
GgfMove(move=Move('pass'), evaluation=None, seconds=67.697))

    Raises InvalidMove if `text` is anything else.
    """
    name, *notes = text.strip().split("/")
    evaluation, seconds = [*notes, "", ""][:2]
    numbers = [_number(evaluation), _seconds(seconds) if ":" in seconds else _number(seconds)]
    unread = [n for n, read in zip(notes, numbers, strict=False) if n.strip() and read is None]
    if len(notes) > 2 or any(_number(note, finite=False) is None for note in unread):
        raise InvalidMove(f"invalid move {quote(text)}: expected MOVE[/EVALUATION[/SECONDS]]")
    return GgfMove(parse_move(name), *numbers)


def _number(text: str, finite: bool = True) -> float | None:
    """Read a number; return None for other text and, if `finite`, for NaN and infinity."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) or not finite else None


def parse_game(text: str, source: str = "") -> GgfGame:
    """Read one game; only blanks may stand before and after it.

    >>> parse_game("(;GM[Othello]B[F5/+1.50]W[d6//2];)").game()
    Game('f5d6')

    Raises FormatError if it cannot be read, breaks the rules, or is a game with other rules.
    """
    start = len(text) - len(text.lstrip())
    record = Record(text)
    if not text.startswith(START, start):
        reason = f"expected a game between {START} and {END}, got {record.rest(start)}"
        raise record.error(source, start, reason)
    game, end = _parse_game_at(record, start, source)
    if text[end:].strip():
        raise record.error(source, end, f"expected nothing after {END}")
    return game


def read_games(
    lines: str | Iterable[str], source: str = "-", on_error: OnError = None
) -> Iterator[GgfGame]:
    """Yield the games of a file; see `othello.formats.read_records` for the arguments.

    >>> [game.game() for game in read_games(["1 (;GM[Othello]B[F5]", "W[D6];) 2 (;B[D3];)"])]
    [Game('f5d6'), Game('d3')]
    """
    return read_records(lines, parse_record, source, on_error)


def parse_record(record: Record, source: str) -> GgfGame:
    """Return the game with which a part of a file begins; raise FormatError as `parse_game`."""
    return _parse_game_at(record, 0, source)[0]


def _parse_game_at(record: Record, start: int, source: str) -> tuple[GgfGame, int]:
    """Return the game that begins at `start`, and where it ends."""
    text = record.text
    tags: dict[str, str] = {}
    comments: list[str] = []
    moves: list[tuple[int, str, str]] = []
    place = start + len(START)
    while match := TAG.match(text, place):
        name, value = match[1].upper(), re.sub(r"\\(.)", r"\1", match[2], flags=re.S)
        if name in SIDE_TAGS:
            moves.append((match.start(1), name, value))
        else:
            tags[name] = value
            if name == COMMENT:
                comments.append(value)
        place = match.end()
    if comments:
        tags[COMMENT] = " ".join(comments)
    end = GAME_END.match(text, place)
    if end is None:
        found = record.rest(place)
        raise record.error(source, place, f"expected NAME[VALUE] or {END}, got {found}")
    try:
        _check_rules(tags)
        board = _parse_start(tags.pop("BO", None))
    except OthelloError as error:
        raise record.error(source, start, str(error)) from None
    played: list[GgfMove] = []
    first = board
    if (bid := tags.get(BIDS[board.turn])) and not (moves and SIDE_TAGS[moves[0][1]] == board.turn):
        moves.insert(0, (start, "B" if board.turn == BLACK else "W", bid))
    for number, (offset, name, value) in enumerate(moves, 1):
        try:
            notes = _parse_move(board, name, value)
            for note in notes:
                board = after_number(number, note.move, board)
        except OthelloError as error:
            bad_move = None
            if isinstance(error, (IllegalMove, InvalidMove)):
                move = notes[-1].move if isinstance(error, IllegalMove) else None
                game = Game([note.move for note in played], first)
                bad_move = bad_move_behind(game, value.partition("/")[0], move)
            raise record.error(source, offset, str(error), bad_move) from None
        played += notes
    return GgfGame(first, tuple(played), tags), end.end()


def _check_rules(tags: Mapping[str, str]) -> None:
    """Refuse games that are not Othello on 8x8 with the usual rules."""
    if tags.get("GM", "Othello").strip().lower() not in ("othello", "reversi"):
        raise OthelloError(f"{_shown('GM', tags)}: expected Othello")
    kind = tags.get("TY", USUAL_TYPE).lower()
    if "a" in kind:
        reason = "anti-Othello games are not supported, expected TY[8]"
        raise OthelloError(f"{_shown('TY', tags)}: {reason}")
    size = re.search(r"\d+", kind)
    if size and int(size[0]) != 8:
        raise OthelloError(f"{_shown('TY', tags)}: expected a board of 8")


def _shown(name: str, tags: Mapping[str, str]) -> str:
    """Return a tag with its value, quoted for an error message."""
    return f"{name}[{quote(tags[name])[1:-1]}]"


def _parse_start(text: str | None) -> Board:
    """Read the tag `BO`: ``8``, 64 squares, perhaps with blanks between ranks, the side to move."""
    if text is None:
        return Board()
    size, *ranks, side = text.split() if len(text.split()) > 2 else ["", "", ""]
    if size != "8" or len("".join(ranks)) != 64:
        raise OthelloError(f"BO[{quote(text)[1:-1]}]: expected 8, 64 squares and the side to move")
    return Board.from_obf(f"{''.join(ranks)} {side}")


def _parse_move(board: Board, name: str, text: str) -> list[GgfMove]:
    """Return the move of a tag, with a forced pass before it if the file leaves that out."""
    note = parse_annotated_move(text)
    if board.is_over and note.move is PASS:
        return []  # some programs write passes until both sides have passed
    if board.turn == SIDE_TAGS[name]:
        return [note]
    if board.must_pass and note.move is not PASS:
        return [GgfMove(PASS), note]
    raise OthelloError(f"{name}[{quote(text)[1:-1]}]: expected a move of {SIDE_NAMES[board.turn]}")


def format_game(game: GgfGame, *, add_result: bool = True) -> str:
    """Return a game as a line of GGF, which `parse_game` reads; add the type if it is missing.

    The result is added, too, unless `add_result` is false; most programs expect ``RE``.

    >>> format_game(GgfGame(Board(), (GgfMove(Move("f5"), 1.5, 0.25), GgfMove(Move("d6")))))[-25:]
    ' *]B[F5/1.50/0.25]W[D6];)'
    """
    board = game.start
    squares = board.to_obf().replace("X", "*")
    moves = []
    for note in game.moves:
        side = "B" if board.turn == BLACK else "W"
        moves.append(f"{side}[{_format_move(note)}]")
        board = board.after(note.move)
    added = {"RE": _result(board)} if add_result else {}
    tags = {"GM": "Othello", "TY": USUAL_TYPE} | added | dict(game.tags)
    names = [name for name in HEAD if name in tags] + [name for name in tags if name not in HEAD]
    head = "".join(f"{name}[{escaped(tags[name])}]" for name in names)
    return f"{START}{head}BO[8 {squares}]{''.join(moves)}{END}"


def _format_move(note: GgfMove) -> str:
    name = "PA" if note.move is PASS else str(note.move).upper()
    numbers = map(_format_number, (note.evaluation, note.seconds))
    return "/".join([name, *numbers]).rstrip("/")


def _format_number(number: float | None) -> str:
    """Return a number with two decimals, or with as many as it has; nothing for None.

    >>> _format_number(1.5), _format_number(7.697), _format_number(1e-5), _format_number(None)
    ('1.50', '7.697', '0.00001', '')
    """
    if number is None:
        return ""
    texts = (f"{number:.{decimals}f}" for decimals in count(2))
    return next(text for text in texts if float(text) == number)


def _result(board: Board) -> str:
    """Return black's final disc difference, ``?`` before the end."""
    if not board.is_over:
        return "?"
    return f"{board.score() if board.turn == BLACK else -board.score():+d}"
