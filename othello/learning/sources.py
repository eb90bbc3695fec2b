"""Files of games and positions, read as samples bit by bit."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import numpy as np

from othello._core import core
from othello.batch import from_boards, replay
from othello.errors import InvalidOption, quote
from othello.files.access import check_path, reading
from othello.files.unpacking import as_text
from othello.formats.obf import ScoredPosition, read_positions
from othello.learning.samples import NO_MOVE, Samples
from othello.learning.tables import read_parquet
from othello.training.dataset import read_dataset
from othello.wthor.games import NO_SQUARE, fault_of_game, read_arrays, squares_of

GAMES_AT_ONCE = 1024
LINES_AT_ONCE = 4096


def read_samples(path: str | Path) -> Iterator[Samples]:
    """Yield the positions of a file, some thousand at a time.

    ============  ===================================================================
    ``.wtb``      WTHOR: each position of each game, the move played, and the game's
                  result as the score; no score of a game that is not over and has all
                  discs for one side, as the winner is then all that is known
    ``.obf``      the best move and its score, exact; neither where no move is scored
    ``.npz``      what `othello selfplay` writes: scores, no moves
    ``.parquet``  what `write_parquet` writes; this file is read as a whole
    ============  ===================================================================

    Raises
    ------
    FileError, FormatError, WeightsError
        If it cannot be read.
    InvalidOption
        If its name ends in something else; `othello convert` makes WTHOR and OBF of all formats.
    """
    check_path(path)
    kind = Path(path).suffix.lower()
    if kind not in READERS:
        raise InvalidOption(
            f"invalid file {quote(str(path))}: expected a name that ends in {', '.join(READERS)}; "
            "`othello convert` writes .wtb and .obf from other formats"
        )
    return READERS[kind](path)


def _read_wthor(path: str | Path) -> Iterator[Samples]:
    games = read_arrays(path)
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = games[first : first + GAMES_AT_ONCE]
        squares = squares_of(some["moves"])
        positions, white, n_moves = replay(squares)
        for row in np.flatnonzero(n_moves < (squares != NO_SQUARE).sum(axis=1)):
            reason = f"move {n_moves[row] + 1} is illegal"
            raise fault_of_game(str(path), first + int(row), reason)
        black_score = 2 * some["black_discs"].astype(np.float32) - 64
        is_over = ~positions[np.arange(len(some)), n_moves].any(axis=1)
        black_score[~is_over & (abs(black_score) == 64)] = np.nan
        scores = np.where(white, -black_score[:, None], black_score[:, None])
        moves = np.full(white.shape, NO_MOVE, np.uint8)
        moves[:, : squares.shape[1]] = squares
        played = np.arange(white.shape[1]) < n_moves[:, None]
        yield Samples.of(positions[played], moves[played], scores[played])


def _read_obf(path: str | Path) -> Iterator[Samples]:
    with as_text(reading(path), str(path)) as lines:
        positions = iter(read_positions(lines, str(path)))
        while some := list(islice(positions, LINES_AT_ONCE)):
            # Without a move there is nothing to learn, and every sample has one.
            some = [position for position in some if not position.board.is_over]
            yield _of_positions(some)


def _of_positions(positions: list[ScoredPosition]) -> Samples:
    boards, moves, scores = [], [], []
    for position in positions:
        board, score = position.board, position.best_score
        move = position.best_moves[0] if position.scores else NO_MOVE
        if board.must_pass:
            board = board.after("pass")
            move, score = NO_MOVE, None if score is None else -score
        boards.append(board)
        moves.append(move)
        scores.append(np.nan if score is None else score)
    return Samples.of(from_boards(boards), moves, scores, ~np.isnan(np.array(scores, float)))


def _read_dataset(path: str | Path) -> Iterator[Samples]:
    rows = read_dataset(path)
    positions = np.stack([rows["player"], rows["opponent"]], axis=1)
    scores = rows["value"].astype(np.float32) / np.float32(core.VALUE_PER_DISC)
    yield Samples.of(positions, scores=scores, exact=rows["exact"].astype(bool))


def _read_parquet(path: str | Path) -> Iterator[Samples]:
    yield read_parquet(path)


READERS: Mapping[str, Callable[[str | Path], Iterator[Samples]]] = {
    ".wtb": _read_wthor,
    ".obf": _read_obf,
    ".npz": _read_dataset,
    ".parquet": _read_parquet,
}
