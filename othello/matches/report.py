"""Reports on a match: a line for each game, and the total as text or as a JSON object."""

from __future__ import annotations

from collections.abc import Sequence

from othello.errors import counted
from othello.matches.log import RESULTS
from othello.matches.pentanomial import OUTCOMES, pair_statistics
from othello.matches.sprt import Sprt
from othello.matches.standing import (
    CRASH,
    FAULTS,
    ILLEGAL,
    LETTERS,
    TIME,
    GameRecord,
    Standing,
    Thinking,
)

__all__ = [
    "describe_standing",
    "format_game",
    "format_game_of",
    "format_progress",
    "format_standing",
]


def describe_standing(standing: Standing, sprt: Sprt | None = None) -> dict[str, object]:
    """Return the total of a match as a JSON object, from the view of its first player."""
    elo = standing.elo
    return (
        {
            "games": standing.games,
            "wins": standing.wins,
            "draws": standing.draws,
            "losses": standing.losses,
            "discs": None if standing.discs is None else round(standing.discs, 3),
            "elo": None if elo is None else round(elo.difference, 1),
            "elo_error": None if elo is None else round(elo.error, 1),
            "repeated": standing.repeated,
        }
        | describe_pairs(standing.pairs, sprt)
        | {
            "illegal": standing.count(ILLEGAL),
            "time_losses": standing.count(TIME),
            "crashes": standing.count(CRASH),
        }
        | {
            letter.lower(): dict(standing.faults[player])
            | describe_thinking(standing.thinking[player])
            for player, letter in enumerate(LETTERS)
        }
    )


def describe_pairs(counts: Sequence[int], sprt: Sprt | None) -> dict[str, object]:
    """Return the statistics of the pairs as a JSON object; what is not known is None.

    Parameters
    ----------
    counts : sequence of int
        Numbers of pairs by the first player's points: 0, ½, 1, 1½, 2.
    sprt : Sprt or None
        The test, if there is one.
    """
    statistics = pair_statistics(counts)
    described: dict[str, object] = dict.fromkeys(
        ("nelo", "nelo_error", "los", "draw_ratio", "pairs_ratio", "llr", "llr_bounds", "sprt")
    )
    if statistics is not None:
        described |= {
            key: None if value is None else round(value, 4)
            for key, value in statistics._asdict().items()
            if key != "counts"
        }
    if sprt is not None:
        llr = sprt.llr(counts)
        described["llr"] = round(llr, 4)
        described["llr_bounds"] = [round(bound, 4) for bound in sprt.bounds]
        described["sprt"] = sprt.verdict(llr)
    return described | {"pentanomial": list(counts)}


def describe_thinking(thinking: Thinking) -> dict[str, object]:
    """Return a player's moves and times as a JSON object; times are in seconds."""
    return {
        "moves": thinking.moves,
        "seconds": round(thinking.seconds, 6),
        "slowest": round(thinking.slowest, 6),
        "processor": round(thinking.processor, 6),
    }


def format_game(record: GameRecord) -> str:
    """Return a line of text about a game of a match."""
    colour = "black" if record.is_black else "white"
    how = f"{record.reason}" if record.discs is None else f"{record.discs:+d}"
    result = RESULTS[record.points]
    return f"game {record.number}: {record.opening}  A {colour}  {result}  {how}"


def format_game_of(record: GameRecord, names: Sequence[str]) -> str:
    """Return a line of text about a game of a tournament; it names both players."""
    black, white = record.sides(names)
    first = names[record.players[0]]
    how = f"{record.reason}" if record.discs is None else f"{record.discs:+d}"
    return (
        f"game {record.number}: {record.opening}  {black} – {white}  "
        f"{RESULTS[record.points]} for {first}  {how}"
    )


def format_progress(standing: Standing, sprt: Sprt | None = None) -> str:
    """Return the state of a match as a short text: wins, draws, losses, Elo, and the test's LLR.

    >>> standing = Standing()
    >>> standing.pairs[3] += 1
    >>> format_progress(standing, Sprt(0, 10))
    '+0 =0 -0  LLR 0.03 (-2.94, 2.94)'
    """
    parts = [f"+{standing.wins} ={standing.draws} -{standing.losses}"]
    if standing.games:
        parts.append(format_elo(standing))
    if sprt is not None:
        low, high = sprt.bounds
        parts.append(f"LLR {sprt.llr(standing.pairs):.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)


def format_standing(standing: Standing, names: Sequence[str], sprt: Sprt | None = None) -> str:
    """Return the total of a match as text; at least one game has been played."""
    points = standing.wins + standing.draws / 2
    score = f"A: +{standing.wins} ={standing.draws} -{standing.losses}"
    lines = [f"{letter}: {name}" for letter, name in zip(LETTERS, names, strict=True)]
    lines.append(f"{score} ({100 * points / standing.games:.1f} %)")
    if standing.discs is not None:
        lines[-1] += f", {standing.discs:+.2f} discs a game"
    lines[-1] += f", {format_elo(standing)}"
    if standing.repeated:
        lines.append(
            f"{counted(standing.repeated, 'game')} played before, move by move: counted once in "
            "Elo and in what follows"
        )
    lines += format_pairs(standing.pairs, sprt)
    if standing.unpaired:
        lines.append(f"{counted(standing.unpaired, 'game')} in no pair: not in these figures")
    for player, letter in enumerate(LETTERS):
        thinking, faults = standing.thinking[player], standing.faults[player]
        lost = ", ".join(f"{faults[fault]} {fault}" for fault in FAULTS)
        lines.append(
            f"{letter}: {thinking.seconds:.2f} s for {counted(thinking.moves, 'move')}, at most "
            f"{thinking.slowest:.3f} s for one, {thinking.processor:.2f} s of processor time; "
            f"lost by fault: {lost}"
        )
    return "\n".join(lines)


def format_elo(standing: Standing) -> str:
    """Return the difference in Elo as text; at least one game has been played."""
    if standing.elo is None:
        return "no information about Elo: all openings ended even"
    return f"Elo {standing.elo.difference:+.0f} ± {standing.elo.error:.0f}"


def format_pairs(counts: Sequence[int], sprt: Sprt | None) -> list[str]:
    """Return the statistics of the pairs as lines of text; none without pairs.

    >>> print(*format_pairs((1, 2, 10, 5, 2), Sprt(0, 10)), sep="\\n")
    pairs by A's points: 1 with 0, 2 with 0.5, 10 with 1, 5 with 1.5, 2 with 2
    normalised Elo +65.2 ± 107.7, LOS 88.2 %, even pairs 50.0 %, won for each lost 2.33
    SPRT 0,10: LLR 0.19 (-2.94, 2.94): open
    """
    statistics = pair_statistics(counts)
    if statistics is None:
        return []
    table = ", ".join(
        f"{count} with {2 * share:g}" for count, share in zip(counts, OUTCOMES, strict=True)
    )
    parts = [f"LOS {100 * statistics.los:.1f} %", f"even pairs {100 * statistics.draw_ratio:.1f} %"]
    if statistics.nelo is not None and statistics.nelo_error is not None:
        parts.insert(0, f"normalised Elo {statistics.nelo:+.1f} ± {statistics.nelo_error:.1f}")
    if statistics.pairs_ratio is not None:
        parts.append(f"won for each lost {statistics.pairs_ratio:.2f}")
    if statistics.draw_ratio == 1:
        parts = ["no information about strength: all pairs ended even"]
    lines = [f"pairs by A's points: {table}", ", ".join(parts)]
    if sprt is not None:
        llr = sprt.llr(counts)
        low, high = sprt.bounds
        lines.append(
            f"SPRT {sprt.elo0:g},{sprt.elo1:g}: LLR {llr:.2f} ({low:.2f}, {high:.2f}): "
            f"{sprt.verdict(llr)}"
        )
    return lines
