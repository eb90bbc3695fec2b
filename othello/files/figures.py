"""Write figures to files with matplotlib, which the extra ``othello-engine[plot]`` installs.

matplotlib is imported only when a figure is made. No window is opened.
"""

import os
from pathlib import Path
from typing import Any

from othello.errors import InvalidOption, OthelloError, quote
from othello.files.access import FilePath, check_path
from othello.files.writing import replacing, writable

PANEL_INCHES = (5.0, 4.0)
"""Width and height of one pair of axes."""

IDEAL = {"color": "0.5", "linestyle": "--", "linewidth": 1}
"""Style of reference lines, such as an ideal speed-up or a score of 0."""


def new_figure(n_panels: int = 1) -> Any:
    """Return an empty figure with room for `n_panels` pairs of axes side by side.

    Raises OthelloError if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise OthelloError("figures need matplotlib: pip install 'othello-engine[plot]'") from None
    width, height = PANEL_INCHES
    return Figure(figsize=(width * n_panels, height), layout="constrained")


def check_figure_file(file: FilePath) -> None:
    """Check before long work that a figure can be saved as `file`.

    Raises OthelloError if matplotlib or the file's folder is missing, or the extension is no format
    it can write.
    """
    check_path(file)
    known = sorted(new_figure().canvas.get_supported_filetypes())
    if _format_of(file) not in known:
        raise InvalidOption(
            f"no format of figures: {quote(os.fspath(file))}, expected .{', .'.join(known)}"
        )
    writable(file)


def save_figure(figure: Any, file: FilePath) -> None:
    """Write a figure in the format of the file's extension; see `check_figure_file` for errors."""
    check_figure_file(file)
    with replacing(file, "wb") as out:
        figure.savefig(out, format=_format_of(file))


def _format_of(file: FilePath) -> str:
    return Path(file).suffix.lower().removeprefix(".")
