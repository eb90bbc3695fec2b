"""``othello site``."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from othello.commands.output import Progress
from othello.commands.values import FILE
from othello.errors import OthelloError

EXAMPLE = "othello site public"

PROJECT = Path(__file__).parents[3]
TOOL = PROJECT / "tools" / "run_on.sh"
MADE = PROJECT / "build" / "wasm"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the folder to write")
    parser.add_argument(
        "--wasm",
        **FILE,
        help="the folder with the engine for WebAssembly (default: the project's build/wasm, which "
        "is made or brought up to date first)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the page of ``othello serve`` with the engine in it, for any web server."""
    from othello.rooms import rooms
    from othello.site.files import write_site

    rooms().pop("plugins", None)  # plug-ins are not in the site
    written = write_site(arguments.folder, arguments.wasm or made_pieces())
    print(arguments.folder)
    print(
        f"{written.n_files} files, {written.n_bytes / 1e6:.1f} MB, "
        f"{written.n_gzipped / 1e6:.1f} MB from a server that compresses",
        file=sys.stderr,
    )
    return 0


def made_pieces() -> Path:
    """Return the folder of the pieces, after the project's tool has made what is missing or old.

    Raises OthelloError if the project's tools are not there, need what is not installed, or fail.
    """
    if not TOOL.exists():
        raise OthelloError(
            "the engine for WebAssembly is made in the project's folder, which is not there: "
            "expected --wasm with its folder build/wasm"
        )
    asked = subprocess.run([TOOL, "wasm"], stderr=subprocess.PIPE, text=True, check=False)
    if asked.returncode:
        raise OthelloError(asked.stderr.strip())
    is_first = not (MADE / "modules").exists()
    doing = "building the engine for the browser, a minute or two"
    print(doing if is_first else "bringing the engine for the browser up to date", file=sys.stderr)
    MADE.mkdir(parents=True, exist_ok=True)
    log = MADE / "log"
    if build(log):
        raise OthelloError(f"the engine for the browser could not be built: {log} says why")
    return MADE


def build(log: Path) -> int:
    """Run the project's tool with its output in a file; return its exit code."""
    # One for each source and a second core, and one that Cython writes.
    n_modules = len([*(PROJECT / "pyx").glob("*.pyx")]) + 2
    started = time.monotonic()
    with (
        log.open("w", encoding="utf-8", buffering=1) as kept,
        Progress(n_modules) as progress,
        subprocess.Popen(
            [TOOL, "wasm", "-c", ""],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHON": sys.executable},
            encoding="utf-8",
            errors="replace",
        ) as tool,
    ):
        progress.watch(lambda: f"{time.monotonic() - started:.0f} s")
        for line in tool.stdout or ():
            kept.write(line)
            if line.startswith("compiled "):
                progress.step()
    return tool.returncode
