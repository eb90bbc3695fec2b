"""Samples in batches, mixed, and samples with as many positions of each phase."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from othello.errors import InvalidOption, quote
from othello.fields import in_range, one_of
from othello.learning.samples import Samples, joined
from othello.learning.sources import read_samples

MOST_EMPTIES = 60
MOST_ROWS = 1 << 30

Paths = Iterable[str | Path]


def stream(
    paths: Paths,
    batch_size: int = 1024,
    *,
    empties: tuple[int, int] = (0, MOST_EMPTIES),
    shuffle: int = 0,
    symmetries: bool = False,
    seed: int | None = None,
) -> Iterator[Samples]:
    """Yield the positions of files in batches; the last may be smaller.

    The files are WTHOR, OBF, and those of `othello selfplay` and of `write_parquet`, as
    `read_samples` reads them.
    `empties` are the fewest and the most empty squares of the positions wanted. So many rows as
    `shuffle` says are held, and batches are drawn at random from these and the batch that comes in;
    0 keeps the files' order. `symmetries` turns each position, and its move, by a symmetry chosen
    at random. Without a `seed` the choice is another one each time.
    """
    batch_size = in_range("batch_size", batch_size, 1, MOST_ROWS)
    shuffle = in_range("shuffle", shuffle, 0, MOST_ROWS)
    one_of("symmetries", symmetries, (True, False))
    rng = _generator(seed)
    return _batches(_checked(paths), batch_size, _span(empties), shuffle, symmetries, rng)


def _batches(
    paths: Paths,
    batch_size: int,
    empties: tuple[int, int],
    shuffle: int,
    symmetries: bool,
    rng: np.random.Generator,
) -> Iterator[Samples]:
    held = joined([])
    for part in _wanted(paths, empties):
        held = joined([held, part])
        if shuffle and held.size >= shuffle + batch_size:
            held = held.at(rng.permutation(held.size))
        first = 0
        while held.size - first >= shuffle + batch_size:
            batch = held.at(slice(first, first + batch_size))
            yield batch.turned(rng) if symmetries else batch
            first += batch_size
        held = held.at(slice(first, None))
    if shuffle:
        held = held.at(rng.permutation(held.size))
    for first in range(0, held.size, batch_size):
        batch = held.at(slice(first, first + batch_size))
        yield batch.turned(rng) if symmetries else batch


def sample(
    paths: Paths,
    count: int,
    *,
    phases: Sequence[tuple[int, int]] = ((1, 12), (13, 24), (25, 36), (37, 48), (49, 60)),
    seed: int | None = None,
) -> Samples:
    """Return up to `count` positions of each phase, drawn from files without preference.

    The files are as for `stream`, and read once, whatever their size. `phases` are the fewest and
    the most empty squares of each phase; there are fewer positions where the files have fewer.
    """
    count = in_range("count", count, 1, MOST_ROWS)
    if not isinstance(phases, Sequence):
        raise InvalidOption(f"invalid phases {quote(phases)}: expected pairs of numbers of empties")
    spans = [_span(phase) for phase in phases]
    rng = _generator(seed)
    kept = [joined([]) for _ in spans]
    keys = [np.empty(0) for _ in spans]
    for part in _wanted(_checked(paths), (0, MOST_EMPTIES)):
        for number, span in enumerate(spans):
            chosen = _within(part, span)
            # The rows with the least of random numbers, of all that were seen, are a fair sample.
            drawn = np.concatenate([keys[number], rng.random(chosen.size)])
            least = np.argsort(drawn, kind="stable")[:count]
            keys[number] = drawn[least]
            kept[number] = joined([kept[number], chosen]).at(least)
    return joined(kept)


def _checked(paths: Paths) -> Paths:
    if isinstance(paths, (str, Path)) or not isinstance(paths, Iterable):
        raise InvalidOption(f"invalid paths {quote(paths)}: expected a list of paths")
    return paths


def _generator(seed: int | None) -> np.random.Generator:
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InvalidOption(
            f"invalid seed {quote(seed)}: expected a whole number, 0 or more"
        ) from None


def _wanted(paths: Paths, empties: tuple[int, int]) -> Iterator[Samples]:
    for path in paths:
        for part in read_samples(path):
            yield part if empties == (0, MOST_EMPTIES) else _within(part, empties)


def _within(samples: Samples, empties: tuple[int, int]) -> Samples:
    n_empties = samples.n_empties
    return samples.at((n_empties >= empties[0]) & (n_empties <= empties[1]))


def _span(empties: tuple[int, int]) -> tuple[int, int]:
    try:
        few, many = empties
    except (TypeError, ValueError):
        raise InvalidOption(
            f"invalid empties {quote(empties)}: expected the fewest and the most"
        ) from None
    few = in_range("empties", few, 0, MOST_EMPTIES)
    return few, in_range("empties", many, few, MOST_EMPTIES)
