"""Moves as people write them: numbered, spaced, punctuated, over several lines, or in a table.

::

    Black: Ann, White: Bob
    1. F5 d6   2. C3 d3        {the tiger}
    3. c4 f4!, 4. pass - B3    40-24

This is what is read:

::

    text      = {block}                    blocks stand between empty lines
    block     = table                      a game in each row: see `table`
              | {line}
    line      = comment                    "%", or "#" and words
              | headers                    "Black: Ann", '[White "Bob"]', a day: see `headers`
              | moves [result]
              | result
              | marks                      neither letters nor moves: "1)", "***", "-----"
              | words                      anything else: an error, so that no move is overlooked
    moves     = ["Game 2:"] {[number] [colour] move {mark}}
    move      = square | "pass" | "pa" | "ps" | "0000" | dashes    squares in upper or lower case
    number    = digits [ "." | ")" | ":" | "..." ]    of the move, of its pair, or of the game
    colour    = "black" | "white" | "b" | "w" | "x" | "o" | 黒 | 白
    mark      = punctuation, evaluation ("+1.5"), time ("0:12"), comment in braces
    result    = "40-24", "W+14", "White resigns", "lost on time", "draw" and so on: see `results`

Dashes are a pass where the side to move must pass, and else nothing. A number that fits no move is
an error, and so are moves in parentheses beside others: a variation. Lines make games like this:

- A line whose moves can be played as the game's next ones goes on with it, unless it can be played
  from the start too and its number, a result or words before it say that it begins another one.
- Behind an empty line, or words, a game goes on only if its numbers do.
- Headers belong to the next game. The position of a tag ``FEN`` is its start, and its moves go on
  to the next empty line or tag.
- A result belongs to the game before it, behind its moves or on the next line or block; but to the
  game behind it if the first one of the text does. A number with a sign is an evaluation, unless
  the game is over.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from othello._game import Game, bad_move_behind
from othello.board import Board
from othello.errors import FormatError, quote
from othello.formats.dropped_headers import Places, contradiction
from othello.formats.reading import OnError, Record, file_lines, raise_error
from othello.formats.registry import Format, write_lines, written_game
from othello.formats.results import agree, find_results
from othello.notation import BLACK, PASS, Move
from othello.notation.positions import STARTPOS
from othello.openings.catalogue import find_line, name_like
from othello.pasted import headers, move_lists, move_numbers
from othello.pasted.move_text_games import START, play, records_of, result_in

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
MOST_FAULTS = 100
"""Faults in a row that show that a text has no games: the rest of it is not read."""


class MoveText(NamedTuple):
    """A game of a text, and what else stood there that a `Game` cannot hold."""

    game: Game
    others: frozenset[str] = frozenset()  #: what this is, by name, such as ``comments``
    another_result: str = ""  #: a result that contradicts the game's header `Result`
    cut: str = ""  #: dots behind the last move, which say that others follow
    #: A number before the first move that is none of a list of games; 0 without one.
    number: int = 0

    def extras(self) -> set[str]:
        """Return the names of what is left out."""
        return set(self.others)

    def warnings(self) -> list[str]:
        """Return what whoever reads the game is told of its moves and its result.

        >>> parse_native("Result: 33-31\\nf5 d6 ... 35-29").warnings()
        ["moves end in '...': those that follow are missing", \
'two results: 33-31 is taken, 35-29 is left out']
        """
        told = [move_numbers.warning_of_number(self.number)]
        if self.cut:
            told.append(f"moves end in {quote(self.cut)}: those that follow are missing")
        if self.another_result:
            stated = self.game.headers["Result"]
            told.append(f"two results: {stated} is taken, {self.another_result} is left out")
        return list(filter(None, told))

    def contradiction(self, game: Game) -> str | None:
        """Return that the last position, or else another result, contradicts the stated one."""
        another = self.warnings()[-1] if self.another_result else None
        return contradiction(game) or another

    def doubts(self) -> list[str]:
        """Return the `warnings`, of which this is the older name."""
        return self.warnings()


PastedGame = MoveText
"""The older name of the class; it and `doubts` work until the next major version."""


# ---------------------------------------------------------------------- a text with one game


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


def parse_native(text: str, source: str = "") -> MoveText:
    """Read a game as `parse_game`, with what the `Game` cannot hold."""
    _check_length(Record(text), source)
    if (named := find_line(text)) is not None:
        return MoveText(Game(named.moves))
    if (startpos := STARTPOS.match(text)) is not None:
        text = text[startpos.end() :]
    native = None
    for record in records_of(text.split("\n"), is_one=True):
        if native and record.is_item:
            raise record.error(source, 0, "another game: expected one; read_games reads a file")
        try:
            native = parse_record(record, source)
        except FormatError as error:
            raise (fault_of_words(text, source) or error) from None
    if native is None:
        lines = [line for line in text.split("\n") if not headers.is_comment(line)]
        native = parse_record(Record("\n".join(lines)), source)
    return native


def fault_of_words(text: str, source: str) -> FormatError | None:
    """Return what is wrong with a text of words alone, such as a misspelt name; else None."""
    tokens = move_lists.tokens_of(text)
    if {token.kind for token in tokens} != {"word"} or headers.headers_of([text])[0]:
        return None
    place, _, word = tokens[0]
    expected = f"expected moves such as f5d6c3, or {name_like(text)}"
    return Record(text).error(source, place, f"{quote(word)} is no move: {expected}")


def parse_record(record: Record, source: str) -> MoveText:
    """Return the game of a part of a text that has but one; see `parse_game` for the errors."""
    if record.fault:
        raise record.error(source, 0, record.fault)
    _check_length(record, source)
    bare = move_lists.without_comments(record.text.translate(move_lists.WIDE))
    for start, end in move_lists.find_variations(bare):
        variation = quote(" ".join(record.text[start:end].split()))
        reason = f"a variation, {variation}: expected only the moves that were played"
        raise record.error(source, start, reason)
    set_up = headers.start_of(record, source)
    tokens = move_lists.tokens_of(record.text)
    board, moves, fault, token = play(set_up or START, tokens)
    end = max((token.end for token in tokens if token.kind == "move"), default=0)
    results = _results_behind(bare, end, board.is_over)
    rest = bare[:end] + move_lists.blanked(bare[end:], (match.span() for match in results))
    turn = None if board.is_over else board.turn
    wrong = move_numbers.find_fault(_listed(bare, tokens, moves, set_up), rest, fault, turn)
    if not wrong and not moves and set_up is None and (text := record.text.strip()):
        wrong = 0, f"no move in {quote(text)}: expected moves such as f5d6c3"
    if wrong:
        bad_move = None
        if token and wrong is fault and (moves or token.kind != "word"):  # else it is but words
            bad_move = bad_move_behind(Game(moves, set_up), token.text, token.move)
        raise record.error(source, *wrong, bad_move)
    stated = dict(record.headers)
    if result := result_in(results):
        stated.setdefault("Result", result)
    if day := headers.DATE.match(bare):
        stated.setdefault("Date", day[1])
    if "Date" not in stated and "Year" in stated:
        stated["Date"] = stated.pop("Year")
    for name in headers.SET_UP_TAGS:
        stated.pop(name, None)
    left_out = {"evaluations": EVALUATION.search(rest), "times": TIME.search(rest)}
    left_out["comments"] = re.search(r"\w", " ".join(move_lists.COMMENT.findall(record.text)))
    others = record.others.union(name for name, found in left_out.items() if found)
    another = "" if agree(result, stated.get("Result", "")) else result
    cut = "" if board.is_over or not moves else move_numbers.find_cut(bare[end:])
    late = 0 if record.in_list or set_up is not None else move_numbers.number_before_moves(bare)
    return MoveText(Game(moves, set_up, stated), others, another, cut, late)


def _check_length(record: Record, source: str) -> None:
    if len(record.text) > move_lists.LONGEST_GAME:
        raise record.error(source, move_lists.LONGEST_GAME, move_lists.too_long(record.text))


def _listed(
    bare: str, tokens: Sequence[move_lists.Token], moves: Sequence[Move], set_up: Board | None
) -> move_numbers.ListOfMoves:
    """Return the moves with their places; those from a position may have a longer game's numbers"""
    squares = [token.place for token in tokens if token.square is not None]
    if set_up is None:
        return move_numbers.ListOfMoves(bare, squares, moves)
    number = move_numbers.MOVE_NUMBER.search(bare, 0, (squares or [0])[0] + 2)
    counted = [PASS] * (set_up.turn != BLACK) + [*moves]
    return move_numbers.ListOfMoves(bare, squares, counted, 0, int(number[1]) if number else 1)


def _results_behind(bare: str, end: int, is_over: bool) -> list[re.Match[str]]:
    """Return what may be results behind the last move, which ends at `end`."""
    behind = bare[end:]
    if EVALUATION.search(bare[:end]):  # the last move has one too
        behind = move_lists.blanked(behind, (match.span() for match in EVALUATION.finditer(behind)))
    return [match for match in find_results(behind) if is_over or match[0][0] not in "+-"]


# ---------------------------------------------------------------------- a text with several games


def read_games(lines: Iterable[str], source: str = "-", on_error: OnError = None) -> Iterator[Game]:
    """Yield the games of a text.

    Lines of words, before and after games, and results of no game are errors of their own; lines
    without moves and words are skipped. Behind a hundred errors in a row nothing more is read. See
    `othello.formats.read_records` for the arguments.

    >>> list(read_games(["1. f5", "2. d6", "", "D3 c5"]))
    [Game('f5d6'), Game('d3c5')]
    """
    return (native.game for native in read_natives(lines, source, on_error))


def read_natives(
    lines: Iterable[str], source: str = "-", on_error: OnError = None
) -> Iterator[MoveText]:
    """Yield the games as `read_games`, with the names of what is left out of them."""
    report = on_error or raise_error
    n_faults = 0
    for record in records_of(file_lines(lines, source, on_error)):
        try:
            native = parse_record(record, source)
        except FormatError as error:
            report(error)
            n_faults += 1
            if n_faults == MOST_FAULTS:
                reason = f"no game among {MOST_FAULTS} faults: the rest is not read"
                report(FormatError(source, error.line, reason, is_item=True))
                return
        else:
            n_faults = 0
            yield native


# ---------------------------------------------------------------------- writing


def format_game(game: Game) -> str:
    """Return the headers as tags, the moves with their numbers on a line, and an empty line.

    The tag ``FEN`` states a start that is not the usual one.

    >>> format_game(Game("f5d6c3", headers={"Black": "me"}))
    '[Black "me"]\\n1. f5 d6 2. c3\\n'
    >>> print(format_game(Game("d6c3", start="f5")))
    [SetUp "1"]
    [FEN "8/8/8/3ox3/3xxx2/8/8/8 o"]
    1... d6 2. c3
    <BLANKLINE>
    """
    is_white_first = game.start.turn != BLACK
    numbered: list[str] = []
    for ply, move in enumerate(game.moves, is_white_first):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else "1... " * (not numbered)
        numbered.append(f"{number}{'--' if move is PASS else move}")
    if game.start != START and not numbered:
        numbered = [headers.UNFINISHED]
    return f"{headers.tags_of(game)}{' '.join(numbered)}\n"


FORMAT = Format(
    "pasted",
    Game,
    read_natives,
    write_lines(format_game),
    written_game,
    to_text=format_game,
    places=Places(keeps=headers.keeps_header),
)
