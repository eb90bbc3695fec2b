"""The shared scripts in a page that is one file: one script, with each of them once."""

import re

from othello.web.assets import asset, inlined_script, modules_of

DECLARATION = re.compile(
    r"^(?:export )?(?:async )?(?:function|const|let|class) "
    r"(?:(\w+)|[\[{]([^\]}]*)[\]}])",
    re.M,
)


def declared(script: str) -> list[str]:
    """Return the names that a script declares at its top."""
    names = []
    for one, several in DECLARATION.findall(script):
        names += [one] if one else re.findall(r"\w+", several)
    return names


def test_the_inlined_script_holds_each_module_once() -> None:
    """No two of them may declare one name."""
    script = inlined_script("analysis.js")
    assert not re.search(r"^(?:import|export)\b", script, re.M)
    names = declared(script)
    assert len(names) == len(set(names)) > 30
    texts = modules_of("analysis.js", asset).values()
    assert set(names) == {name for text in texts for name in declared(text)}
    assert script.index("function after(") < script.index("function drawPieces(")
