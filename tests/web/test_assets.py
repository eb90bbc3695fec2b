"""The shared scripts in a page that is one file: one script, with each of them once."""

import re

from othello.web.assets import asset, inlined_script, modules_of

DECLARED = r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+|[\[{][^\]}]*[\]}])"
"""A name, or several in brackets, that a script declares at its top."""


def test_the_inlined_script_holds_each_module_once() -> None:
    """No two of them may declare one name."""
    script = inlined_script("analysis.js")
    assert not re.search(r"^(?:import|export)\b", script, re.M)
    names = re.findall(r"\w+", " ".join(re.findall(DECLARED, script, re.M)))
    assert len(names) == len(set(names)) > 30
    for text in modules_of("analysis.js", asset).values():
        assert {*re.findall(r"\w+", " ".join(re.findall(DECLARED, text, re.M)))} <= {*names}
    assert script.index("function after(") < script.index("function drawPieces(")
