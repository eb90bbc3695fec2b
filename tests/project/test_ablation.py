"""The texts that tools/ablation.py replaces to switch techniques off stand in the sources."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2]
TOOL = SOURCE / "tools" / "ablation.py"

if not TOOL.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


def test_every_line_to_replace_stands_in_its_file() -> None:
    spec = spec_from_file_location("ablation", TOOL)
    assert spec is not None and spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    for technique in (*tool.TECHNIQUES, *tool.MIDGAME_TECHNIQUES):
        text = (SOURCE / "pyx" / technique.file).read_text(encoding="utf-8")
        assert technique.old in text, technique.name
        if technique is not tool.NOTHING:
            assert technique.old != technique.new, technique.name
