"""Make training positions from human games with random moves, and label them.

A search visits many positions after bad moves, and weights fitted to good games alone misjudge
them. So a position is taken from a game some moves earlier, and random moves are played from there.
"""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.batch import replay
from othello.errors import InvalidOption
from othello.training.dataset import LabelledPositions, distinct, new_positions
from othello.training.threads import in_threads, possible_threads
from othello.weights import evaluation_options, load_default
from othello.wthor.games import RECORD, read_arrays, squares_of

GOOD_DEPTH = 2  # plies searched for a good move

# Positions searched one after another with the same table, whose entries help the next search.
CHUNK = 500
CHUNK_HASH_MB = 2


class ReplayedGames(NamedTuple):
    """Replayed games: row g, column k is the position of game g with 60 - k empties.

    Attributes
    ----------
    player, opponent : array of uint64, shape (games, 61)
        Discs of the side to move, which has a legal move, and of the other; both 0 if the game has
        no such position.
    white : array of bool, shape (games, 61)
        Whether White is to move.
    perfect : array of int16, shape (games,)
        Black's score in discs under perfect play from 24 empties on, as WTHOR states it.
    """

    player: npt.NDArray[np.uint64]
    opponent: npt.NDArray[np.uint64]
    white: npt.NDArray[np.bool_]
    perfect: npt.NDArray[np.int16]


def read_games(paths: Sequence[str | Path]) -> ReplayedGames:
    """Read the games of WTHOR files; raise InvalidOption if there are none."""
    games = np.concatenate([np.empty(0, RECORD), *map(read_arrays, paths)])
    if not len(games):
        names = ", ".join(map(str, paths)) or "no files"
        raise InvalidOption(f"no games in {names}: expected at least one")
    positions, white, _ = replay(squares_of(games["moves"]))
    perfect = 2 * games["perfect_black_discs"].astype(np.int16) - 64
    return ReplayedGames(positions[..., 0], positions[..., 1], white, perfect)


def sample(
    games: ReplayedGames,
    n_empties: int,
    count: int,
    rng: np.random.Generator,
    random_moves: tuple[int, int] = (0, 6),
    good_moves: tuple[int, int] = (0, 3),
) -> LabelledPositions:
    """Return at most `count` distinct positions with `n_empties` empties, without labels.

    `count` are drawn; symmetric ones and games that ended early are left out afterwards.
    `random_moves` are the fewest and the most random moves played before the position, `good_moves`
    those by a shallow search after them. If the last move were always random, the side to move
    would profit from it in each position, and the weights would learn an advantage for the side to
    move.
    """
    game = rng.integers(len(games.player), size=count)
    plies = core.N_PLIES - 1 - n_empties
    n_good = rng.integers(good_moves[0], good_moves[1] + 1, size=count).clip(max=plies)
    n_random = rng.integers(random_moves[0], random_moves[1] + 1, size=count).clip(
        max=plies - n_good
    )
    player = games.player[game, plies - n_good - n_random]
    opponent = games.opponent[game, plies - n_good - n_random]
    seed = int(rng.integers(2**63))
    core.play_randomly(player, opponent, n_random.astype(np.uint8), seed)
    for played in range(good_moves[1]):
        play_well(player, opponent, (n_good > played) & (player != 0), GOOD_DEPTH)
    there = player != 0
    positions = new_positions(player[there], opponent[there], 0, game[there], 0)
    return distinct(positions)


def play_well(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    chosen: npt.NDArray[np.bool_],
    depth: int,
    threads: int = 1,
) -> None:
    """Play the best move of a search of `depth` plies where `chosen`, changing the arrays."""
    load_default()
    own, other = player[chosen], opponent[chosen]
    moves = np.empty(len(own), np.uint8)
    core.best_moves(own, other, moves, depth, possible_threads(threads))
    core.play_moves(own, other, moves)
    player[chosen], opponent[chosen] = own, other


def label_by_search(
    positions: LabelledPositions, depth: int, threads: int = 1, selectivity: int = 73
) -> LabelledPositions:
    """Return `positions` labelled by searches of `depth` plies with the weights in use.

    The value is the mean of the values at `depth` and at one ply less. An evaluation overrates the
    side to move by about a disc. The side to move at the leaves is the player at one of these
    depths and the opponent at the other, so that error cancels. Otherwise it would add up when
    each phase's labels come from searches with the weights of the next.
    """
    load_default()
    chunks = [positions[first : first + CHUNK] for first in range(0, len(positions), CHUNK)]
    values = in_threads(
        lambda chunk, given_up: search_chunk(chunk, depth, selectivity, given_up), chunks, threads
    )
    labelled = positions.copy()
    labelled["value"] = np.concatenate([np.empty(0, np.int16), *values])
    labelled["exact"] = False
    return labelled


def search_chunk(
    positions: LabelledPositions, depth: int, selectivity: int, given_up: threading.Event
) -> npt.NDArray[np.int16]:
    """Return the values of one chunk of positions, in 1/128 disc; see `label_by_search`.

    Each chunk has a table of its own, so its values do not depend on other chunks. If `given_up` is
    set meanwhile, the search ends early and the values must not be used.
    """
    searcher = core.Searcher(threads=1, hash_mb=CHUNK_HASH_MB)
    searcher.set_options(**evaluation_options("pattern"))
    values = np.empty(len(positions), np.int16)
    for i, position in enumerate(positions):
        if given_up.is_set():
            break
        player, opponent = int(position["player"]), int(position["opponent"])
        total = 0
        for plies in (max(depth - 1, 1), depth):
            lines, *_ = searcher.search(player, opponent, depth=plies, selectivity=selectivity)
            total += lines[0].value
        values[i] = total // 2
    return values


def label_exactly(positions: LabelledPositions, threads: int = 1) -> LabelledPositions:
    """Return `positions`, of at most `core.BATCH_SOLVED_EMPTIES` empties, with exact values."""
    load_default()
    scores = np.empty(len(positions), np.int8)
    player = np.ascontiguousarray(positions["player"])
    opponent = np.ascontiguousarray(positions["opponent"])
    core.solve_scores(player, opponent, scores, possible_threads(threads))
    labelled = positions.copy()
    labelled["value"] = scores.astype(np.int16) * core.VALUE_PER_DISC
    labelled["exact"] = 1
    return labelled
