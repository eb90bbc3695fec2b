"""A screen in memory (Xvfb), and programs that end with the test."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATH = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
"""Where Debian's games are, too."""


@contextmanager
def running(*command: str, **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program while the context lasts."""
    with subprocess.Popen(command, **options) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def screen(home: Path) -> Iterator[dict[str, str]]:
    """Run Xvfb; yield the environment of programs that shall use it, with `home` as their home."""
    display, number = os.pipe()
    xvfb = ["Xvfb", "-noreset", "-displayfd", str(number), "-screen", "0", "1024x768x24"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(*xvfb, pass_fds=[number], **quiet):
        os.close(number)
        with os.fdopen(display) as file:
            yield os.environ | {
                "PATH": PATH,
                "HOME": str(home),
                "DISPLAY": f":{file.readline().strip()}",
            }
