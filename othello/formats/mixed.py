"""Files that hold more than one form of games: each game is read as what it is, in its order.

Games in parentheses may be GGF or SGF, and lines with moves or positions may stand around them.
Lines with moves may stand among the positions of OBF.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import StringIO
from itertools import islice
from typing import Any

from othello._game import Game
from othello.errors import FormatError, OthelloError, counted, quote, warn
from othello.files.unpacking import text_of
from othello.formats import obf, transcript
from othello.formats.detect import format_of_record, format_of_text
from othello.formats.dropped_headers import Places
from othello.formats.reading import (
    OnError,
    Record,
    file_lines,
    raise_error,
    read_items,
    split_parts,
)
from othello.formats.registry import Format, formats, item_of, record_formats, write_lines
from othello.notation import parse_position
from othello.notation.positions import BOARD_LETTERS

ParseRecord = Callable[[Record, str], Any]
OnWords = Callable[[FormatError, str], object]

LETTER = re.compile(r"[^\W\d_]")


def read_records(
    usual: str,
    lines: str | Iterable[str],
    source: str = "-",
    on_error: OnError = None,
    on_words: OnWords | None = None,
) -> Iterator[Any]:
    """Yield the games in parentheses, and the games and positions between them.

    `usual` is the format of those in parentheses that do not say theirs, such as ``sgf``.
    `on_words` is called with the error of each line between that is no game, and with the line;
    without it, one warning tells of these. The other arguments are those of
    `othello.formats.read_lines`.

    >>> sgf, line = read_records("sgf", "(;GM[2];B[f5])\\nf5d6")
    >>> sgf.game(), line
    (Game('f5'), Game('f5d6'))
    """
    words: list[str] = []
    on_words = on_words or (lambda error, line: words.append(left_out(error, line)))
    for part in split_parts(file_lines(lines, source, on_error)):
        if part.is_item:
            known = record_formats()[format_of_record(part.text, usual)]
            assert known.parse_record is not None
            yield from read_items([part], known.parse_record, source, on_error)
        else:
            yield from read_between(part, source, on_error, on_words)
    if words:
        others = f"; {counted(len(words) - 1, 'more line')} left out" * (len(words) > 1)
        warn(f"{words[0]}{others}")


def left_out(error: FormatError, line: str) -> str:
    """Return that a line of words is left out, which no game misses."""
    return str(FormatError(error.source, error.line, f"left out {quote(line)}, which is no game"))


def read_between(part: Record, source: str, on_error: OnError, on_words: OnWords) -> Iterator[Any]:
    """Yield the games and positions of the text before, between or behind games in parentheses.

    See `read_records` for the arguments.
    """
    if not LETTER.search(part.text):  # numbers, as GGS has before its games
        return
    text = " " * (part.column - 1) + part.text
    lines = text.split("\n")
    known = format_of_text(text)

    def report(error: FormatError) -> None:
        assert error.line is not None
        place = part.line + error.line - 1
        found = FormatError(source, place, error.reason, is_item=error.is_item)
        if error.is_item or known == "obf":
            (on_error or raise_error)(found)
        else:
            on_words(found, lines[error.line - 1].strip())

    for native in formats()[known].read_natives(StringIO(text), source, report):
        if isinstance(native, obf.ScoredPosition):
            line = part.line + int(native.id.rpartition(":")[2]) - 1
            native = native._replace(id=f"{source}:{line}")
        yield native


def read_positions(
    lines: Iterable[str], source: str = "-", on_error: OnError = None
) -> Iterator[Any]:
    """Yield the positions of OBF, and the game of each line that has moves alone.

    >>> position, game = read_positions(["startpos; d3:+0", "f5d6"])
    >>> position.scores, game
    ({Move('d3'): 0}, Game('f5d6'))
    """

    def game_of(text: str, line: int) -> Any:
        if not (moves := _moves_of(text)):
            return None
        with suppress(FormatError):  # an opening's name
            return transcript.parse_record(Record(text, line, in_list=True), source)
        return Game(moves)

    return obf.read_positions(lines, source, on_error=on_error, other=game_of)


def _moves_of(text: str) -> list[Any]:
    """Return the moves of a line that has nothing else; none if it is a position."""
    if ";" not in text and not BOARD_LETTERS.issuperset(text):
        with suppress(OthelloError):
            found = parse_position(text)
            return found if isinstance(found, list) else []
    return []


def only_record(parse: ParseRecord, text: str) -> Game:
    """Return the game of a text that has one in parentheses; a warning tells of words around it.

    Raises FormatError if there is none, or another game.
    """

    found: Record | None = None
    parts = list(split_parts(text))
    if not any(part.is_item for part in parts):
        raise FormatError("", 1, f"expected a game (;...), got {Record(text).rest(0)}")
    for part in parts:
        around = (
            ()
            if part.is_item
            else read_between(part, "", None, lambda error, line: warn(left_out(error, line)))
        )
        if part.is_item or any(True for _ in around):
            if found is not None:
                blank = part.text[: -len(part.text.lstrip())]
                raise another_game(part.line + blank.count("\n"))
            found = part
    assert found is not None
    return item_of(parse(found, "")).game


def only_position(text: str) -> Game:
    """Return the position of a text in OBF, as a game without moves."""
    positions = list(islice(obf.read_positions(text.splitlines(), ""), 2))
    if len(positions) > 1:
        raise another_game(int(positions[1].id.rpartition(":")[2]))
    return Game(start=positions[0].board)


def another_game(line: int) -> FormatError:
    """Return that a text with one game has another at a line."""
    return FormatError("", line, "another game: expected one; read_games reads all of a file")


def in_parentheses(
    name: str, native: type, parse: ParseRecord, format_native: Callable[[Any], str], **more: Any
) -> Format:
    """Return the declaration of a format whose games are in parentheses, from its functions."""
    return Format(
        name,
        native,
        partial(read_records, name),
        write_lines(format_native),
        suffixes=(f".{name}",),
        may_begin=lambda head: b"(" in head and format_of_record(text_of(head), name) == name,
        parse_record=parse,
        parse=partial(only_record, parse),
        **more,
    )


FORMAT = Format(
    "obf",
    obf.ScoredPosition,
    read_positions,
    write_lines(obf.format_position),
    lambda game, beside: obf.ScoredPosition("", game.board, {}),
    (".obf",),
    Places(()),
    may_begin=lambda head: b"(;" not in head,
)
"""OBF, whose files may have lines with moves too."""
