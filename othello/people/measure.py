"""Measures of how well the model predicts the moves of people, beside simpler guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.people.estimate import estimate, log_likelihoods
from othello.people.fitting import choices, positions_of
from othello.people.games import FIRST_COUNTED
from othello.people.inputs import SCALARS, UNIT, Inputs, Scores, with_ratings
from othello.people.model import Model, shares_of

BANDS = (1000, 1200, 1400, 1600, 1800)
"""Ratings in the middle of a band, which are 200 wide; the first and the last have no end."""

PHASES = ((1, 8), (9, 20), (21, 32), (33, 44), (45, 52), (53, 60))
"""First and last ply."""

DEEP = 10
"""Plies of the deeper search."""

TEMPERATURE = 4.2
"""In discs: of the softmax of losses. It is the best one on the years for tuning."""

WITH_SHARES = ("model", "engine's softmax of losses")
"""The guesses that say how often each move is played. The others name one move."""

CHUNK = 1 << 14
"""Moves whose inputs are in memory at once."""

LEAST_SHARE = 1e-6
"""The share, 0 to 1, that counts where a guess gives a move none."""

RATED_GAMES, CLOSE = 20, 150
"""Games of a player whose rating is estimated, and by how many points it may be off."""


class Hits(NamedTuple):
    """Quality of the guesses of some moves.

    Attributes
    ----------
    first, third : array of float, shape (moves,)
        Which share of a hit it is: whether the move played is the likeliest, or one of the three
        likeliest. Of moves that are as likely, each has its part.
    loss : array of float, shape (moves,)
        Minus the logarithm of the probability of the move played.
    """

    first: npt.NDArray[np.float64]
    third: npt.NDArray[np.float64]
    loss: npt.NDArray[np.float64]


def hits_of(
    values: npt.NDArray[np.float64], first: npt.NDArray[np.int32], played: npt.NDArray[np.int32]
) -> Hits:
    """Return how good guesses are whose shares are the softmax of `values`."""
    places, n_moves = first[:-1] + played, np.diff(first)
    own = np.repeat(values[places], n_moves)
    above = np.add.reduceat((values > own).astype(float), first[:-1])
    alike = np.add.reduceat((values == own).astype(float), first[:-1])
    shares = np.maximum(shares_of(values, first)[places], LEAST_SHARE)
    hit, near_hit = (np.clip((n - above) / alike, 0, 1) for n in (1, 3))
    return Hits(hit, near_hit, -np.log(shares))


class Measured(NamedTuple):
    """Measurements of some moves: what each guess is worth, and the model by every rating."""

    moves: npt.NDArray[np.void]
    guesses: dict[str, Hits]
    #: Shape (moves, ratings): the model's loss if it is told the middle of another band.
    told: npt.NDArray[np.float64]
    grid: npt.NDArray[np.float64]  #: `log_likelihoods` of each move

    @property
    def counted(self) -> Measured:
        """The measurements of the moves from `FIRST_COUNTED` on."""
        rows = self.moves["ply"] >= FIRST_COUNTED
        guesses = {
            name: Hits(*(column[rows] for column in hits)) for name, hits in self.guesses.items()
        }
        return Measured(self.moves[rows], guesses, self.told[rows], self.grid[rows])


def measured(model: Model, scored: Iterable[tuple[npt.NDArray[np.void], Scores]]) -> Measured:
    """Measure the model on moves with the engine's scores."""
    parts = [part for moves, scores in scored for part in _in_parts(model, moves, scores)]
    return Measured(
        np.concatenate([part.moves for part in parts]),
        {
            name: Hits(*(np.concatenate(column) for column in zip(*hits, strict=True)))
            for name in parts[0].guesses
            for hits in [[part.guesses[name] for part in parts]]
        },
        np.concatenate([part.told for part in parts]),
        np.concatenate([part.grid for part in parts]),
    )


def _in_parts(model: Model, moves: npt.NDArray[np.void], scores: Scores) -> Iterator[Measured]:
    for begin in range(0, len(moves), CHUNK):
        some = slice(begin, begin + CHUNK)
        yield measured_part(model, moves[some], scores[some])


def measured_part(model: Model, moves: npt.NDArray[np.void], scores: Scores) -> Measured:
    """Measure the model on a few moves."""
    inputs, played = choices(moves, scores)
    first = inputs.first
    values = {"model": model.values(inputs), **simple_values(inputs, moves)}
    told = [
        hits_of(model.values(with_ratings(inputs, rating)), first, played).loss for rating in BANDS
    ]
    return Measured(
        moves,
        {name: hits_of(each, first, played) for name, each in values.items()},
        np.stack(told, axis=1),
        log_likelihoods(model, inputs, played),
    )


def simple_values(
    inputs: Inputs, moves: npt.NDArray[np.void]
) -> dict[str, npt.NDArray[np.float64]]:
    """Return the simpler guesses as numbers of the moves, whose softmax are their shares."""
    column = {name: inputs.numbers[:, place] / UNIT for place, name in enumerate(SCALARS)}
    sure = -np.log(LEAST_SHARE)
    best = batch.search(positions_of(moves), depth=DEEP, selectivity=73).moves
    is_deep = inputs.squares == np.repeat(best, np.diff(inputs.first))
    loss = 8 * column["loss"]
    return {
        "engine's softmax of losses": -loss / TEMPERATURE,
        f"engine's best, {DEEP} plies": sure * is_deep,
        "engine's best, 4 plies": sure * column["is best"],
        "fewest replies": sure * _is_least(column["replies"], inputs.first),
        "any move": np.zeros(len(loss)),
    }


def _is_least(
    numbers: npt.NDArray[np.float64], first: npt.NDArray[np.int32]
) -> npt.NDArray[np.bool_]:
    """Return which numbers are the least of their position."""
    least = np.minimum.reduceat(numbers, first[:-1])
    return np.asarray(numbers == np.repeat(least, np.diff(first)))


# ------------------------------------------------------------------ tables


def tables(found: Measured) -> str:
    """Return the tables as Markdown: of the moves that are counted, but by phase of all."""
    counted = found.counted
    return "\n\n".join([by_guess(counted), by_phase(found), by_band(counted), by_told(counted)])


def by_guess(found: Measured) -> str:
    """Return the table of the guesses, over all moves."""
    rows = []
    for name, hits in found.guesses.items():
        loss = f"{hits.loss.mean():.3f}" if name in WITH_SHARES else "–"
        rows.append([name, percent(hits.first), percent(hits.third), loss])
    return table(["guess", "first", "among three", "log-loss"], rows)


def by_phase(found: Measured) -> str:
    """Return the table of each guess by ply."""
    parts = [
        (f"{begin}–{end}", (found.moves["ply"] >= begin) & (found.moves["ply"] <= end))
        for begin, end in PHASES
    ]
    return _firsts(found, "ply", parts)


def by_band(found: Measured) -> str:
    """Return the table of each guess by rating."""
    bands = band_of(found.moves["rating"])
    return _firsts(found, "rating", [(name, bands == n) for n, name in enumerate(band_names())])


def _firsts(found: Measured, head: str, parts: list[tuple[str, npt.NDArray[np.bool_]]]) -> str:
    parts = [part for part in parts if part[1].any()]
    rows = [["moves", *(f"{is_in.sum():,}" for _, is_in in parts)]]
    for name, hits in found.guesses.items():
        rows.append([name, *(percent(hits.first[is_in]) for _, is_in in parts)])
    for name in WITH_SHARES:
        losses = (found.guesses[name].loss[is_in].mean() for _, is_in in parts)
        rows.append([f"log-loss: {name}", *(f"{loss:.3f}" for loss in losses)])
    return table([head, *(name for name, _ in parts)], rows)


def by_told(found: Measured) -> str:
    """Return the table of the model's log-loss by rating, and by the rating that it is told."""
    bands = band_of(found.moves["rating"])
    rows = []
    for n in np.unique(bands):
        losses = found.told[bands == n].mean(axis=0)
        best = losses.argmin()
        rows.append(
            [
                band_names()[n],
                *(f"**{x:.4f}**" if k == best else f"{x:.4f}" for k, x in enumerate(losses)),
            ]
        )
    return table(["rating", *(f"told {rating}" for rating in BANDS)], rows)


def band_of(ratings: npt.NDArray[np.float32]) -> npt.NDArray[np.intp]:
    """Return the number of the band of each rating.

    >>> band_of(np.array([700, 1099, 1100, 1490, 2100])).tolist()
    [0, 0, 1, 2, 4]
    """
    ends = [(low + high) / 2 for low, high in pairwise(BANDS)]
    return np.digitize(ratings, ends)


def band_names() -> list[str]:
    """Return the name of each band."""
    inner = [f"{rating - 100}–{rating + 99}" for rating in BANDS[1:-1]]
    return [f"below {BANDS[0] + 100}", *inner, f"from {BANDS[-1] - 100}"]


class RatedPlayer(NamedTuple):
    """A player whose rating is estimated from the moves."""

    who: int
    games: int
    rating: float  #: by the results
    estimated: float
    error: float


def rated_players(found: Measured, least: int = RATED_GAMES) -> list[RatedPlayer]:
    """Return the players with so many games at least."""
    found = found.counted
    moves = found.moves
    game = moves["year"].astype(np.int64) * 100_000 + moves["game"]
    players = []
    for who in np.unique(moves["who"]):
        rows = moves["who"] == who
        n_games = len(np.unique(game[rows]))
        if n_games >= least:
            guess = estimate(found.grid[rows].sum(axis=0))
            rating = float(moves["rating"][rows].mean())
            players.append(RatedPlayer(int(who), n_games, rating, *guess))
    return players


def of_players(players: list[RatedPlayer]) -> str:
    """Return how near the estimates are, in a sentence."""
    off = np.array([player.estimated - player.rating for player in players])
    error = np.array([player.error for player in players])
    share = (abs(off) <= CLOSE).mean()
    return (
        f"{len(players)} players with {RATED_GAMES} games or more: {share:.0%} of the estimates "
        f"are within {CLOSE} points of the rating; mean difference {off.mean():+.0f}, standard "
        f"deviation {off.std():.0f}; stated error {error.mean():.0f} in the mean."
    )


def percent(shares: npt.NDArray[np.float64]) -> str:
    """Return a mean share as text."""
    return f"{shares.mean():.1%}".replace("%", " %")


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table as Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
