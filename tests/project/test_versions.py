"""Figures by version: the page is of the file, and what measures them measures this engine."""

import subprocess
import sys

import pytest
from support.source import SOURCE
from support.tools import TOOLS

sys.path.insert(0, str(TOOLS))

from measuring import versions, versions_page
from measuring.page import blocks
from measuring.tables import bench_nodes

from othello.client import own_command
from othello.matches.compare import START  # noqa: F401 - the tool needs that room

FIGURES = versions.read_versions()
THIS = own_command()[:-1]


def test_page_and_picture_show_the_figures() -> None:
    page = versions_page.PAGE.read_text(encoding="utf-8")
    assert [*blocks(page)] == [versions_page.table_of(FIGURES)]
    assert versions_page.PICTURE.read_text(encoding="utf-8") == versions_page.picture_of(FIGURES)


def test_each_version_has_played_the_one_before() -> None:
    assert sorted(FIGURES, key=versions.date_of) == FIGURES
    names = [each["version"] for each in FIGURES]
    assert "1.0.0" in names
    assert [each["against"] for each in FIGURES] == [None, *names[:-1]]
    (reference,) = (each for each in FIGURES if each["commit"] == versions.REFERENCE)
    assert reference["ffo_relative"] == pytest.approx(1, abs=0.05)


def test_a_commit_measured_again_replaces_its_figures() -> None:
    first, *others = FIGURES
    changed = {**first, "signature": 1}
    assert versions.with_version(FIGURES, changed) == [changed, *others]
    assert versions.with_version(others, first) == FIGURES


@pytest.mark.skipif(not SOURCE.joinpath(".git").exists(), reason="no repository")
def test_commits_are_named_by_the_version_before() -> None:
    for each in FIGURES:
        known = subprocess.run(["git", "-C", SOURCE, "cat-file", "-e", each["commit"]])
        if known.returncode:
            pytest.skip("the repository has only the last commits")
        assert versions.version_of(each["commit"]) == each["version"]


def test_the_figures_of_this_engine() -> None:
    assert versions.signature(THIS) == bench_nodes()
    solved = versions.solving(THIS, THIS, lines=[1], rounds=1)
    assert solved["ffo_nodes"] > 0
    assert 0.1 < solved["ffo_relative"] < 10
    assert 0 < versions.starting(THIS, times=1) < 10
    assert sum(versions.playing(THIS, THIS, games=2, milliseconds=1)["games"]) == 2
    assert versions.lines_of(SOURCE)["Python"] > 10_000
