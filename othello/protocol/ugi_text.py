"""Read and write UGI's texts: the words after `go`, `position` and `query`, and `info` lines."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from othello.board import Board
from othello.engine import Info
from othello.errors import InvalidOption, OthelloError, quote
from othello.notation import BLACK, PASS, Move, parse_move
from othello.protocol.options import MAX_DIGITS, clock_budget, parse_integer
from othello.timing import Budget, Clock, budget_for_move

GO_NUMBERS = {
    "depth": 1,
    "nodes": 1,
    "movetime": 0,
    "p1time": None,
    "p2time": None,
    "p1inc": 0,
    "p2inc": 0,
    "movestogo": 1,
}
"""The words of `go` that a number follows, and its least value; clocks may be below zero."""

GO_FLAGS = ("infinite", "ponder", "exact", "wld")

CHESS_COMMANDS = {
    "uci": "ugi, as this is no engine for chess",
    "ucinewgame": "uginewgame",
}
"""Commands of UCI with another name in UGI, and what the error message says is expected."""

CHESS_LIMITS = {
    "wtime": "p2time, as white is UGI's p2",
    "btime": "p1time, as black is UGI's p1",
    "winc": "p2inc, as white is UGI's p2",
    "binc": "p1inc, as black is UGI's p1",
    "mate": "exact or wld",
}
"""The same for words after `go`. UCI's clocks are refused rather than read: in chess white moves
first, in Othello black, so they could be mixed up."""

POSITION_USAGE = "startpos | fen FEN [moves MOVE ...]"
QUERY_USAGE = "gameover | p1turn | result"


class GoRequest(NamedTuple):
    """The limits in a `go` command; times are in milliseconds, p1 is black and p2 white."""

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    p1time: int | None = None
    p2time: int | None = None
    p1inc: int = 0
    p2inc: int = 0
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    exact: bool = False
    wld: bool = False
    searchmoves: tuple[Move, ...] = ()

    @property
    def is_limited(self) -> bool:
        """Whether any field says how far or how long to search."""
        unlimited = self._replace(infinite=False, ponder=False, searchmoves=())
        return unlimited != GoRequest()

    def clock(self, turn: str) -> Clock | None:
        """Return the clock of the side to move, None if it has none."""
        left, increment = (self.p1time, self.p1inc) if turn == BLACK else (self.p2time, self.p2inc)
        return None if left is None else Clock(left / 1000, increment / 1000, self.movestogo)

    def budget(self, board: Board, overhead: float, spent: float = 0.0) -> Budget | None:
        """Return the time for a move on `board`, the tighter of `movetime` and clock; None without.

        `overhead` is the time in seconds to keep back for getting the answer to the other program,
        `spent` what the clock has run already.
        """
        budgets = []
        if self.movetime is not None:
            budgets.append(budget_for_move(self.movetime / 1000, overhead))
        if (clock := self.clock(board.turn)) is not None:
            budgets.append(clock_budget(board, clock.less(spent), overhead))
        return min(budgets, key=lambda budget: budget.hard, default=None)


def parse_go(words: Sequence[str]) -> GoRequest:
    """Read the words after ``go``.

    >>> parse_go("depth 8 searchmoves d3 c4".split()).searchmoves
    (Move('d3'), Move('c4'))

    Raises OthelloError if a word is unknown, stands twice, or lacks its number.
    """
    fields: dict[str, Any] = {}
    remaining = list(reversed(words))
    while remaining:
        word = remaining.pop().lower()
        if word in fields:
            raise OthelloError(f"{quote(word)} stands twice in go: expected it once")
        if word in GO_FLAGS:
            fields[word] = True
        elif word in GO_NUMBERS:
            fields[word] = parse_limit(word, remaining.pop() if remaining else "")
        elif word == "searchmoves":
            moves = []
            while remaining and remaining[-1].lower() not in (*GO_FLAGS, *GO_NUMBERS):
                moves.append(parse_move(remaining.pop()))
            if not moves:
                raise OthelloError("'searchmoves' without moves: expected at least one")
            fields[word] = tuple(moves)
        else:
            known = ", ".join([*GO_NUMBERS, *GO_FLAGS, "searchmoves"])
            expected = CHESS_LIMITS.get(word, known)
            raise OthelloError(f"unknown word {quote(word)} after go: expected {expected}")
    return GoRequest(**fields)


def parse_position(words: Sequence[str]) -> Board:
    """Read the words after ``position``; blanks between moves may be left out.

    >>> parse_position("startpos moves f5 d6".split()).n_empties
    58

    Raises OthelloError if the words are no position, or a move is illegal.
    """
    end = next((i for i, word in enumerate(words) if word.lower() == "moves"), len(words))
    kind, *fen = words[:end] or [""]
    if kind.lower() == "startpos" and not fen:
        start = Board()
    elif kind.lower() == "fen":
        start = Board.from_fen(" ".join(fen))
    else:
        given = quote(" ".join(["position", *words]))
        raise OthelloError(f"{given}: expected position {POSITION_USAGE}")
    return Board.from_moves(" ".join(words[end + 1 :]), start)


def answer_query(words: Sequence[str], board: Board) -> str:
    """Return the answer to ``query`` with these words.

    >>> answer_query(["p1turn"], Board())
    'response true'

    Raises OthelloError if there is no such query.
    """
    what = " ".join(words).lower()
    if what == "gameover":
        answer = str(board.is_over).lower()
    elif what == "p1turn":
        answer = str(board.turn == BLACK).lower()
    elif what == "result":
        black, white = board.disc_counts()
        winner = "p1win" if black > white else "p2win" if white > black else "draw"
        answer = winner if board.is_over else "none"
    else:
        raise OthelloError(f"unknown query {quote(what)}: expected {QUERY_USAGE}")
    return f"response {answer}"


def parse_limit(word: str, text: str) -> int:
    """Return the number that follows a word of `go`; raise InvalidOption for what is none."""
    number = parse_integer(text)
    least = GO_NUMBERS[word]
    if number is None or (least is not None and number < least):
        expected = "an integer" if least is None else f"an integer from {least}"
        if text.lstrip("-").isdigit() and len(text) > MAX_DIGITS:
            expected = f"{expected} to {10**MAX_DIGITS - 1}".replace("integer to", "integer up to")
        raise InvalidOption(f"invalid {word} {quote(text)} after go: expected {expected}")
    return number


def format_move(move: Move) -> str:
    """Return a move as UGI writes it.

    >>> format_move(Move("d3")), format_move(PASS)
    ('d3', '0000')
    """
    return "0000" if move is PASS else str(move)


def format_info(info: Info) -> str:
    """Return the `info` line of one iteration.

    >>> print(format_info(Info(8, 100, 1.5, None, False, (Move("f5"),), 1, 100, 0.25, 3)))
    info depth 8 selectivity 100 multipv 1 score cp 150 nodes 100 nps 400 hashfull 3 time 250 pv f5
    """
    kind = " exact" if info.exact else f" {info.bound}bound" if info.bound else ""
    pv = "".join(f" {format_move(move)}" for move in info.pv)
    return (
        f"info depth {info.depth} selectivity {info.selectivity} multipv {info.rank} "
        f"score cp {round(100 * info.score)}{kind} nodes {info.nodes} "
        f"nps {rate(info.nodes, info.seconds)} hashfull {info.hashfull} "
        f"time {info.seconds * 1000:.0f}" + (f" pv{pv}" if pv else "")
    )


def rate(count: int, seconds: float) -> int:
    """Return `count` a second; `seconds` may be zero."""
    return round(count / max(seconds, 1e-6))
