"""Results as the headers of games, and the texts behind their moves, state them."""

import re
from typing import NamedTuple

from othello.rooms import added

DIFFERENCE = re.compile(r"([BW]\+|)([+-]?\d+(?:\.0*)?)(?::([rst]))?", re.I)
"""Black's disc difference, or in SGF the winner and the difference.

In GGF a letter may follow that says how the game ended early: resigned, by agreement ("score"), or
on time.
"""

WITHOUT_SIGN = re.compile(r"\d+(?:\.0*)?")
"""Black's discs or the difference: a text does not say which. In GGF it is black's difference."""

EARLY_END = re.compile(r"([BW])\+((?:[RTF][a-z]*)?)", re.I)
"""A result of SGF: the winner where the other side resigned, lost on time or forfeited, or no
reason is given."""

WORDS = re.I | re.X
"""Flags of the patterns below. `re` compiles each when it is first used: it takes a while."""

SIDE = r"(?:\b(?:black|white|[bwxo])|[黒白])"
WINNER = rf"({SIDE}) \W{{1,9}} (?:won|wins)\b"
EARLY = r"(?: \s+ (?:on|by) \s+ (?: time (?:out)? | resignation | forfeit ) \b )"
LOSES = rf"""\b
  (?: resign(?:s|ed)? | forfeit(?:s|ed)? | (?: lost | loses ) {EARLY} | time[ds]? \s* out ) \b"""
NUMBERS = r"""
    (?:black\W{0,9})? (\d\d?)
      (?: \s* [-:,–] \s* (?:white\W{0,9})? | \s+ white\W{1,9} | [ \t]+ ) (\d\d?)
  | white\W{1,9} (\d\d?) \W{1,9} black\W{1,9} (\d\d?)
"""
DISCS = rf"(?: {WINNER} \W{{1,9}} )? (?: {NUMBERS} )"
"""Black's discs and white's, or these first with the names of both; who won may stand before."""
STATED = rf"""
      (?: {SIDE} \W{{0,9}} )? {LOSES}
    | (?: \b (?:on|by) \s+ )? \b (?: time | resignation ) \b (?! \s* [:=\d] )
    | {WINNER} {EARLY}? (?: \W{{1,9}} (?: {NUMBERS} ) (?![\w:/-]|\.\d) )?
    | (?<![\w.:/-]) (?: [BW]\+\w+(?:\.\d+)? | {NUMBERS}
      | [+-]\d\d?(?:\.\d+)? | 1/2-1/2 | (?<=.)1/2 | ½(?:-½)? | draw ) (?![\w:/-]|\.\d)
"""
"""A result that may stand behind the moves; ``1/2`` alone on a line may be a page."""

FEWEST_DISCS = 13
"""Discs on the board after the shortest game there is; a lower sum is no count of discs."""

WON = rf"{WINNER} {EARLY}?"
LOST = rf"({SIDE}) \W{{0,9}} {LOSES}"
BLACKS = ("black", "b", "x", "黒")
DRAWS = ("1/2-1/2", "½-½", "0.5-0.5", "1/2", "½", "draw")
OF_PGN = {"1-0": "B", "0-1": "W", **dict.fromkeys(DRAWS, "")}
"""The winner, and no more."""


class Stated(NamedTuple):
    """A result that a text states."""

    winner: str  #: ``B``, ``W``, or nothing of a draw
    difference: float | None = None  #: Black's disc difference; None if only the winner is stated
    #: How the game ended early: ``r`` resigned or forfeited, ``t`` on time, ``s`` by agreement.
    end: str = ""

    @property
    def is_winner_only(self) -> bool:
        """Whether it says who won, but neither by how much nor how the game ended early."""
        return self == Stated(self.winner)


def read_result(text: str) -> Stated | None:
    """Return what a text states as a result; None if it states none.

    Empty squares count for the winner, so that ``40-20`` is a difference of 24; 64 is the greatest.
    A number without a sign is no result but for 0, as it may be black's discs or the difference.

    >>> read_result("W+10"), read_result("1-0")
    (Stated(winner='W', difference=-10.0, end=''), Stated(winner='B', difference=None, end=''))
    >>> [read_result(text).difference for text in ("35-29", "40-20", "White won 35-29", "0.5-0.5")]
    [6.0, 24.0, -6.0, 0.0]
    >>> read_result("White resigns"), read_result("5-3"), read_result("30"), read_result("?")
    (Stated(winner='B', difference=None, end='r'), None, None, None)
    >>> read_result("+65") is read_result("B+99999") is None
    True
    >>> read_result("Black lost on time") == read_result("White wins by timeout")
    True
    """
    text = text.strip()
    if (winner := OF_PGN.get(text.lower().replace(":", "-"))) is not None:
        return Stated(winner, None if winner else 0.0)
    if early := EARLY_END.fullmatch(text):
        end = early[2][:1].lower()
        return Stated(early[1].upper(), end="r" if end == "f" else end)
    if lost := re.fullmatch(LOST, text, WORDS):
        return Stated("W" if lost[1].lower() in BLACKS else "B", end=early_end(text))
    if won := re.fullmatch(WON, text, WORDS):
        return Stated("B" if won[1].lower() in BLACKS else "W", end=early_end(text))
    if WITHOUT_SIGN.fullmatch(text) and float(text):
        return None
    end = ""
    if stated := DIFFERENCE.fullmatch(text):
        number, end = float(stated[2]), (stated[3] or "").lower()
        number = -number if stated[1].upper() == "W+" else number
    elif discs := re.fullmatch(DISCS, text, WORDS):
        winner_side = discs[1]
        black, white = (
            (int(discs[2]), int(discs[3])) if discs[2] else (int(discs[5]), int(discs[4]))
        )
        if not FEWEST_DISCS <= black + white <= 64:
            return None
        number = float(64 - 2 * white if black > white else 2 * black - 64) * (black != white)
        if winner_side:  # some write the winner's discs first
            number = abs(number) if winner_side.lower() in BLACKS else -abs(number)
    else:
        return None
    if abs(number) > 64:
        return None
    return Stated("B" if number > 0 else "W" if number < 0 else "", number, end)


def agree(first: str, second: str) -> bool:
    """Return whether two texts may state the same result.

    >>> agree("33-31", "1-0"), agree("33-31", "B+2"), agree("33-31", "35-29"), agree("", "B+2")
    (True, True, False, True)
    """
    one, other = first and read_result(first), second and read_result(second)
    if not one or not other:
        return True
    differences = {one.difference, other.difference} - {None}
    return one.winner == other.winner and len(differences) < 2


def early_end(text: str) -> str:
    """Return how a game ended early by the words of a text, as `Stated` has it; or nothing.

    >>> early_end("lost on time"), early_end("resigns"), early_end("wins")
    ('t', 'r', '')
    """
    words = text.lower()
    return "t" if "tim" in words else "r" * ("resign" in words or "forfeit" in words)


def is_result_of(text: str, black: int, played: int) -> bool:
    """Return whether a stated result is that of a game that ended with so many black discs.

    `played` is black's disc difference, where empty squares count for the winner. A number without
    a sign may be this or black's discs. It is so too if only the winner is stated, or that the
    clock or the players ended the game, if the same side has won.

    >>> [is_result_of(text, 30, -4) for text in ("30", "W+4", "0-1", "W+R", "4", "B+30", "B+R")]
    [True, True, True, True, False, False, False]
    """
    text = text.strip()
    if WITHOUT_SIGN.fullmatch(text):
        return float(text) in (black, (64 + played) / 2, played)
    stated = read_result(text)
    winner = "B" if played > 0 else "W" if played < 0 else ""
    if stated is None or stated.winner != winner:
        return False
    return bool(stated.end) or stated.difference in (None, played)


def find_results(text: str) -> list[re.Match[str]]:
    """Return what in a text may be results, without times such as ``12:30`` and other numbers.

    Two numbers with a colon, or but blanks, between them are one only if they are 64 discs.

    >>> [match[0] for match in find_results("40:24, 12:30, 3 42 22 (3-5) W+R Black wins.")]
    ['40:24', '42 22', '3-5', 'W+R', 'Black wins']
    """
    stated = re.compile(STATED, WORDS)
    found: list[re.Match[str]] = []
    place = 0
    while match := stated.search(text, place):
        is_result = _is_result(match[0])
        found += [match] * is_result
        place = match.end() if is_result else match.start() + 1
    return found


def _is_result(text: str) -> bool:
    numbers = list(map(int, re.findall(r"\d+", text)))
    is_doubtful = re.fullmatch(r"\d+(?:\s*:\s*|\s+)\d+", text) is not None
    return not is_doubtful or sum(numbers) == 64 or text in ("1:0", "0:1")


def stated_result(text: str) -> float | None:
    """Return black's disc difference that a ``Result`` header states; None if it states none.

    >>> [stated_result(text) for text in ("-10", "W+10", "B+2.0", "?", "B+Resign")]
    [-10.0, -10.0, 2.0, None, None]
    >>> stated_result("-64.00:r"), stated_result("Draw")
    (-64.0, 0.0)
    """
    stated = read_result(text)
    return None if stated is None else stated.difference


def decided_result(text: str) -> float | None:
    """Return `stated_result`; 64 discs for the winner where it states none, as in ``B+R``.

    >>> [decided_result(text) for text in ("B+R", "W+Time", "W+F", "B+", "-10", "B+2", "?", "Void")]
    [64.0, -64.0, -64.0, 64.0, -10.0, 2.0, None, None]
    """
    stated = read_result(text)
    if stated is None or stated.difference is not None:
        return None if stated is None else stated.difference
    return 64.0 if stated.winner == "B" else -64.0


def header_of(played: float) -> str:
    """Return black's disc difference as a header ``Result`` states it.

    >>> header_of(2), header_of(-64), header_of(0)
    ('B+2', 'W+64', '0')
    """
    return f"{'B' if played > 0 else 'W'}+{abs(played):g}" if played else "0"


def __getattr__(name: str) -> object:
    return added(__name__, name)  # the older names of what rooms have now
