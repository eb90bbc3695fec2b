"""Growing a book: positions are added, the best moves out of it searched, all values updated.

`BookBuilder.grow` is drop-out expansion: where leaving the book costs least, it is extended first.
The method is M. Buro's, "Toward opening book learning" (1999), with T. R. Lincke's priorities,
"Strategies for the automatic construction of opening books" (2000).
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import dropwhile, islice
from typing import NamedTuple

from othello.board import Board, BoardLike, check_board
from othello.book.file import BookFile
from othello.book.position import Grade, StoredMove, StoredPosition, key_of, settled
from othello.bookmaking.check import sound_positions
from othello.bookmaking.graph import Graph, below
from othello.bookmaking.lines import line_of
from othello.bookmaking.merging import merged, without_children
from othello.bookmaking.searching import BookEngines, SearchAll, Wanted
from othello.bookmaking.selection import (
    LEVEL,
    PLY_COST,
    Leaf,
    cheapest_leaves,
    deviations,
    is_shallow,
    kept_positions,
    shallow_on_best_lines,
)
from othello.convert import each_game
from othello.errors import FileError, InvalidOption, OthelloError
from othello.fields import in_range
from othello.files.access import FilePath, OpenFile
from othello.game import Game
from othello.levels import MAX_LEVEL
from othello.limits import Limits
from othello.notation.moves import text_of_line
from othello.result import VALUE_PER_DISC

USUAL_LEVEL = 16
"""Default level of the searches for a new book."""

LEAVES_AT_ONCE = 16
"""Leaf moves of a round. It does not depend on the number of threads, so that the book does not."""

GAMES_AT_ONCE = 64
"""Games learned before the file is written, at most."""


class Round(NamedTuple):
    """The contents of the file after a round of searches."""

    positions: int  #: positions of the book
    searches: int  #: searches since the builder was opened
    line: str  #: the moves to one of the positions that were added or searched


OnRound = Callable[[Round], object]


class BookBuilder(OpenFile):
    """Makes and changes a book; a context manager. No other process may write it meanwhile.

    What a round of searches found is in the file before the next round begins. So a builder that is
    interrupted, or killed, loses the searches of one round, and goes on with the next call.

    Parameters
    ----------
    path : path
        The file.
    level : int, optional
        Level of the searches; by default the greatest by which the book was searched, or 16.
    threads : int
        Searches at the same time; each has one thread. The book does not depend on it.
    hash_mb : int
        Size of the table of each in megabytes.
    create : bool
        Whether to make a new book if there is no file.
    search_all : callable, optional
        Makes the searches in place of engines of this process, `threads` of them at the same time:
        `othello.bookmaking.searching` says what it takes and returns.

    Attributes
    ----------
    level : int
        Level of the searches.
    searches : int
        Searches until now.

    Raises
    ------
    FileError
        If the file is no book, is damaged, or another process writes it.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with BookBuilder(f"{folder}/my.book", level=2) as builder:
    ...         builder.grow(positions=20)
    ...         len(builder)
    20
    """

    level: int
    searches: int
    file: BookFile

    def __init__(
        self,
        path: FilePath,
        level: int | None = None,
        threads: int = 1,
        hash_mb: int = 16,
        *,
        create: bool = True,
        search_all: SearchAll | None = None,
    ) -> None:
        self._threads = threads
        self._engines = BookEngines(threads, hash_mb)
        self._searching = self._engines.search_all if search_all is None else search_all
        self.searches = 0
        self.file = BookFile(path, writes=True, create=create)
        try:
            self._graph: Graph | None = None
            self._roots = self.file.roots()
            own = self._own_level() if level is None else level
            self.level = in_range("level", own, 0, MAX_LEVEL)
        except BaseException:
            self.file.close()
            raise

    def close(self) -> None:
        """Close the file and the engines."""
        self._engines.close()
        self.file.close()

    def __len__(self) -> int:
        return len(self.graph)

    @property
    def graph(self) -> Graph:
        """The positions."""
        self.file.check_open()
        if self._graph is None:
            try:
                self._graph = Graph(self.file.load())
            except OthelloError as error:
                if isinstance(error, FileError):
                    raise
                raise self.file.unsound(error) from None
        return self._graph

    def _own_level(self) -> int:
        names = map(LEVEL.fullmatch, self.file.sources())
        return max((int(name[1]) for name in names if name), default=USUAL_LEVEL)

    # ------------------------------------------------------------------ what can be done

    def grow(
        self,
        start: BoardLike | None = None,
        *,
        positions: int | None = None,
        seconds: float | None = None,
        ply_cost: float = PLY_COST,
        on_round: OnRound | None = None,
    ) -> None:
        """Grow the book from a position, by default the start of a game, where it costs least.

        Parameters
        ----------
        start : Board, optional
            Added if it is not in the book.
        positions : int, optional
            How many positions the book is to have.
        seconds : float, optional
            How long to go on; the searches that are running then are finished.
        ply_cost : float, optional
            Discs, 0 to 64, that each move of a line costs beside what it gives away. The more, the
            more moves are added near the start; the less, the longer the best lines become.
        on_round : callable, optional
            Called after each round of searches.
        """
        if positions is None and seconds is None:
            raise InvalidOption("no limit: expected positions or seconds")
        find = partial(cheapest_leaves, ply_cost=ply_cost)
        self._grow_by(find, start, seconds, on_round, positions)

    def learn(
        self,
        games: Iterable[Game | str],
        *,
        plies: int = 30,
        on_round: OnRound | None = None,
    ) -> int:
        """Add the positions of games up to so many `plies`; return how many games were new.

        A text is one game, as `Game.parse` reads it; `read_games` reads those of a file. A game
        with the same moves, players and date as one that was learned is not learned again; but
        if it was with fewer plies, what was left out then is added.
        """
        known, seen = self.file.games(), set[bytes]()
        n_new = 0
        waiting: dict[bytes, list[bytes]] = {}
        added: set[bytes] = set()
        fresh, starts = set[bytes](), set[bytes]()

        def was_there(key: bytes) -> bool:
            return key in self.graph.by_key and key not in added

        for game in each_game(games):
            name, keys = game_key(game), keys_of_game(game, plies)
            if name in seen:
                continue
            seen.add(name)
            if name in known:  # with fewer plies: its positions were counted up to some place
                keys = list(dropwhile(was_there, keys))
                if not keys:
                    continue
            else:
                n_new += 1
                starts.update(keys[:1])
            waiting[name] = keys
            fresh.update(key for key in keys if key not in self.graph.by_key)
            if len(fresh) >= LEAVES_AT_ONCE or len(waiting) >= GAMES_AT_ONCE:
                self._learn(waiting, starts, on_round)
                added.update(fresh)
                waiting, fresh, starts = {}, set(), set()
        if waiting:
            self._learn(waiting, starts, on_round)
        return n_new

    def deviate(
        self,
        start: BoardLike | None = None,
        *,
        discs: float = 1.0,
        window: float = 4.0,
        plies: int = 20,
        seconds: float | None = None,
        on_round: OnRound | None = None,
    ) -> None:
        """Add nearly best moves of one side against the best moves of the other; so of both sides.

        A move is added if it gives away at most `discs`, and its score is at most `window` discs
        from that of `start`. It goes on until no such move is left within so many `plies` of the
        start of the game, or the `seconds` are over.
        """
        find = partial(deviations, discs=discs, window=window, plies=plies)
        self._grow_by(find, start, seconds, on_round)

    def deepen(
        self,
        start: BoardLike | None = None,
        *,
        discs: float = 0.0,
        on_round: OnRound | None = None,
    ) -> None:
        """Search again the leaf moves at the end of best lines, until all have this level.

        Lines count that give away at most so many `discs` in all.
        """
        key = self._root(start)
        find = partial(shallow_on_best_lines, discs=discs, level=self.level)
        self._search_again(lambda: find(self.graph, self.graph.by_key[key]), on_round)

    def correct(self, *, on_round: OnRound | None = None) -> None:
        """Search again all leaf moves that were searched less deeply than this level would."""
        shallow = [
            position.id
            for position in self.graph.by_id.values()
            if (leaf := position.leaf) is not None and is_shallow(position, leaf, self.level)
        ]
        self._search_again(lambda: shallow, on_round)

    def prune(
        self,
        *,
        discs: float | None = None,
        positions: int | None = None,
        empties: int = 0,
        ply_cost: float = PLY_COST,
    ) -> int:
        """Remove positions; return how many.

        Those stay that lines lead to which give away at most so many `discs` in all, of these those
        with at least so many `empties`, and of these so many `positions` where leaving the best
        line costs least, with the `ply_cost` of `grow`.
        """
        if discs is None and positions is None and not empties:
            raise InvalidOption("nothing to remove: expected discs, positions or empties")
        graph = self.graph
        kept = kept_positions(graph, self._roots, discs, positions, empties, ply_cost)
        n_removed = len(graph) - len(kept)
        if n_removed:
            stays = [graph.by_id[id_] for id_ in sorted(kept)]
            for position in stays:
                without_children(position, kept)
            self._roots = [id_ for id_ in self._roots if id_ in kept]
            self._graph = None
            self.file.rewrite(stays, self._roots)
        return n_removed

    def merge(
        self,
        positions: Iterable[StoredPosition],
        roots: Iterable[bytes] = (),
        games: Iterable[bytes] = (),
    ) -> int:
        """Add the positions of another book; return how many were new.

        Where both know a leaf move, the deeper search counts. Where a position's best move out of
        the book is not known it is searched. All is written at once.

        Parameters
        ----------
        positions : iterable of StoredPosition
            Numbers and children have no meaning here.
        roots : iterable of bytes
            Keys of the positions from which that book was grown.
        games : iterable of bytes
            Hashes of the games that it has learned. Where the two books may have the same games,
            as hashes are missing or equal, a position keeps the larger count of both.
        """
        graph = self.graph
        known, games, positions = self.file.games(), set(games), list(positions)
        # Counts can be added only if it is certain that no game is in both.
        are_named = all(
            len(named) >= max((position.games for position in book), default=0)
            for named, book in ((known, graph.by_id.values()), (games, positions))
        )
        n_before = len(graph)
        try:
            add = sum if are_named and known.isdisjoint(games) else max
            touched = merged(graph, positions, add)
            changed = self._search_and_update(graph, touched)
            self._write(changed, all_roots(graph, roots, self._roots), games)
        except BaseException:
            self._graph = None
            raise
        return len(graph) - n_before

    def repair(self) -> None:
        """Make the book sound: drop what cannot be, link and search what is missing.

        All values are made new from those of leaf moves. What could not be reached can be then.
        """
        read = self.file.load(lambda damage: None)
        keys = {position.id: position.key for position in read}
        roots = [keys[id_] for id_ in self.file.roots() if id_ in keys]
        graph = Graph()
        touched = merged(graph, sound_positions(read, lambda _: None), sum)
        self._search_and_update(graph, touched)
        self._graph, self._roots = None, all_roots(graph, roots)
        self.file.rewrite(graph.by_id.values(), self._roots)

    # ------------------------------------------------------------------ how it is done

    def _root(self, start: BoardLike | None) -> bytes:
        """Return the key of a position, which is in the book then."""
        board = settled(Board() if start is None else check_board(start))
        if board.is_over:
            raise InvalidOption("the game is over in this position: expected one with a move")
        key = key_of(board)
        if key not in self.graph.by_key:
            self._round([key], roots=[key])
        return key

    def _grow_by(
        self,
        find: Callable[[Graph, StoredPosition], Iterable[Leaf]],
        start: BoardLike | None,
        seconds: float | None,
        on_round: OnRound | None,
        most: int | None = None,
    ) -> None:
        """Add the positions behind leaf moves that `find` returns before each round.

        It ends when there is none, the `seconds` are over, or the book has `most` positions. Where
        the time must not be overrun a round takes few.
        """
        at_once = LEAVES_AT_ONCE if seconds is None else 2 * self._threads
        end = time.monotonic() + (math.inf if seconds is None else seconds)
        key = self._root(start)
        while time.monotonic() < end:
            wanted = at_once if most is None else min(at_once, most - len(self.graph))
            found = find(self.graph, self.graph.by_key[key]) if wanted > 0 else ()
            leaves = islice(found, at_once)
            after = (key_of(settled(position.board.after(square))) for position, square in leaves)
            keys = list(dict.fromkeys(after))  # several moves may lead to the same position
            if not keys:
                return
            self._round(keys[:wanted], on_round=on_round)

    def _search_again(self, find: Callable[[], Iterable[int]], on_round: OnRound | None) -> None:
        """Search the leaf moves of positions again, those that `find` returns before each round."""
        done: set[int] = set()

        def fresh() -> Iterator[int]:
            for id_ in find():
                if id_ not in done:
                    done.add(id_)
                    yield id_

        while again := list(islice(fresh(), LEAVES_AT_ONCE)):
            self._round(again=again, on_round=on_round)

    def _learn(
        self, games: Mapping[bytes, list[bytes]], starts: set[bytes], on_round: OnRound | None
    ) -> None:
        keys = dict.fromkeys(key for keys in games.values() for key in keys)
        fresh = [key for key in keys if key not in self.graph.by_key]
        roots = [key for key in fresh if key in starts]
        self._round(fresh, games=games, roots=roots, on_round=on_round)

    def _round(
        self,
        keys: Sequence[bytes] = (),
        again: Sequence[int] = (),
        *,
        roots: Sequence[bytes] = (),
        games: Mapping[bytes, list[bytes]] | None = None,
        on_round: OnRound | None = None,
    ) -> None:
        """Add positions, search what is missing, and the leaf moves of `again`; write it down."""
        graph = self.graph
        games = games or {}
        try:
            outside = graph.add(keys)
            passed = [graph.by_key[key] for keys_of_one in games.values() for key in keys_of_one]
            for position in passed:
                position.games += 1
            touched = {*outside, *again, *(position.id for position in passed)}
            changed = self._search_and_update(graph, touched, again)
            self._write(changed, [graph.by_key[key].id for key in roots], games)
        except BaseException:
            self._graph = None  # what was begun is not in the file
            raise
        if on_round is not None:
            seen = graph.by_key[keys[0]] if keys else graph.by_id[again[0]] if again else None
            line = "" if seen is None else text_of_line(line_of(graph, seen, self._roots))
            on_round(Round(len(graph), self.searches, line))

    def _search_and_update(
        self, graph: Graph, touched: set[int], again: Sequence[int] = ()
    ) -> list[StoredPosition]:
        """Search where the best move out of the book is missing; return all that changed."""
        wanted = [
            (position, squares)
            for id_, squares in graph.link(touched).items()
            if squares and ((position := graph.by_id[id_]).leaf is None or id_ in again)
        ]
        for (position, squares), (square, move) in zip(
            wanted, self._search_all(wanted), strict=True
        ):
            for each in squares:
                position.moves.pop(each, None)
            position.moves[square] = move
        return [graph.by_id[id_] for id_ in sorted(graph.update(touched))]

    def _write(
        self, changed: Iterable[StoredPosition], roots: Sequence[int], games: Collection[bytes]
    ) -> None:
        self.file.write(changed, roots, list(games))
        self._roots = sorted({*self._roots, *roots})

    def _search_all(
        self, wanted: Sequence[tuple[StoredPosition, list[int]]]
    ) -> Iterator[tuple[int, StoredMove]]:
        """Yield the best of some moves of each position."""
        searches = [
            Wanted(position.board, Limits(level=self.level, moves=squares))
            for position, squares in wanted
        ]
        lines = self._searching(searches) if searches else []
        self.searches += len(lines)
        for line in lines:
            assert line.move is not None
            grade = Grade(line.depth, line.selectivity, f"level {self.level}")
            yield int(line.move), StoredMove(None, round(line.score * VALUE_PER_DISC), grade)


def all_roots(graph: Graph, keys: Iterable[bytes], more: Iterable[int] = ()) -> list[int]:
    """Return roots from which all positions can be reached.

    They are those given, by their keys or as `more` by their numbers, and others if need be.
    """
    roots = {graph.by_key[key].id for key in keys if key in graph.by_key} | {*more}
    reached = below(graph.by_id, roots)
    first = {each.id for each in graph.by_id.values() if not each.parents}
    return sorted(roots | (first - reached))


def keys_of_game(game: Game, plies: int) -> list[bytes]:
    """Return the keys of the positions of a game in which a move can be made.

    They are those up to so many `plies`; a pass is none.
    """
    fewest = game.start.n_empties - plies
    boards = (board for board in game.positions() if board.n_empties >= fewest)
    return list(dict.fromkeys(key_of(board) for board in boards if board.legal_mask))


def game_key(game: Game) -> bytes:
    """Return a hash of a game's start, moves, players and date."""
    names = [game.headers.get(name, "") for name in ("Black", "White", "Date")]
    told = [game.start.to_obf(), "".join(map(str, game.moves)), *names]
    return hashlib.sha256("\n".join(told).encode("utf-8", "backslashreplace")).digest()[:8]
