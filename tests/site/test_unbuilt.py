"""``othello site`` where the engine cannot be built; that it can is tested in tests/site."""

import os
import shutil
from pathlib import Path

import pytest
from support.cli_process import othello
from support.source import SOURCE

from othello import __file__ as package


@pytest.mark.skipif(shutil.which("bash") is None, reason="the tool is for bash")
def test_a_build_that_fails_says_where_to_read_why(tmp_path: Path) -> None:
    """Nothing is compiled: there are programs of the compilers' names, and no package index."""
    pytest.importorskip("pip")
    for path in (Path(package).parent, SOURCE / "tools", SOURCE / "pyproject.toml"):
        (tmp_path / path.name).symlink_to(path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("emcc", "node", "npm"):
        (programs / name).touch(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = othello("site", "page", cwd=tmp_path, PATH=path, PIP_NO_INDEX="1")
    log = tmp_path / "build" / "wasm" / "log"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "building the engine for the browser, a minute or two",
        f"othello: the engine for the browser could not be built: {log} says why",
    ]
    assert "No matching distribution found for setuptools" in log.read_text(encoding="utf-8")
    assert not (tmp_path / "page").exists()
