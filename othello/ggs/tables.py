"""The referee's games: whose turn it is, the clocks, how a game ends. No network."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from othello.board import Board
from othello.errors import OthelloError
from othello.ggf.games import GgfMove, parse_annotated_move
from othello.ggs.clocks import RunningClock, clock_text, read_clock
from othello.ggs.record import FinishedGame, result_text
from othello.ggs.wire import BoardPlayer, GameType, MatchNotice, MatchRequest, State, move_text
from othello.notation import BLACK, PASS

MOST_LOSS = 64
"""Discs that who resigns, or has used the extension too, loses by."""

LATE_LOSS = 2
"""Discs that who needed the extension loses by at least."""


@dataclass
class Table(FinishedGame):
    """One game."""

    clocks: list[RunningClock] = field(default_factory=list)
    #: Time at which the clock of the side to move began to run; None while no clock runs.
    began: float | None = None
    #: Seconds of the move to come that the clock has counted already, before `began`.
    counted: float = 0.0
    result: str = ""  #: Black's discs, and how the game ended early; empty while it goes on

    def __post_init__(self) -> None:
        super().__post_init__()
        self.clocks = [RunningClock.of(self.clock), RunningClock.of(self.clock)]

    @property
    def turn(self) -> int:
        """0 if black is to move, 1 if white is."""
        return 0 if self.board.turn == BLACK else 1

    @property
    def mover(self) -> str:
        return self.names[self.turn]

    def play(self, note: GgfMove) -> None:
        """Play a legal move that took `note.seconds`; raise IllegalMove for another."""
        turn = self.turn
        self.board = self.board.after(note.move)
        self.moves.append(note)
        self.clocks[turn].spend((note.seconds or 0.0) - self.counted)
        self.counted = 0.0
        if note.move is not PASS:
            self.clocks[turn].moved()

    def has_moved(self, name: str) -> bool:
        """Return whether a player has moved or passed: both take turns."""
        first = self.names[0 if self.start.turn == BLACK else 1]
        return len(self.moves) > (name != first)

    def take_back(self, name: str) -> None:
        """Take moves back until `name` is to move again; the clocks stay as they are."""
        self.counted = 0.0
        while self.moves:
            self.moves.pop()
            self.board = self.board_after(self.moves)
            if self.mover == name:
                return

    def pause(self, now: float) -> None:
        """Stop the clock; the time until now counts."""
        if self.began is not None:
            self.clocks[self.turn].spend(now - self.began)
            self.counted += now - self.began
            self.began = None

    def discs(self) -> int:
        """Return black's discs more than white's; a late side has lost by `LATE_LOSS` at least."""
        discs = self.board.score() if self.board.turn == BLACK else -self.board.score()
        late = [countdown.is_late for countdown in self.clocks]
        if late == [True, False]:
            return min(discs, -LATE_LOSS)
        return max(discs, LATE_LOSS) if late == [False, True] else discs

    def end(self, loser: str = "", how: str = "") -> None:
        """End the game: by the board, or because `loser` resigned (``:r``) or was late (``:t``)."""
        if loser:
            self.result = result_text(-MOST_LOSS if loser == self.names[0] else MOST_LOSS, how)
        else:
            late = any(countdown.is_late for countdown in self.clocks)
            self.result = result_text(self.discs(), ":t" if late else "")

    def state(self, is_join: bool) -> State:
        """Return the message that says how the game stands."""
        counts = [0, 0]
        board = self.start
        for note in self.moves:
            counts[0 if board.turn == BLACK else 1] += 1
            board = board.after(note.move)
        sides = enumerate(zip(self.names, self.ratings, strict=True))
        black, white = (
            BoardPlayer(name, rating, side == 0, self.clocks[side].text(counts[side]))
            for side, (name, rating) in sides
        )
        moves = tuple(self.moves if is_join else self.moves[-1:])
        number = len(self.moves)
        state = State(is_join, self.id, self.kind, (black, white), self.board, number, moves)
        if not (is_join and moves):
            return state
        first = RunningClock.of(self.clock).text(0)
        return replace(state, start=self.start, first_clocks=(first, first))

    def line(self) -> str:
        """Return the finished game as a line of GGF."""
        return self.ggf(self.result)

    def entry(self) -> dict[str, Any]:
        """Return the game for the journal; `from_entry` makes it again."""
        return {
            "id": self.id,
            "names": self.names,
            "ratings": self.ratings,
            "type": str(self.kind),
            "clock": clock_text(self.clock),
            "start": self.start.to_obf(),
            "date": self.date,
        }

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Table:
        clock = read_clock(entry["clock"])
        if clock is None:
            raise OthelloError(f"no clock {entry['clock']!r}")
        black, white = entry["names"]
        first, second = entry["ratings"]
        kind, start = GameType.parse(entry["type"]), Board.from_obf(entry["start"])
        return cls(entry["id"], (black, white), (first, second), kind, clock, start, entry["date"])

    def move_entry(self) -> dict[str, Any]:
        """Return the last move, and the mover's clock after it, for the journal."""
        return {"move": move_text(self.moves[-1]), **self.clock_entry(1 - self.turn)}

    def clock_entry(self, turn: int) -> dict[str, Any]:
        """Return the clock of black (0) or white (1), for the journal."""
        return {"left": self.clocks[turn].left, "late": self.clocks[turn].is_late}

    def replay(self, entry: dict[str, Any]) -> None:
        """Play what `move_entry` has kept, or only set the clock of `clock_entry`."""
        turn = self.turn
        if "move" in entry:
            self.play(parse_annotated_move(entry["move"]))
        self.clocks[turn].left, self.clocks[turn].is_late = entry["left"], entry["late"]


@dataclass
class Tables:
    """A match: one game, or the two of a synchro match."""

    number: int
    is_rated: bool
    tables: list[Table]
    watchers: set[str] = field(default_factory=set)
    asking: dict[str, str] = field(default_factory=dict)
    """Players by what they ask for: ``abort`` or ``undo`` and the game."""
    is_stored: bool = False

    @property
    def id(self) -> str:
        return f".{self.number}"

    @property
    def names(self) -> tuple[str, str]:
        """Black's and white's name, in the first game."""
        return self.tables[0].names

    def other(self, name: str) -> str:
        return self.names[1] if name == self.names[0] else self.names[0]

    def open_tables(self) -> list[Table]:
        return [table for table in self.tables if not table.result]

    def discs(self) -> float:
        """Return the mean result, in discs for the first of `names`."""
        signs = (1, -1)[: len(self.tables)]
        results = [float(table.result.partition(":")[0]) for table in self.tables]
        return sum(sign * discs for sign, discs in zip(signs, results, strict=True)) / len(signs)

    def message(self, is_new: bool, result: str = "") -> MatchNotice:
        """Return the message that the match begins, or ends with a result."""
        first = self.tables[0]
        return MatchNotice(
            self.id, first.names, first.kind, self.is_rated, first.ratings, is_new, result
        )


def new_tables(number: int, request: MatchRequest, date: str, rng: random.Random) -> Tables:
    """Return the match that was asked for."""
    kind, names, ratings = request.type, (request.asker, request.asked), request.ratings
    start = random_start(kind.discs, rng) if kind.discs else Board()
    pairs = [(names, ratings), (names[::-1], ratings[::-1])]
    if not kind.synchro:
        is_black = kind.color == "b" if kind.color else rng.random() < 0.5
        pairs = pairs[:1] if is_black else pairs[1:]
    ids = [f".{number}.{n}" if kind.synchro else f".{number}" for n in range(len(pairs))]
    tables = [
        Table(id, pair, rated, kind, request.clock, start, date)
        for id, (pair, rated) in zip(ids, pairs, strict=True)
    ]
    return Tables(number, request.is_rated, tables)


def random_start(n_discs: int, rng: random.Random) -> Board:
    """Return a position with so many discs after random moves, in which the game goes on.

    >>> board = random_start(20, random.Random(1))
    >>> sum(board.disc_counts()), board.is_over, board.must_pass
    (20, False, False)
    """
    while True:
        board = Board()
        while sum(board.disc_counts()) < n_discs and not board.is_over:
            board = board.after(rng.choice(board.legal_moves()))
        if sum(board.disc_counts()) == n_discs and not (board.is_over or board.must_pass):
            return board
