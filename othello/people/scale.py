"""The scale of players' ratings: its limits, and the usual one. It needs no numpy."""

from typing import Annotated

from othello.fields import Range

LEAST_RATING, MOST_RATING = 700, 2300

USUAL_RATING = 1500
"""The rating of a middling player of tournaments."""

Rating = Annotated[
    int,
    Range(LEAST_RATING, MOST_RATING),
    f"the player's rating; {USUAL_RATING} is a middling one",
]
"""The field of an operation that asks for a rating, in points."""
