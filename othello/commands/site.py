"""``othello site``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from othello.commands.arguments import FILE
from othello.errors import OthelloError

EXAMPLE = "othello site public"

PROJECT = Path(__file__).parents[2]
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
    from othello.serving.site import write_site

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

    Raises
    ------
    OthelloError
        If the project's tools are not there, or fail.
    """
    if not TOOL.exists():
        raise OthelloError(
            "the engine for WebAssembly is made in the project's folder, which is not there: "
            "expected --wasm with its folder build/wasm"
        )
    command = [str(TOOL), "wasm", "-c", ""]
    made = subprocess.run(
        command, stdout=sys.stderr, env=os.environ | {"PYTHON": sys.executable}, check=False
    )
    if made.returncode:
        raise OthelloError(
            f"{TOOL} wasm failed: expected emcc, node and npm, as from apt-get install emscripten "
            "nodejs npm"
        )
    return MADE
