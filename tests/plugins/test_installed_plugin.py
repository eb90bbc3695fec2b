"""A plug-in is built as a wheel and installed into a fresh environment beside this package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import SECONDS
from support.plugins import PLUGINS
from support.rooms import needs

import othello
from othello import plugins as plugins  # the room, which may not be there

pytest.importorskip("setuptools", reason="setuptools is not installed")
pytest.importorskip("pip", reason="pip is not installed")
pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")

OFFLINE = ("--no-index", "--no-deps")


def run(*words: object, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program that must end well, without the variables that name other paths."""
    done = subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=4 * SECONDS,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The Python of a fresh environment, in which are this package and what it needs."""
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    program = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = run(program, "-c", where, cwd=tmp_path).stdout.strip()
    paths = [
        Path(othello.__file__).parents[1],
        *(path for path in sys.path if "site-packages" in path),
    ]
    Path(site, "others.pth").write_text("\n".join(map(str, paths)), encoding="utf-8")
    return program


def install(plugin: str, python: Path, folder: Path, **changed: str) -> None:
    """Build a plug-in's wheel, with other texts of the modules that are named, and install it."""
    source = Path(shutil.copytree(PLUGINS / plugin, folder / plugin))
    for module, text in changed.items():
        source.joinpath(f"{module}.py").write_text(text, encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", *OFFLINE, "--no-build-isolation", "-w", source, source, cwd=folder)
    run(*pip, "--python", python, "install", *OFFLINE, *source.glob("*.whl"), cwd=folder)


@needs("serving")
def test_the_example_is_installed_and_used(python: Path, tmp_path: Path) -> None:
    install("example", python, tmp_path)
    command = (python, "-m", "othello")
    assert run(*command, "corners", "f5", cwd=tmp_path).stdout == "black 0, white 0\n"
    request = '{"id": 1, "do": "corners", "position": "f5d6"}\n'
    answer = run(*command, "serve", "--stdio", cwd=tmp_path, stdin=request).stdout
    assert json.loads(answer) == {"id": 1, "result": {"black": 0, "white": 0}}
    tmp_path.joinpath("games.dashed").write_text("f5-d6-c3\n", encoding="utf-8")
    run(*command, "convert", "games.dashed", "games.txt", cwd=tmp_path)
    back = run(*command, "convert", "games.txt", "-", "--to", "dashed", cwd=tmp_path)
    assert back.stdout == "f5-d6-c3\n"
    code = "from othello.serving.requests import openapi; print(openapi()['components'])"
    assert "'corners': {" in run(python, "-c", code, cwd=tmp_path).stdout
    assert run(*command, "plugins", cwd=tmp_path).stdout.startswith(
        "corners     othello-corners 1.0"
    )


def test_a_broken_one_is_named_and_another_one_works(python: Path, tmp_path: Path) -> None:
    install("example", python, tmp_path, othello_corners="import no_such_module\n")
    install("hooks", python, tmp_path)
    command = (python, "-m", "othello")
    greeted = run(*command, "greet", "Ann", cwd=tmp_path)
    assert greeted.stdout == "Hello, Ann\n"
    assert greeted.stderr == (
        "othello: warning: left out plug-in corners of othello-corners 1.0: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )
    ready = run(*command, cwd=tmp_path, stdin="isready\n")
    assert (ready.stdout, ready.stderr) == ("readyok\n", "")
