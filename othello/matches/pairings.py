"""Who meets whom: round robin, gauntlet, ladder, Swiss."""

from __future__ import annotations

from collections.abc import Collection, Sequence

__all__ = ["Pairing", "gauntlet", "ladder", "round_robin", "swiss_round"]

Pairing = tuple[int, int]
"""Two players; each opening is played with both colours, so their order means little."""


def round_robin(n_players: int) -> list[Pairing]:
    """Return each pair of players once, in rounds in which as many as possible play.

    >>> round_robin(4)
    [(0, 3), (1, 2), (0, 2), (3, 1), (0, 1), (2, 3)]
    """
    # The circle method: one player stays, the others move on by one place a round.
    places = list(range(n_players)) + [-1] * (n_players % 2)
    half = len(places) // 2
    pairings = []
    for _ in range(len(places) - 1):
        opposite = zip(places[:half], reversed(places[half:]), strict=True)
        pairings += [(a, b) for a, b in opposite if a >= 0 and b >= 0]
        places.insert(1, places.pop())
    return pairings


def gauntlet(n_players: int) -> list[Pairing]:
    """Return the first player against each other one.

    >>> gauntlet(4)
    [(0, 1), (0, 2), (0, 3)]
    """
    return [(0, other) for other in range(1, n_players)]


def ladder(n_players: int) -> list[Pairing]:
    """Return each player against the next.

    >>> ladder(4)
    [(0, 1), (1, 2), (2, 3)]
    """
    return [(player, player + 1) for player in range(n_players - 1)]


def swiss_round(
    points: Sequence[float], met: Collection[frozenset[int]], rested: Collection[int]
) -> tuple[list[Pairing], int | None]:
    """Return the pairings of the next round of a Swiss tournament, and who rests.

    Players with like points meet, and nobody meets the same one again while that can be helped.

    Parameters
    ----------
    points : sequence of float
        Those of each player so far.
    met : collection of frozenset
        Pairs of players that have met.
    rested : collection of int
        Players that have rested in an earlier round, where their number is odd.

    Examples
    --------
    >>> swiss_round([2, 0, 2, 0], {frozenset((0, 1)), frozenset((2, 3))}, ())
    ([(0, 2), (1, 3)], None)
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = None
    if len(order) % 2:
        resting = next((p for p in reversed(order) if p not in rested), order[-1])
        order.remove(resting)
    found = _pair(order, set(met)) or _pair(order, set())
    assert found is not None, "without a ban any two may meet"
    return found, resting


def _pair(order: Sequence[int], banned: Collection[frozenset[int]]) -> list[Pairing] | None:
    """Pair players in their order, the first with the nearest that leaves partners for the rest."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in banned:
            rest = _pair([player for player in others if player != other], banned)
            if rest is not None:
                return [(first, other), *rest]
    return None
