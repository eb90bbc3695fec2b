"""The page as a folder that any web server can serve: the engine runs in the browser.

The pieces that this package has not come from a folder that ``tools/run_on.sh wasm`` makes:
Pyodide, the packages that requests need, and the compiled modules for WebAssembly.
"""

import gzip
import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

from othello.errors import OthelloError
from othello.files.access import named
from othello.files.writing import write_together
from othello.rooms import ROOMS, folders, rooms
from othello.server.assets import FIRST_PAGE, page_assets
from othello.site.coarse import coarse_contents, compressed, empty_contents
from othello.weights import DEFAULT_WEIGHTS, shipped_contents

HTML = b'<html data-engine="worker" '
"""Begins the page, which knows by it that there is no server: connection.js looks for it."""

SCRIPT = "pyodide.mjs"
"""Module of Pyodide that a browser loads by its name. It is given the other files."""

PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"

UNUSED_LIBRARY = {
    *("_pydatetime", "_pyio", "_pyrepl", "bdb", "cProfile", "cmd", "configparser", "ctypes"),
    *("doctest", "ftplib", "imaplib", "mailbox", "multiprocessing", "netrc", "optparse", "pdb"),
    *("pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc", "shelve"),
    *("smtplib", "socketserver", "statistics", "this", "trace", "unittest", "wave", "webbrowser"),
    *("wsgiref", "xml", "xmlrpc", "zipapp"),
}
"""Modules of Python's library that no request needs, as they are for programs of other kinds."""

ENCODINGS = re.compile(
    r"__init__|aliases|ascii|idna|latin_1|utf_.*|cp(?:437|932|949|950|125\d)|iso8859_.*|koi8_.*"
    r"|shift_jis.*|euc_.*|iso2022_.*|gb.*|big5.*"
)
"""Encodings that texts of this package and files of games are likely to have; SGF may declare
any."""

UNUSED = {"batch", "commands", "people"}
"""Folders that no request of the page needs; of people, as numpy is not there."""

UNUSED_MODULES = {"_core_generic", "_patterns", "_training", "_tree"}
"""Compiled modules that the site leaves out: it has one variant of the core, and not the rooms that
use the others."""

UNUSED_FOLDERS = {"v1"}
"""Folders of pydantic that the site leaves out."""

KINDS = {".py", ".so", ".txt", ".bin", ".book"}


class WrittenSite(NamedTuple):
    """A site that was written."""

    n_files: int
    n_bytes: int
    n_gzipped: int
    """Bytes that are sent if the web server compresses."""


def write_site(folder: Path, wasm: Path) -> WrittenSite:
    """Write the site into `folder`, with the pieces in the folder `wasm`.

    Files that are there are replaced, others stay.

    Raises OthelloError if a piece is missing, or a file cannot be written.
    """
    page = page_assets()
    page[FIRST_PAGE] = page[FIRST_PAGE].replace(b"<html ", HTML, 1)
    for file in files("othello.site").joinpath("static").iterdir():
        page[file.name] = file.read_bytes()
    engine = {}
    with named(wasm):
        pyodide = wasm / "pyodide"
        page[f"engine/{SCRIPT}"] = (pyodide / SCRIPT).read_bytes()
        pieces = {name: (pyodide / name).read_bytes() for name in PACKED}
        pieces[LIBRARY] = smaller_library((pyodide / LIBRARY).read_bytes())
        info = json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]
    for name, piece in pieces.items():
        engine[f"engine/{name}.gz"] = gzip.compress(piece, 9, mtime=0)
    engine["engine/othello.tar.xz"] = package_archive(wasm)
    engine[f"engine/{DEFAULT_WEIGHTS}.xz"] = compressed(coarse_contents(shipped_contents()))

    listed = {
        "version": _digest(b"".join(_digest(page[name]).encode() for name in sorted(page))),
        "page": ["./", *(name for name in sorted(page) if name != "service.js"), "files.js"],
        "engine": [
            {"name": Path(name).name, "address": f"{name}?{_digest(bytes)}", "size": len(bytes)}
            for name, bytes in engine.items()
        ],
        "lock": json.dumps({"info": info, "packages": {}}),
    }
    page["files.js"] = f"self.SITE = {json.dumps(listed, indent=1)};\n".encode()

    contents = page | engine
    with named(folder):
        (folder / "engine").mkdir(parents=True, exist_ok=True)
    write_together({str(folder / name): content for name, content in contents.items()})
    n_gzipped = sum(
        len(content if name in engine else gzip.compress(content, 6))
        for name, content in contents.items()
    )
    return WrittenSite(len(contents), sum(map(len, contents.values())), n_gzipped)


def smaller_library(archive: bytes) -> bytes:
    """Return Python's library without `UNUSED_LIBRARY`, its files not compressed one by one."""
    output = BytesIO()
    with ZipFile(BytesIO(archive)) as library, ZipFile(output, "w") as smaller:
        for entry in library.infolist():
            room, _, name = entry.filename.partition("/")
            is_used = room.removesuffix(".py") not in UNUSED_LIBRARY
            if is_used and (room != "encodings" or ENCODINGS.fullmatch(name.removesuffix(".py"))):
                smaller.writestr(ZipInfo(entry.filename), library.read(entry))
    return output.getvalue()


def package_archive(wasm: Path) -> bytes:
    """Return the package, its modules for WebAssembly and what it needs, as a ``.tar.xz``."""
    output = BytesIO()
    with tarfile.open(fileobj=output, mode="w:xz", preset=6) as archive:
        for name, content in sorted(_packaged(wasm)):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return output.getvalue()


def used_rooms() -> set[str]:
    """Return the rooms that requests of the page need, but for their commands.

    They have operations, read games, or are used by those.
    """
    used = {name for name, room in rooms().items() if room.formats or has_operations(name)}
    while more := set().union(*(ROOMS[name] for name in used)) - used:
        used |= more
    return used | {"serving", "site"}


def has_operations(room: str) -> bool:
    """Return whether a room has operations."""
    return Path(folders()[room], "operations").is_dir()


def _packaged(wasm: Path) -> Iterator[tuple[str, bytes]]:
    package = Path(__file__).parents[1]
    used = used_rooms()
    unused = {
        folder
        for name, room in rooms().items()
        if name not in used
        for folder in (name, *room.packages)
    }
    for path in package.rglob("*"):
        inside = path.relative_to(package)
        is_unused = UNUSED.intersection(inside.parts) or inside.parts[0] in unused
        if path.name == DEFAULT_WEIGHTS:
            yield f"othello/{inside.as_posix()}", empty_contents()
        elif not is_unused and path.suffix in KINDS - {".so"}:
            yield f"othello/{inside.as_posix()}", path.read_bytes()
    with named(wasm):
        modules = [*(wasm / "modules").glob("*.so")]
        if not modules:
            raise OthelloError(f"{wasm}: no compiled modules: expected what tools/run_on.sh makes")
        for path in modules:
            if path.name.partition(".")[0] in UNUSED_MODULES:
                continue
            yield f"othello/{path.name}", path.read_bytes()
        for path in (wasm / "packages").rglob("*"):
            folders = path.relative_to(wasm / "packages").parts[:-1]
            if path.suffix in KINDS and not UNUSED_FOLDERS.intersection(folders):
                yield path.relative_to(wasm / "packages").as_posix(), path.read_bytes()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
