"""Fixtures for tests of the static site: the site, a plain web server for it, a browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from support.machines import command
from support.served_page import ServedPage, served_page

FATAL = """
self.addEventListener("message", ({ data }) => {
  if (data.includes("tiger")) throw new Error("a fault");
});
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that ``othello site`` writes. What it compiles is kept below build/."""
    command("wasm")
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "othello", "site", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{folder}\n"
    building, size = done.stderr.splitlines()
    assert "the engine for the browser" in building and " files, " in size
    return folder


class Handler(SimpleHTTPRequestHandler):
    """Sends the files of a folder, and counts; of those in `broken` only the first half, once.

    Those in `held` wait for their event.
    """

    def __init__(self, *arguments: Any, files: Files, **keywords: Any) -> None:
        self.files = files
        super().__init__(*arguments, **keywords)

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        self.files.sent[name] += 1
        if name in self.files.held:
            self.files.held[name].wait()
        if name in self.files.broken:
            self.files.broken.remove(name)
            content = Path(self.translate_path(self.path)).read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
        else:
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


class Files:
    """A web server of a folder: its `address`, which files it `sent`, which it has to break off."""

    def __init__(self, folder: Path) -> None:
        self.sent: Counter[str] = Counter()
        self.broken: list[str] = []
        self.held: dict[str, threading.Event] = {}
        handler: Any = partial(Handler, directory=str(folder), files=self)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def files(site: Path) -> Iterator[Files]:
    with closing(Files(site)) as started:
        yield started


@pytest.fixture
def fatal_files(site: Path, tmp_path: Path) -> Iterator[Files]:
    """The same, but the engine's worker dies of each request with the word "tiger"."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    with open(folder / "engine.js", "a", encoding="utf-8") as file:
        file.write(FATAL)
    with closing(Files(folder)) as started:
        yield started


@pytest.fixture(scope="module")
def module_files(site: Path) -> Iterator[Files]:
    with closing(Files(site)) as started:
        yield started


@pytest.fixture(scope="module")
def page(browser: Any, module_files: Files) -> Iterator[ServedPage]:
    """The site in a large window, loaded once for all tests of a module; it must not complain."""
    with served_page(browser, module_files.address) as opened:
        opened.show()
        yield opened


Ask = Callable[..., Any]


@pytest.fixture
def ask(page: ServedPage) -> Ask:
    """Ask the engine in the page, with the fields of a request; return the result."""

    def asked(**request: object) -> Any:
        return page.evaluate(
            "(request) => import('./connection.js').then(({ ask }) => ask(request))", request
        )

    return asked
