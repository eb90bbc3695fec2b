"""The files of the served page: scripts, styles and texts, with what rooms add to it.

They are in ``page/``, in the folders ``page`` of the rooms, and what other pages have too in
`othello.web`. A server sends `bundled_script`: all modules of its page in one file, without their
comments, each in a function of its own, so that they may declare the same names. They may not
import each other in a circle.

A room has a tab of the page if it has a file ``tab.html``: its first line is the button, the rest
the panel. A file such as ``explore.html`` is a part of another tab, ``reading.html`` one of all
tabs. Each belongs to a module of the name that is its first ``id``, which exports an object of this
name.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from othello.analysis.moves import VERDICTS
from othello.board import Board
from othello.errors import InvalidOption
from othello.formats.registry import record_formats
from othello.rooms import folders, of_plugins
from othello.svg import draw
from othello.web.assets import EXPORT, IMPORT, STATIC, modules_of

PACKAGE = files("othello")
FOLDERS = [STATIC, *(PACKAGE / room / "page" for room in folders())]

MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""The types of the files that are sent by the ends of their names."""

COMMENT = re.compile(
    r"^ *(?:(?://|/\*\*(?:[^*]|\*(?!/))*\*/$).*)?\n|(?<=[;,{}()]) // [^\"'`\n]*$", re.M
)

FIRST_PAGE = "index.html"

SCRIPT = "serve.js"
"""The page's script."""

TRANSLATIONS = "translations.js"
"""The module made of the languages' files, so that the page gets its texts with its scripts."""

BEFORE_SIGN = re.compile(r" (?=[:;!?»])|(?<=«) ")
"""The blanks of French at which no line may end."""

COMPACT = (",", ":")
"""Separators of JSON without blanks."""

PARTS = "parts.js"
"""The module made of what rooms add to the page: `PARTS` by their places and names."""


def page_assets() -> dict[str, bytes]:
    """Return the files that a server sends, by name; the scripts as modules.

    >>> b"<svg" in page_assets()["index.html"]
    True
    """
    assets = {name: source.read_bytes() for name, source in _sources().items()}
    assets |= {name: make().encode() for name, make in MADE.items()}
    version = sha256(b"".join(assets.values())).hexdigest()[:12]
    assets[FIRST_PAGE] = assets[FIRST_PAGE].replace(b"$version", version.encode())
    return assets


def asset(name: str) -> str:
    """Return the text of a file of the page."""
    return MADE[name]() if name in MADE else _sources()[name].read_text(encoding="utf-8")


def bundled_script() -> str:
    """Return all modules of the page as one, without imports.

    >>> "import " in bundled_script()
    False
    """
    return "".join(_as_function(*each) for each in modules_of(SCRIPT, asset).items())


def _as_function(name: str, text: str) -> str:
    """Return a module as a function, called at once, whose value is what the module exports."""
    imports = IMPORT.sub(r"const \1 = module_\2;\n", COMMENT.sub("", text))
    exports = ", ".join(EXPORT.findall(text))
    body = f"{EXPORT.sub('', imports)}return {{ {exports} }};\n"
    return f"const module_{name.removesuffix('.js')} = (() => {{\n{body}}})();\n"


def translations() -> dict[str, dict[str, Any]]:
    """Return each language's name, as `language`, and its `texts` by the English ones.

    >>> translations()["fr"]["texts"]["Play"]
    'Jouer'
    """
    languages: dict[str, dict[str, Any]] = {}
    for file in words():
        parts = json.loads(file.read_bytes())
        known = languages.setdefault(file.name.removesuffix(".json"), {"texts": {}})
        known |= {"language": parts.pop("language")} if "language" in parts else {}
        for part in parts.values():
            known["texts"] |= {text: BEFORE_SIGN.sub("\xa0", other) for text, other in part.items()}
    return languages


def words() -> list[Any]:
    """Return the files of the languages: in each folder one for each."""
    return [file for folder in page_folders() for file in _files(folder / "words")]


@cache
def page_folders() -> list[Any]:
    """Return our folders, and those of plug-ins in which nothing is wrong that can be seen."""
    found: list[Any] = [*FOLDERS]

    def add(_: str, folder: str) -> None:
        _check(Path(folder), found)
        found.append(Path(folder))

    of_plugins("page", (), check=add)
    return found


def _check(folder: Path, others: list[Any]) -> None:
    """Raise an error for a script that is missing, or a name that other folders have."""
    own = {file.name: file for file in _files(folder)}
    known = {file.name: file for other in others for file in _files(other)}
    for name in own.keys() & known.keys():
        if name.rpartition(".")[2] in MEDIA_TYPES.keys() - {"html"}:
            raise InvalidOption(f"there is another {name}: expected another name")

    def read(name: str) -> str:
        return "" if name in MADE else str((known | own)[name].read_text(encoding="utf-8"))

    for _, name, _ in _parts_in(own.values()):
        modules_of(f"{name}.js", read)
    for file in _files(folder / "words"):
        json.loads(file.read_bytes())


def _files(folder: Any) -> list[Any]:
    """Return the files in a folder of the package, in the order of their names; none without it."""
    return sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []


@cache
def _sources() -> dict[str, Any]:
    """Return the files that are sent, by name; the parts of the first page are within that."""
    found = [file for folder in page_folders() for file in _files(folder)]
    return {
        file.name: file
        for file in found
        if file.name.rpartition(".")[2] in MEDIA_TYPES.keys() - {"html"} or file.name == FIRST_PAGE
    }


def _room_parts() -> list[tuple[str, str, str]]:
    """Return what rooms add to the page: the place, the name, and the HTML."""
    return _parts_in(file for folder in page_folders() for file in _files(folder))


def _parts_in(sources: Iterable[Any]) -> list[tuple[str, str, str]]:
    found = []
    for file in sources:
        place, _, kind = file.name.rpartition(".")
        if kind == "html" and file.name != FIRST_PAGE:
            text = file.read_text(encoding="utf-8")
            name = text.split(' id="')[1].split('"')[0].removeprefix("tab-")
            found.append((place, name, text))
    return found


def _first_page() -> str:
    """Return the page with an empty board and the parts of the rooms in their places."""
    board = str(draw(Board(0, 0), legal_moves=False))
    added = {"$tabs": "", "$panels": "", "$reading": "", "$play": "", "$explore": ""}
    for place, _, text in _room_parts():
        if place == "tab":
            button, panel = text.split("\n", 1)
            added["$tabs"] += f"{button}\n"
            added["$panels"] += panel
        else:
            added[f"${place}"] += text
    page: str = _sources()[FIRST_PAGE].read_text(encoding="utf-8")
    for mark, text in added.items():
        page = page.replace(f"{mark}\n", text)
    page = page.replace("$verdicts", escape(json.dumps([*VERDICTS.items()])))
    return page.replace("$board", board).replace("$forms", " ".join(record_formats()))


def _parts_script() -> str:
    """Return the module of what rooms add to the page."""
    parts = _room_parts()
    imports = [f'import {{ {name} }} from "./{name}.js";\n' for _, name, _ in parts]
    places = {place: [name for other, name, _ in parts if other == place] for place, _, _ in parts}
    rows = [f"{place}: {{ {', '.join(names)} }}" for place, names in places.items()]
    return f"{''.join(imports)}export const PARTS = {{ {', '.join(rows)} }};\n"


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
        f"export const {name} = {json.dumps(table, ensure_ascii=False, separators=COMPACT)};\n"
        for name, table in tables.items()
    )


MADE = {FIRST_PAGE: _first_page, TRANSLATIONS: _translations_script, PARTS: _parts_script}
"""How the files are made that are no files of a folder."""
