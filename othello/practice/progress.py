"""What a profile says of a person's progress."""

from __future__ import annotations

from othello.practice.profile import Profile

__all__ = ["progress_of"]


def progress_of(profile: Profile | None) -> dict[str, object]:
    """Return the answers of a profile counted, as a JSON object; without one, none."""
    tallies = [] if profile is None else profile.tallies()
    return {
        "kinds": [{**each._asdict(), "lost": round(each.lost, 2)} for each in tallies],
        "total": {
            "answers": sum(each.answers for each in tallies),
            "right": sum(each.right for each in tallies),
            "games": 0 if profile is None else len(profile.games()),
        },
    }
