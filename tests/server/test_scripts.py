"""The logic of the page's scripts, without a browser: Node runs the tables in ``*.test.js``.

Those of a room are among its own tests.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from othello.server.assets import page_assets

FOLDER = Path(__file__).parent
TABLES = sorted(FOLDER.parent.glob("*/*.test.js"))
PACKAGE = {"type": "module", "imports": {"#page/*": "./static/*"}}
OLDEST = 18


@pytest.mark.parametrize("path", TABLES, ids=[path.name for path in TABLES])
def test_tables(path: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.strip("v\n").split(".")[0]) < OLDEST:
        pytest.skip(f"node {version.strip()} is older than {OLDEST}")
    (tmp_path / "static").mkdir()
    for asset, content in page_assets().items():
        (tmp_path / "static" / asset).write_bytes(content)
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE))
    for script in (path, FOLDER / "support.js"):
        shutil.copy(script, tmp_path)
    words = [node, "--test", "--test-reporter=tap", path.name]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    passed = re.search(r"^# pass (\d+)$", run.stdout, re.M)
    assert passed and int(passed[1]) > 0, run.stdout
