"""The weights of the pattern evaluation: files of them, and those in use."""

from othello.weights.file import (
    DEFAULT_WEIGHTS,
    Weights,
    checksum_in,
    default_weights,
    read_contents,
    read_weights,
    read_weights_file,
    rows_of_phase,
    shipped_contents,
    zero_factors,
)
from othello.weights.in_use import (
    evaluate,
    evaluation_options,
    load_default,
    load_shipped,
    load_weights,
    own_patterns,
    own_patterns_of,
    use_weights,
    weights_checksum,
    weights_in_use,
)

__all__ = [
    "DEFAULT_WEIGHTS",
    "Weights",
    "checksum_in",
    "default_weights",
    "evaluate",
    "evaluation_options",
    "load_default",
    "load_shipped",
    "load_weights",
    "own_patterns",
    "own_patterns_of",
    "read_contents",
    "read_weights",
    "read_weights_file",
    "rows_of_phase",
    "shipped_contents",
    "use_weights",
    "weights_checksum",
    "weights_in_use",
    "zero_factors",
]
