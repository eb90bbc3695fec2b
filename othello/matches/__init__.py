"""Games between engines: matches, tournaments, tuning, and their statistics.

Modules that were renamed are found under their old name too.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

NEW_NAMES = {
    "arena": "games",
    "crosstable": "tournament",
    "elo": "statistics",
    "pentanomial": "statistics",
    "ratings": "tournament",
    "sprt": "statistics",
    "spsa": "tuning",
    "standing": "score",
}
"""For the old name of each module that was documented, the module that now holds its names."""


class OldNames(MetaPathFinder, Loader):
    """Imports the module with the new name when the old one is asked for."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a specification for an old name, else None."""
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, self) if package == __name__ and name in NEW_NAMES else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module with the new name in the place of the empty `module`."""
        new = NEW_NAMES[module.__name__.rpartition(".")[2]]
        sys.modules[module.__name__] = import_module(f"{__name__}.{new}")


sys.meta_path.append(OldNames())
