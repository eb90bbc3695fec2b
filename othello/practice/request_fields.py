"""Fields that several requests about exercises have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from othello.fields import JSON_ONLY, Length, Range

ProfileText = Annotated[
    str | None, JSON_ONLY, Length(1, 40), "a profile: letters, digits, - and _, blanks inside"
]
SideText = Annotated[Literal["black", "white"] | None, "only this side's"]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """How an answer is kept."""

    profile: Annotated[ProfileText, "the profile that keeps it; by default none does"] = None
    seconds: Annotated[
        float | None, JSON_ONLY, Range(0, 10**6, "seconds"), "how long the answer took"
    ] = None
    once: Annotated[
        str | None,
        JSON_ONLY,
        Length(1, 100),
        "idempotency key: an answer that is sent again with it is kept once",
    ] = None
