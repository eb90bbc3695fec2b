"""The messages of GGS and of its Othello service ``/os``: text to values, and back.

A message is one line, and more lines that begin with ``|``. `Gatherer` collects them, `parse`
returns a value for what a player has to know and None for everything else. Each value's `lines` are
the message again, which is what `othello.ggs.referee` sends.

The formats are those of the public log of a session, of the messages quoted in public clients, and
of the help pages at https://www.skatgame.net/mburo/ggs/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from othello.board import Board
from othello.errors import OthelloError, quote
from othello.ggf.games import GgfClock, GgfMove, parse_annotated_move
from othello.ggs.clocks import clock_text, read_clock
from othello.notation import BLACK, PASS

LOGIN = ": Enter login (yours, or one you'd like to use)."
PASSWORD = ": Enter your password."
WRONG_PASSWORD = ": The password is wrong."
"""Reply to a wrong password, in the words of our referee."""
SERVICE = "/os:"
READY = "READY"

MOST_LINE = 1 << 16
"""Bytes of a line; a server that sends more is not understood."""

MOST_LINES = 512
"""Lines of a message; that of a game with all its moves has about a hundred."""

DISCS = range(4, 61)
"""Discs on the board at a random start; a server may allow fewer."""

TYPES = f"8, 8b, 8w, 8rN or s8rN, N from {DISCS[0]} to {DISCS[-1]}"
"""Description of the types of a match that we play, for errors."""

NAME = re.compile(r"[A-Za-z][^\s,\\]{1,7}")
NAME_EXPECTED = "2 to 8 characters without blanks, the first one a letter"

FILES = "|   A B C D E F G H"
TYPE = re.compile(r"(s?)(\d{1,3})([a-z]*?)(?:r(\d{0,3}))?([a-z]*)", re.I)
PLAYER = re.compile(r"\|(\S+)\s*\(\s*([\d.]+)\s+(\S+)\s*\)\s*(\S*)\s*")
RANK = re.compile(r"\|\s*([1-8])((?: [-*O]){8}) \1\s*")
TURN = re.compile(r"\|\s*([*O]) to move\s*")
MOVE = re.compile(r"\|\s*(\d+):\s*(\S+)\s*")
COUNT = re.compile(r"\|\s*(\d+) move\(s\)\s*")
DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", re.ASCII)
GAME_ID = re.compile(r"\.\d+(\.[01])?")


class BadMessage(OthelloError, ValueError):
    """A message about a game that cannot be read; `is_ours` if it is surely a game of ours."""

    is_ours = False

    def __init__(self, reason: str, game: str = "") -> None:
        super().__init__(reason)
        self.game = game


@dataclass(frozen=True)
class GameType:
    """The kind of a game.

    >>> GameType.parse("s8r20")
    GameType(synchro=True, size=8, color='', discs=20, other='')
    >>> str(GameType.parse("8b")), GameType.parse("8k").other
    ('8b', 'k')
    """

    synchro: bool = False  #: two games at once, with colours changed
    size: int = 8
    color: str = ""  #: ``b`` or ``w``: the colour of who asks
    discs: int = 0  #: on the board at the start, which is random; 0 for the usual start
    other: str = ""  #: letters of other rules: ``k`` komi, ``a`` anti-Othello

    @classmethod
    def parse(cls, text: str) -> GameType:
        """Read a type; raise BadMessage if it is none."""
        found = TYPE.fullmatch(text)
        if not found:
            raise BadMessage(f"type {quote(text)}: expected one such as 8, 8b, 8r20 or s8r20")
        letters = (found[3] + found[5]).lower()
        color = next((letter for letter in letters if letter in "bw"), "")
        discs = int(found[4] or 0)
        is_known = found[4] is None or discs
        other = "".join(letter for letter in letters if letter not in "bw")
        return cls(bool(found[1]), int(found[2]), color, discs, other + "r" * (not is_known))

    @property
    def is_playable(self) -> bool:
        """Whether our engine can play it: Othello on 8x8, with a start that has a number of discs.

        >>> [GameType.parse(text).is_playable for text in ("8", "s8r20", "10", "8r77", "8k")]
        [True, True, False, False, False]
        """
        return self.size == 8 and not self.other and self.discs in (0, *DISCS)

    def __str__(self) -> str:
        start = f"r{self.discs}" if self.discs else ""
        return f"{'s' if self.synchro else ''}{self.size}{self.color}{start}{self.other}"


class Message:
    """Something that the server says."""

    def lines(self) -> list[str]:
        """Return the lines of it; `parse` reads them again."""
        raise NotImplementedError


@dataclass(frozen=True)
class Prompt(Message):
    """The server asks for the name, or for the password."""

    text: str

    def lines(self) -> list[str]:
        return [self.text]


@dataclass(frozen=True)
class MatchRequest(Message):
    """A request for a match appears, or is gone.

    >>> line = "/os: +   .8 1720.0 alice    01:00//02:00       8b U 1720.0 bob"
    >>> request = parse([line])
    >>> request.asker, request.asked, str(request.type), request.clock.grace, request.is_rated
    ('alice', 'bob', '8b', 120.0, False)
    >>> request.lines() == [line]
    True
    """

    is_new: bool
    id: str
    asker: str
    asked: str
    type: GameType
    clock: GgfClock
    is_rated: bool
    ratings: tuple[float, float] = (1720.0, 1720.0)
    other_clock: GgfClock | None = None  #: that of `asked`, if it is another one
    stored: str = ""  #: the match to go on with

    def lines(self) -> list[str]:
        sign, flag = "+" if self.is_new else "-", "R" if self.is_rated else "U"
        first, second = self.ratings
        more = [clock_text(self.other_clock)] if self.other_clock else []
        more += [self.stored] if self.stored else []
        line = (
            f"{SERVICE} {sign} {self.id:>4} {first:.1f} {self.asker:8} {clock_text(self.clock):18} "
            f"{self.type} {flag} {second:.1f} {self.asked}"
        )
        return [" ".join([line, *more])]


@dataclass(frozen=True)
class MatchNotice(Message):
    """A match begins (`result` is empty), or ends.

    >>> match = parse(["/os: - match .2 1833 nasai 2342 booklet 8 R nasai left"])
    >>> match.id, match.names, match.is_rated, match.result
    ('.2', ('nasai', 'booklet'), True, 'nasai left')
    >>> parse(match.lines()) == match
    True
    """

    id: str
    names: tuple[str, str]
    type: GameType
    is_rated: bool
    ratings: tuple[float, float] = (1720.0, 1720.0)
    is_new: bool = True
    result: str = ""  #: discs for the first of `names`, or words

    def lines(self) -> list[str]:
        sign, flag = "+" if self.is_new else "-", "R" if self.is_rated else "U"
        (one, two), (first, second) = self.ratings, self.names
        line = f"{SERVICE} {sign} match {self.id} {one:.0f} {first} {two:.0f} {second}"
        return [f"{line} {self.type} {flag} {self.result}".rstrip()]


@dataclass(frozen=True)
class Began(Message):
    """The time when a match began, in UTC. Our referee says it, GGS does not.

    >>> parse(["/os: began .5 2026-11-27 09:00:00"])
    Began(id='.5', date='2026-11-27 09:00:00')
    """

    id: str
    date: str

    def lines(self) -> list[str]:
        return [f"{SERVICE} began {self.id} {self.date}"]


@dataclass(frozen=True)
class GameEnd(Message):
    """One game of a synchro match has ended; `result` is in discs for black.

    >>> end = parse(["/os: end .2.0 ( pamphlet vs. ant ) +46.00"])
    >>> end.id, end.black, end.white, end.result
    ('.2.0', 'pamphlet', 'ant', '+46.00')
    >>> parse(end.lines()) == end
    True
    """

    id: str
    black: str
    white: str
    result: str

    def lines(self) -> list[str]:
        return [f"{SERVICE} end {self.id} ( {self.black} vs. {self.white} ) {self.result}"]


@dataclass(frozen=True)
class BoardPlayer:
    """A player's line in a message with a board."""

    name: str
    rating: float
    is_black: bool
    clock: str


@dataclass(frozen=True)
class State(Message):
    """A game that has begun or gone on (``join``), or a move of it (``update``)."""

    is_join: bool
    id: str
    type: GameType
    players: tuple[BoardPlayer, BoardPlayer]
    board: Board  #: the position now
    number: int  #: number of moves played
    moves: tuple[GgfMove, ...] = ()  #: all, if there is a `start`; else the last one, if any
    #: The position before the first move and the clocks then, of a ``join`` of a game that has gone
    #: on.
    start: Board | None = None
    first_clocks: tuple[str, str] = ("", "")

    def lines(self) -> list[str]:
        found = [f"{SERVICE} {'join' if self.is_join else 'update'} {self.id} {self.type} K?"]
        if self.is_join:
            found.append(f"|{self.number} move(s)")
            if self.start is not None:
                found += self._players(self.first_clocks) + _diagram(self.start)
        numbered = enumerate(self.moves, self.number - len(self.moves) + 1)
        found += [f"|{number:3}: {move_text(note)}" for number, note in numbered]
        if not self.moves:
            found.append(f"|{self.number:3}: PASS")
        clocks = (self.players[0].clock, self.players[1].clock)
        return found + self._players(clocks) + _diagram(self.board)

    def _players(self, clocks: tuple[str, str]) -> list[str]:
        return [
            f"|{player.name:8} ({player.rating:6.1f} {'*' if player.is_black else 'O'}) {clock}"
            for player, clock in zip(self.players, clocks, strict=True)
        ]

    @property
    def last(self) -> GgfMove | None:
        """The last move, if it is told."""
        return self.moves[-1] if self.moves else None

    def color_of(self, name: str) -> bool | None:
        """Return whether a player has black; None if nobody of this name plays."""
        return next((player.is_black for player in self.players if player.name == name), None)


@dataclass(frozen=True)
class Stored(Message):
    """A player's adjourned matches: the name of each and both players.

    >>> stored = parse([
    ...     "/os: stored 1 pamphlet",
    ...     "|.42590   23 Feb 2001 23:17:39 pamphlet patzer   s8r16:l",
    ... ])
    >>> stored.matches
    (('.42590', 'pamphlet', 'patzer', 's8r16'),)
    """

    name: str
    matches: tuple[tuple[str, str, str, str], ...]
    date: str = "01 Jan 2000 00:00:00"

    def lines(self) -> list[str]:
        rows = [
            f"|{id:8} {self.date} {first:8} {second:8} {kind}:l"
            for id, first, second, kind in self.matches
        ]
        return [f"{SERVICE} stored {len(self.matches)} {self.name}", *rows]


@dataclass(frozen=True)
class Asking(Message):
    """The other side asks to take a move back (``undo``) or to stop (``abort``).

    >>> parse(["/os: abort .7 n3 is asking"])
    Asking(what='abort', id='.7', name='n3')
    """

    what: str
    id: str
    name: str

    def lines(self) -> list[str]:
        return [f"{SERVICE} {self.what} {self.id} {self.name} is asking"]


@dataclass(frozen=True)
class RatingUpdate(Message):
    """New ratings after a match: name, old rating and deviation, new ones.

    >>> update = parse([
    ...     "/os: rating_update .21",
    ...     "|pamphlet 1720.00 @ 350.00  +316.06 -> 2036.06 @ 254.20",
    ... ])
    >>> update.rows
    (('pamphlet', 1720.0, 350.0, 2036.06, 254.2),)
    """

    id: str
    rows: tuple[tuple[str, float, float, float, float], ...]

    def lines(self) -> list[str]:
        rows = [
            f"|{name:8} {old:.2f} @ {spread:.2f}  {new - old:+.2f} -> {new:.2f} @ {after:.2f}"
            for name, old, spread, new, after in self.rows
        ]
        return [f"{SERVICE} rating_update {self.id}", *rows]


@dataclass(frozen=True)
class Refusal(Message):
    """The service could not do what it was told.

    >>> parse(["/os: error .25 illegal move"])
    Refusal(text='.25 illegal move')
    """

    text: str

    def lines(self) -> list[str]:
        return [f"{SERVICE} error {self.text}"]


class Gatherer:
    """Puts lines together to messages.

    >>> gatherer = Gatherer()
    >>> [message for line in ["", "/os: stored 0 me", "READY"] for message in gatherer.add(line)]
    [['/os: stored 0 me']]
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> Iterator[list[str]]:
        """Add a line; yield each message that is complete."""
        if line.startswith("|") and self._lines:
            if len(self._lines) < MOST_LINES:
                self._lines.append(line)
            return
        if self._lines:
            yield self._lines
            self._lines = []
        if line in (LOGIN, PASSWORD):
            yield [line]
        elif line.strip() and line != READY:
            self._lines = [line]


def parse(lines: Sequence[str]) -> Message | None:
    """Return what a message says; None if a player need not know it.

    Raises BadMessage if it is about a game, a match or a request, and cannot be read.
    """
    if lines[0] in (LOGIN, PASSWORD):
        return Prompt(lines[0])
    service, *words = lines[0].split()
    if service != SERVICE or not words:
        return None
    what = words[0]
    try:
        if what in ("join", "update"):
            return _state(what == "join", words[1:], lines[1:])
        if what in ("+", "-") and words[1:2] == ["match"]:
            return _match(what == "+", words[2:])
        if what in ("+", "-") and words[1:] and words[1].startswith("."):
            return _request(what == "+", words[1:])
        return _small(what, words[1:], lines)
    except (IndexError, ValueError) as error:
        game = next((word for word in words if GAME_ID.fullmatch(word)), "")
        reason = str(error) if isinstance(error, OthelloError) else "expected more words"
        raise BadMessage(f"message {quote(lines[0])}: {reason}", game) from None


def move_text(note: GgfMove) -> str:
    """Return a move with its evaluation and its time, as messages have it.

    >>> move_text(parse_annotated_move("f5//3.47")), move_text(parse_annotated_move("PA/-2.00"))
    ('f5//3.47', 'PA/-2.00')
    """
    name = "PA" if note.move is PASS else str(note.move)
    numbers = ("" if number is None else f"{number:.2f}" for number in note[1:])
    return "/".join([name, *numbers]).rstrip("/")


def _match(is_new: bool, words: list[str]) -> MatchNotice:
    id, one, first, two, second, kind, flag, *result = words
    ratings = (float(one), float(two))
    return MatchNotice(
        id, (first, second), GameType.parse(kind), flag == "R", ratings, is_new, " ".join(result)
    )


def _request(is_new: bool, words: list[str]) -> MatchRequest:
    id, one, asker, clock, kind, flag, two, asked, *more = words
    found = read_clock(clock)
    if found is None:
        raise BadMessage(f"clock {quote(clock)}: expected one such as 05:00//02:00")
    stored = next((word for word in more if word.startswith(".")), "")
    other = next((read for word in more if (read := read_clock(word)) is not None), None)
    ratings = (float(one), float(two))
    type_ = GameType.parse(kind)
    if stored:
        other = None
    return MatchRequest(is_new, id, asker, asked, type_, found, flag == "R", ratings, other, stored)


def _small(what: str, words: list[str], lines: Sequence[str]) -> Message | None:
    """Return what a message of one or two kinds of lines says."""
    if what == "end":
        id, _, black, _, white, _, *result = words
        return GameEnd(id, black, white, " ".join(result))
    if what == "began" and DATE.fullmatch(date := " ".join(words[1:])):
        return Began(words[0], date)
    if what in ("undo", "abort") and words[2:] == ["is", "asking"]:
        return Asking(what, words[0], words[1])
    if what == "stored":
        rows = [line[1:].split() for line in lines[1:]]
        found = tuple((row[0], row[5], row[6], row[7].partition(":")[0]) for row in rows)
        return Stored(words[1], found)
    if what == "rating_update":
        split = [line[1:].split() for line in lines[1:]]
        rated = [(r[0], float(r[1]), float(r[3]), float(r[6]), float(r[8])) for r in split]
        return RatingUpdate(words[0], tuple(rated))
    if what == "error":
        return Refusal(" ".join(words))
    return None


def _state(is_join: bool, words: list[str], lines: Sequence[str]) -> State:
    """Read a message with a board; the last board of the message is that of now."""
    kind = GameType.parse(words[1])
    boards = list(_boards(lines))
    players = [
        BoardPlayer(found[1], float(found[2]), found[3] in ("*", "X"), found[4])
        for line in lines
        if (found := PLAYER.fullmatch(line))
    ]
    moves = [(int(found[1]), found[2]) for line in lines if (found := MOVE.fullmatch(line))]
    if not boards or len(players) != 2 * len(boards) or len(boards) > 2:
        raise BadMessage("expected a board of eight ranks, its side to move and both players")
    count = next((int(found[1]) for line in lines if (found := COUNT.fullmatch(line))), None)
    pair = (players[-2], players[-1])
    if pair[0].is_black == pair[1].is_black:
        raise BadMessage("expected a player with * and one with O")
    number = moves[-1][0] if count is None and moves else count or 0
    notes = [parse_annotated_move(text) for n, text in moves if n > 0]
    state = State(is_join, words[0], kind, pair, boards[-1], number, tuple(notes[-1:]))
    if not is_join or len(boards) == 1:
        return state
    if len(notes) < number:
        raise BadMessage(f"{len(notes)} moves: expected {number}")
    played = tuple(notes[:number])  # the last one may be repeated above the board of now
    clocks = (players[0].clock, players[1].clock)
    return replace(state, moves=played, start=boards[0], first_clocks=clocks)


def _boards(lines: Sequence[str]) -> Iterator[Board]:
    """Yield each whole board among the lines."""
    ranks: list[str] = []
    for line in lines:
        if found := RANK.fullmatch(line):
            if int(found[1]) == 1:
                ranks = []
            ranks.append(found[2].replace(" ", "").replace("*", "X"))
        elif found := TURN.fullmatch(line):
            if len(ranks) != 8:
                raise BadMessage(f"{len(ranks)} ranks of a board: expected 8")
            yield Board.from_obf(f"{''.join(ranks)} {'X' if found[1] == '*' else 'O'}")
            ranks = []


def _diagram(board: Board) -> list[str]:
    """Return the lines of a board."""
    squares = board.to_obf()[:64].replace("X", "*")
    ranks = [squares[start : start + 8] for start in range(0, 64, 8)]
    rows = [f"| {number} {' '.join(rank)} {number} " for number, rank in enumerate(ranks, 1)]
    turn = "*" if board.turn == BLACK else "O"
    return ["|", FILES, *rows, FILES, "|", f"|{turn} to move"]
