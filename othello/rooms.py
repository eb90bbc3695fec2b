"""The rooms: parts of the package that the core does without, each with all its faces.

A room is a folder of `othello/` that can be taken out together with its line here. What it brings
is found by the names of its files: operations in ``operations/``, one in each module; the rest is
said in its module ``room``, which imports next to nothing.
"""

from __future__ import annotations

ROOMS: dict[str, tuple[str, ...]] = {
    "practice": (),
    "gamebase": (),
}
"""The rooms, each with those whose code it may use."""
