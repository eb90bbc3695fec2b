"""Making training data: games of the engine against itself, deviations off human games, labels.

Work is done in shards, each a file of its own and seeded by its number: a run that was ended goes
on with the first shard that is missing, and a later run with other shards can share its folder.
Files of other settings do not: they are told by what each says of how it was made.

Games are played many at a time, in step, as the core searches arrays of positions: each side plays
the best move of a shallow search, now and then a random one. Each position is then labelled by a
deeper search, or solved if its empties are few.
"""

from __future__ import annotations

import json
import random
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._version import __version__
from othello.board import Board
from othello.errors import InvalidOption, quote
from othello.files.lock import locked
from othello.files.writing import remove_partials, writable
from othello.game import Game
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
from othello.training.sampling import Games, label_by_search, label_exactly, sample

__all__ = ["Plan", "Shard", "balanced_openings", "make_shards", "play_games"]

Bitboards = npt.NDArray[np.uint64]

MOST_EMPTIES = 59
OPENING_ATTEMPTS = 200
"""Random openings tried for each balanced one asked for, before giving up."""

# What a first search of so many plies finds ahead by so many discs more is not searched deeper.
ROUGH_DEPTH = 4
ROUGH_ERROR = 2.5


class Plan(NamedTuple):
    """What a shard holds.

    Attributes
    ----------
    games : int
        Games in a shard; of human games, positions for each number of empties.
    random_plies : tuple of int
        The fewest and the most random moves that open a game, or that are put in before a
        position of a human game.
    play_depth : int
        Plies searched for each move of a game.
    blunders : float
        The share of a game's moves that are random.
    label_depth : int
        Plies searched to label a position.
    selectivity : int
        Confidence of the forward pruning in those searches, in percent.
    exact_empties : int
        Positions with so many empties or fewer are solved.
    empties : tuple of int
        The fewest and the most empties of the positions kept.
    seed : int
        What a shard holds depends on it and on the shard's number alone.
    """

    games: int = 1000
    random_plies: tuple[int, int] = (4, 20)
    play_depth: int = 2
    blunders: float = 0.05
    label_depth: int = 9
    selectivity: int = 73
    exact_empties: int = 14
    empties: tuple[int, int] = (1, MOST_EMPTIES)
    seed: int = 1


class Shard(NamedTuple):
    """A file of positions that was written, or found written.

    Attributes
    ----------
    path : Path
        The file.
    positions : int
        How many.
    seconds : float
        How long it took; 0 if it was there.
    """

    path: Path
    positions: int
    seconds: float


def make_shards(
    folder: Path,
    numbers: Sequence[int],
    plan: Plan,
    human_games: Games | None = None,
    threads: int = 1,
    weights: str | None = None,
) -> Iterator[Shard]:
    """Write one file of labelled positions after the other.

    Parameters
    ----------
    folder : Path
        Where they go; as long as this goes on no other process may write there.
    numbers : sequence of int
        Which shards; a file that is there already is left alone.
    plan : Plan
        What they hold.
    human_games : Games, optional
        Take positions from these games instead of playing games.
    threads : int
        For searching and solving; the positions do not depend on it.
    weights : str, optional
        Checksum of the weights loaded, for the files' provenance.

    Raises
    ------
    InvalidOption
        If a file that is there was made otherwise.
    FileError
        If the folder cannot be written to, or another process does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        remove_partials(folder)
        settings = describe_settings(plan, human_games, weights)
        paths = {number: folder / f"positions-{number:05}.npz" for number in numbers}
        for number, path in paths.items():
            if path.exists():
                check_settings(path, {"shard": number, **settings})
        missing = [path for path in paths.values() if not path.exists()]
        for path in missing[:1]:
            writable(path)  # before any work; the others go to the same folder
        for number, path in paths.items():
            if path.exists():
                yield Shard(path, len(read_dataset(path)), 0.0)
                continue
            started = time.perf_counter()
            positions = make_positions(number, plan, human_games, threads)
            provenance = {"version": __version__, "shard": number, **settings}
            write_dataset(path, positions, provenance)
            yield Shard(path, len(positions), time.perf_counter() - started)


def describe_settings(
    plan: Plan, human_games: Games | None, weights: str | None
) -> dict[str, object]:
    """Return what the positions of a shard depend on, apart from its number, as plain values."""
    settings: dict[str, object] = {"human_games": human_games is not None, **plan._asdict()}
    if human_games is not None:
        contents = np.ascontiguousarray(human_games.player).tobytes()
        settings["human_games_checksum"] = f"{zlib.crc32(contents):08x}"
    if weights is not None:
        settings["weights"] = weights
    return settings


def check_settings(path: Path, settings: Mapping[str, object]) -> None:
    """Raise an error if a file that is there was made with other settings."""
    before = read_provenance(path)
    for name, value in json.loads(json.dumps(settings)).items():
        if before.get(name, value) != value:
            raise InvalidOption(
                f"{path} is there already, with {name} {quote(before[name])}: "
                f"expected {quote(value)}, or another folder"
            )


def make_positions(
    number: int, plan: Plan, human_games: Games | None, threads: int
) -> LabelledPositions:
    """Return the positions of a shard, labelled."""
    rng = np.random.default_rng([plan.seed, number])
    if human_games is None:
        positions = play_games(plan, rng, threads)
        positions["game"] += np.uint32(number * plan.games)
    else:
        positions = deviations(human_games, plan, rng)
    return labelled(positions, plan, threads)


def play_games(plan: Plan, rng: np.random.Generator, threads: int = 1) -> LabelledPositions:
    """Return the positions of some games, unlabelled and distinct."""
    player, opponent = start_positions(plan.games)
    fewest, most = plan.random_plies
    n_random = rng.integers(fewest, most + 1, size=plan.games).astype(np.uint8)
    core.play_randomly(player, opponent, n_random, int(rng.integers(2**63)))
    game = np.arange(plan.games)
    parts = []
    while (going := player != 0).any():
        player, opponent, game = player[going], opponent[going], game[going]
        parts.append(new_positions(player, opponent, 0, game, 0))
        blunder = rng.random(len(game)) < plan.blunders
        player, opponent = next_positions(player, opponent, blunder, plan, rng, threads)
    positions = distinct(joined(parts))
    empties = count_empties(positions)
    return np.asarray(positions[(empties >= plan.empties[0]) & (empties <= plan.empties[1])])


def start_positions(count: int) -> tuple[Bitboards, Bitboards]:
    """Return the start of a game so many times."""
    board = Board()
    return np.full(count, board.player, np.uint64), np.full(count, board.opponent, np.uint64)


def next_positions(
    player: Bitboards,
    opponent: Bitboards,
    blunder: npt.NDArray[np.bool_],
    plan: Plan,
    rng: np.random.Generator,
    threads: int,
) -> tuple[Bitboards, Bitboards]:
    """Return the positions one move on: random where `blunder` says so, else the best found."""
    player, opponent = player.copy(), opponent.copy()
    for chosen, is_random in ((blunder, True), (~blunder, False)):
        own, other = player[chosen], opponent[chosen]
        if is_random:
            core.play_randomly(own, other, np.ones(len(own), np.uint8), int(rng.integers(2**63)))
        else:
            moves = np.empty(len(own), np.uint8)
            core.best_moves(own, other, moves, plan.play_depth, threads)
            core.play_moves(own, other, moves)
        player[chosen], opponent[chosen] = own, other
    return player, opponent


def deviations(games: Games, plan: Plan, rng: np.random.Generator) -> LabelledPositions:
    """Return positions of human games with random moves put in, unlabelled."""
    fewest, most = plan.empties
    return joined(
        sample(games, n_empties, plan.games, rng, plan.random_plies)
        for n_empties in range(fewest, most + 1)
    )


def labelled(positions: LabelledPositions, plan: Plan, threads: int) -> LabelledPositions:
    """Return the positions with values."""
    solved = count_empties(positions) <= plan.exact_empties
    parts = [
        label_exactly(positions[solved], threads),
        label_by_search(positions[~solved], plan.label_depth, threads, plan.selectivity),
    ]
    return joined(parts)


def balanced_openings(
    count: int, plies: int, depth: int, limit: float, seed: int, threads: int = 1
) -> Iterator[tuple[str, float]]:
    """Yield distinct openings after which a search finds neither side ahead, and its score.

    Fewer than `count` come if there are not so many, or if they are too hard to find.

    Parameters
    ----------
    count : int
        How many.
    plies : int
        Moves in each; they are random.
    depth : int
        Of the search.
    limit : float
        How many discs a side may be ahead.
    seed : int
        Which ones.
    threads : int
        For the searches.
    """
    rng = random.Random(seed)
    seen: set[int] = set()
    n_found = 0
    for _ in range(OPENING_ATTEMPTS):
        games = np.array([random_opening(plies, rng) for _ in range(count)])
        player = np.array([game.board.player for game in games], np.uint64)
        opponent = np.array([game.board.opponent for game in games], np.uint64)
        hashes = canonical_hash(player, opponent)
        positions = new_positions(player, opponent, 0, 0, 0)
        rough = label_by_search(positions, min(depth, ROUGH_DEPTH), threads)
        near = np.abs(rough["value"]) <= (limit + ROUGH_ERROR) * core.VALUE_PER_DISC
        deep = label_by_search(positions[near], depth, threads)
        scores = deep["value"] / core.VALUE_PER_DISC
        for game, mark, score in zip(games[near], hashes[near].tolist(), scores, strict=True):
            if abs(score) > limit or mark in seen:
                continue
            seen.add(mark)
            n_found += 1
            yield game.transcript(), float(score)
            if n_found == count:
                return


def random_opening(plies: int, rng: random.Random) -> Game:
    """Return a game of that many random moves, none of them a pass."""
    while True:
        game = Game()
        for _ in range(plies):
            if game.is_over:
                break
            game.play(rng.choice(game.board.legal_moves()))
        if PASS not in game.moves and not game.is_over:
            return game
