"""Positions that a search meets, taken from the search trees of given positions.

An evaluation is asked about leaves, most of which follow bad moves. Weights fitted to positions of
games misjudge them; weights fitted to leaves do not. Leaves of a plain search of a few plies are
cheap, but in most of them one side is far ahead. A deep search with all its pruning evaluates
closer positions.
"""

import threading

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.training.dataset import LabelledPositions, joined, new_positions
from othello.training.threads import in_threads, possible_threads
from othello.weights import load_default

FEWEST_PLIES = 3
"""Leaves of shallower searches are much like the positions searched."""

SEARCHED_PLIES = 9
"""A deep search evaluates few positions that are nearer to its root."""

SEARCH_HASH_MB = 16


def sample_leaves(
    roots: LabelledPositions,
    most_plies: int,
    rng: np.random.Generator,
    threads: int = 1,
    per_search: int = 3,
) -> LabelledPositions:
    """Search each position; return some of the leaves met, without labels.

    A depth is drawn for each of the `roots`: 0, which keeps the position itself, or `FEWEST_PLIES`
    to `most_plies`. At most `per_search` leaves of each search are returned, drawn evenly from all
    its leaves. Each has a legal move, and belongs to the game of its root. They do not depend on
    the number of threads.
    """
    depths = np.array([0, *range(FEWEST_PLIES, most_plies + 1)])
    drawn = rng.choice(depths, size=len(roots))
    parts = [roots[drawn == 0]]
    for depth in depths[1:].tolist():
        seed = int(rng.integers(2**63))
        parts.append(leaves_at(roots[drawn == depth], depth, seed, threads, per_search))
    return joined(parts)


def leaves_at(
    roots: LabelledPositions, depth: int, seed: int, threads: int, per_search: int
) -> LabelledPositions:
    """Return leaves of searches of one depth."""
    load_default()
    shape = len(roots), per_search
    player, opponent = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    core.sample_leaves(
        np.ascontiguousarray(roots["player"]),
        np.ascontiguousarray(roots["opponent"]),
        depth,
        player,
        opponent,
        seed,
        possible_threads(threads),
    )
    return kept(roots, player, opponent)


def kept(
    roots: LabelledPositions, player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64]
) -> LabelledPositions:
    """Return the positions in two arrays, a row for each root, but for those that are zero."""
    there = (player | opponent) != 0
    game = np.broadcast_to(roots["game"][:, None], there.shape)
    return new_positions(player[there], opponent[there], 0, game[there], 0)


def sample_searched(
    roots: LabelledPositions,
    nodes: int,
    empties: tuple[int, int],
    rng: np.random.Generator,
    threads: int = 1,
    per_search: int = 3,
) -> LabelledPositions:
    """Search each position deeply; return some of the positions evaluated, without labels.

    The searches have so many `nodes`, and `empties` are the fewest and the most of the positions to
    return: at most `per_search` of each search, drawn evenly from all that it evaluates, and often
    more than once. Each has a legal move, and belongs to the game of its root. They do not depend
    on the number of threads.
    """
    load_default()
    player = np.zeros((len(roots), per_search), np.uint64)
    opponent = np.zeros((len(roots), per_search), np.uint64)
    seeds = rng.integers(2**63, size=len(roots)).tolist()

    def search_some(first: int, given_up: threading.Event) -> None:
        searcher = core.Searcher(threads=1, hash_mb=SEARCH_HASH_MB)
        for i in range(first, len(roots), threads):
            if given_up.is_set():
                return
            own, other = int(roots["player"][i]), int(roots["opponent"][i])
            core.sample_searched(
                searcher, own, other, nodes, empties, player[i], opponent[i], seeds[i]
            )

    in_threads(search_some, range(threads), threads)
    return kept(roots, player, opponent)
