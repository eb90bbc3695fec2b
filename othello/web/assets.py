"""The scripts and styles in ``static/``, for a server to send or for a page to hold.

The scripts are modules of JavaScript. A page that is one file cannot import them: `inlined_script`
puts them one after the other into one plain script. So an import may only name what a module
exports under the same name, no two modules may declare the same name at their top, and each
statement of import or export begins its line.

A server sends `bundled_script`: all modules of its page in one file, without their comments, each
in a function of its own, so that they may declare the same names. They may not import each other in
a circle.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

# Wherever the package lies: in a folder, or in a zip file.
STATIC = files("othello.web").joinpath("static")

STYLE = "look.css"
"""The style that all pages share."""

MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The types of the files in ``static/`` by the ends of their names."""

IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";\n', re.M)
COMMENT = re.compile(r"^ *(?://|/\*\*(?:[^*]|\*(?!/))*\*/$).*\n", re.M)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.M)


TRANSLATIONS = "translations.js"
"""The module made of the languages' files, so that the page gets its texts with its scripts."""


def asset(name: str) -> str:
    """Return the text of a file of a page.

    >>> asset("look.css").startswith(":root")
    True
    """
    if name == TRANSLATIONS:
        return _translations_script()
    return STATIC.joinpath(name).read_text(encoding="utf-8")


def site_assets() -> dict[str, bytes]:
    """Return the files that a server sends, by name.

    >>> "look.css" in site_assets()
    True
    """
    names = [file.name for file in STATIC.iterdir()]
    sent = [name for name in names if name.rpartition(".")[2] in MEDIA_TYPES]
    return {name: asset(name).encode() for name in [*sent, TRANSLATIONS]}


def translations() -> dict[str, dict[str, Any]]:
    """Return each language's name, as `language`, and its `texts` by the English ones.

    >>> translations()["fr"]["texts"]["Play"]
    'Jouer'
    """
    languages = {}
    for file in sorted(STATIC.joinpath("words").iterdir(), key=lambda file: file.name):
        words = json.loads(file.read_bytes())
        name = words.pop("language")
        texts = {text: other for part in words.values() for text, other in part.items()}
        languages[file.name.removesuffix(".json")] = {"language": name, "texts": texts}
    return languages


def _translations_script() -> str:
    """Return the module of the texts: the English ones, then each language's in their order."""
    languages = translations()
    english = sorted({text for each in languages.values() for text in each["texts"]})
    others = {
        code: {"name": each["language"], "texts": [each["texts"].get(text) for text in english]}
        for code, each in languages.items()
    }
    tables = {"ENGLISH": english, "LANGUAGES": others}
    return "".join(
        f"export const {name} = {json.dumps(table, ensure_ascii=False)};\n"
        for name, table in tables.items()
    )


def inlined_script(name: str) -> str:
    """Return a module and all that it imports as one script without imports.

    Every module comes once, and after those that it imports.

    >>> "import " in inlined_script("board.js")
    False
    """
    parts: dict[str, str] = {}
    _collect(name, parts)
    return '"use strict";\n' + "\n".join(parts.values())


def bundled_script(name: str) -> str:
    """Return a module and all that it imports as one module without imports.

    >>> "import " in bundled_script("board.js")
    False
    """
    parts: dict[str, str] = {}
    _collect(name, parts)
    return "".join(_as_function(part, asset(part)) for part in parts)


def _as_function(name: str, text: str) -> str:
    """Return a module as a function, called at once, whose value is what the module exports."""
    imports = IMPORT.sub(r"const \1 = module_\2;\n", COMMENT.sub("", text))
    exports = ", ".join(EXPORT.findall(text))
    body = f"{EXPORT.sub('', imports)}return {{ {exports} }};\n"
    return f"const module_{name.removesuffix('.js')} = (() => {{\n{body}}})();\n"


def _collect(name: str, parts: dict[str, str]) -> None:
    """Add a module to `parts`, behind those it imports."""
    text = asset(name)
    for _, stem in IMPORT.findall(text):
        if (needed := f"{stem}.js") not in parts:
            _collect(needed, parts)
    parts[name] = EXPORT.sub("", IMPORT.sub("", text))
