"""Names of players and events: compared without accents, capitals and the order of words; told."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def plain(name: str) -> str:
    """Return a name without accents and capitals, as a base keeps it, and the hashes of its games.

    >>> plain("Émile  LEHMANN"), plain("Øystein")
    ('emile lehmann', 'øystein')
    """
    letters = unicodedata.normalize("NFKD", name)
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n"}
    | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode does not take for others with an accent."""


def words_of(name: str) -> list[str]:
    """Return the words of a name, without accents, capitals, commas and hyphens.

    Another sign is a word of its own, so that a name of signs alone, such as ``???``, is found too.

    >>> words_of("Łukasz, Søren"), words_of("Aagaard-Hansen"), words_of("Logistello (buro)")
    (['lukasz', 'soren'], ['aagaard', 'hansen'], ['logistello', '(', 'buro', ')'])
    """
    return re.findall(r"[^\W_]+|[^\s,-]", plain(name).translate(LETTERS))


def is_named(name: str, beginnings: str) -> bool:
    """Return whether each word of `beginnings` begins one of a name, in any order.

    >>> is_named("Tamenori Hideshi", "hid, tam"), is_named("Tamenori Hideshi", "nori")
    (True, False)
    """
    words = words_of(name)
    return all(any(word.startswith(each) for word in words) for each in words_of(beginnings))


def who_played(headers: Mapping[str, str]) -> str:
    """Return both players of a game by its headers; empty if neither is known.

    >>> who_played({"Black": "Ada", "White": "Bob"}), who_played({"White": "Bob"}), who_played({})
    ('Ada – Bob', '? – Bob', '')
    """
    players = [headers.get(side, "") for side in ("Black", "White")]
    return " – ".join(player or "?" for player in players) if any(players) else ""
