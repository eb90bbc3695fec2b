"""The rank correlation of Spearman."""

from collections.abc import Sequence


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the rank correlation of two lists."""
    mean = (len(first) - 1) / 2
    pairs = [(a - mean, b - mean) for a, b in zip(ranks(first), ranks(second), strict=True)]
    size = [sum(pair[side] ** 2 for pair in pairs) for side in (0, 1)]
    return sum(a * b for a, b in pairs) / (size[0] * size[1]) ** 0.5
