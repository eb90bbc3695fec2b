"""Reasons why a move is worse than another: features that were counted in the lines of both.

A feature is named only where the counts differ to the disadvantage of the move, and by a disc's
worth or more. The worth of a unit of each, in discs, only decides which reasons come first.
"""

from collections.abc import Callable
from typing import NamedTuple

from othello.board import Board
from othello.explaining.line_statistics import CORNERS, LineStatistics, SideStatistics
from othello.explaining.wording import Phrase, Value, corners, counted, phrase, phrase_on, times
from othello.notation import Move

MAX_REASONS = 3

LEAST_WORTH = 1.0
"""Discs that a difference must be worth for it to be named."""

WORTH = {
    "x_square": 9.5,
    "corner": 9.5,
    "pass": 6.0,
    "stable": 2.0,
    "opponent_mobility": 1.7,
    "own_mobility": 1.7,
    "last_move": 2.0,
    "access": 2.5,
    "parity": 1.0,
    "frontier": 0.7,
}
"""Discs that a unit of each feature is worth, to put reasons in order.

They are near the classic evaluation's weights in the middle game where it counts the same
(pyx/evaluation/classic.pxd), else rough. That of "access" was fitted (docs/history/analysis.md).
"""

PARITY_EMPTIES = 20
"""Regions are counted from so many empty squares on: before there is one that holds nearly all."""

X_CORNERS = dict(zip(map(Move, ("b2", "g2", "b7", "g7")), CORNERS, strict=True))


class Reason(NamedTuple):
    """One reason."""

    fact: str  #: the feature that was counted, a key of `WORTH`
    value: float  #: difference to the other line, to this one's disadvantage
    says: Phrase  #: a sentence with the counts of both lines

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.says)

    @property
    def worth(self) -> float:
        """About how many discs this is worth."""
        return self.value * WORTH[self.fact]

    def to_dict(self) -> dict[str, object]:
        """Return the reason as a JSON object."""
        return {"fact": self.fact, "value": round(self.value, 2), "text": self.text}


class Comparison(NamedTuple):
    """A move and a better one, and what happens after each."""

    board: Board
    move: Move
    better: Move
    after_move: LineStatistics
    after_better: LineStatistics

    def lost(self, count: Callable[[SideStatistics], float]) -> float:
        """Return by how much less the mover has of something than the opponent, after the move."""
        after, better = (
            count(line.own) - count(line.opponent) for line in (self.after_move, self.after_better)
        )
        return better - after

    def says(self, form: str, **values: Value) -> Phrase:
        """Return a sentence on both moves; its form may name those, the sides and the plies too."""
        known: dict[str, Value] = {
            "move": str(self.move),
            "better": str(self.better),
            "plies": self.after_move.plies,
        }
        return phrase_on(self.board, form, known, values)


def find_reasons(pair: Comparison) -> list[Reason]:
    """Return every reason that the counts give, the weightiest first.

    The functions below give a reason even where a count is no worse than in the other line.
    """
    found = [reason for find in FINDERS if (reason := find(pair)) is not None]
    found = [reason for reason in found if reason.worth >= LEAST_WORTH]
    if any(reason.fact == "x_square" for reason in found):
        # The X square already says that a corner is lost.
        found = [reason for reason in found if reason.fact != "corner" or reason.value > 1]
    if any(reason.fact == "pass" for reason in found):
        # A side that must pass can play into no region.
        found = [reason for reason in found if reason.fact != "access"]
    return sorted(found, key=lambda reason: -reason.worth)


def x_square(pair: Comparison) -> Reason | None:
    """An X square beside an empty corner, which the opponent then takes."""
    corner = X_CORNERS.get(pair.move)
    if corner is None or pair.board.disc_at(corner) or pair.better == pair.move:
        return None
    if corner not in pair.after_move.opponent.corners:
        return None
    form = (
        "{move} is an X square beside the empty corner {corner}, and {other} can take that corner."
    )
    return Reason("x_square", 1, pair.says(form, corner=str(corner)))


def corner(pair: Comparison) -> Reason | None:
    """Corners that the opponent takes more of, or the mover fewer."""
    says = pair.says(
        "In the next {plies} moves {taken}; after {better} {better_taken}.",
        taken=_taken(pair, pair.after_move),
        better_taken=_taken(pair, pair.after_better),
    )
    return Reason("corner", pair.lost(lambda side: len(side.corners)), says)


def _taken(pair: Comparison, line: LineStatistics) -> Phrase:
    """Return who takes which corners in a line."""
    sides = {
        "{other} takes {corners}": line.opponent.corners,
        "{own} takes {corners}": line.own.corners,
    }
    takes = [
        pair.says(form, corners=corners(squares)) for form, squares in sides.items() if squares
    ]
    if not takes:
        return phrase("nobody takes a corner")
    return takes[0] if len(takes) == 1 else phrase("{one} and {two}", one=takes[0], two=takes[1])


def must_pass(pair: Comparison) -> Reason | None:
    """Turns that the mover loses."""
    value = pair.after_move.passes - pair.after_better.passes
    says = pair.says(
        "{Own} must pass {times} in the next {plies} moves; after {better} {better_times}.",
        times=times(pair.after_move.passes),
        better_times=times(pair.after_better.passes),
    )
    return Reason("pass", value, says)


def stable(pair: Comparison) -> Reason | None:
    """Stable discs, own less the opponent's."""
    (own, other), (better_own, better_other) = (
        (line.own.stable, line.opponent.stable) for line in (pair.after_move, pair.after_better)
    )
    says = pair.says(
        "{plies} moves on, {own} has {count} and {other} {other_count}; after {better} {own} has "
        "{better_count} and {other} {better_other_count}.",
        count=counted(own, "{count} stable disc", "{count} stable discs"),
        other_count=other,
        better_count=better_own,
        better_other_count=better_other,
    )
    return Reason("stable", pair.lost(lambda side: side.stable), says)


def own_mobility(pair: Comparison) -> Reason | None:
    """The mover's choice of moves on the next turns."""
    form = (
        "After {move} {own} has fewer moves: {count} on average over the next {plies} moves, "
        "against {better_count} after {better}."
    )
    return _mobility(pair, form, "own_mobility", pair.after_move.own, pair.after_better.own, -1)


def opponent_mobility(pair: Comparison) -> Reason | None:
    """The opponent's choice of moves on the next turns."""
    form = (
        "After {move} {other} has more moves: {count} on average over the next {plies} moves, "
        "against {better_count} after {better}."
    )
    after, better = pair.after_move.opponent, pair.after_better.opponent
    return _mobility(pair, form, "opponent_mobility", after, better, 1)


def _mobility(
    pair: Comparison, form: str, fact: str, after: SideStatistics, better: SideStatistics, sign: int
) -> Reason | None:
    if after.moves is None or better.moves is None:
        return None
    says = pair.says(form, count=f"{after.moves:.1f}", better_count=f"{better.moves:.1f}")
    return Reason(fact, sign * (after.moves - better.moves), says)


def frontier(pair: Comparison) -> Reason | None:
    """Discs beside empty squares, which give the other side moves: own less the opponent's."""
    after, better = pair.after_move, pair.after_better
    says = pair.says(
        "Discs beside empty squares (the frontier) give the other side moves: after {move} {own} "
        "has {count} such discs and {other} {other_count} on average over the next {plies} moves; "
        "after {better} it is {better_count} and {better_other_count}.",
        count=f"{after.own.frontier:.1f}",
        other_count=f"{after.opponent.frontier:.1f}",
        better_count=f"{better.own.frontier:.1f}",
        better_other_count=f"{better.opponent.frontier:.1f}",
    )
    return Reason("frontier", -pair.lost(lambda side: side.frontier), says)


def parity(pair: Comparison) -> Reason | None:
    """Odd regions that are left to the opponent, who then moves first and last in them."""
    after, better = pair.after_move.odd_regions, pair.after_better.odd_regions
    if pair.board.n_empties > PARITY_EMPTIES:
        return None
    says = pair.says(
        "{move} leaves {other} {count} with an odd number of empty squares, {better} "
        "{better_count}: who moves first in an odd region can move last there.",
        count=counted(after, "{count} region", "{count} regions"),
        better_count=better,
    )
    return Reason("parity", after - better, says)


def access(pair: Comparison) -> Reason | None:
    """Regions into which one side alone can play: the opponent's, less the own ones."""
    if pair.board.n_empties > PARITY_EMPTIES:
        return None
    after, better = pair.after_move, pair.after_better
    says = pair.says(
        "After {move} {other} alone can play into {count} of empty squares, {own} alone into "
        "{own_count}; after {better} it is {better_count} and {better_own_count}. Such a region is "
        "a move in hand.",
        count=counted(after.opponent.regions, "{count} region", "{count} regions"),
        own_count=after.own.regions,
        better_count=better.opponent.regions,
        better_own_count=better.own.regions,
    )
    return Reason("access", pair.lost(lambda side: side.regions), says)


def last_move(pair: Comparison) -> Reason | None:
    """Last moves in the regions that are left, where both lines go to the end."""
    after, better = pair.after_move, pair.after_better
    if after.last_moves is None or better.last_moves is None:
        return None
    assert after.n_regions is not None and better.n_regions is not None
    lost = after.n_regions - 2 * after.last_moves
    value = (lost - (better.n_regions - 2 * better.last_moves)) / 2
    if pair.board.n_empties > PARITY_EMPTIES:
        return None
    says = pair.says(
        "{Own} makes the last move in {count} of {regions}; after {better} in {better_count} of "
        "{better_regions}.",
        count=after.last_moves,
        regions=counted(after.n_regions, "{count} region", "{count} regions"),
        better_count=better.last_moves,
        better_regions=better.n_regions,
    )
    return Reason("last_move", value, says)


FINDERS: tuple[Callable[[Comparison], Reason | None], ...] = (
    x_square,
    corner,
    must_pass,
    stable,
    own_mobility,
    opponent_mobility,
    frontier,
    parity,
    access,
    last_move,
)
