"""Samples as tables: pandas and polars data frames, Arrow, Parquet; each needs its package."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.errors import FormatError, InvalidOption, OthelloError
from othello.fields import one_of
from othello.files.access import reading
from othello.files.writing import replacing
from othello.learning.samples import Samples

LIBRARIES = ("pandas", "polars")

COLUMNS = ("player", "opponent", "move", "score", "exact", "empties")
READ = COLUMNS[:5]
"""The columns that a file must have; the empties follow from the discs."""


def to_dataframe(samples: Samples, library: str = "pandas") -> Any:
    """Return samples as a data frame with the columns of `COLUMNS`.

    The library, ``"pandas"`` or ``"polars"``, must be installed: ``othello-engine[pandas]``,
    ``othello-engine[polars]``.
    """
    one_of("library", library, LIBRARIES)
    if library == "polars":
        import polars

        return polars.DataFrame(_columns(samples))
    import pandas  # type: ignore[import-untyped,unused-ignore]

    return pandas.DataFrame(_columns(samples))


def to_arrow(samples: Samples) -> Any:
    """Return samples as a `pyarrow.Table` with the columns of `COLUMNS`.

    Needs the extra ``othello-engine[arrow]``.
    """
    columns = _columns(samples)
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    return pyarrow.table(columns)


def write_parquet(path: str | Path, samples: Samples) -> None:
    """Write samples to a Parquet file, which is replaced as a whole; ``othello-engine[arrow]``."""
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    table = to_arrow(samples)
    with replacing(path, "wb") as file:
        pyarrow.parquet.write_table(table, file)


def read_parquet(path: str | Path) -> Samples:
    """Return the samples in a file of `write_parquet`; ``othello-engine[arrow]``.

    Raises
    ------
    FileError, FormatError
        If the file cannot be opened; if it lacks a column, or has one of another kind, or a row
        that is no position or no move.
    """
    with reading(path) as opened:
        contents = opened.read()
    import pyarrow  # type: ignore[import-untyped,unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    try:
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(contents))
        missing = [name for name in READ if name not in file.schema_arrow.names]
        if missing:
            raise InvalidOption(f"no column {', '.join(missing)}: expected {', '.join(READ)}")
        table = file.read(columns=[*READ])
        for name in READ:
            _check_kind(name, table.column(name))
        # Of int64 beside uint64, numpy would make floats, which do not hold 64 squares.
        discs = [table.column(name).cast(pyarrow.uint64()).to_numpy() for name in READ[:2]]
        labels = [table.column(name).to_numpy() for name in READ[2:]]
        return Samples.of(np.stack(discs, axis=1), *labels)
    except (pyarrow.ArrowException, OthelloError) as error:
        reason = str(error).partition("\n")[0]  # pyarrow adds what it saw, over many lines
        raise FormatError(str(path), None, f"no table of samples: {reason}", 0) from None


def _check_kind(name: str, column: Any) -> None:
    """Raise InvalidOption if a column of a file is of another kind; only a score may be missing."""
    import pyarrow

    is_integer = pyarrow.types.is_integer(column.type)
    if name == "score":
        expected, is_right = "numbers", is_integer or pyarrow.types.is_floating(column.type)
    elif name == "exact":
        expected, is_right = "truth values", pyarrow.types.is_boolean(column.type)
    else:
        expected, is_right = "integers", is_integer
    if name != "score" and column.null_count:
        expected, is_right = f"{expected} without nulls", False
    if not is_right:
        raise InvalidOption(f"column {name}: {column.type}, expected {expected}")


def _columns(samples: Samples) -> dict[str, npt.NDArray[Any]]:
    player, opponent = np.ascontiguousarray(samples.positions.T)
    empties = samples.n_empties.astype(np.uint8)
    columns = (player, opponent, samples.moves, samples.scores, samples.exact, empties)
    return dict(zip(COLUMNS, columns, strict=True))
