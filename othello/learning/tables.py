"""Samples as tables: pandas and polars data frames, Arrow, Parquet; each needs its package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.errors import FormatError
from othello.files.access import named
from othello.files.writing import replacing
from othello.learning.samples import Samples
from othello.limits import one_of

__all__ = ["COLUMNS", "LIBRARIES", "read_parquet", "to_arrow", "to_dataframe", "write_parquet"]

LIBRARIES = ("pandas", "polars")

COLUMNS = ("player", "opponent", "move", "score", "exact", "empties")


def to_dataframe(samples: Samples, library: str = "pandas") -> Any:
    """Return samples as a data frame with the columns of `COLUMNS`.

    Parameters
    ----------
    samples : Samples
        The rows.
    library : str
        ``"pandas"`` or ``"polars"``, which must be installed: ``othello-engine[pandas]``,
        ``othello-engine[polars]``.
    """
    one_of("library", library, LIBRARIES)
    if library == "polars":
        import polars

        return polars.DataFrame(_columns(samples))
    import pandas

    return pandas.DataFrame(_columns(samples))


def to_arrow(samples: Samples) -> Any:
    """Return samples as a `pyarrow.Table` with the columns of `COLUMNS`; ``othello-engine[arrow]``."""
    import pyarrow

    return pyarrow.table(_columns(samples))


def write_parquet(path: str | Path, samples: Samples) -> None:
    """Write samples to a Parquet file, which is replaced as a whole; ``othello-engine[arrow]``."""
    import pyarrow.parquet

    table = to_arrow(samples)
    with replacing(path, "wb") as file:
        pyarrow.parquet.write_table(table, file)


def read_parquet(path: str | Path) -> Samples:
    """Return the samples in a file of `write_parquet`; ``othello-engine[arrow]``.

    Raises
    ------
    FileError, FormatError
        If the file cannot be opened; if it lacks a column.
    """
    import pyarrow
    import pyarrow.parquet

    with named(path):
        contents = Path(path).read_bytes()
    try:
        table = pyarrow.parquet.read_table(pyarrow.BufferReader(contents), columns=[*COLUMNS[:5]])
        columns = [table.column(name).to_numpy() for name in COLUMNS[:5]]
    except (pyarrow.ArrowException, KeyError) as error:
        raise FormatError(str(path), None, f"no table of samples: {error}", 0) from None
    player, opponent, moves, scores, exact = columns
    return Samples.of(np.stack([player, opponent], axis=1), moves, scores, exact)


def _columns(samples: Samples) -> dict[str, npt.NDArray[Any]]:
    player, opponent = np.ascontiguousarray(samples.positions.T)
    empties = samples.n_empties.astype(np.uint8)
    columns = (player, opponent, samples.moves, samples.scores, samples.exact, empties)
    return dict(zip(COLUMNS, columns, strict=True))
