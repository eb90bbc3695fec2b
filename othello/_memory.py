"""Find how much memory this process may use: the machine's, or the limit of its control groups."""

import os
import sys
from contextlib import suppress

UNLIMITED_MB = 1 << 20
"""MB that are assumed on a system that does not tell its memory."""


def memory_mb() -> int:
    """Return how many MB this process may use at most."""
    limits = [physical_bytes(), control_group_bytes()]
    return min((limit >> 20 for limit in limits if limit is not None), default=UNLIMITED_MB)


def physical_bytes() -> int | None:
    """Return the bytes of memory of this machine; None if the system does not tell."""
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def control_group_bytes(
    membership: str | os.PathLike[str] = "/proc/self/cgroup",
    mount: str | os.PathLike[str] = "/sys/fs/cgroup",
) -> int | None:
    """Return the smallest memory limit in bytes of this process's Linux control groups, or None.

    A group's limit also holds for the groups inside it, so all groups up to the mount are read. In
    a container, the group's path may be that of the host while the mount is the group itself, so
    the files at the mount are read too.

    Parameters
    ----------
    membership : path
        A file of lines ``number:controllers:path``; version 2 has no controllers.
    mount : path
        The folder where the groups are mounted; version 1 has a folder ``memory`` in it.
    """
    try:
        with open(membership, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    limits = []
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if controllers == "":
            root, name = mount, "memory.max"
        elif "memory" in controllers.split(","):
            root, name = os.path.join(mount, "memory"), "memory.limit_in_bytes"
        else:
            continue
        folders = [folder for folder in group.split("/") if folder]
        for depth in range(len(folders) + 1):
            limits.append(read_limit(os.path.join(root, *folders[:depth], name)))
    return min((limit for limit in limits if limit is not None), default=None)


def read_limit(path: str) -> int | None:
    """Return the number in a file; None if there is no file or no number (``max``)."""
    try:
        with open(path, encoding="utf-8") as file:
            return int(file.read())
    except (OSError, ValueError):
        return None
