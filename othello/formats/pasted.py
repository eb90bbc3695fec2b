"""Moves as people paste them: numbered, spaced, punctuated, over several lines.

::

    1. F5 d6   2. C3 d3        {the tiger}
    3. c4 f4!, 4. pass - B3    40-24

The text may have squares in upper or lower case, passes (``pass``, ``pa``, ``ps``, ``--``), move
numbers, punctuation, ``black`` and ``white``, results, comments in braces, and ``resigns``,
``won`` or ``lost on time`` at the end. Lines such as ``Black: Ann`` and tags of PGN
(``[White "Bob"]``) before the moves are headers. A tag ``FEN`` states the position from which the
game begins; its moves go on to the next empty line or tag.
A log with one move and words on each line, such as ``Move 1: A plays F5``, is a game too. A result
on a line of its own may also stand in front of the moves, if that of the first game does.
A score behind the moves, and who won or resigned, become the header ``Result``, but a number with
a sign only if the game is over: else it is an evaluation. A day such as ``2005-03-01`` before the
first move of a text becomes ``Date``.
Anything else is an error, so that no move is overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count, groupby, islice, takewhile
from typing import NamedTuple

from othello._game import Game
from othello.errors import FormatError, OthelloError, quote
from othello.formats.pasted_headers import (
    DATE,
    FEN,
    HEADERS,
    OF_DAY,
    SET_UP,
    SET_UP_TAGS,
    TAG_NAME,
    UNFINISHED,
    UNKNOWN,
    headers_of,
    is_comment,
    start_of,
)
from othello.formats.pasted_lines import (
    LEADING_NUMBER,
    NUMBER_OF_REPLY,
    START,
    Line,
    OpenGame,
    lines_of,
    result_alone,
    result_in,
)
from othello.formats.pasted_moves import play
from othello.formats.reading import Record, file_lines, raise_error
from othello.formats.results import find_results, read_result
from othello.formats.table import (
    LINES_OF_A_ROW,
    game_rows,
    has_rows_of,
    names_columns,
)
from othello.notation import BLACK, PASS, Move
from othello.notation.move_lists import (
    COMMENT,
    LONGEST_GAME,
    WIDE,
    Token,
    blanked,
    find_variations,
    find_wrong_side,
    tokens_of,
    too_long,
    without_comments,
)
from othello.notation.move_numbers import (
    MOVE_NUMBER,
    ListOfMoves,
    doubt_of_number,
    find_cut,
    find_gap,
    find_hole,
    find_stray,
    fits_as_number,
    number_before_moves,
)
from othello.notation.positions import STARTPOS
from othello.openings.catalogue import find_line, name_like

__all__ = [
    "PastedGame",
    "fault_of_words",
    "format_game",
    "keeps_header",
    "parse_game",
    "parse_native",
    "parse_record",
    "read_games",
    "read_natives",
]

NUMBER_IN_LOG = re.compile(r"(?:\b(?:move|ply|turn|zug|coup)|#|^)\s*(\d{1,3})\b(?![:./-]\d)", re.I)
"""Pattern of a move's number in a log; a time or a date is none."""
EVALUATION = re.compile(
    r"""
      (?<![\w.]) [+-]\d+(?:\.\d+)? (?![\w:-])
    | (?<=[a-h][1-8]|pa|ps|ss)  # behind its move, unless it may be the next one's number: f5-2.d6
      (?: [+-]\d+(?:\.\d+)? (?![\w:-]|[.)]+\s*[a-h]) | \+\d+(?:\.\d+)? (?=[a-h][1-8]) )
    | (?<![\w.:/-]) \d+\.\d+ (?![\w./])
    """,
    re.I | re.X,
)
TIME = re.compile(r"(?<![\w.:/])\d+:\d\d(?![\w.:/-])")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Of which a file that is a text has none."""
LONGEST_COMMENT = LINES_OF_A_ROW
"""Lines; a brace without its other one costs no more."""
LONGEST_JOINED = 10_000
"""Characters; no text is looked through again and again."""
MOST_FAULTS = 100
"""Faults in a row that show that a text has no games: the rest of it is not read."""
LINES_OF_HEAD = 1000
"""Characters of a longer text that are looked at first, as a block without an end is read whole."""
LINES_OF_A_RESULT = 3
"""A longer block is no result alone."""


class PastedGame(NamedTuple):
    """A game of a text, and what else stood there that a `Game` cannot hold."""

    game: Game
    others: frozenset[str] = frozenset()  #: what this is, by name
    another_result: str = ""  #: a result that contradicts the game's header `Result`
    cut: str = ""  #: dots behind the last move, which say that others follow
    #: A number before the first move that is none of a list of games; 0 without one.
    number: int = 0

    def extras(self) -> set[str]:
        """Return the names, such as ``comments``."""
        return set(self.others)

    def doubts(self) -> list[str]:
        """Return what whoever reads the game is told of its moves and its result.

        >>> parse_native("Result: 33-31\\nf5 d6 ... 35-29").doubts()
        ["moves end in '...': those that follow are missing", \
'two results: 33-31 is taken, 35-29 is left out']
        """
        cut = f"moves end in {quote(self.cut)}: those that follow are missing"
        stated = self.game.headers.get("Result", "")
        two = f"two results: {stated} is taken, {self.another_result} is left out"
        number = doubt_of_number(self.number)
        return [number] * bool(number) + [cut] * bool(self.cut) + [two] * bool(self.another_result)


def parse_game(text: str, source: str = "") -> Game:
    """Read a game from the start, or the name of an opening; ``startpos`` may stand before moves.

    Forced passes that the text leaves out are added. Blanks alone are a game without moves.

    >>> parse_game("1. F5 d6  2. C3 d3 {the tiger} 3. c4")
    Game('f5d6c3d3c4')
    >>> parse_game("f5-d6-c3"), parse_game("Black: F5\\nWhite: f4!?")
    (Game('f5d6c3'), Game('f5f4'))
    >>> parse_game("Tiger")
    Game('f5d6c3d3c4')

    Raises FormatError if a part of `text` is neither a move nor allowed between moves, a move is
    illegal, or there is no move.
    """
    return parse_native(text, source).game


def parse_native(text: str, source: str = "") -> PastedGame:
    """Read a game as `parse_game`, with what the `Game` cannot hold."""
    _check_length(Record(text), source)
    if (line := find_line(text)) is not None:
        return PastedGame(Game(line.moves))
    if (startpos := STARTPOS.match(text)) is not None:
        text = text[startpos.end() :]
    bare = without_comments(text).split("\n")
    lines = [
        "" if is_comment(line) else whole
        for line, whole in zip(bare, text.split("\n"), strict=True)
    ]
    if (log := _game_of_log(Record("\n".join(lines).strip("\n")))) is not None:
        return parse_record(log, source)
    text = "\n".join(lines)
    if (fault := fault_of_words(text, source)) is not None:
        raise fault
    headers: dict[str, str] = {}
    behind: list[str] = []
    in_moves = False
    for number, (line_of_text, found) in enumerate(zip(lines, headers_of(lines), strict=True)):
        is_first = found is None and not in_moves and any(map(str.strip, lines[number + 1 :]))
        if is_first and (result := result_alone(line_of_text)):
            found = {"Result": result}
        in_moves |= found is None and bool(line_of_text.strip())
        if found is not None and (not in_moves or found.keys() == {"Result"}):
            if not _agree(first := headers.get("Result", ""), found.get("Result", "")):
                behind.append(first)  # as another result, which is told
            headers |= found
            lines[number] = ""
    return parse_record(Record("\n".join([*lines, *behind]), headers=headers), source)


def fault_of_words(text: str, source: str) -> FormatError | None:
    """Return what is wrong with a text of words alone, such as a misspelt name; else None."""
    tokens = tokens_of(text)
    if not tokens or headers_of([text])[0] or {token.kind for token in tokens} != {"word"}:
        return None
    place, _, word = tokens[0]
    expected = f"expected moves such as f5d6c3, or {name_like(text)}"
    return Record(text).error(source, place, f"{quote(word)} is no move: {expected}")


def parse_record(record: Record, source: str) -> PastedGame:
    """Return the game of a part of a text that has but one; see `parse_game` for the errors."""
    if record.fault:
        raise record.error(source, 0, record.fault)
    _check_length(record, source)
    bare = without_comments(record.text.translate(WIDE))
    for start, end in find_variations(bare):
        variation = " ".join(record.text[start:end].split())
        reason = f"a variation, {quote(variation)}: expected only the moves that were played"
        raise record.error(source, start, reason)
    set_up = start_of(record, source)
    tokens = tokens_of(record.text)
    board, moves, fault = play(set_up or START, tokens)
    squares = [token.place for token in tokens if token.square is not None]
    counted, first_number = moves, 1
    if set_up is not None:  # its numbers may be those of a longer game, and white may begin
        counted = [PASS] * (set_up.turn != BLACK) + moves
        number = MOVE_NUMBER.search(bare, 0, (squares or [0])[0] + 2)
        first_number = int(number[1]) if number else 1
    listed = ListOfMoves(bare, squares, counted, 0, first_number)
    if (gap := find_gap(listed) or find_hole(listed)) is not None:
        raise record.error(source, *gap)
    end = max((token.end for token in tokens if token.kind == "move"), default=0)
    behind = bare[end:]
    if EVALUATION.search(bare[:end]):  # the last move has one too
        behind = blanked(behind, (match.span() for match in EVALUATION.finditer(behind)))
    results = [match for match in find_results(behind) if board.is_over or match[0][0] not in "+-"]
    rest = bare[:end] + blanked(bare[end:], (match.span() for match in results))
    wrong = fault or find_stray(listed._replace(text=rest))
    if wrong is None and not board.is_over:
        wrong = find_wrong_side(bare, squares, board.turn == BLACK)
    if wrong is not None:
        raise record.error(source, *wrong)
    if not moves and set_up is None and (text := record.text.strip()):
        raise record.error(source, 0, f"no move in {quote(text)}: expected moves such as f5d6c3")
    date = {"Date": day[1]} if (day := DATE.match(bare)) else {}
    result = result_in(results)
    headers = date | ({"Result": result} if result else {}) | dict(record.headers)
    for name in SET_UP_TAGS:
        headers.pop(name, None)
    others = {
        name
        for name, pattern in (("evaluations", EVALUATION), ("times", TIME))
        if pattern.search(rest)
    }
    if any(re.search(r"\w", comment) for comment in COMMENT.findall(record.text)):
        others.add("comments")
    another = "" if _agree(result, headers.get("Result", "")) else result
    cut = "" if board.is_over or not moves else find_cut(bare[end:])
    late = 0 if record.in_list or set_up is not None else number_before_moves(bare)
    return PastedGame(Game(moves, set_up, headers), record.others | others, another, cut, late)


def _check_length(record: Record, source: str) -> None:
    if len(record.text) > LONGEST_GAME:
        raise record.error(source, LONGEST_GAME, too_long(record.text))


def _agree(first: str, second: str) -> bool:
    """Return whether two texts may state the same result.

    >>> _agree("33-31", "1-0"), _agree("33-31", "B+2"), _agree("33-31", "35-29"), _agree("", "B+2")
    (True, True, False, True)
    """
    if not first or not second:
        return True
    one, other = read_result(first), read_result(second)
    if one is None or other is None:
        return True
    differences = {one.difference, other.difference} - {None}
    return one.winner == other.winner and len(differences) < 2


def read_games(
    lines: Iterable[str], source: str = "-", on_error: Callable[[FormatError], object] | None = None
) -> Iterator[Game]:
    """Yield the games of a text.

    A game ends at an empty line, or before a line that begins another one: a line whose moves can
    be played from the start and not as this game's next ones. If they can be both, the line's
    number, or a result or words before it, decide; without these it goes on with the game. Rows of
    a table (CSV) with a game each are separate games.

    A result in a block of its own is that of the game just before it. Other results, and lines of
    words, before and after games are errors of their own; lines without moves and words are
    skipped. Behind a hundred errors in a row nothing more is read. See
    `othello.formats.read_records` for the arguments.

    >>> list(read_games(["1. f5", "2. d6", "", "D3 c5"]))
    [Game('f5d6'), Game('d3c5')]
    """
    return (native.game for native in read_natives(lines, source, on_error))


def read_natives(
    lines: Iterable[str], source: str = "-", on_error: Callable[[FormatError], object] | None = None
) -> Iterator[PastedGame]:
    """Yield the games as `read_games`, with the names of what is left out of them."""
    found = file_lines(lines, source, on_error)
    head = list(islice(found, LINES_OF_HEAD))
    if len(head) == LINES_OF_HEAD and _is_hopeless(head):
        found = iter(())
    n_faults = 0
    for record in _parts_of(chain(head, found)):
        try:
            native = parse_record(record, source)
        except FormatError as error:
            (on_error or raise_error)(error)
            n_faults += 1
            if n_faults == MOST_FAULTS:
                reason = f"no game among {MOST_FAULTS} faults: the rest is not read"
                (on_error or raise_error)(FormatError(source, error.line, reason, is_item=True))
                return
        else:
            n_faults = 0
            yield native


def _is_hopeless(head: Sequence[str]) -> bool:
    """Return whether a text begins with so many faults that the rest of it is not read."""
    n_faults = 0
    for record in _parts_of(head):
        try:
            parse_record(record, "")
        except FormatError:
            n_faults += 1
        else:
            return False
        if n_faults == MOST_FAULTS:
            return True
    return False


def _parts_of(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the games of lines, and each line of words around them."""
    records = _records(_whole_tables(_paragraphs(lines)))
    return _in_lists(each for each in records if each.is_item or not is_comment(each.text))


def _in_lists(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records; those of games whose numbers go on from each other are in a list."""
    number = 0
    waiting: list[Record] = []  # a game whose number may be the first of a list, and words behind
    for record in records:
        if record.is_item:
            last, number = number, number_before_moves(without_comments(record.text))
            is_next = last > 0 and number == last + 1
            yield from (game._replace(in_list=is_next) for game in waiting)
            waiting = []
            record = record._replace(in_list=is_next)
        if waiting or (record.is_item and number > 1 and not record.in_list):
            waiting.append(record)
            if len(waiting) > MOST_FAULTS:
                yield from waiting
                waiting = []
        else:
            yield record
    yield from waiting


def _paragraphs(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the blocks of lines between empty lines; in comments and cells these divide nothing."""
    paragraph: list[str] = []
    opened = number = 0  # opened: the line with the brace or quote that has not ended yet
    in_table = False
    for number, line in enumerate(lines, 1):
        if line.strip() or (opened and number - opened < LONGEST_COMMENT):
            in_table = in_table or (not paragraph and names_columns(line))
            paragraph.append(line.rstrip("\n"))
            if in_table and line.count('"') % 2:
                opened = 0 if opened else number
            elif "{" in line or "}" in line:
                opened = number if line.rfind("{") > line.rfind("}") else 0
        elif paragraph:
            yield from _blocks(paragraph, number - len(paragraph), bool(opened))
            paragraph, opened = [], 0
    yield from _blocks(paragraph, number - len(paragraph) + 1, bool(opened))


def _blocks(lines: Sequence[str], first: int, is_open: bool) -> Iterator[Record]:
    """Yield lines as one block, or those between empty lines if a comment or cell has no end."""
    text = "\n".join(lines)
    if not is_open and "{" not in without_comments(text):
        if text.strip():
            yield Record(text, first)
        return
    for is_empty, run in groupby(enumerate(lines, first), lambda item: not item[1].strip()):
        block = list(run)
        if not is_empty:
            yield Record("\n".join(line for _, line in block), block[0][0])


def _whole_tables(blocks: Iterable[Record]) -> Iterator[Record]:
    """Yield the blocks, but those of one table with a heading as one block."""
    parts: list[Record] = []
    for block in blocks:
        if parts and not has_rows_of(parts[0].text.split("\n", 1)[0], block.text.split("\n")):
            yield from _joined(parts)
            parts = []
        parts.append(block)
    yield from _joined(parts)


def _joined(parts: Sequence[Record]) -> Iterator[Record]:
    """Yield the parts of a table as one block; as they are if there is no table."""
    lines: list[str] = []
    for part in parts:
        lines += [""] * (part.line - parts[0].line - len(lines))
        lines += part.text.split("\n")
    if len(parts) > 1 and game_rows(lines):
        yield parts[0]._replace(text="\n".join(lines))
    else:
        yield from parts


def _records(paragraphs: Iterable[Record]) -> Iterator[Record]:
    """Yield the games of a text, each with its headers, and each line of words around them."""
    waiting: list[Record] = []  # lines of headers whose game has not come yet
    for record in _with_results(_results_apart(_set_up_games_apart(paragraphs))):
        if record.headers and not record.is_item:
            if any(record.headers.keys() & other.headers.keys() for other in waiting):
                yield from waiting
                waiting = []
            waiting.append(record)
            continue
        if record.is_item:
            headers = {name: text for other in waiting for name, text in other.headers.items()}
            text = record.text
            if not _agree(first := headers.get("Result", ""), record.headers.get("Result", "")):
                text += f"\n{first}"  # as another result behind the moves, which is told
            record = record._replace(text=text, headers=headers | dict(record.headers))
            waiting = []
        yield record
    yield from waiting


def _set_up_games_apart(blocks: Iterable[Record]) -> Iterator[Record]:
    """Yield the blocks; the moves behind a tag FEN are a block of their own, which has that header.

    Where other games begin in a block is told by the moves that can be played from the usual start.
    """
    tags: dict[str, str] = {}  # those of the game whose moves have not come yet
    for block in blocks:
        lines = block.text.split("\n")
        headers = headers_of(lines)
        if not any(stated and SET_UP_TAGS & stated.keys() for stated in (tags, *headers)):
            yield block
            continue
        kinds: list[str] = []
        for line, stated in zip(without_comments(block.text).split("\n"), headers, strict=True):
            goes_on = kinds[-1:] == ["moves"] or _begins_with_move(line)
            kinds.append("tags" if stated is not None else "moves" if goes_on else "words")
        for kind, run in groupby(
            zip(kinds, count(block.line), lines, headers), lambda item: item[0]
        ):
            _, numbers, texts, found = zip(*run, strict=True)
            record = Record("\n".join(texts), numbers[0])
            for each in filter(None, found):
                tags = each if tags.keys() & each.keys() else tags | each
            if kind == "moves":
                of_start = {name: text for name, text in tags.items() if name in SET_UP_TAGS}
                record, tags = record._replace(headers=of_start), {}
            yield record


def _begins_with_move(line: str) -> bool:
    tokens = tokens_of(line)
    return tokens[0].kind != "word" if tokens else UNFINISHED in line


def _results_apart(blocks: Iterable[Record]) -> Iterator[Record]:
    """Yield the blocks; a line with but a result before lines of words is a block of its own."""
    for block in blocks:
        first, end, rest = block.text.partition("\n")
        line = Line(block.line, first, first, headers_of([first])[0]) if end else None
        others = block._replace(text=rest, line=block.line + 1)
        if line and line.is_lone_result and all(map(Line.is_words_alone, lines_of(others))):
            yield block._replace(text=first)
            yield others
        else:
            yield block


def _with_results(blocks: Iterable[Record]) -> Iterator[Record]:
    """Yield what is in each block; one that is but a result goes to the game just before it.

    If one comes before all games, it is not known which game each of them belongs to. A block whose
    numbers go on behind those of the game before it, or with but variations, belongs to that game.
    """
    pending: list[Record] = []  # the last game, and lines of words behind it
    results_lead: bool | None = None
    for block in blocks:
        is_result, headers = False, {}
        if block.text.count("\n") < LINES_OF_A_RESULT:
            line = Line(block.line, block.text, block.text, headers_of([block.text])[0])
            is_result, headers = line.is_lone_result, line.headers
        if is_result and results_lead is None:
            results_lead = not pending
        joined = ""
        if pending and len(pending[0].text) < LONGEST_JOINED:
            game = pending[0]
            gap = "\n" * (block.line - game.line - game.text.count("\n"))
            joined = f"{game.text}{gap}{block.text}"
        if joined and len(pending) == 1 and is_result and not results_lead:
            text = pending[0].text if headers else joined
            found = [pending[0]._replace(text=text, headers={**pending[0].headers, **headers})]
        elif joined and _goes_on(pending, block):
            found = list(_games_in(pending[0]._replace(text=joined)))
            n = next(n for n, record in enumerate(found) if record.is_item)
            found[n] = found[n]._replace(headers={**pending[0].headers, **found[n].headers})
            yield from pending[1:]
        else:
            may_lead = results_lead or (results_lead is None and not pending)
            found = list(_games_in(block, may_lead))
            leading = takewhile(lambda record: not record.is_item, found)
            if results_lead is None and not pending:
                results_lead = any(r.headers and result_alone(r.text) for r in leading) or None
            if 0 < len(pending) < MOST_FAULTS and not any(record.is_item for record in found):
                pending += found
                continue
            yield from pending
        start = max((n for n, record in enumerate(found) if record.is_item), default=len(found))
        yield from found[:start]
        pending = found[start:]
    yield from pending


def _goes_on(pending: Sequence[Record], block: Record) -> bool:
    """Return whether a block has the next moves of a game by their numbers, or but variations.

    It may begin with lines of words. `pending` are the game and the lines of words behind it.
    """
    if any(record.headers for record in pending[1:]):
        return False
    leading = next(filter(None, map(LEADING_NUMBER.match, block.text.split("\n"))), None)
    if leading is None or (int(leading[1]) < 2 and not NUMBER_OF_REPLY.match(leading.string)):
        return False
    lines = list(lines_of(block))
    words = list(takewhile(lambda line: line.begins_with_words, lines))
    if len(words) == len(lines) or any(line.headers for line in words):
        return False
    game = OpenGame()
    with suppress(OthelloError):
        game.board = start_of(pending[0], "") or START
        game.moves = [PASS] * (game.board.turn != BLACK)
    for line in lines_of(pending[0]):
        game.add([], line)
    is_variation = all(line.has_variation and not line.tokens for line in lines)
    return is_variation or (not game.has_result and game.numbers_go_on(lines[len(words)]))


def _games_in(block: Record, may_lead: bool = False) -> Iterator[Record]:
    """Yield the games of a block without empty lines, and each line of words or headers.

    A result before its first game is that game's if it `may_lead`, as none was read before.
    """
    if block.headers:
        yield block
        return
    lines = block.text.split("\n")
    if rows := game_rows(lines):
        yield from (row._replace(line=block.line + row.line - 1) for row in rows)
        return
    if (log := _game_of_log(block)) is not None:
        yield log
        return
    game: OpenGame | None = None
    results_lead = alone_lead = False  # by a header such as Result, and without one
    remarks: list[Line] = []  # lines behind the game that have none of its moves
    for line, following in _with_next(lines_of(block)):
        if line.is_remark(game) or (
            game and line.begins_with_words and following and game.numbers_go_on(following)
        ):
            remarks.append(line)
            continue
        if game is None or not game.goes_on_with(line, remarks):
            if game is None:
                results_lead = any("Result" in each.headers for each in remarks)
                alone_lead = may_lead and any(each.is_lone_result for each in remarks)
            yield from _closed(game, remarks, results_lead, alone_lead)
            game, remarks = OpenGame(), []
        game.add(remarks, line)
        remarks = []
    if game is None:
        alone_lead = may_lead
    yield from _closed(game, remarks, results_lead, alone_lead)


def _game_of_log(block: Record) -> Record | None:
    """Return the game of a log such as ``Move 1: Ann plays F5``, ``Move 2: Bob plays D6``.

    Each line has one square, or words of a pass, all lines have a word in common, and all moves are
    legal in turn and have no other's number. Else this is None.
    """
    moves: list[str] = []
    played: list[Move] = []
    common: set[str] | None = None
    for line in block.text.split("\n"):
        tokens = tokens_of(line[:LONGEST_GAME])
        words = {token.text.lower() for token in tokens if token.kind == "word"}
        squares = [token for token in tokens if token.square is not None]
        if not squares and any(word.startswith("pass") for word in words):
            squares = [Token(0, "move", "pass")]
        else:
            common = words if common is None else common & words
        if (not common and common is not None) or len(squares) != 1:
            return None
        number = NUMBER_IN_LOG.search(line)
        if number is not None and not fits_as_number(int(number[1]), played):
            return None
        played += [move for token in squares if (move := token.move) is not None]
        moves.append(" " * squares[0].place + squares[0].text)
    text = "\n".join(moves)
    is_legal = len(moves) > 1 and play(START, tokens_of(text)).fault is None
    return block._replace(text=text) if is_legal else None


def _with_next(lines: Iterable[Line]) -> Iterator[tuple[Line, Line | None]]:
    """Yield each line and the first one behind it that does not begin with words, if it is near."""
    waiting: list[Line] = []
    for line in lines:
        if not line.begins_with_words or len(waiting) == MOST_FAULTS:
            following = None if line.begins_with_words else line
            yield from ((each, following) for each in waiting)
            waiting = []
        waiting.append(line)
    yield from ((each, None) for each in waiting)


def _closed(
    game: OpenGame | None, remarks: list[Line], results_lead: bool, alone_lead: bool
) -> Iterator[Record]:
    """Yield each line of words within a game, the game, and each line of words behind it.

    Its result may be such a line, if they do not stand before the games: with a name, such as
    ``Result: 40-24`` (`results_lead`), or alone (`alone_lead`).
    """
    if game is not None:
        behind = list(
            takewhile(
                lambda line: (
                    (line.is_result and not results_lead)
                    or not (line.has_words or (alone_lead and line.is_lone_result))
                ),
                remarks,
            )
        )
        remarks = remarks[len(behind) :]
        headers = {name: text for line in behind for name, text in line.headers.items()}
        lines = [*game.lines, *(line for line in behind if not line.headers)]
        words = set(game.words)
        text = "\n".join("" if line in words else line.text for line in lines)
        yield from (line.remark for line in game.words)
        yield Record(text, game.lines[0].number, headers=headers)
    for line in remarks:
        if alone_lead:
            line.lead()
        if line.has_words or line.has_result:
            yield line.remark


def format_game(game: Game) -> str:
    """Return the headers as tags, the moves with their numbers on a line, and an empty line.

    A header such as ``Time left`` is the tag ``Time_left``, and a clock of ``01:00:00``, which in
    the tag ``Time`` would be a time of day, is the tag ``Clock``. The tag ``FEN`` states a start
    that is not the usual one.

    >>> format_game(Game("f5d6c3", headers={"Black": "me"}))
    '[Black "me"]\\n1. f5 d6 2. c3\\n'
    >>> print(format_game(Game("d6c3", start="f5")))
    [SetUp "1"]
    [FEN "8/8/8/3ox3/3xxx2/8/8/8 o"]
    1... d6 2. c3
    <BLANKLINE>
    """
    tags = [_tag(name, text) for name, text in game.headers.items() if name and text.strip(UNKNOWN)]
    if is_set_up := game.start != START:
        tags += [f'[{SET_UP} "1"]\n', f'[{FEN} "{game.start.to_fen()}"]\n']
    is_white_first = game.start.turn != BLACK
    numbered: list[str] = []
    for ply, move in enumerate(game.moves, is_white_first):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else "1... " * (not numbered)
        numbered.append(f"{number}{'--' if move is PASS else move}")
    if is_set_up and not numbered:
        numbered = [UNFINISHED]
    return "".join(tags) + " ".join(numbered) + "\n"


def keeps_header(name: str, text: str) -> bool:
    """Return whether a header that `format_game` writes is read again as it was.

    >>> keeps_header("Black", "me"), keeps_header("myheader", "me"), keeps_header("Black", "?")
    (True, False, False)
    """
    return bool(name) and headers_of([_tag(name, text)[:-1]]) == [{name: text}]


def _tag(name: str, text: str) -> str:
    """Return the line of a tag, with blanks for line ends and control characters in its text."""
    tag = TAG_NAME.sub("_", name)
    if name == "Time" and OF_DAY.fullmatch(text):
        tag = "Clock"
    elif HEADERS.get(tag.lower()) in SET_UP_TAGS:
        tag += "_"
    plain = CONTROLS.sub(" ", " ".join(text.splitlines()))
    return re.sub(r'(["\\])', r"\\\1", plain).join((f'[{tag} "', '"]\n'))
