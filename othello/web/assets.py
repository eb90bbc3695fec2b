"""The scripts and the style that web pages share, for a page that is one file.

They are in ``static/``. The scripts are modules of JavaScript. A page that is one file cannot
import them: `inlined_script` puts them one after the other into one plain script. So an import may
only name what a module exports under the same name, no two modules may declare the same name at
their top, and each statement of import or export begins its line.
"""

import re
from collections.abc import Callable
from importlib.resources import files

STATIC = files("othello") / "web" / "static"  # in a folder, or in a zip file

STYLE = "look.css"
"""The style that all pages share."""

IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.M)


def asset(name: str) -> str:
    """Return the text of a file of a page.

    >>> asset("look.css").startswith(":root")
    True
    """
    return (STATIC / name).read_text(encoding="utf-8")


def inlined_script(name: str) -> str:
    """Return a module and all that it imports as one script without imports.

    >>> "import " in inlined_script("board.js")
    False
    """
    texts = modules_of(name, asset).values()
    return '"use strict";\n' + "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in texts)


def modules_of(name: str, read: Callable[[str], str]) -> dict[str, str]:
    """Return the texts of a module and of all that it imports, each after those it imports."""
    found: dict[str, str] = {}

    def collect(name: str) -> None:
        text = read(name)
        for _, stem in IMPORT.findall(text):
            if (needed := f"{stem}.js") not in found:
                collect(needed)
        found[name] = text

    collect(name)
    return found
