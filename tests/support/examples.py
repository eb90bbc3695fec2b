"""The commands that a page shows, with the output shown below them."""

import os
import re
import subprocess
import sys
from pathlib import Path

from support.patience import SECONDS
from support.source import SOURCE, text_of


def console_examples(page: str) -> list[tuple[str, str]]:
    """Return the commands that a page shows and the output below each."""
    examples = []
    for block in re.findall(r"^```console\n(.*?)^```$", text_of(page), re.S | re.M):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = example.partition("\n")
            examples.append((command, output))
    return examples


def check_example(command: str, shown: str, folder: Path) -> None:
    """Run a command; it must give the output shown, in which … stands for any text, also lines."""
    # Outside of the source tree, whose othello/ may have no compiled core.
    folder.joinpath("tests").symlink_to(SOURCE / "tests")
    result = subprocess.run(
        ["bash", "-c", f'othello() {{ "$PYTHON" -m othello "$@"; }}; {command}'],
        cwd=folder,
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert result.stderr == ""
    pattern = ".*?".join(map(re.escape, shown.split("…")))
    assert re.fullmatch(pattern, result.stdout, re.S), result.stdout
