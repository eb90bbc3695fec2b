"""Count the lines of Python of the core, `othello/` without its rooms, and of each room.

Run it in the source tree: ``python tools/core_size.py``.
"""

from collections import Counter
from pathlib import Path

from othello.rooms import rooms

PACKAGE = Path(__file__).parents[1] / "othello"


def sizes() -> dict[str, Counter[str]]:
    """Return for the core, and for each room, the lines of its parts."""
    homes = {each: room for room, says in rooms().items() for each in (room, *says.packages)}
    found: dict[str, Counter[str]] = {"core": Counter()} | {room: Counter() for room in rooms()}
    for path in PACKAGE.rglob("*.py"):
        part = path.relative_to(PACKAGE).parts[0]
        n_lines = len(path.read_text(encoding="utf-8").splitlines())
        found[homes.get(part, "core")][part] += n_lines
    return found


if __name__ == "__main__":
    for name, parts in sizes().items():
        print(f"{parts.total():7,}  {name}")
        for part, n_lines in parts.most_common() if len(parts) > 1 else ():
            print(f"{n_lines:15,}  {part}")
