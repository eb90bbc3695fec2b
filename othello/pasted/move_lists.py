"""Lists of moves as text: what in it is a move, what may stand between moves, what is neither.

Letters and digits without a blank or punctuation between them are a run. A run is one or more moves
(``f5d6``, ``passd6``), after a number if there is one (``1f5``); a number; a colour; or a word. So
``pass`` within ``Passed`` is no move, and ``x9`` in ``d3x9`` is not overlooked. No rules are known
here.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from othello.errors import InvalidMove, quote
from othello.notation.moves import PASS, Move
from othello.notation.positions import BOARD_LETTERS
from othello.notation.transcripts import FILE_NAME
from othello.pasted.move_numbers import (
    LONE_NUMBER,
    MOVE_NUMBER,
    ListOfMoves,
    find_cut,
    find_fault,
    fits_as_number,
    number_before_moves,
    warning_of_number,
)

LONGEST_GAME = 50_000
"""Characters of a text with one game at most; of a longer one no more is looked at."""
TITLE = re.compile(
    r"(?:game|partie|partida|spiel)[ \t]*\#?\d{1,4}[ \t]*:"
    r"(?=[ \t]*(?:\d{1,3}[.):]+[ \t]*)?[a-h][1-8])",
    re.I,
)
"""Heading of a game in a list, before its moves, such as ``Game 2:``."""
PART = re.compile(
    r"""
      (?P<comment> \{[^{}]*\} )
    | (?P<board>
        (?! (?P<rule>[-.xo*bw]) (?: \s* (?P=rule) ){63} )
        [-.xo*bw]{8} (?:\s*[-.xo*bw]{8}){7}
      )
    | (?P<address> (?:https?://|www\.)\S+ )
    | (?P<castling> O-O(?:-O)?(?!\w) )
    | (?P<result> (?: [BW]\+\w+(?:\.\d+)? | ½(?:-½)? ) (?!\w) )
    | (?P<early>
        (?: (?:lost|loses)\s+ )? (?:on|by) \s+ (?: time(?:out)? | resignation | forfeit ) (?!\w)
      | time [ds]? (?: \s* out )? (?! \w | \s* [:=\d] )
      )
    | (?P<title> """
    + TITLE.pattern
    + r""" )
    | (?P<colour> [黒白] )
    | (?P<run> [^\W_黒白]+ )
    | (?P<dashes> (?: -{2,3} | [–—]{1,3} ) (?![-–—]) )
    | (?P<gap> [^\w{}*.\x00-\x08\x0e-\x1b\x7f–—-]+ | [_*.] | [-–—]+ )  # a board may begin at * or .
    | (?P<other> \S+ )  # a brace without its other one, or a control character
    """,
    re.I | re.X,
)
COLOUR = re.compile(r"black|white|[bwxo]", re.I)
MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps|0000", re.I)
SQUARE = re.compile(r"[a-h][1-8]", re.I)
PASSES = re.compile(r"\d*(?:(?:pass)+|pa|ps)|0000", re.I)
DASHES = "-–—"
NUMBER = re.compile(r"\d+")
LETTERS = re.compile(".+")
LIKE_MOVES = re.compile(r"(?:[a-z]\d)+", re.I)
END = re.compile(r"resign(?:s|ed|ation)?|forfeit(?:s|ed)?|won|wins|draw", re.I)
NUMBER_ENDS = tuple(".):")
COMMENT = re.compile(r"\{[^{}]*\}")
BRACKET = re.compile(r"[()\[\]]")
ALTERNATIVES = re.compile(r"(?<![\w/])[a-h][1-8]/[a-h][1-8](?![\w/])", re.I)
MOVES_TO_A_PASS = 8
"""There is hardly more than one pass in so many moves."""
FEWEST_DISCS = 13
"""Discs on the board after the shortest game there is."""
WIDE = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: " "}
"""The wide forms that Japanese writers give to letters, digits and blanks, as ASCII."""


class Token(NamedTuple):
    """A part of a text that counts; blanks, punctuation, comments and colours do not."""

    place: int  #: where it begins in the text
    #: ``move``, also dashes between two moves; ``dashes`` elsewhere, a pass if the side to move has
    #: no move, else nothing; ``number`` behind a move without a blank, as in ``f52.d6``; ``typo``,
    #: which looks like a move; ``end``, which says how the game ended, as ``resigns`` and ``W+14``;
    #: or ``word``.
    kind: str
    text: str  #: the part

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.place + len(self.text)

    @property
    def is_wrong(self) -> bool:
        """Whether it can neither be a move nor stand between moves."""
        return self.kind in ("word", "typo")

    @property
    def move(self) -> Move | None:
        """The move; None if it is none."""
        if self.kind != "move":
            return None
        return PASS if self.text[0] in DASHES else Move(self.text)

    @property
    def square(self) -> Move | None:
        """The move; None if it is none, or a pass."""
        return None if (move := self.move) is PASS else move

    def fits_as_number(self, moves: Sequence[Move]) -> bool:
        """Return whether this is a number, and can be that of the move behind `moves`."""
        return self.kind == "number" and fits_as_number(int(self.text), moves)


def pasted_moves(text: str) -> list[Move]:
    """Return the moves of a text that is no plain transcript; dashes at its ends are no passes."""
    if len(text) > LONGEST_GAME:
        raise InvalidMove(f"invalid moves {quote(text.strip())}: {too_long(text)}")
    is_board = BOARD_LETTERS.issuperset(text.partition(";")[0])
    if not (tokens := [] if is_board else tokens_of(text)):
        raise InvalidMove(f"invalid move {quote(text.strip())}: expected a1 ... h8 or pass")
    for start, end in find_variations(text):
        reason = f"a variation, {quote(text[start:end])}: expected only the moves that were played"
        raise InvalidMove(f"invalid moves {quote(text.strip())}: {reason}")
    moves: list[Move] = []
    has_ended = False
    for token in tokens:
        if token.kind == "end":
            has_ended = True
        elif (move := token.move) is not None and not has_ended:
            moves.append(move)
        elif token.kind != "dashes" and not token.fits_as_number(moves):
            where = f" (move {len(moves) + 1})" if moves else ""
            reason = f"invalid move {quote(token.text)}{where}: expected a1 ... h8 or pass"
            if re.fullmatch(FILE_NAME, text):
                reason = f"invalid moves {quote(text)}: expected moves; read_games reads a file"
            raise InvalidMove(reason)
    if (contradiction := _contradiction(text, tokens, moves)) is not None:
        raise InvalidMove(f"invalid moves {quote(text.strip())}: {contradiction}")
    return moves


def warning_of_first_number(text: str) -> str:
    """Return what is said of the number before the first move; nothing if there is none, or 1."""
    return warning_of_number(number_before_moves(text))


def too_long(text: str) -> str:
    """Say that a text for one game has more characters than such a text may have."""
    return f"{len(text)} characters: expected at most {LONGEST_GAME} in the text of a game"


def _contradiction(text: str, tokens: Sequence[Token], moves: Sequence[Move]) -> str | None:
    """Return what between the moves of a text shows that they are not all, or not those meant."""
    text = without_comments(text.translate(WIDE))
    squares = [token.place for token in tokens if token.square is not None]
    left_out = len(moves) // MOVES_TO_A_PASS
    end = squares[-1] + 2 if squares else 0
    dots = find_cut(text[end:]) if squares else ""
    cut = (end, f"{quote(dots)} behind the moves: expected no move left out") if dots else None
    behind = [int(match[0]) for match in LONE_NUMBER.finditer(text, end)]
    is_result = len(behind) == 2 and FEWEST_DISCS <= sum(behind) <= 64
    turn = "" if left_out else "XO"[len(moves) % 2]
    listed = ListOfMoves(text, squares, moves, left_out)
    fault = find_fault(listed, text[:end] if is_result else text, cut, turn)
    return None if fault is None else fault[1]


def find_variations(text: str) -> list[tuple[int, int]]:
    """Return where variations begin and end: moves in parentheses or brackets, beside others.

    In words only a move with its number makes a variation. Moves of which none stands outside of
    parentheses are those played, unless the first one's number says otherwise. A slash between two
    moves, as in ``c4/f4``, makes them alternatives where it does not divide all moves or all pairs.

    >>> text = "1. f5 d6 (2. c4 e3 [or d3]) (12) (pass) 2. c3"
    >>> [text[start:end] for start, end in find_variations(text)]
    ['(2. c4 e3 [or d3])']
    >>> find_variations("[f5] [d6] (33-31)"), find_variations("(2. c4 e3)")
    ([], [(0, 10)])
    """
    text = without_comments(text.translate(WIDE))
    groups = _groups(text)
    found = [group for group in groups if _may_be_variation(text[group[0] + 1 : group[1]])]
    outside = blanked(text, groups)
    slashes = [match.span() for match in ALTERNATIVES.finditer(outside)]
    if not found and not slashes:
        return []
    if n_outside := sum(token.square is not None for token in tokens_of(outside)):
        are_alternatives = 2 * len(slashes) + 1 < n_outside
        return sorted(found + slashes * are_alternatives)
    number = MOVE_NUMBER.search(text)
    return found if len(found) == 1 and number is not None and int(number[1]) > 1 else []


def _groups(text: str) -> list[tuple[int, int]]:
    """Return the places of parentheses and brackets that are in no others.

    Those that are not closed go to the end of their line.
    """
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for match in BRACKET.finditer(text):
        if match[0] in "([":
            opened.append(match.start())
        elif opened:
            pairs.append((opened.pop(), match.end()))
    for start in opened:
        end = text.find("\n", start)
        pairs.append((start, end if end >= 0 else len(text)))
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(pairs):
        if not outermost or start >= outermost[-1][1]:
            outermost.append((start, end))
    return outermost


def _may_be_variation(text: str) -> bool:
    tokens = tokens_of(text)
    return any(token.square is not None for token in tokens) and (
        not any(token.is_wrong for token in tokens) or MOVE_NUMBER.search(text) is not None
    )


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text of the same length and lines with blanks from each start to its end."""
    parts, place = [], 0
    for start, end in spans:
        parts += [text[place:start], re.sub(".", " ", text[start:end])]
        place = end
    return "".join([*parts, text[place:]])


def without_comments(text: str) -> str:
    """Return a text of the same length and lines with blanks for the comments in braces."""
    return blanked(text, (match.span() for match in COMMENT.finditer(text)))


def tokens_of(text: str) -> list[Token]:
    """Return the parts of `text` that count.

    Dashes between two moves are a pass, unless they stand there too often for that, as in
    ``f5 -- d6 -- c3``.

    >>> [(token.kind, token.text) for token in tokens_of("1. f5d6 {so far} c3x9, Paris")]
    [('move', 'f5'), ('move', 'd6'), ('move', 'c3'), ('typo', 'x9'), ('word', 'Paris')]
    """
    tokens: list[Token] = []
    text = text.translate(WIDE)
    for match in PART.finditer(text):
        place = match.start()
        if match["run"]:
            before_end = text.startswith(NUMBER_ENDS, match.end())
            tokens += _tokens_of_run(match["run"], place, before_end)
        elif match["board"] or match["address"] or match["castling"] or match["other"]:
            tokens.append(Token(place, "word", match[0]))
        elif match["result"] or match["early"]:
            tokens.append(Token(place, "end", match[0]))
        elif match["dashes"]:
            tokens.append(Token(place, "dashes", match[0]))
    return _with_passes(text, tokens)


def _with_passes(text: str, tokens: list[Token]) -> list[Token]:
    """Return the tokens with dashes between two moves as passes, unless they only separate moves.

    Dashes alone between half of all neighbouring moves separate them: nobody passes so often.
    """
    dashes = [n for n, token in enumerate(tokens) if token.kind == "dashes"]
    moves = [n for n, token in enumerate(tokens) if token.kind == "move"] if dashes else []
    between = [n for n in dashes if moves and moves[0] < n < moves[-1]]
    alone = sum(
        tokens[n - 1].kind == tokens[n + 1].kind == "move"
        and text[tokens[n - 1].end : tokens[n + 1].place].strip() == tokens[n].text
        for n in between
    )
    if 2 * alone < len(moves) - 1 or (alone == 1 and len(moves) > 2):
        for n in between:
            tokens[n] = tokens[n]._replace(kind="move")
    return tokens


def _tokens_of_run(run: str, place: int, ends_number: bool) -> Iterator[Token]:
    """Yield the tokens of a run; `ends_number` if what follows may end a number, as in ``2.``."""
    if COLOUR.fullmatch(run) or (NUMBER.fullmatch(run) and run != "0000"):
        return
    if END.fullmatch(run):
        yield Token(place, "end", run)
        return
    start = 0 if run.startswith("0000") or not (number := NUMBER.match(run)) else number.end()
    first = SQUARE.search(run)
    if not PASSES.fullmatch(run) and (not MOVE.match(run, start) or first is None):
        yield Token(place, "typo" if LIKE_MOVES.fullmatch(run) else "word", run)
        return
    while start < len(run):
        kind = "move"
        match = MOVE.match(run, start)
        if match is None and (match := NUMBER.match(run, start)) is not None:
            kind = "number" if match.end() < len(run) or ends_number else "typo"
        if match is None:  # up to the next square
            following = SQUARE.search(run, start)
            match = LETTERS.match(run, start, following.start() if following else len(run))
            assert match is not None
            kind = "typo"
        yield Token(place + start, kind, match[0])
        start = match.end()
