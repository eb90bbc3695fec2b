"""Tables in docs/measurements.md are of the present search, or say that they are older."""

import sys

import pytest
from support.tools import TOOLS, tool_output

sys.path.insert(0, str(TOOLS))

from measuring.page import OLDER, PAGE, PAGES, Block, blocks, replace, unmarked
from measuring.tables import TABLES, bench_nodes
from measuring.techniques import TECHNIQUES

from othello._core import core


def test_measured_tables_are_of_this_search() -> None:
    """After a change of the search they must be measured again by tools/measure.py."""
    search = bench_nodes()
    page = [block for each in PAGES for block in blocks(each.read_text(encoding="utf-8"))]
    assert sorted(block.name for block in page) == sorted(TABLES)
    for block in page:
        if TABLES[block.name].searches and OLDER not in block.text:
            assert block.search == search, f"{block.name}: measure it again, or mark it as older"
            assert f"`othello bench`: {search} nodes" in block.text


def test_every_table_stands_between_markers() -> None:
    assert unmarked(PAGE.read_text(encoding="utf-8")) == []


def test_unmarked_tables_and_new_versions() -> None:
    table = "| a |\n|---|\n| 1 |\n"
    page = f"## One\n<!-- measured: x, search 1 -->\n{table}<!-- end: x -->\n## Two\n{table}"
    assert unmarked(page) == ["Two"]
    changed = replace(page, Block("x", 2, "new\n"))
    assert list(blocks(changed)) == [Block("x", 2, "new\n")]
    assert changed.endswith(f"## Two\n{table}")
    with pytest.raises(ValueError, match="y: expected one place on the page, found 0"):
        replace(page, Block("y", 2, ""))


def test_techniques_are_switched_off_by_constants_of_the_search() -> None:
    for technique in TECHNIQUES:
        for name, value in {**(technique.solving or {}), **(technique.midgame or {})}.items():
            _, least, most = core.TUNABLES[name]
            assert least <= value <= most, name


def test_every_table_can_be_measured() -> None:
    pytest.importorskip("gymnasium")
    before = PAGE.read_bytes()
    shown = tool_output("measure.py", "--quick")
    assert [name for name in TABLES if f"{name}\n\n| " in shown] == list(TABLES)
    assert PAGE.read_bytes() == before
