"""The folder of the user's own data."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of the user's data: ``othello`` in XDG's, which is ``~/.local/share``."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    # A relative path has to be ignored, says XDG's specification.
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "othello"
