"""The steps, a module for each group; `othello.compliance.step` says what a step is."""

from functools import cache

from othello.compliance.step import Step
from othello.compliance.steps import (
    basics,
    clocks,
    games,
    greeting,
    junk,
    legality,
    positions,
    scores,
    stopping,
)

GROUPS = (greeting, basics, positions, legality, scores, stopping, clocks, junk, games)


@cache
def steps() -> tuple[Step, ...]:
    """Return all steps, in the order in which they are tried."""
    found = (value for group in GROUPS for value in vars(group).values())
    return tuple(value for value in found if isinstance(value, Step))
