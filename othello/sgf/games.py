"""SGF, the Smart Game Format, game 2: a tree of moves, with comments and variations.

::

    (;GM[2]SZ[8]PB[one]PW[two];B[f5]C[the usual move](;W[d6];B[c3])(;W[f4]))

Points are written ``d3`` or, as in Go, by two letters, the file and the rank from the top. Some
programs have a1 at the bottom left and count the rank letter from the bottom; points are read that
way if the moves are legal only then. Stones may be set up as rectangles, ``AB[c3:e4]``. Passes
after the end of the game, by which Go programs end every game, are left out.

Small letters in the names of properties are ignored, as in versions 1 to 3: ``Black[f5]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from othello._game import Game, bad_move_behind
from othello.board import Board, after_number
from othello.errors import BadMove, FormatError, IllegalMove, InvalidMove, OthelloError, quote
from othello.files.unpacking import LATIN_LETTERS
from othello.formats.dates import day_of
from othello.formats.dropped_headers import Places
from othello.formats.reading import (
    OnError,
    Record,
    file_lines,
    read_records,
    split_records,
)
from othello.formats.results import EARLY_END, header_of, read_result
from othello.notation import BLACK, MOVES, PASS, WHITE, Move, format_moves, parse_move, parse_side
from othello.sgf.tree import SgfNode, format_tree, parse_tree

GAMES = ("1", "2")  # Go, which some programs write for every game, and Othello
OTHER_GAMES = {"1": "Go", "3": "chess", "4": "Gomoku", "6": "Backgammon", "8": "Shogi"}
FILES = "abcdefgh"
PASSES = ("", "tt")
SIDE_TAGS = {BLACK: "B", WHITE: "W"}
HEADERS = {
    "EV": "Event",
    "PC": "Place",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "BR": "BlackRating",
    "WR": "WhiteRating",
    "RE": "Result",
    "RO": "Round",
    "TM": "Time",
    "GN": "Name",
    "GC": "Comment",
    "AN": "Annotator",
    "CP": "Copyright",
    "ON": "Opening",
    "SO": "Source",
    "US": "User",
    "BT": "BlackTeam",
    "WT": "WhiteTeam",
}
"""The header of a `Game` for each property."""
KNOWN = {"B", "W", "AB", "AW", "AE", "PL", "GM", "FF", "CA", "SZ", "C", *HEADERS}
"""The properties of which a game has one at least."""

Rank = Callable[[str], int]


def in_sgf(text: str, played: float | None = None) -> str:
    """Return a stated result as SGF writes it; ``?`` if it states none.

    `played` is as for `in_ggf`.

    >>> [in_sgf(text) for text in ("-10", "+0", "+64.00:r", "-64:t", "-8:s", "B+R", "?", "Void")]
    ['W+10', '0', 'B+R', 'W+T', 'W+8', 'B+R', '?', 'Void']
    >>> in_sgf("35-29"), in_sgf("1-0"), in_sgf("1-0", 12), in_sgf("White resigns")
    ('B+6', 'B+', 'B+12', 'B+R')
    """
    if EARLY_END.fullmatch(text.strip()) or text == "Void":
        return text
    stated = read_result(text)
    if played is not None and (stated is None or stated.is_winner_only):
        return header_of(played)
    if stated is None:
        return "?"
    if stated.winner and (stated.end in ("r", "t") or stated.difference is None):
        return f"{stated.winner}+{stated.end.upper()}"
    return header_of(stated.difference or 0)


def date_in_sgf(date: str) -> str:
    """Return a date as SGF writes one, ``2005-03-01``; as it is if its day is not known for sure.

    >>> [date_in_sgf(date) for date in ("31.12.23", "12/31/99", "3/4/2005", "2005/3/1", "May")]
    ['2023-12-31', '1999-12-31', '3/4/2005', '2005-03-01', 'May']
    """
    day = day_of(date.strip())
    return f"{day.year:04}-{day.month:02}-{day.day:02}" if day and day.month else date


PLACES = Places(HEADERS.values(), in_sgf)


class SgfGame(NamedTuple):
    """A game with its variations."""

    root: SgfNode  #: the first node, with the headers; the moves are in the nodes below

    @classmethod
    def of(cls, game: Game) -> SgfGame:
        """Convert a `Game` to a tree without variations.

        >>> format_game(SgfGame.of(Game("f5d6", headers={"Black": "me"})))
        '(;GM[2]FF[4]CA[UTF-8]SZ[8]PB[me];B[f5];W[d6])'
        """
        root = SgfNode({"GM": ["2"], "FF": ["4"], "CA": ["UTF-8"], "SZ": ["8"]})
        for tag, name in HEADERS.items():
            if name in game.headers:
                text = game.headers[name].translate(LATIN_LETTERS)
                if name == "Result":
                    text = in_sgf(text, game.result())
                root.set_text(tag, date_in_sgf(text) if name == "Date" else text)
        if game.start != Board():
            root.properties |= _stones(game.start)
        node = root
        for ply, (board, move) in enumerate(zip(game.positions(), game.moves, strict=False), 1):
            # Only a pass at the end is written: Edax reads none.
            if move is not PASS or ply == len(game.moves):
                child = SgfNode({SIDE_TAGS[board.turn]: ["" if move is PASS else str(move)]})
                node.children.append(child)
                node = child
        return cls(root)

    def game(self) -> Game:
        """Return the main line as a `Game` with headers."""
        return self._game(self._main()[0][-1])

    def lines(self) -> Iterator[Game]:
        """Return each variation as a game from the start, the main line first.

        Raises OthelloError at the first variation that breaks the rules.

        >>> [game.transcript() for game in parse_game("(;GM[2];B[f5](;W[d6])(;W[f6]))").lines()]
        ['f5d6', 'f5f6']
        """
        return map(self._game, self._leaves())

    def check(self) -> None:
        """Replay every variation; each node is played once, however the tree branches.

        Raises OthelloError at the first variation that breaks the rules.
        """
        for _ in self._leaves():
            pass

    def _leaves(self) -> Iterator[_Line]:
        """Replay the tree; yield the line at the end of each variation, the main line first."""
        rank = self._main()[1]
        waiting = [(self.root, _Line())]
        while waiting:
            node, line = waiting.pop()
            line = line.after(node, rank)
            waiting += [(child, line) for child in reversed(node.children)]
            if not node.children:
                yield line

    def comments(self) -> list[str]:
        """Return the comment on each position of the main line, the start position first.

        >>> parse_game("(;GM[2]C[start];B[f5];W[d6]C[why?])").comments()
        ['start', '', 'why?']
        """
        lines, _ = self._main()
        comments: list[list[str]] = [[] for _ in range(lines[-1].plies + 1)]
        for node, line in zip(self.root.main_line(), lines, strict=True):
            comments[line.plies].append(node.text("C") or "")
        return [" ".join(filter(None, texts)) for texts in comments]

    def extras(self) -> set[str]:
        """Return what it has that a `Game` cannot hold, by name.

        >>> sorted(parse_game("(;GM[2]KM[5]C[hello];B[f5]BL[9](;W[d6])(;W[f6]))").extras())
        ['BL', 'KM', 'comments', 'variations']
        """
        nodes = list(self.root.main_line())
        found = {name for node in nodes for name in node.properties} - KNOWN - {"AP", "ST"}
        found |= {"comments" for node in nodes if node.text("C")}
        return found | {"variations" for node in nodes if len(node.children) > 1}

    def _main(self) -> tuple[list[_Line], Rank]:
        """Return the line at each node of the main line, and what reads the rank letter here."""
        nodes = list(self.root.main_line())
        try:
            return list(_lines(nodes, _rank_from_top)), _rank_from_top
        except OthelloError:
            with suppress(OthelloError):
                return list(_lines(nodes, _rank_from_bottom)), _rank_from_bottom
            raise

    def _game(self, line: _Line) -> Game:
        texts = {name: self.root.text(tag) for tag, name in HEADERS.items()}
        headers = {name: text for name, text in texts.items() if text is not None}
        if not headers.get("Result", "").strip(" ?"):
            headers.pop("Result", None)
        return Game(line.moves, line.start or line.set_up(BLACK), headers=headers)


class _Line(NamedTuple):
    """The set-up stones and the moves from the root to some node."""

    #: The squares of each set-up property; None if there was none.
    stones: Mapping[str, int] | None = None
    turn: str | None = None  #: the side to move first, if the set-up states it
    #: The position before the first move and the current one; None before the first move.
    start: Board | None = None
    board: Board | None = None
    moves: tuple[Move, ...] = ()  #: the moves as in the file: forced passes may be left out
    plies: int = 0  #: how many moves there are with all forced passes

    def after(self, node: SgfNode, rank: Rank) -> _Line:
        """Return the line after the properties of one more node."""
        line = self
        for name, values in node.properties.items():
            if name in ("B", "W"):
                line = line.play(parse_side(name), values[0], rank)
            elif name in ("AB", "AW", "AE", "PL") and line.start is None:
                line = line.put(name, values, rank)
            elif name in ("AB", "AW", "AE") and not line.has(name, values, rank):
                played = f"after move {len(line.moves)}: expected stones before the first move only"
                raise OthelloError(f"{_shown(node, name)} {played}")
            elif name == "GM" and values[0] not in GAMES:
                raise OthelloError(f"{_shown(node, name)}: expected 2 (Othello)")
            elif name == "SZ" and values[0] != "8":
                raise OthelloError(f"{_shown(node, name)}: expected 8")
        return line

    def put(self, name: str, values: Sequence[str], rank: Rank) -> _Line:
        """Return the line with a set-up property added."""
        stones = dict(self.stones or {"AB": 0, "AW": 0, "AE": 0})
        if name == "PL":
            return self._replace(stones=stones, turn=parse_side(values[0]))
        for value in values:
            squares = _parse_squares(value, rank)
            for other in stones:
                stones[other] &= ~squares
            stones[name] |= squares
        return self._replace(stones=stones)

    def has(self, name: str, values: Sequence[str], rank: Rank) -> bool:
        """Return whether the position after the last move has these stones already."""
        assert self.board is not None
        black, white = self.board.black, self.board.white
        there = {"AB": black, "AW": white, "AE": ~(black | white)}[name]
        stones = _Line().put(name, values, rank).stones or {}
        return not stones[name] & ~there

    def set_up(self, first: str) -> Board:
        """Return the position of the set-up stones, or the usual start if there are none.

        `first` is the side to move, unless the set-up states it.
        """
        if self.stones is None:
            return Board()
        turn = self.turn or first
        black, white = self.stones["AB"], self.stones["AW"]
        usual = Board(turn=turn)
        is_cleared = not (usual.black | usual.white) & ~self.stones["AE"]
        return Board(black, white, turn) if black | white or is_cleared else usual

    def play(self, side: str, point: str, rank: Rank) -> _Line:
        """Return the line with one more move."""
        start = self.start or self.set_up(side)
        move = _parse_point(point, rank)
        board = self.board or start
        if move is PASS and board.is_over:
            return self._replace(start=start, board=board)
        if board.turn != side and not board.must_pass:
            raise IllegalMove(f"illegal move {quote(point)}: {side} is not to move")
        plies = self.plies + 1
        if move is not PASS and board.must_pass:
            board, plies = board.after(PASS), plies + 1
        board = after_number(len(self.moves) + 1, move, board)
        return self._replace(start=start, board=board, moves=(*self.moves, move), plies=plies)


def _lines(nodes: Iterable[SgfNode], rank: Rank) -> Iterator[_Line]:
    """Yield the line after each of some nodes."""
    line = _Line()
    for node in nodes:
        line = line.after(node, rank)
        yield line


def _shown(node: SgfNode, name: str) -> str:
    """Return a property with its value, and the game's name if it is no Othello."""
    value = quote(node.properties[name][0])[1:-1]
    game = OTHER_GAMES.get(node.properties.get("GM", [""])[0])
    return f"{name}[{value}]{f' ({game})' if game else ''}"


def read_games(
    lines: str | Iterable[str], source: str = "-", on_error: OnError = None
) -> Iterator[SgfGame]:
    """Yield the games of a file; see `othello.formats.read_records` for the arguments."""
    return read_records(lines, parse_record, source, on_error)


def parse_game(text: str, source: str = "") -> SgfGame:
    """Read the first game in `text`; skip the text around it.

    Raises FormatError if there is none, or its main line breaks the rules; variations are not
    checked.
    """
    record = next(split_records(file_lines(text, source, None)), None)
    if record is None:
        found = Record(text).rest(0)
        raise FormatError(source, 1, f"expected an SGF game (;...), got {found}")
    return parse_record(record, source)


def read_sgf(text: str, source: str = "") -> Game:
    """Return the main line of the first game in `text`.

    >>> read_sgf("(;GM[2]SZ[8];B[f5];W[d6](;B[c3])(;B[c4]))")
    Game('f5d6c3')
    >>> read_sgf("(;GM[2];B[fe];W[df])")
    Game('f5d6')

    Raises FormatError if `text` has no SGF game of Othello, or its main line breaks the rules.
    """
    return parse_game(text, source).game()


def format_game(game: SgfGame) -> str:
    """Return a game as SGF text.

    The text says that it is UTF-8 if it is not ASCII, or if the game declared another set.

    >>> format_game(parse_game("(;GM[2] ;B[f5]C[a] ( ;W[d6]) (;W[f6] ;B[f7]))"))
    '(;GM[2];B[f5]C[a](;W[d6])(;W[f6];B[f7]))'
    """
    text = format_tree(game.root)
    if text.isascii() and "CA" not in game.root.properties:
        return text
    root = SgfNode(game.root.properties | {"CA": ["UTF-8"]})
    root.children = game.root.children
    return format_tree(root)


# ---------------------------------------------------------------------- reading


def parse_record(record: Record, source: str) -> SgfGame:
    """Return the game of a part of a file; raise FormatError as `parse_game`."""
    game = SgfGame(parse_tree(record, source))
    names = [name for node in game.root.main_line() for name in node.properties]
    if not KNOWN.intersection(names):
        found = quote(names[0]) if names else "none"
        raise record.error(source, 0, f"expected properties such as B and W, got {found}")
    try:
        game.game()
    except OthelloError as error:
        reason = str(error)
        if "GM" in game.root.properties and (named := _shown(game.root, "GM")) not in reason:
            reason += f"; {named} names another game" * (named != "GM[2]")
        nodes = list(game.root.main_line())
        lines = [_Line()]
        with suppress(OthelloError):
            for line in _lines(nodes, _rank_from_top):
                lines.append(line)
        node, is_move = nodes[len(lines) - 1], isinstance(error, (IllegalMove, InvalidMove))
        bad_move = _bad_move(node, lines[-1]) if is_move else None
        raise record.error(source, node.place, reason, bad_move) from None
    return game


def _bad_move(node: SgfNode, line: _Line) -> BadMove | None:
    """Return what is told of the move of a node that cannot stand behind a line; None of others."""
    side, move = next((name for name in ("B", "W") if name in node.properties), ""), None
    if not side:
        return None
    text = node.properties[side][0]
    with suppress(InvalidMove):
        move = _parse_point(text, _rank_from_top)
    game = Game(line.moves, line.start or line.set_up(parse_side(side)))
    told = bad_move_behind(game, text, move)
    return None if told.move in told.legal else told  # that of the side that is not to move


def _stones(board: Board) -> dict[str, list[str]]:
    """Return the properties that set up `board`; without stones it would be the usual start."""
    stones = {"AB": board.black, "AW": board.white}
    properties = {
        name: format_moves([move for move in MOVES[:64] if discs >> move & 1], " ").split()
        for name, discs in stones.items()
        if discs
    } or {"AE": ["a1:h8"]}
    return properties | {"PL": [SIDE_TAGS[board.turn]]}


def _parse_squares(text: str, rank: Rank) -> int:
    """Return the set of squares of a point, or of a rectangle given by two opposite corners."""
    corners = [_parse_point(point, rank) for point in text.split(":", 1)]
    if PASS in corners:
        raise OthelloError(f"set-up point {quote(text)}: expected a1 ... h8, or two corners")
    files = [square % 8 for square in corners]
    ranks = [square // 8 for square in corners]
    return sum(
        1 << 8 * rank_number + file
        for rank_number in range(min(ranks), max(ranks) + 1)
        for file in range(min(files), max(files) + 1)
    )


def _parse_point(text: str, rank: Rank) -> Move:
    point = text.strip().lower()
    if point in PASSES:
        return PASS
    if len(point) == 2 and point[0] in FILES and point[1] in FILES:
        return parse_move(f"{point[0]}{rank(point[1])}")
    return parse_move(point)


def _rank_from_top(letter: str) -> int:
    return FILES.index(letter) + 1


def _rank_from_bottom(letter: str) -> int:
    return 8 - FILES.index(letter)
