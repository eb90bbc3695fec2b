"""With several processes, the folders whose files take longest come first.

Each process of pytest-xdist runs whole files. A long one that begins last is waited for by all the
others: at the end there should be short ones. xdist itself puts first the files with most tests.
"""

import pytest

LONGEST = ("project", "server", "cluster", "matches", "golden", "practice", "commands", "ggs")
"""The folders whose files take longest: builds, browsers, matches."""


def place(item: pytest.Item) -> int:
    """Return when a test's file comes: earlier for a smaller number."""
    folder = item.path.parent.name
    return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # in a process of xdist
        items.sort(key=place)
