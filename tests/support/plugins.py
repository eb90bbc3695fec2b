"""Plug-ins as an installation leaves them: modules, and a folder that names the entry points."""

import os
import re
import shutil
from pathlib import Path

PLUGINS = Path(__file__).parents[1] / "plugins"


def placed(folder: Path, name: str) -> Path:
    """Copy a plug-in of the tests, ``example`` or ``hooks``, into a folder of the path."""
    shutil.copytree(PLUGINS / name, folder, dirs_exist_ok=True)
    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    facts = [re.findall(rf'^{word} = "(.*)"', text, re.M)[0] for word in ("name", "version")]
    (entry,) = re.findall(r'^(\w+) = "(.*:ROOM)"', text, re.M)
    return declared(folder, *facts, f"{entry[0]} = {entry[1]}")


def declared(folder: Path, distribution: str, version: str, entry: str) -> Path:
    """Let a distribution in a folder name an entry point."""
    info = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
    )
    (info / "entry_points.txt").write_text(f"[othello.rooms]\n{entry}\n")
    return folder


def path_with(folder: Path) -> dict[str, str]:
    """Return the variable of the environment by which a process finds what is in a folder."""
    others = os.environ.get("PYTHONPATH", "")
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), others]))}
