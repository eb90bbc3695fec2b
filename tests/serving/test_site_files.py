"""What of Python's library and of this package is in the site."""

import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import othello
from othello.serving.site import package_archive, smaller_library


def test_the_package_has_all_that_answering_imports(tmp_path: Path) -> None:
    """The modules that were compiled for this machine stand for those of WebAssembly."""
    compiled = tmp_path / "wasm" / "modules"
    compiled.mkdir(parents=True)
    (tmp_path / "wasm" / "packages").mkdir()
    for module in Path(othello.__file__).parent.glob("*.so"):
        shutil.copy(module, compiled)
    with tarfile.open(fileobj=BytesIO(package_archive(tmp_path / "wasm"))) as archive:
        archive.extractall(tmp_path / "site")
    program = "import othello, othello.serving.messages; print(othello.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
    )
    assert done.stderr == "" and done.stdout.startswith(str(tmp_path))


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
