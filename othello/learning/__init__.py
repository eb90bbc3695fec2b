"""Positions with labels, out of files and into other tools: streams, samples, data frames.

>>> import tempfile, othello
>>> path = tempfile.mkdtemp() + "/suite.obf"
>>> with open(path, "w") as file:
...     _ = file.write("startpos; d3:+0; c4:-2;\\n")
>>> samples = next(stream([path]))
>>> samples.positions.shape, samples.moves.tolist(), samples.scores.tolist()
((1, 2), [19], [0.0])
>>> samples.planes().shape
(1, 2, 8, 8)
"""

from othello.learning.samples import NO_MOVE, Samples
from othello.learning.sources import read_samples
from othello.learning.streams import sample, stream
from othello.learning.tables import read_parquet, to_arrow, to_dataframe, write_parquet

__all__ = [
    "NO_MOVE",
    "Samples",
    "read_parquet",
    "read_samples",
    "sample",
    "stream",
    "to_arrow",
    "to_dataframe",
    "write_parquet",
]
