"""Pairing systems of tournaments: round robin, gauntlet, ladder, Swiss."""

from __future__ import annotations

from collections.abc import Collection, Sequence

__all__ = ["Pairing", "gauntlet", "ladder", "round_robin", "swiss_round"]

Pairing = tuple[int, int]
"""The indices of two players. Their order only says who is black in the first game."""


def round_robin(n_players: int) -> list[Pairing]:
    """Return each pair of players once, round after round; in each as many play as possible.

    >>> round_robin(4)
    [(0, 3), (1, 2), (0, 2), (3, 1), (0, 1), (2, 3)]
    """
    # The circle method: the first player keeps its place, the others move on by one place a round.
    # With an odd number of players, whoever is opposite -1 does not play.
    places = list(range(n_players)) + [-1] * (n_players % 2)
    half = len(places) // 2
    pairings = []
    for _ in range(len(places) - 1):
        opposite = zip(places[:half], reversed(places[half:]), strict=True)
        pairings += [(a, b) for a, b in opposite if a >= 0 and b >= 0]
        places.insert(1, places.pop())
    return pairings


def gauntlet(n_players: int) -> list[Pairing]:
    """Return the pairings of the first player with each other one.

    >>> gauntlet(4)
    [(0, 1), (0, 2), (0, 3)]
    """
    return [(0, other) for other in range(1, n_players)]


def ladder(n_players: int) -> list[Pairing]:
    """Return the pairings of each player with the next.

    >>> ladder(4)
    [(0, 1), (1, 2), (2, 3)]
    """
    return [(player, player + 1) for player in range(n_players - 1)]


def swiss_round(
    points: Sequence[float], met: Collection[frozenset[int]], rested: Collection[int]
) -> tuple[list[Pairing], int | None]:
    """Return the pairings of the next round of a Swiss tournament, and the player without one.

    Players with equal or close points meet. No two players meet twice unless it cannot be avoided.
    With an odd number of players, the last in points who has not rested yet rests.

    Parameters
    ----------
    points : sequence of float
        Each player's points so far.
    met : collection of frozenset
        Pairs of players that have met.
    rested : collection of int
        Players that have rested in earlier rounds.

    Returns
    -------
    pairings : list of Pairing
        The highest points first.
    resting : int or None
        The player who rests; None if the number of players is even.

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
    """Pair players by backtracking; None if it is impossible without a banned pair.

    The first is paired with the nearest one after it such that the others can be paired too.
    """
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in banned:
            rest = _pair([player for player in others if player != other], banned)
            if rest is not None:
                return [(first, other), *rest]
    return None
