"""The served files: how large they are, and that every text has its translations."""

import ast
import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")

from othello import analysis, notation
from othello.analysis.moves import ALL, FORCED, PHASES, VERDICTS
from othello.convert import REMARKS
from othello.openings.catalogue import catalogue
from othello.rooms import folders, is_there
from othello.server.assets import (
    TRANSLATIONS,
    asset,
    bundled_script,
    page_assets,
    translations,
    words,
)
from othello.serving.requests import CODES

MOST_BYTES = 436_000  # with two ways to the engine, practice, lessons, all openings in Japanese
MOST_BYTES_OF_SCRIPT = 325_000

#: Its errors have sentences for translation.
NOTATION = Path(str(notation.__file__)).parent

#: The menu of what can be shared, made by copies.js.
SHARED = {
    "Copy the link",
    "The game",
    "Copy the moves",
    "Print",
    "The position",
    "Picture (file)",
} | {f"Copy {form}" for form in ("GGF", "SGF", "OBF", "FEN")}

#: What the scripts translate that is no literal in a call of `t`.
OTHER_TEXTS = {*VERDICTS, FORCED, *PHASES, ALL, *REMARKS, *SHARED}


def test_the_page_has_the_verdicts_of_the_analysis() -> None:
    (given,) = re.findall(r'data-verdicts="(.*?)"', asset("index.html"))
    assert dict(json.loads(unescape(given))) == VERDICTS


def test_all_files_together_are_small() -> None:
    assert sum(map(len, page_assets().values())) <= MOST_BYTES
    assert len(bundled_script().encode()) <= MOST_BYTES_OF_SCRIPT


def forms_of_phrases() -> set[str]:
    """Return the forms of what the engine says: strings with gaps, and those given to `phrase`."""
    forms = {"never", "once", "twice"} if is_there("explaining") else set[str]()
    for room, folder in [*folders().items(), ("notation", NOTATION)]:
        for path in Path(folder).glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
            given = [
                call.args[0]
                for call in calls
                if isinstance(call.func, ast.Name) and call.func.id in ("phrase", "page")
            ]
            given += [word.value for call in calls for word in call.keywords if word.arg == "form"]
            forms |= {str(node.value) for node in given if isinstance(node, ast.Constant)}
            if room in ("explaining", "lessons"):
                forms |= {
                    node.value
                    for node in ast.walk(tree)
                    if isinstance(node, ast.Constant)
                    and isinstance(node.value, str)
                    and re.search(r"\{[A-Za-z_]+\}", node.value)
                    and "\n" not in node.value
                }
    return forms


def used_texts() -> set[str]:
    page = asset("index.html")
    texts = set(re.findall(r" data-t(?: [^>]*)?>([^<]+)<", page)) | OTHER_TEXTS
    texts |= set(re.findall(r'aria-label="([^"]+)" data-t-label', page))
    for name in page_assets():
        if name.endswith(".js"):
            texts |= set(re.findall(r'\bt\((?:[^"()]*\? )?"([^"]+)"', asset(name)))
            tables = "KINDS|STAKES|DIFFICULTIES|COLOURS|CLOCKS|NEARS"
            for table in re.findall(rf"^const (?:{tables}) = \{{(.*)\}};$", asset(name), re.M):
                texts |= set(re.findall(r': "([^"]+)"', table))
    choices = asset("choices.js")
    texts |= set(re.findall(r'^  "([^"]+)": \{', choices, re.M))
    (table,) = re.findall(r"^export const ENDS = \{(.*?)^\};$", asset("outcome.js"), re.M | re.S)
    texts |= set(re.findall(r'"([^"]+)"', table))
    (table,) = re.findall(r"^const FAILURES = \{(.*?)^\};$", asset("texts.js"), re.M | re.S)
    return texts | set(re.findall(r': "([^"]+)"', table))


def test_every_code_of_an_error_is_known() -> None:
    """But for a cancellation, which nobody is shown, and what has no better word."""
    (table,) = re.findall(r"^const FAILURES = \{(.*?)^\};$", asset("texts.js"), re.M | re.S)
    codes = set(re.findall(r"^  (\w+):", table, re.M))
    assert codes == set(CODES.values()) - {"cancelled", "failed"}


def literals() -> set[str]:
    """Return the texts in the page, in its scripts, and in the code whose sentences it shows."""
    texts_of = page_assets().keys() - {TRANSLATIONS, "icon.png"}
    pages = [asset(name) for name in texts_of]
    texts = {text for page in pages for text in re.findall(r'(?=[">]([^"<]+)["<])', page)}
    for folder in (Path(str(analysis.__file__)).parent, NOTATION, *map(Path, folders().values())):
        for path in folder.rglob("*.py"):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            texts |= {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return texts


@pytest.mark.parametrize("language", sorted(translations()))
def test_every_text_is_translated(language: str) -> None:
    """With the same gaps; no row is missing, none is left over of a text that is no more."""
    texts = translations()[language]["texts"]
    assert (used_texts() | forms_of_phrases()) - texts.keys() == set()
    assert texts.keys() - literals() - OTHER_TEXTS - {line.name for line in catalogue()} == set()
    for text, other in texts.items():
        assert other, text
        assert sorted(re.findall(r"\{\w+\}", other)) == sorted(re.findall(r"\{\w+\}", text))


def test_no_line_of_french_ends_before_a_sign() -> None:
    texts = translations()["fr"]["texts"].values()
    assert [text for text in texts if re.search(r" [:;!?»]|« ", text)] == []
    assert sum("\xa0:" in text for text in texts) > 20


def test_openings_have_the_japanese_names_of_the_catalogue() -> None:
    """The first one of each: others are how it may be typed."""
    names = [(line.name, name) for line in catalogue() for name in reversed(line.others)]
    rows = {name: other for name, other in names if re.search("[ぁ-鿿]", other)}
    assert len(rows) > 100 and rows.items() <= translations()["ja"]["texts"].items()


def test_no_text_has_two_rows() -> None:
    """Of two the last one would hold; they may stand in different parts, or files of rooms."""
    rows: Counter[tuple[str, str]] = Counter()
    for path in words():
        text = path.read_text(encoding="utf-8")
        rows.update((path.name, row) for row in re.findall(r'^  "([^"]+)":', text, re.M))
    assert len(rows) > 500 and rows.most_common(1)[0][1] == 1, rows.most_common(1)


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = asset("index.html")
    assert not re.search(
        r"<style|style=|\son\w+=|<script(?![^>]*src=)|https?:(?!//www.w3.org/2000/svg)", page
    )
