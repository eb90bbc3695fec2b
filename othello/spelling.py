"""Words that may be meant by others: names that are like known ones, or mean the same elsewhere."""

from collections.abc import Iterable, Sequence

LIKENESS = 0.75
"""Least likeness, from 0 to 1, of a word to a known one that may be meant."""

OTHER_WORDS = {
    "time": "seconds",
    "movetime": "seconds",
    "time_limit": "seconds",
    "selective": "selectivity",
    "searchmoves": "moves",
    "lines": "multipv",
    "side": "colour",
    "year": "date",
    "site": "place",
    "blackelo": "blackrating",
    "whiteelo": "whiterating",
}
"""Words of other programs for what has another name here, all in small letters."""


def same_word(name: str, known: Iterable[str]) -> str | None:
    """Return the `known` word that is `name`, or means the same; None if there is none.

    Neither capitals nor the dashes before options count.

    >>> same_word("DEPTH", ["depth"]), same_word("movetime", ["--seconds"]), same_word("x", ["y"])
    ('depth', '--seconds', None)
    """
    words = {word.lower().strip("-"): word for word in known}
    meant = name.lower().strip("-")
    return words.get(meant) or words.get(OTHER_WORDS.get(meant, ""))


def meant_word(name: str, known: Iterable[str]) -> str | None:
    """Return the `known` word that looks or means the same as `name`; None if there is none.

    >>> meant_word("analyze", ["analyse", "solve"]), meant_word("Movetime", ["--seconds"])
    ('analyse', '--seconds')
    """
    from difflib import get_close_matches  # slow to import: only for a message

    words = {word.lower().strip("-"): word for word in known}
    if (same := same_word(name, words.values())) is not None:
        return same
    meant = name.lower().strip("-")
    longer = [word for word in words if word.startswith(meant)] if len(meant) > 1 else []
    close = [*longer, *get_close_matches(meant, words, 1, LIKENESS)]
    return words[close[0]] if close else None


def expected_of(name: str, known: Sequence[str]) -> str:
    """Return the end of an error about an unknown `name`: what was meant, and what is expected.

    What was meant is the known word that looks or means the same.

    >>> expected_of("levl", ["Hash", "Level"])
    'did you mean Level? Expected Hash, Level'
    """
    word = meant_word(name, known)
    expected = f"xpected {', '.join(known)}" if known else "xpected none"
    return f"did you mean {word}? E{expected}" if word else f"e{expected}"
