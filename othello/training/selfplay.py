"""Make training data: play games or vary human games, then label the positions.

The data are made in shards, each a file of its own with a seed that depends on its number. A run
that was interrupted continues with the first missing shard, and a later run may add shards to the
same folder. Each file records the settings it was made with; a run with other settings is refused.

Many games are played in step, because the core searches arrays of positions. Each side plays the
best move of a shallow search, or sometimes a random move. Then each position is labelled by a
deeper search, or solved if it has few empties.
"""

import json
import random
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from othello._core import core
from othello._version import __version__
from othello.board import Board
from othello.errors import InvalidOption, quote
from othello.fields import Choices, Option, Range, in_range
from othello.files.lock import locked
from othello.files.writing import remove_partials, writable
from othello.game import Game
from othello.limits import MAX_DEPTH, SELECTIVITIES
from othello.notation import PASS
from othello.training.dataset import (
    LabelledPositions,
    canonical_hash,
    count_empties,
    distinct,
    joined,
    new_positions,
    read_dataset,
    read_provenance,
    write_dataset,
)
from othello.training.leaves import SEARCHED_PLIES, sample_leaves, sample_searched
from othello.training.sampling import (
    ReplayedGames,
    label_by_search,
    label_exactly,
    play_well,
    sample,
)
from othello.training.threads import possible_threads

MOST_LABELLED_EMPTIES = 59
"""Empties after the first move of a game, the most that a labelled position has."""

MOST_GAMES = 10_000_000
"""Games of a file, or openings: all of them are held in memory."""

OPENING_ATTEMPTS = 200
"""Random openings tried for each balanced one asked for, before giving up."""

# An opening is searched with this depth first. It is dropped if one side is ahead by more than the
# limit plus this error, in discs.
ROUGH_DEPTH = 4
ROUGH_ERROR = 2.5


class Plan(NamedTuple):
    """Settings of the shards, most of which are options of ``othello selfplay``.

    `random_plies` are the fewest and the most random moves, at the start of a game or, with human
    games, before a position. Of the moves of a game a share, `blunders`, is random. The seed and
    the shard's number determine all random choices.
    """

    games: Annotated[
        int,
        Range(1, MOST_GAMES),
        "games a file; with --wthor, positions for each number of empties",
    ] = 1000
    random_plies: tuple[int, int] = (4, 20)
    play_depth: Annotated[int, Range(1, 12), "depth for playing"] = 2
    blunders: float = 0.05
    label_depth: Annotated[int, Range(1, MAX_DEPTH), Option("--depth"), "depth for labels"] = 9
    selectivity: Annotated[
        int, Choices(SELECTIVITIES), "confidence of forward pruning for labels, in percent"
    ] = 73
    exact_empties: Annotated[int, Range(0, 16), Option("--exact"), "solve from N empties on"] = 14
    empties: Annotated[
        tuple[int, int], Range(1, MOST_LABELLED_EMPTIES), "empties of the positions"
    ] = (1, MOST_LABELLED_EMPTIES)
    leaf_plies: Annotated[
        int,
        Range(3, 12),
        Option("--leaves"),
        "take leaves of searches of up to N plies instead of the positions",
    ] = 0
    searched_nodes: Annotated[
        int,
        Range(100),
        Option("--searched"),
        "take positions that the engine's searches of N nodes evaluate, instead of the positions",
    ] = 0
    leaves_per_search: Annotated[
        int, Range(1, 100), "leaves, or positions, to take of each of these searches"
    ] = 3
    seed: Annotated[int, Range(0), "random seed"] = 1


class Shard(NamedTuple):
    """A file of positions; `seconds` is the time it took to make, 0 if it was there already."""

    path: Path
    positions: int
    seconds: float


def make_shards(
    folder: Path,
    numbers: Sequence[int],
    plan: Plan,
    human_games: ReplayedGames | None = None,
    threads: int = 1,
    weights: str | None = None,
    *,
    make: Callable[[Iterable[int]], Iterable[LabelledPositions]] | None = None,
) -> Iterator[Shard]:
    """Write files of labelled positions, one shard after another; yield each.

    The folder is locked until the iterator ends. A file that exists is kept. Positions of
    `human_games` are taken instead of playing games. They do not depend on the number of threads.
    `weights` is the checksum of the loaded weights, for the files' provenance. `make`, given the
    numbers of the missing shards, makes their positions instead of `make_positions` here.

    Raises InvalidOption if an existing file was made with other settings, or a number is out of
    range. Raises FileError if the folder cannot be written to, or another process has locked it.
    """
    check_limits(plan, threads)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        remove_partials(folder)
        settings = describe_settings(plan, human_games, weights)
        paths = {number: folder / f"positions-{number:05}.npz" for number in numbers}
        for number, path in paths.items():
            if path.exists():
                check_settings(path, {"shard": number, **settings})
        missing = [number for number, path in paths.items() if not path.exists()]
        for number in missing[:1]:
            writable(paths[number])  # before any work; the others go to the same folder
        made: Iterator[LabelledPositions]
        if make is None:
            made = (make_positions(number, plan, human_games, threads) for number in missing)
        else:
            made = iter(make(missing))
        for number, path in paths.items():
            if path.exists():
                yield Shard(path, len(read_dataset(path)), 0.0)
                continue
            started = time.perf_counter()
            positions = next(made)
            provenance = {"version": __version__, "shard": number, **settings}
            write_dataset(path, positions, provenance)
            yield Shard(path, len(positions), time.perf_counter() - started)


def check_limits(plan: Plan, threads: int) -> None:
    """Raise InvalidOption for too many threads, or empties that no position of a game has."""
    possible_threads(threads)
    fewest = in_range("fewest empties", plan.empties[0], 1, MOST_LABELLED_EMPTIES)
    in_range("most empties", plan.empties[1], fewest, MOST_LABELLED_EMPTIES)


def describe_settings(
    plan: Plan, human_games: ReplayedGames | None, weights: str | None
) -> dict[str, object]:
    """Return the settings that determine a shard's positions but its number, as JSON values."""
    settings: dict[str, object] = {"human_games": human_games is not None, **plan._asdict()}
    if human_games is not None:
        contents = np.ascontiguousarray(human_games.player).tobytes()
        settings["human_games_checksum"] = f"{zlib.crc32(contents):08x}"
    if weights is not None:
        settings["weights"] = weights
    return settings


def check_settings(path: Path, settings: Mapping[str, object]) -> None:
    """Raise InvalidOption unless an existing file was made with these settings."""
    before = read_provenance(path)
    if not before:
        reason = "is there already, without a record of how it was made"
        raise InvalidOption(f"{path} {reason}: expected another folder")
    defaults = json.loads(json.dumps(Plan()._asdict()))
    for name, value in json.loads(json.dumps(settings)).items():
        # An older file may lack settings that there were not yet when it was made.
        old = before.get(name, defaults.get(name, value))
        if old != value:
            raise InvalidOption(
                f"{path} is there already, with {name} {quote(old)}: "
                f"expected {quote(value)}, or another folder"
            )


def make_positions(
    number: int, plan: Plan, human_games: ReplayedGames | None, threads: int
) -> LabelledPositions:
    """Return the labelled positions of the shard with this number."""
    rng = np.random.default_rng([plan.seed, number])
    fewest, most = plan.empties
    # A search leads to leaves with fewer empties.
    if plan.searched_nodes:
        fewest, most = fewest + SEARCHED_PLIES, most + SEARCHED_PLIES
    fewest = min(fewest, MOST_LABELLED_EMPTIES)
    wider = plan._replace(empties=(fewest, min(most + plan.leaf_plies, MOST_LABELLED_EMPTIES)))
    if human_games is None:
        positions = play_games(wider, rng, threads)
        positions["game"] += np.uint32(number * plan.games % 2**32)
    else:
        positions = joined(
            sample(human_games, n_empties, plan.games, rng, plan.random_plies)
            for n_empties in range(wider.empties[0], wider.empties[1] + 1)
        )
    if plan.leaf_plies:
        leaves = sample_leaves(positions, plan.leaf_plies, rng, threads, plan.leaves_per_search)
        positions = within(distinct(leaves), plan)
    if plan.searched_nodes:
        searched = sample_searched(
            positions, plan.searched_nodes, plan.empties, rng, threads, plan.leaves_per_search
        )
        positions = distinct(searched)
    # Those that are solved come first.
    solved = count_empties(positions) <= plan.exact_empties
    exact = label_exactly(positions[solved], threads)
    searched = label_by_search(positions[~solved], plan.label_depth, threads, plan.selectivity)
    return joined([exact, searched])


def play_games(plan: Plan, rng: np.random.Generator, threads: int = 1) -> LabelledPositions:
    """Play the games of a shard; return their distinct positions, without labels.

    A move is random for a share of the positions, and the best of a search in the others.
    """
    start = Board()
    player = np.full(plan.games, start.player, np.uint64)
    opponent = np.full(plan.games, start.opponent, np.uint64)
    fewest, most = plan.random_plies
    n_random = rng.integers(fewest, most + 1, size=plan.games).astype(np.uint8)
    core.play_randomly(player, opponent, n_random, int(rng.integers(2**63)))
    game = np.arange(plan.games)
    parts = []
    while (going := player != 0).any():
        player, opponent, game = player[going], opponent[going], game[going]
        parts.append(new_positions(player, opponent, 0, game, 0))
        blunder = rng.random(len(game)) < plan.blunders
        own, other = player[blunder], opponent[blunder]
        core.play_randomly(own, other, np.ones(len(own), np.uint8), int(rng.integers(2**63)))
        player[blunder], opponent[blunder] = own, other
        play_well(player, opponent, ~blunder, plan.play_depth, threads)
    return within(distinct(joined(parts)), plan)


def within(positions: LabelledPositions, plan: Plan) -> LabelledPositions:
    """Return the positions whose number of empties the plan asks for."""
    empties = count_empties(positions)
    return np.asarray(positions[(empties >= plan.empties[0]) & (empties <= plan.empties[1])])


def balanced_openings(
    count: int, plies: int, depth: int, limit: float, seed: int, threads: int = 1
) -> Iterator[tuple[str, float]]:
    """Yield distinct openings of random moves after which a search finds neither side ahead.

    Each has `plies` moves, and a score of at most `limit` discs for either side in a search of
    `depth` plies. What is yielded are the moves and the score in discs for the side to move. There
    are fewer than `count` if `OPENING_ATTEMPTS` rounds of `count` random openings each do not
    contain enough.
    """
    rng = random.Random(seed)
    seen: set[int] = set()
    n_found = 0
    for _ in range(OPENING_ATTEMPTS):
        games = [random_opening(plies, rng) for _ in range(count)]
        player = np.array([game.board.player for game in games], np.uint64)
        opponent = np.array([game.board.opponent for game in games], np.uint64)
        hashes = canonical_hash(player, opponent)
        positions = new_positions(player, opponent, 0, 0, 0)
        rough = label_by_search(positions, min(depth, ROUGH_DEPTH), threads)
        near = np.abs(rough["value"]) <= (limit + ROUGH_ERROR) * core.VALUE_PER_DISC
        deep = label_by_search(positions[near], depth, threads)
        scores = deep["value"] / core.VALUE_PER_DISC
        kept = compress(games, near.tolist())
        for game, mark, score in zip(kept, hashes[near].tolist(), scores, strict=True):
            if abs(score) > limit or mark in seen:
                continue
            seen.add(mark)
            n_found += 1
            yield game.transcript(), float(score)
            if n_found == count:
                return


def random_opening(plies: int, rng: random.Random) -> Game:
    """Return a game of `plies` random moves that is not over and has no pass."""
    while True:
        game = Game()
        for _ in range(plies):
            if game.is_over:
                break
            game.play(rng.choice(game.board.legal_moves()))
        if PASS not in game.moves and not game.is_over:
            return game
