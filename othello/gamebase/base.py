"""A base of games, asked for positions, players, years, events and openings."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.analysis.as_json import describe_analysis, read_analysis
from othello.analysis.games import EXACT_FROM, LEVEL, analyse_game
from othello.analysis.moves import GameAnalysis
from othello.board import Board, BoardLike, check_board, image_squares
from othello.convert import each_game
from othello.engine import Engine
from othello.errors import InvalidOption, quote, warn
from othello.files.access import OpenFile
from othello.files.lock import locked
from othello.formats.dates import year_of
from othello.formats.registry import Item
from othello.formats.results import read_result
from othello.game import Game
from othello.gamebase.file import UNKNOWN, BaseFile, GameRow, GameTable
from othello.gamebase.import_warnings import ImportWarnings
from othello.gamebase.player_names import is_named, plain, words_of
from othello.gamebase.rows import END, WHITE, Rows, canonical_rows, key_of
from othello.notation import BLACK, PASS, SIDE_NAMES, SIDES, Move
from othello.weights import weights_checksum

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    class Conditions(TypedDict, total=False):
        """Conditions that games must meet; see `GameBase`."""

        player: str | None
        black: str | None
        white: str | None
        event: str | None
        years: int | str | tuple[int | None, int | None] | None
        opening: str | None
        result: str | None


GAMES_AT_ONCE = 1 << 16
"""Games of one transaction: 4 million positions, which take 300 MB."""

POSITIONS_AT_ONCE = 1 << 18

OWN_HEADERS = ("Black", "White", "Event", "Date", "Result")
"""The headers that have a column."""

CONDITIONS = ("player", "black", "white", "event", "years", "opening", "result")

WINNERS = {"black": 1, "draw": 0, "white": -1}

USUAL_FIRST = Move("f5")
"""First move that books and names use, of four that are alike."""


class PlayedMove(NamedTuple):
    """A move that was played in a position.

    Attributes
    ----------
    move : Move
        The move; of several that a symmetry of the position makes alike, the first.
    games : int
        In how many games.
    share : float
        Their part of all games that went on from the position, 0 to 1.
    score : float or None
        Average result in discs, for the side that made the move, over the games that state one;
        None without any. A game that was resigned or lost on time states none.
    wins, draws, losses : int
        Games that this side won, drew and lost; those without a winner are in none of them.
    first, last : int or None
        The first and the last year it was played; None if no year is known.
    """

    move: Move
    games: int
    share: float
    score: float | None
    wins: int
    draws: int
    losses: int
    first: int | None
    last: int | None


class StoredGame(NamedTuple):
    """A game of the base.

    Attributes
    ----------
    black, white, event, date : str
        Names and date; empty if not known.
    year : int or None
        Year of the date.
    result : str
        As it was stated, such as ``+6``, ``W+R`` or ``B+T``; empty if not known.
    score : int or None
        Black's discs more than White's; None if that is not stated.
    moves : bytes
        Squares, a1 = 0 to h8 = 63, without passes.
    start : str or None
        The position before the first move as OBF; None for the usual one.
    headers : dict
        Its other headers.
    number : int
        Its number in the base, from 1 on.
    """

    black: str
    white: str
    event: str
    date: str
    year: int | None
    result: str
    score: int | None
    moves: bytes
    start: str | None
    headers: dict[str, str]
    number: int

    def game(self) -> Game:
        """Return it as a `Game`."""
        own = (self.black, self.white, self.event, self.date, self.result)
        headers = {name: text for name, text in zip(OWN_HEADERS, own, strict=True) if text}
        start = None if self.start is None else Board.from_obf(self.start)
        return Game(self.moves, start=start, headers={**headers, **self.headers})


class GameBase(OpenFile):
    """A base of games in a file.

    Games are found by a position that they came to, however the board is turned, and by players,
    events, years, openings and results. All conditions hold at once:

    player, black, white, event : str
        Names where each of these words begins one, in any order; accents, capitals and commas do
        not count.
    years : int, (int, int) or str
        A year, or the first and the last one, None for no limit at that end; or a text such as
        ``"1990-1999"``.
    opening : str
        An opening's name, or its first moves: games that came to its position.
    result : str
        A side in any of its spellings, such as ``"black"``, which won; or ``"draw"``.

    Parameters
    ----------
    path : path
        The file.
    is_new : bool
        Whether a file that is not there is made.

    Raises
    ------
    FileError
        If the file cannot be used.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with GameBase(f"{folder.name}/games.base", is_new=True) as base:
    ...     added = base.add([Game("f5d6c3"), Game("f5f6", headers={"Black": "Émile"})])
    ...     [(str(each.move), each.games) for each in base.moves("f5")]
    ...     [game.black for game in base.games(player="emile")]
    [('d6', 1), ('f6', 1)]
    ['Émile']
    >>> folder.cleanup()
    """

    def __init__(self, path: str | Path, *, is_new: bool = False) -> None:
        self.path = path
        self._file = BaseFile(path, is_new=is_new)
        self._table: GameTable | None = None
        self._version = 0  # of the file, when its table was read

    def __len__(self) -> int:
        return self._file.count()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    # ------------------------------------------------------------------ asking

    def moves(
        self, board: BoardLike = "startpos", **conditions: Unpack[Conditions]
    ) -> list[PlayedMove]:
        """Return the moves that were played in a position, the most frequent first.

        Where the side to move has none it is the pass, in the games that went on behind it.
        """
        board = check_board(board)
        games, moves = self._found(board, conditions)
        went_on = moves & ~np.uint8(WHITE) != END
        games, moves = games[went_on], moves[went_on]
        table = self._loaded()
        scores = table.score[games - 1].astype(np.int32)
        is_known = scores != UNKNOWN
        winners = table.winner[games - 1].astype(np.int32)
        is_won = winners != UNKNOWN
        is_white = (moves & WHITE != 0) ^ board.must_pass  # the moves are those behind a pass
        scores, winners = (np.where(is_white, -each, each) for each in (scores, winners))
        years = table.year[games - 1]
        played = []
        for move, squares in alike(board).items():
            here = np.isin(moves & ~np.uint8(WHITE), squares)
            count = int(here.sum())
            if not count:
                continue
            known, won = scores[here & is_known], winners[here & is_won]
            dated = years[here & (years > 0)]
            played.append(
                PlayedMove(
                    move,
                    count,
                    count / len(games),
                    float(known.mean()) if known.size else None,
                    int((won > 0).sum()),
                    int((won == 0).sum()),
                    int((won < 0).sum()),
                    int(dated.min()) if dated.size else None,
                    int(dated.max()) if dated.size else None,
                )
            )
        return sorted(played, key=lambda each: -each.games)

    def games(
        self,
        board: BoardLike | None = None,
        *,
        limit: int | None = None,
        **conditions: Unpack[Conditions],
    ) -> Iterator[StoredGame]:
        """Yield games, those of the latest year first: all, or those that came to `board`."""
        if board is None:
            wanted = self._wanted(conditions)
            if wanted is None:
                wanted = np.ones(len(self), bool)
            games = np.flatnonzero(wanted).astype(np.uint32) + np.uint32(1)
        else:
            games = self._found(check_board(board), conditions)[0]
        table = self._loaded()  # after the games: others may have been added meanwhile
        latest = np.argsort(-table.year[games - 1].astype(np.int32), kind="stable")
        for number in games[latest][:limit].tolist():
            start, moves, black, white, event, date, result, headers = self._file.game(number)
            year, score = int(table.year[number - 1]) or None, int(table.score[number - 1])
            yield StoredGame(
                black,
                white,
                event,
                date,
                year,
                result,
                None if score == UNKNOWN else score,
                moves,
                start,
                {} if headers is None else json.loads(headers),
                number,
            )

    def analysed(
        self,
        stored: StoredGame,
        engine: Engine,
        level: int = LEVEL,
        on_move: Callable[[int], object] | None = None,
    ) -> GameAnalysis:
        """Return the analysis of a game at a level; a base that can be written keeps it.

        `engine` searches, and `on_move` is called, as for `analyse_game`. An analysis that is kept
        is made anew if it solved fewer positions than the engine's `endgame_depth` asks for, or was
        made with other weights than those in use.
        """
        game = stored.game()
        text = self._file.analysis(stored.number, level)
        found = {} if text is None else json.loads(text)
        weights = weights_checksum()
        # Older files do not say from where they solved, as it was always the same, nor with which
        # weights: then they are taken for the shipped ones.
        is_deep = found.get("exact_from", EXACT_FROM) >= engine.endgame_depth
        if found and is_deep and found.get("weights") == weights:
            return read_analysis(found, game)
        analysis = analyse_game(game, engine, level=level, on_move=on_move)
        if self._file.writes:
            kept = {"exact_from": engine.endgame_depth, "weights": weights}
            found = {**describe_analysis(analysis), **kept}
            self._file.keep_analysis(stored.number, level, json.dumps(found))
        return analysis

    def count(self, board: BoardLike | None = None, **conditions: Unpack[Conditions]) -> int:
        """Return how many games there are that `games` would yield."""
        if board is None:
            wanted = self._wanted(conditions)
            return len(self) if wanted is None else int(wanted.sum())
        return len(self._found(check_board(board), conditions)[0])

    def years(self) -> list[int]:
        """Return the years of the games, each once; games without a year add none."""
        return [year for year in np.unique(self._loaded().year).tolist() if year]

    def names_like(self, text: str, most: int = 3, condition: str | None = None) -> list[str]:
        """Return some names in which mistyped words of `text` are right.

        They are those that a `condition` compares: ``"player"``, ``"black"``, ``"white"`` or
        ``"event"``; by default all.
        """
        names = self._file.names()
        if condition is not None:
            there = set(np.unique(names_compared(self._loaded(), condition)).tolist())
            names = {number: name for number, name in names.items() if number in there}
        known = {word for name in names.values() for word in words_of(name)}
        meant = []
        for word in words_of(text):
            is_known = any(each.startswith(word) for each in known)
            meant += [word] if is_known else get_close_matches(word, known, 1)[:1] or [word]
        return sorted(name for name in names.values() if is_named(name, " ".join(meant)))[:most]

    def _loaded(self) -> GameTable:
        version = self._file.version()
        if self._table is None or version != self._version:
            self._table, self._version = self._file.table(), version
        return self._table

    def _found(
        self, board: Board, conditions: Mapping[str, object]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
        """Return the games that came to a position, and the moves on its canonical image.

        Where a side must pass these are the moves behind the pass, as a file has no row before it.
        """
        after = board.after(PASS) if board.must_pass else board
        (key,) = key_of(batch.from_boards([after]))
        games, moves = self._file.find(key)
        wanted = self._wanted(conditions)
        if wanted is not None:
            chosen = wanted[games - 1]
            games, moves = games[chosen], moves[chosen]
        return games, moves

    def _wanted(self, conditions: Mapping[str, object]) -> npt.NDArray[np.bool_] | None:
        """Return for each game whether it is wanted; None if all are."""
        if unknown := conditions.keys() - {*CONDITIONS}:
            known = ", ".join(CONDITIONS)
            raise TypeError(f"unexpected keyword {unknown.pop()!r}: expected some of {known}")
        given = {name: value for name, value in conditions.items() if value is not None}
        if not given:
            return None
        table = self._loaded()
        wanted = np.ones(len(table.year), bool)
        for name, value in given.items():
            wanted &= self._holds(table, name, value)
        return wanted

    def _holds(self, table: GameTable, name: str, value: object) -> npt.NDArray[np.bool_]:
        if name == "years":
            first, last = years_of(value)
            years = table.year
            return (years >= first) & (years <= last) & (years > 0)
        assert isinstance(value, str)
        if name == "result":
            name = SIDE_NAMES.get(SIDES.get(value.lower(), ""), value.lower())
            if name not in WINNERS:
                raise InvalidOption(f"invalid result {quote(value)}: expected black, white or draw")
            won: npt.NDArray[np.bool_] = table.winner == WINNERS[name]
            return won
        if name == "opening":
            games = np.zeros(len(table.year), bool)
            found = self._found(Board.parse(value), {})[0]
            games[found[found <= len(games)] - 1] = True  # others are newer than the table
            return games
        if not words_of(value):  # no word, no condition: also for games without names
            return np.ones(len(table.year), bool)
        names = self._file.names("plain")
        numbers = [number for number, text in names.items() if is_named(text, value)]
        compared = np.isin(names_compared(table, name), numbers)
        has_one: npt.NDArray[np.bool_] = np.logical_or.reduce(compared)
        return has_one

    # ------------------------------------------------------------------ adding

    def add(
        self, games: Iterable[Game | str], on_games: Callable[[int], object] | None = None
    ) -> tuple[int, int]:
        """Add games; one that is there already, by moves, players and date, is left out.

        A text is one game, as `Game.parse` reads it; `read_games` reads those of a file.
        `on_games` is called with how many were read, from time to time. Warnings tell of results
        that cannot be used or that the moves contradict, of dates without a year and of headers
        that no question asks for.

        Returns
        -------
        (int, int)
            How many games were added, and how many were there already.
        """
        told: list[str] = []
        counts = self.add_rows(_rows_with_warnings(games, told.append), on_games)
        for warning in told:  # now that all is written: a warning may be an error
            warn(warning)
        return counts

    def add_rows(
        self, rows: Iterable[GameRow], on_games: Callable[[int], object] | None = None
    ) -> tuple[int, int]:
        """Add games as rows; see `add`."""
        added = read = 0
        waiting = iter(rows)
        with locked(self._file.path), self._file.adding():
            while some := list(islice(waiting, GAMES_AT_ONCE)):
                first_of = {row.known: row for row in reversed(some)}
                unknown = self._file.unknown(first_of)
                new = [row for known, row in reversed(first_of.items()) if known in unknown]
                if new:
                    names = {name for row in new for name in (row.black, row.white, row.event)}
                    plain_names = {name: plain(name) for name in sorted(names) if name}
                    self._file.add(new, rows_of(new), plain_names)
                    self._table = None
                added += len(new)
                read += len(some)
                if on_games is not None:
                    on_games(read)
        return added, read - added


def names_compared(table: GameTable, condition: str) -> npt.NDArray[np.int32]:
    """Return the numbers of the names that a condition compares, a column for each game."""
    columns = ("black", "white") if condition == "player" else (condition,)
    return np.stack([getattr(table, column) for column in columns])


def alike(board: Board) -> dict[Move, list[int]]:
    """Return a position's legal moves, each with the squares that stand for it on the image.

    Of moves that lead to the same position one stands for all; all squares stand for a pass.
    """
    if board.must_pass:
        return {PASS: list(range(END))}
    squares = image_squares(board)
    found: dict[frozenset[int], Move] = {}
    for move in sorted(squares, key=lambda move: (move != USUAL_FIRST, move)):
        found.setdefault(frozenset(squares[move]), move)
    return {move: sorted(images) for images, move in found.items()}


def years_of(value: Any) -> tuple[int, int]:
    """Return the first and the last year of a condition.

    >>> years_of("1990-1999"), years_of("1990"), years_of((None, 1999))
    ((1990, 1999), (1990, 1990), (1, 1999))
    """
    first, last = value if isinstance(value, (tuple, list)) and len(value) == 2 else (value, value)
    if isinstance(value, str):
        first, dash, last = value.partition("-")
        first, last = first or None, (last if dash else first) or None
    try:
        low = 1 if first is None else _year(first)
        high = 9999 if last is None else _year(last)
    except (TypeError, ValueError):
        low, high = 1, 0
    if low > high or value in ("", "-"):
        expected = "expected a year, A-B with A <= B, A- or -B"
        raise InvalidOption(f"invalid year {quote(value)}: {expected}")
    return low, high


def _year(value: Any) -> int:
    return int(value) if isinstance(value, str) else operator.index(value)  # numpy's integers too


# ---------------------------------------------------------------------- games as rows


def known_by(start: str | None, moves: bytes, black: str, white: str, date: str) -> int:
    """Return the hash by which a game that comes again is found."""
    text = "\n".join((start or "", plain(black), plain(white), date))
    digest = blake2b(moves + b"\n" + text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def row_of(game: Game) -> GameRow:
    """Return what a base keeps of a game."""
    start = None if game.start == Board() else game.start.to_obf()
    moves = bytes(move for move in game.moves if move is not PASS)
    own = {name: game.headers.get(name, "").strip() for name in OWN_HEADERS}
    black, white, event, date, result = own.values()
    others = {name: text for name, text in game.headers.items() if name not in own}
    stated, played = read_result(result), game.result()
    score: float | None = played
    if stated is not None and (played is None or stated.end):
        # GGF has discs where a game was resigned or lost on time, as in -64:r; none were counted.
        score = None if stated.end in ("r", "t") else stated.difference
    winner = None if score is None else (score > 0) - (score < 0)
    if stated is not None and score is None:
        winner = {"B": 1, "W": -1}.get(stated.winner, 0)
    return GameRow(
        known_by(start, moves, black, white, date),
        start,
        moves,
        black,
        white,
        event,
        date,
        year_of(date),
        None if score is None or abs(score) > END else round(score),
        winner,
        result or ("" if played is None else f"{played:+d}"),
        json.dumps(others) if others else None,
    )


def _rows_with_warnings(
    games: Iterable[Game | str], on_warning: Callable[[str], object]
) -> Iterator[GameRow]:
    """Yield what a base keeps of each game; warn of what is doubtful."""
    warnings = ImportWarnings(on_warning)
    for number, game in enumerate(each_game(games), 1):
        row = row_of(game)
        warnings.add(Item(None, game, number=number), row)
        yield row
    warnings.end()


def rows_of(games: list[GameRow]) -> Rows:
    """Return the rows of some games' positions; a row's game is its place in `games`."""
    usual = [number for number, game in enumerate(games) if game.start is None]
    parts = []
    at_once = max(POSITIONS_AT_ONCE // batch.N_PLIES, 1)
    for first in range(0, len(usual), at_once):
        some = usual[first : first + at_once]
        squares = np.full((len(some), batch.N_PLIES - 1), 255, np.uint8)
        for line, number in enumerate(some):
            moves = games[number].moves
            squares[line, : len(moves)] = np.frombuffer(moves, np.uint8)
        positions, white, n_moves = batch.replay(squares)
        played = np.full(white.shape, 255, np.uint8)
        played[:, :-1] = squares
        is_there = np.arange(batch.N_PLIES) <= n_moves[:, None]
        # At the end of a finished game no position is left.
        is_there &= positions.any(axis=2)
        moves_there = np.minimum(played[is_there], END)
        numbers = np.broadcast_to(np.array(some, np.uint32)[:, None], white.shape)[is_there]
        parts.append(_rows(positions[is_there], moves_there, white[is_there], numbers))
    parts += [_own_rows(number, game) for number, game in enumerate(games) if game.start]
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def _own_rows(number: int, game: GameRow) -> Rows:
    """Return the rows of a game that does not begin from the usual start."""
    assert game.start is not None
    played = Game(game.moves, start=Board.from_obf(game.start))
    if played.board.must_pass:  # as in games from the usual start, which need not write it
        played.play(PASS)
    boards, moves, white = [], [], []
    for board, move in zip(played.positions(), [*played.moves, END], strict=True):
        if not board.must_pass and not board.is_over:
            boards.append(board)
            moves.append(int(move))
            white.append(board.turn != BLACK)
    numbers = np.full(len(boards), number, np.uint32)
    return _rows(
        batch.from_boards(boards), np.array(moves, np.uint8), np.array(white, bool), numbers
    )


def _rows(
    positions: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint8],
    white: npt.NDArray[np.bool_],
    games: npt.NDArray[np.uint32],
) -> Rows:
    hashes, squares = canonical_rows(positions, moves)
    return Rows(hashes, games, squares | np.where(white, WHITE, 0).astype(np.uint8))
