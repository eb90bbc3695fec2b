"""How much memory this process may use: the machine's, or less if a control group allows less."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["control_group_bytes", "memory_mb"]

UNLIMITED_MB = 1 << 20
"""For a system that does not tell."""


def memory_mb() -> int:
    """Return how many MB this process may use at most."""
    limits = [physical_bytes(), control_group_bytes()]
    return min((limit >> 20 for limit in limits if limit is not None), default=UNLIMITED_MB)


def physical_bytes() -> int | None:
    """Return the memory of this machine, None where that cannot be told."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def control_group_bytes(
    membership: Path = Path("/proc/self/cgroup"), mount: Path = Path("/sys/fs/cgroup")
) -> int | None:
    """Return the least memory limit of this process's Linux control groups, None without one.

    A group's limit holds for the groups inside it too. In a container the path of the group may be
    that of the host, while the mount begins at the group itself: the mount's own files count too.

    Parameters
    ----------
    membership : Path
        Lines ``number:controllers:path``; version 2 has no controllers.
    mount : Path
        Where the groups are mounted; version 1 has a folder ``memory`` there.
    """
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        return None
    limits = []
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if controllers == "":
            root, name = mount, "memory.max"
        elif "memory" in controllers.split(","):
            root, name = mount / "memory", "memory.limit_in_bytes"
        else:
            continue
        folder = root / group.lstrip("/")
        for parent in [folder, *folder.parents]:
            limits.append(read_limit(parent / name))
            if parent == root:
                break
    return min((limit for limit in limits if limit is not None), default=None)


def read_limit(path: Path) -> int | None:
    """Return the number in a file, None where there is none (``max``, or no such file)."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
