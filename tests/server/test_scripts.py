"""The page's scripts without a browser: Node runs the tables of their logic, in ``*.test.js``.

Those of a room are among its own tests. What changes is in stores alone.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from othello.server.assets import COMMENT, page_assets

FOLDER = Path(__file__).parent
TABLES = sorted(FOLDER.parent.glob("*/*.test.js"))
PACKAGE = {"type": "module", "imports": {"#page/*": "./static/*"}}
OLDEST = 18

SCRIPTS = {
    name: COMMENT.sub("", text.decode())
    for name, text in page_assets().items()
    if name.endswith(".js")
}

VARIABLE = re.compile(r"^(export )?(let|var|const) (\w+)\b(?! = (?:makeStore\(|\w+\.state;))", re.M)
"""A name at the top of a module that is neither a store nor the state of one."""

CHANGE = r"""(?<![\w.])(?:
    NAME (?:\.\w+ | \[[^\]]*\])* (?:\ [-+*/|&?]{0,2}=\  | \+\+ | --)
    | (?:delete\ |\+\+|--) NAME\b(?!\()
    | Object\.assign\(NAME\b(?!\()
    | NAME (?:\.\w+)* \.(?:push|pop|shift|splice|unshift|set|add|delete|clear|sort|reverse|fill)\(
)"""


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


def state_outside_stores(text: str, *importers: str) -> set[str]:
    """Return the names at the top of a module that are assigned again, or whose value is changed.

    Modules that import this one can change what it exports.
    """
    found = set()
    for export, kind, name in VARIABLE.findall(text):
        texts = [re.sub(rf"\bconst {name} = ", "", text), *(importers if export else ())]
        change = re.compile(CHANGE.replace("NAME", name), re.X)
        if kind != "const" or any(map(change.search, texts)):
            found.add(name)
    return found


@pytest.mark.parametrize(
    "name", sorted(SCRIPTS.keys() - {"store.js"})
)  # which has the list of all stores
def test_what_changes_is_in_a_store(name: str) -> None:
    importers = [text for text in SCRIPTS.values() if f' from "./{name}";' in text]
    assert state_outside_stores(SCRIPTS[name], *importers) == set()


def test_state_outside_stores_is_found() -> None:
    for change in ("a.set(1, 2)", "a.b.c = 1", "a[0] ??= 1", "a.n++", "delete a.b", "a.b.push(1)"):
        assert state_outside_stores(f"const a = new Map();\n{change};\n") == {"a"}, change
    assert state_outside_stores("export const a = {};\n", "Object.assign(a, { b: 1 });\n") == {"a"}
    assert state_outside_stores("let n = 0;\n") == {"n"}
    assert not state_outside_stores("const a = makeStore({});\na.set({ b: 1 });\n")
    assert not state_outside_stores("const a = {};\nconst isOne = a.b === 1, c = a.d;\n")
