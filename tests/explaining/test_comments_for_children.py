"""What is said to a child of moves that beginners make, in three languages: a table to be read.

``python tests/explaining/test_comments_for_children.py`` writes its comments anew.
"""

import json
import re
from pathlib import Path

import pytest

from othello.analysis.games import EXACT_FROM
from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import explain_move
from othello.explaining.wording import Phrase
from othello.server.assets import translations

TABLE = Path(__file__).with_name("children.jsonl")
ROWS = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]


def said(phrase: Phrase, language: str) -> str:
    """Return a phrase as the page says it."""
    texts = translations()[language]["texts"] if language != "en" else {}
    values = {
        name: said(value, language) if isinstance(value, Phrase) else value
        for name, value in phrase.values.items()
    }
    return str(texts.get(phrase.form, phrase.form)).format_map(values)


def row_of(row: dict[str, object]) -> dict[str, object]:
    """Return a row of the table as it is now."""
    with Engine(threads=1, hash_mb=16, endgame_depth=EXACT_FROM) as engine:
        board = Board.parse(str(row["position"]))
        sight = explain_move(board, str(row["move"]), engine).simple
    told = {language: sight and said(sight.says, language) for language in ("en", "fr", "ja")}
    seen = {} if sight is None else sight.to_dict()
    marks = {name: seen[name] for name in ("squares", "arrows") if seen.get(name)}
    return {name: row[name] for name in ("about", "position", "move")} | told | marks


@pytest.mark.parametrize("row", ROWS, ids=[row["about"].replace(" ", "_") for row in ROWS])
def test_a_typical_position(row: dict[str, object]) -> None:
    assert row_of(row) == row


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_are_short_and_have_no_difficult_numbers(language: str) -> None:
    for row in ROWS:
        for sentence in re.split(r"(?<=[.!:]) ", row[language] or ""):
            assert len(re.findall(r"[\w’]+", sentence)) <= 14, sentence
            assert not re.search(r"[-−+%]|\d[.,]\d", sentence)


if __name__ == "__main__":
    lines = [json.dumps(row_of(row), ensure_ascii=False) for row in ROWS]
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
