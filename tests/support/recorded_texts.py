"""Texts of a format, and what is read from each, in a file ``texts.jsonl`` beside the tests.

To add a case, append ``{"shows": "…", "text": "…"}``; to record what has no answer yet, and what
has changed on purpose, run the file of tests as a program.
"""

import io
import json
from pathlib import Path
from typing import Any

from othello import Board
from othello.convert import FORMATS, warnings_of
from othello.errors import FormatError
from othello.formats.registry import Item


def cases(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def answer(form: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with what is read of its text now."""
    faults: list[FormatError] = []
    file = io.StringIO(case["text"], None)
    games = [told(form, item) for item in FORMATS[form].read(file, "-", faults.append)]
    read = {"games": games, "faults": list(map(str, faults))}
    return {"shows": case["shows"], "text": case["text"], **read}


def told(form: str, item: Item) -> dict[str, Any]:
    """Return a game as the cases have it, with the text in which it is written again."""
    written = io.StringIO()
    FORMATS[form].write(written, [item.native])
    game = item.game
    found = {
        "start": "" if game.start == Board() else game.start.to_obf(),
        "moves": game.transcript(),
        "headers": game.headers,
        "left out": sorted(item.extras()),
        "comments": item.comments() if any(item.comments()) else [],
        "warnings": warnings_of(item),
        "written": written.getvalue().rstrip("\n"),
    }
    return {name: value for name, value in found.items() if value}


def record(form: str, file: Path) -> None:
    """Write what is read now over what was recorded."""
    lines = [json.dumps(answer(form, case), ensure_ascii=False) for case in cases(file)]
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
