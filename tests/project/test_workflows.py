"""What runs at GitHub: the tests on each Python, and a release, of which PyPI gets the files."""

import re
import shutil
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from support.source import SOURCE, text_of

FOLDER = SOURCE / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
PROJECT = text_of("pyproject.toml")
PYTHONS = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)


def jobs_of(workflow: str) -> dict[str, Any]:
    """Return the jobs of a workflow by their names."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    jobs: dict[str, Any] = yaml.safe_load(FOLDER.joinpath(workflow).read_text())["jobs"]
    return jobs


def test_each_python_is_tested_and_has_wheels() -> None:
    matrix = jobs_of("tests.yml")["tests"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert {row["python"] for row in matrix["include"]} <= {*PYTHONS}
    assert f'requires-python = ">={PYTHONS[0]}"' in PROJECT
    _, _, table = PROJECT.partition("[tool.cibuildwheel]\n")
    (patterns,) = re.findall(r'^build = "(.*)"$', table.partition("\n[")[0], re.M)
    for version in PYTHONS:
        wheel = f"cp{version.replace('.', '')}-manylinux_x86_64"
        assert any(fnmatchcase(wheel, pattern) for pattern in patterns.split()), version


def test_tests_and_wheels_are_made_on_the_same_systems() -> None:
    tests = jobs_of("tests.yml")["tests"]["strategy"]["matrix"]
    wheels = jobs_of("release.yml")["wheels"]["strategy"]["matrix"]
    assert {*tests["os"], *(row["os"] for row in tests["include"])} == {*wheels["os"]}


def test_only_a_tag_is_published_and_by_the_one_job_that_may() -> None:
    jobs = jobs_of("release.yml")
    publish = jobs.pop("publish")
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"]["name"] == "pypi"
    assert publish["if"] == "github.event_name == 'push'" and publish["needs"] == [*jobs]
    assert not any("permissions" in job for job in jobs.values())
    assert "    tags: [" in text_of(".github/workflows/release.yml").partition("push:\n")[2]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_of_others_are_pinned(workflow: Path) -> None:
    """But for PyPA's own, whose branch of that name is what PyPA asks to name."""
    actions = re.findall(r"uses: (\S+)", workflow.read_text())
    named = [action for action in actions if not re.search("@[0-9a-f]{40}$", action)]
    assert actions and {*named} <= {"pypa/gh-action-pypi-publish@release/v1"}


@pytest.mark.skipif(not shutil.which("actionlint"), reason="actionlint is not installed")
def test_actionlint_finds_nothing() -> None:
    done = subprocess.run(["actionlint", *WORKFLOWS], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
