"""docs/ names every page, public module, command and option; its sessions and the tutorial run."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli_process import answer
from support.examples import check_example, console_examples
from support.patience import SECONDS
from support.source import DOCS, SOURCE, text_of
from support.tools import run_tool, tool_output

import othello
from othello.interfaces.nboard import COMMANDS as NBOARD_COMMANDS
from othello.protocol.ugi_text import GO_FLAGS, GO_NUMBERS


def pages(folder: Path) -> list[Path]:
    """Return the pages of the site in `folder`, those left out that a build makes."""
    return [
        path
        for path in folder.rglob("*")
        if path.suffix in (".md", ".rst", ".ipynb")
        and not {"_build", "reference"}.intersection(path.parts)
    ]


def toctree_entries(page: Path) -> set[Path]:
    """Return the pages that the tables of contents of `page` name, without a suffix."""
    blocks = re.findall(r"^```\{toctree\}\n(.*?)^```$", text_of(page), re.S | re.M)
    lines = [line for block in blocks for line in block.splitlines()]
    return {page.parent / line for line in lines if line and not line.startswith(":")}


def test_every_page_is_in_a_table_of_contents() -> None:
    tables = [DOCS / folder / "index.md" for folder in ("", "api", "history")]
    listed = {DOCS / "index"}.union(*map(toctree_entries, tables))
    existing = {page.with_suffix("") for page in pages(DOCS)}
    assert existing - listed == set(), "pages that no index.md lists"
    made = {DOCS / "reference" / name for name in ("commands", "operations")}
    assert listed - existing == made, "pages that an index.md lists"


def test_every_public_module_is_in_the_reference() -> None:
    reference = "\n".join(map(text_of, pages(DOCS / "api")))
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


def examples_with_output() -> list[tuple[str, str]]:
    """Return the examples of the pages for players and programmers below which output is shown."""
    names = ["play", "analyse", "games", "practice", "cli", "json-api", "matches", "benchmark"]
    examples = [each for name in names for each in console_examples(f"docs/{name}.md")]
    return [(command, shown) for command, shown in examples if shown]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the examples are for bash")
@pytest.mark.parametrize(("command", "shown"), examples_with_output())
def test_examples_give_the_output_shown(command: str, shown: str, tmp_path: Path) -> None:
    check_example(command, shown, tmp_path)


def test_the_pages_of_protocols_have_every_command_and_option() -> None:
    text = text_of("docs/protocol.md")
    options = re.findall(r"^option name (.*?) type", answer("ugi", stdin="ugi\n"), re.M)
    assert len(options) > 10
    for option in options:
        assert f"| `{option}` |" in text, option
    gtp = answer("gtp", stdin="list_commands\n").partition("\n\n")[0].split()[1:]
    ugi = re.findall(r"^\w+", answer("ugi", stdin="help\n"), re.M)
    assert len(gtp) > 20
    assert len(ugi) > 10
    for command in (*gtp, *NBOARD_COMMANDS):
        assert re.search(rf"^\|.*`{re.escape(command)}\b.*\|", text, re.M), command
    text += text_of("docs/ugi.md")
    for command in (*ugi, *GO_NUMBERS, *GO_FLAGS):
        assert re.search(rf"`[^`\n]*\b{command}\b[^`\n]*`", text), command


@pytest.mark.parametrize(("page", "least"), [("docs/library.md", 20), ("README.md", 5)])
def test_the_python_of_a_page_is_a_session(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its blocks run, one after the other, and print what is shown; … stands for any text."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", text_of(page), re.S | re.M)
    session = "\n".join(blocks).replace("…", "...")
    examples = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert len(examples.examples) > least
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.failed == 0


def test_the_script_of_the_library_runs(tmp_path: Path) -> None:
    script, *_ = re.findall(r"^```python\n(.*?)^```$", text_of("docs/library.md"), re.S | re.M)
    assert len(script.splitlines()) == 15
    othello.write_games(tmp_path / "game.sgf", ["f5d6c3d3c4f4f6f3f2"])
    command = [sys.executable, "-c", script, "game.sgf"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "9 black f2 17.3 blunder"
    assert (tmp_path / "worst.svg").read_text().startswith("<svg ")


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
    tool_output("check_site.py", tmp_path)
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
    picture = re.compile(r'<img src="([^"]+)"|\{image\} (\S+)|!\[[^]]*\]\(([^)\s]+)\)')
    for page in (SOURCE / "README.md", *(path for path in pages(DOCS) if path.suffix == ".md")):
        named = picture.findall(text_of(page))
        for name in filter(None, (name for names in named for name in names)):
            assert (page.parent / name).is_file(), f"{page.name}: no picture {name}"


def test_files_that_the_pages_name_exist() -> None:
    """Pages of the history may name what is gone."""
    named = re.compile(r"`((?:othello|pyx|tests|tools)/[\w./-]+\.\w+)`")
    told = [path for path in pages(DOCS) if "history" not in path.parts]
    names = {name for page in told for name in named.findall(text_of(page))}
    assert len(names) > 20
    # In a recipe, NAME stands for the name of what is added.
    assert {name for name in names if not (SOURCE / name).exists() and "NAME" not in name} == set()


def test_fences_stand_alone() -> None:
    """No example is found in a fence with words behind it, and nothing runs it."""
    fence = re.compile(r"```(\w*|\{[\w-]+\}.*)")
    lines = [
        (page.name, line.strip())
        for page in (SOURCE / "README.md", *(each for each in pages(DOCS) if each.suffix == ".md"))
        for line in text_of(page).splitlines()
        if "```" in line
    ]
    assert len(lines) > 100
    assert [(page, line) for page, line in lines if not fence.fullmatch(line)] == []


def test_pages_and_pictures_stay_small() -> None:
    pictures = [
        path for path in DOCS.joinpath("images").iterdir() if path.stat().st_size > 60 * 1024
    ]
    assert pictures == [], "encode them again, or show less"
    for page, most in (("docs/measurements.md", 250), ("README.md", 200)):
        assert len(text_of(page).splitlines()) <= most, page
