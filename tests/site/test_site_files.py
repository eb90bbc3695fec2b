"""What of Python's library and of the package is in the site."""

import encodings
import gzip
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from support.patience import SECONDS

import othello
from othello.site import files as site
from othello.site.files import package_archive, smaller_library

REQUESTS = """
import asyncio, json, sys
# An editable installation would find what is left out.
sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in each.__module__]
sys.modules |= dict.fromkeys(json.loads(sys.argv[2]))  # those that the site has not
import othello
from othello.site.messages import open_session
assert othello.__file__.startswith(sys.argv[1]), othello.__file__

async def main():
    answers = asyncio.Queue()
    receive = open_session(answers.put_nowait)
    for line in sys.stdin:
        receive(line)
        print(await answers.get())

asyncio.run(main())
"""

FILES = {
    5: "Black: Jérôme\nf5d6".encode("cp1252"),
    6: "(;GM[2]CA[Shift_JIS]PB[ソ]B[f5])".encode("shift_jis"),
    7: "(;GM[2]CA[ISO-8859-15]PB[Jérôme]B[f5])".encode("iso8859-15"),
    8: "Black: Jérôme\nf5d6".encode("utf-16"),
    9: gzip.compress("Black: ソ\nf5d6".encode()),
}
"""Files that are no text in UTF-8, by the number of their request."""


def test_the_library_is_there_without_what_no_request_needs() -> None:
    names = ["json/__init__.py", "encodings/utf_8.py", "typing.py"]
    unused = ["xml/dom/minidom.py", "pdb.py", "encodings/cp1006.py"]
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as library:
        for name in names + unused:
            library.writestr(name, f"name = {name!r}\n" * 100)
    with ZipFile(BytesIO(smaller_library(output.getvalue()))) as library:
        assert library.namelist() == names
        assert library.read("typing.py") == b"name = 'typing.py'\n" * 100
        assert {each.compress_size for each in library.infolist()} >= {1900}


def test_the_package_of_the_site_answers_what_needs_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rooms that are left out, and in one thread."""
    pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")
    monkeypatch.setattr(site, "UNUSED_MODULES", set())  # this machine may need the variant
    wasm = tmp_path / "wasm"
    for folder in ("modules", "packages"):
        (wasm / folder).mkdir(parents=True)
    for module in Path(othello.__file__).parent.glob("*.so"):
        shutil.copy(module, wasm / "modules")
    with tarfile.open(fileobj=BytesIO(package_archive(wasm)), mode="r:xz") as archive:
        archive.extractall(tmp_path / "package")
    assert not (tmp_path / "package" / "othello" / "ggs").exists(), "only commands use it"
    requests = [
        {"id": 1, "do": "puzzle.next", "number": 1},
        {"id": 2, "do": "drill.next", "lines": "tiger", "side": "black"},
        {"id": 3, "do": "drill.show", "lines": "tiger", "side": "black", "position": "f5d6"},
        {"id": 4, "do": "profile.list"},
        {"id": 10, "do": "explain", "position": "f5", "move": "zz"},
        *(
            {"id": n, "do": "games.file", "file": b64encode(file).decode()}
            for n, file in FILES.items()
        ),
    ]
    names = (each.name for each in pkgutil.iter_modules(encodings.__path__))
    unused = [f"encodings.{name}" for name in names if not site.ENCODINGS.fullmatch(name)]
    done = subprocess.run(
        [sys.executable, "-c", REQUESTS, tmp_path, json.dumps([*site.UNUSED_LIBRARY, *unused])],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "package")},
    )
    assert done.returncode == 0, done.stderr
    puzzle, cards, judged, none, unexplained, *files = map(json.loads, done.stdout.splitlines())
    assert puzzle["result"]["number"] == 1 and len(cards["result"]["cards"]) == 3
    assert judged["result"]["answers"] == ["c3"] and judged["result"]["replies"] == ["d3"]
    assert none["error"]["message"].startswith("this server keeps no profiles")
    assert unexplained["error"]["code"] == "invalid_move"
    assert {each["result"]["games"][0]["headers"]["Black"] for each in files} == {"Jérôme", "ソ"}
