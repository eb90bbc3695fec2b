"""Which requests for a match are accepted: the RULES of ``othello ggs --opponents``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from othello.errors import InvalidOption, quote
from othello.ggf.games import GgfClock
from othello.ggs.clocks import asked_clock, clock_text
from othello.ggs.wire import DISCS, NAME, NAME_EXPECTED, TYPES, BadMessage, GameType, MatchRequest

RULES = (
    "words with commas between them: rated or unrated; type=8/8r20/s8r20 (8r and s8r: any "
    "number of discs); clock=1:00-15:00 (the least and the most main time; a number without a "
    "colon is seconds); player=NAME/NAME"
)

LEAST_MAIN = 30.0
"""Seconds of main time that are accepted unless a rule says otherwise: less is lost to the lag."""


@dataclass(frozen=True)
class Rules:
    """Conditions of a request; the usual ones accept all Othello on 8x8 of 30 seconds or more.

    >>> rules = Rules.parse("rated,type=8/s8r20,clock=1:00-15:00")
    >>> rules.types, rules.least, rules.most, rules.is_rated
    (('8', 's8r20'), 60.0, 900.0, True)
    """

    is_rated: bool | None = None
    types: tuple[str, ...] = ()
    least: float = LEAST_MAIN
    most: float = float("inf")
    players: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules; raise InvalidOption for others."""
        found: dict[str, object] = {}
        names: set[str] = set()
        for word in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = word.partition("=")
            name = "rated" if word == "unrated" else name
            if name in names:
                raise InvalidOption(f"invalid rules {quote(text)}: expected one rule about {name}")
            names.add(name)
            if word in ("rated", "unrated"):
                found["is_rated"] = word == "rated"
            elif name == "type" and value:
                found["types"] = tuple(map(_type, value.split("/")))
            elif name == "clock" and value:
                found["least"], found["most"] = _span(value)
            elif name == "player" and value:
                found["players"] = tuple(map(_name, value.split("/")))
            else:
                raise InvalidOption(f"invalid rule {quote(word)}: expected {RULES}")
        return cls(**found)  # type: ignore[arg-type]

    def reason_against(self, request: MatchRequest) -> str:
        """Return why a request is declined; nothing if it is accepted.

        >>> from othello.ggs.wire import parse
        >>> request = parse(["/os: + .8 1720.0 al 00:05//02:00 8 U 1720.0 bob"])
        >>> Rules().reason_against(request)
        'the main time must be 00:30 or more'
        >>> Rules.parse("clock=0:05-1:00,player=al").reason_against(request)
        ''
        """
        kind, main = request.type, (request.other_clock or request.clock).main
        if not kind.is_playable:
            return "only Othello on 8x8 is played here, without komi"
        if self.players and request.asker not in self.players:
            return f"only these are accepted: {', '.join(self.players)}"
        if self.is_rated is not None and request.is_rated != self.is_rated:
            return f"only {'rated' if self.is_rated else 'unrated'} matches are played here"
        if self.types and not any(_fits(kind, wanted) for wanted in self.types):
            return f"only these types are played here: {', '.join(self.types)}"
        if main < self.least:
            return f"the main time must be {clock_text(GgfClock(self.least))} or more"
        if main > self.most:
            return f"the main time must be {clock_text(GgfClock(self.most))} or less"
        return ""


def _type(text: str) -> str:
    """Read a type, as requests have it; ``8r`` and ``s8r`` are those with any number of discs."""
    left_out = str(DISCS[0]) * text.lower().endswith("r")
    try:
        kind = GameType.parse(text + left_out)
    except BadMessage as error:
        raise InvalidOption(f"invalid {error}") from None
    if not kind.is_playable:
        raise InvalidOption(f"invalid type {quote(text)}: expected {TYPES}")
    return str(kind).removesuffix(left_out)


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise InvalidOption(f"invalid player {quote(text)}: expected {NAME_EXPECTED}")
    return text


def _span(text: str) -> tuple[float, float]:
    """Read the least and the most main time."""
    ends = [asked_clock(part) for part in text.split("-")]
    if len(ends) == 2 and ends[0] and ends[1] and ends[0].main <= ends[1].main:
        return ends[0].main, ends[1].main
    raise InvalidOption(f"invalid clock {quote(text)}: expected the least and the most, 1:00-15:00")


def _fits(kind: GameType, wanted: str) -> bool:
    """Return whether a type is the one wanted; one without a colour is any that who asks chose."""
    types = str(kind), str(replace(kind, color=""))
    return any(wanted in (each, each.rstrip("0123456789")) for each in types)
