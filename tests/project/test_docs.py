"""docs/ names every page, public module, command and option, and the tutorial runs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import SECONDS
from support.tools import run_tool

import othello
from othello.cli import COMMANDS
from othello.protocol.nboard import COMMANDS as NBOARD_COMMANDS
from othello.protocol.ugi_text import GO_FLAGS, GO_NUMBERS

DOCS = Path(__file__).parents[2] / "docs"

if not DOCS.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)

INDEX = DOCS / "index.md"


def text_of(*names: str) -> str:
    return "\n".join((DOCS / name).read_text(encoding="utf-8") for name in names)


def pages(folder: Path) -> list[Path]:
    """Return the pages of the site in `folder`, built ones left out."""
    return [
        path.relative_to(DOCS)
        for path in folder.rglob("*")
        if path.suffix in (".md", ".rst", ".ipynb") and "_build" not in path.parts
    ]


def toctree_entries(page: Path) -> set[Path]:
    """Return the pages that the tables of contents of `page` name."""
    blocks = re.findall(
        r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.S | re.M
    )
    lines = [line for block in blocks for line in block.splitlines()]
    folder = page.parent.relative_to(DOCS)
    return {folder / line for line in lines if line and not line.startswith(":")}


def test_every_page_is_in_a_table_of_contents() -> None:
    tables = (INDEX, DOCS / "api" / "index.md", DOCS / "history" / "index.md")
    listed = {Path("index")}.union(*map(toctree_entries, tables))
    existing = {page.with_suffix("") for page in pages(DOCS)}
    assert existing - listed == set(), "pages that no index.md lists"
    assert listed - existing == set(), "pages that an index.md lists"


def test_every_public_module_is_in_the_reference() -> None:
    reference = text_of(*map(str, pages(DOCS / "api")))
    documented = set(re.findall(r":: othello\.(\w+)", reference))
    assert set(othello.MODULES) - documented == set(), "modules that no page of docs/api/ names"
    names = [(home, name) for home, names in othello.HOMES.items() for name in names]
    missing = {
        name
        for home, name in names
        if callable(getattr(othello, name))
        and name not in documented
        and f":: {home}\n" not in reference
    }
    assert missing == set(), "classes and functions that no page of docs/api/ has"


def test_every_command_is_in_the_reference() -> None:
    text = text_of("cli.md")
    for name in COMMANDS:
        section = f"\n### {name}\n.*^```{{command-output}} othello {name} --help\n```$"
        assert re.search(section, text, re.S | re.M), f"docs/cli.md has no section on {name}"
    assert len(re.findall("^### ", text, re.M)) == len(COMMANDS)


def session(*lines: str, command: str) -> str:
    """Return what the engine answers to some lines."""
    return subprocess.run(
        [sys.executable, "-m", "othello", command],
        input="\n".join([*lines, "quit", ""]),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    ).stdout


def test_the_protocols_page_has_every_command_and_option() -> None:
    text = text_of("protocol.md")
    options = re.findall(r"^option name (.*?) type", session("ugi", command="ugi"), re.M)
    assert len(options) > 10
    for option in options:
        assert f"| `{option}` |" in text, option
    gtp = session("list_commands", command="gtp").partition("\n\n")[0].split()[1:]
    ugi = re.findall(r"^\w+", session("help", command="ugi"), re.M)
    assert len(gtp) > 20
    assert len(ugi) > 10
    for command in (*gtp, *ugi, *NBOARD_COMMANDS, *GO_NUMBERS, *GO_FLAGS):
        assert re.search(rf"^\|.*`{re.escape(command)}\b.*\|", text, re.M), command


def test_the_page_on_the_library_is_a_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / "library.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", text_of(page.name), re.S | re.M)
    session = "\n".join(blocks)
    examples = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert len(examples.examples) > 20
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.failed == 0


def test_the_tutorial_runs(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    notebook = nbformat.read(DOCS / "tutorial.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not to be stored"
    nbclient.NotebookClient(
        notebook, timeout=SECONDS, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) > 3


def test_a_site_with_a_broken_link_or_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a b.png").write_bytes(b"")
    other = tmp_path / "other.html"
    other.write_text('<p id="here"><a name="there"></a></p>')
    good = '<a href="other.html#here">1</a><a href="#top">2</a><img src="images/a%20b.png">'
    page = tmp_path / "index.html"
    page.write_text(f'<h1 id="top">{good}<a href="https://example.org/none">3</a></h1>')
    result = run_tool("check_site.py", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    page.write_text(f'{good}\n<img src="docs/images/a.png">\n<a href="other.html#nowhere">4</a>')
    result = run_tool("check_site.py", tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        "index.html:1: no place for '#top'",
        "index.html:2: no file for 'docs/images/a.png'",
        "index.html:3: no place for 'other.html#nowhere'",
    ]


def test_pictures_of_the_pages_exist() -> None:
    """The README's are named from its own folder; the site finds them there too."""
    readme = DOCS.parent / "README.md"
    for page in (readme, *(DOCS / path for path in pages(DOCS) if path.suffix == ".md")):
        text = page.read_text(encoding="utf-8")
        named = re.findall(r'<img src="([^"]+)"|\{image\} (\S+)|!\[[^]]*\]\(([^)\s]+)\)', text)
        for name in filter(None, (name for names in named for name in names)):
            assert (page.parent / name).is_file(), f"{page.name}: no picture {name}"


def test_pages_and_pictures_stay_small() -> None:
    pictures = [
        path for path in DOCS.joinpath("images").iterdir() if path.stat().st_size > 60 * 1024
    ]
    assert pictures == [], "encode them again, or show less"
    for path, most in ((DOCS / "measurements.md", 250), (DOCS.parent / "README.md", 200)):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= most, path.name
