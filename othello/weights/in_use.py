"""The weights that this process evaluates with.

Weights for the shipped patterns go into the compiled core. Weights for others stay here, and the
evaluation "pattern" then means them: `evaluation_options` says so to a searcher.
"""

from __future__ import annotations

import threading
import zlib
from typing import TYPE_CHECKING, Any

from othello._core import core
from othello.files.access import FilePath
from othello.weights.file import (
    DEFAULT_WEIGHTS,
    Weights,
    read_packed,
    read_weights_file,
    shipped_contents,
)
from othello.weights.probcut import Model, load_model

if TYPE_CHECKING:
    from othello._patterns import OwnPatterns

#: Held while weights are put to use, so that those of one thread are not taken for another's.
_loading = threading.RLock()

#: The evaluation "pattern" if weights for other patterns than the core's are in use. It is replaced
#: as a whole, so that a thread reads the old or the new.
_own: OwnPatterns | None = None

#: Number of times that this process was given weights: results with others are told apart by it.
_times_loaded = 0

_checksum: int | None = None


def load_weights(path: FilePath) -> dict[str, Any]:
    """Read a weights file and use its weights from now on, in the whole process.

    Return the weights' provenance. Raises WeightsError if the file cannot be used; then the weights
    loaded before stay.
    """
    weights = read_weights_file(path)
    use_weights(weights)
    return weights.provenance


def use_weights(weights: Weights) -> None:
    """Evaluate and prune with `weights` from now on, in the whole process.

    Weights for other patterns than the core's are used by `Engine` and by all that
    `evaluation_options` reaches.
    """
    global _own, _times_loaded, _checksum
    with _loading:
        if weights.patterns == core.PATTERNS:
            core.load_weights(weights.values, weights.factors)
            _own = None
        else:
            _own = own_patterns_of(weights)
        load_model(weights.probcut)
        _times_loaded += 1
        others = repr((weights.patterns, weights.probcut)).encode()
        _checksum = zlib.crc32(others, zlib.crc32(weights.factors, zlib.crc32(weights.values)))


def weights_checksum() -> int | None:
    """Return a checksum of the weights in use; None for the shipped ones.

    What is kept for longer than a process, and was found out with weights, is told apart by it.
    """
    return _checksum


def weights_in_use() -> OwnPatterns | int:
    """Return something that stays equal as long as no other weights are put to use."""
    return own_patterns() or _times_loaded


def own_patterns() -> OwnPatterns | None:
    """Return the evaluation by other patterns than the core's, if weights for such are in use."""
    return _own


def own_patterns_of(weights: Weights) -> OwnPatterns:
    """Return the evaluation by `weights`, computed for their patterns, whichever they are."""
    from othello._patterns import OwnPatterns
    from othello.weights.patterns import pattern_set

    return OwnPatterns(pattern_set(weights.patterns), weights.values, weights.factors)


def evaluation_options(evaluation: str) -> dict[str, Any]:
    """Return an evaluation of `core.EVALUATIONS` as options of the core's searcher.

    >>> evaluation_options("classic")
    {'evaluation': 'classic'}
    """
    own = own_patterns()
    if evaluation == "pattern" and own is not None:
        return {"evaluation": "custom", "custom": (own, own.address, own.context_address)}
    return {"evaluation": evaluation}


def evaluate(player: int, opponent: int, evaluation: str) -> int:
    """Return the evaluation of a position in 1/128 disc; weights must be loaded."""
    own = own_patterns()
    if evaluation == "pattern" and own is not None:
        return own.value(player, opponent)
    return core.evaluate(player, opponent, evaluation)


def load_default() -> None:
    """Use the shipped weights, unless some are in use already."""
    with _loading:
        if not core.weights_loaded():
            model = load_packed()
            if own_patterns() is None:
                load_model(model)


def load_shipped() -> None:
    """Use the shipped weights from now on, whatever weights were loaded before."""
    global _own, _times_loaded, _checksum
    with _loading:
        load_model(load_packed())
        _own = _checksum = None
        _times_loaded += 1


def load_packed() -> Model:
    """Give the core the shipped weights; return the model of pruning that goes with them."""
    # Packed: unpacked rows would take 33 MB more for a moment.
    packed = read_packed(shipped_contents(), f"the package's {DEFAULT_WEIGHTS}")
    core.load_packed(packed.bits, packed.counts, packed.rows)
    return packed.probcut
