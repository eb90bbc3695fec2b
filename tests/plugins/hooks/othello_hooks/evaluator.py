"""An evaluation: the difference of discs."""

from typing import Any


def discs(positions: Any) -> list[int]:
    return [own.bit_count() - other.bit_count() for own, other in positions.tolist()]


EVALUATIONS = {"discs": discs}
