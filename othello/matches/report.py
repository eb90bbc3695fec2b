"""Reports on matches and tournaments: a line for each game; the total as text, JSON or a web page.

The JSON object of a game is that of its record (`othello.matches.record.describe_game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from othello._version import __version__
from othello.errors import counted
from othello.matches.record import CRASH, FAULTS, ILLEGAL, LETTERS, RESULTS, TIME, GameRecord
from othello.matches.score import MatchScore
from othello.matches.statistics import OUTCOMES, Sprt, pair_statistics

if TYPE_CHECKING:
    from othello.matches.tournament import CrossTable


def describe_score(score: MatchScore, sprt: Sprt | None = None) -> dict[str, object]:
    """Return the total of a match as a JSON object, from the view of its first player."""
    elo = score.elo
    described: dict[str, object] = {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "discs": None if score.discs is None else round(score.discs, 3),
        "elo": None if elo is None else round(elo.difference, 1),
        "elo_error": None if elo is None else round(elo.error, 1),
        "repeated": score.repeated,
        **describe_pairs(score.pairs, sprt),
        "illegal": score.lost_by(ILLEGAL),
        "time_losses": score.lost_by(TIME),
        "crashes": score.lost_by(CRASH),
    }
    for letter, faults, thinking in zip(LETTERS, score.faults, score.thinking, strict=True):
        times = {name: round(value, 6) for name, value in thinking._asdict().items()}
        if not thinking.lag:  # the engine is on this machine
            del times["lag"]
        described[letter.lower()] = {**faults, **times}
    return described


def describe_pairs(counts: Sequence[int], sprt: Sprt | None) -> dict[str, object]:
    """Return the statistics of the pairs as a JSON object; what is not known is None."""
    statistics = pair_statistics(counts)
    described: dict[str, object] = dict.fromkeys(
        ("nelo", "nelo_error", "los", "draw_ratio", "pairs_ratio", "llr", "llr_bounds", "sprt")
    )
    if statistics is not None:
        described |= {
            key: None if value is None else round(value, 4)
            for key, value in statistics._asdict().items()
        }
    if sprt is not None:
        llr = sprt.llr(counts)
        described["llr"] = round(llr, 4)
        described["llr_bounds"] = [round(bound, 4) for bound in sprt.bounds]
        described["sprt"] = sprt.verdict(llr)
    return described | {"pentanomial": list(counts)}


def format_game(record: GameRecord, names: Sequence[str] | None = None) -> str:
    """Return a line of text about a game; with the `names` of all players it names both."""
    who, of_whom = f"A {'black' if record.is_black else 'white'}", ""
    if names is not None:
        who, of_whom = " – ".join(record.sides(names)), f" for {names[record.players[0]]}"
    how = f"{record.reason}" if record.discs is None else f"{record.discs:+d}"
    result = f"{RESULTS[record.points]}{of_whom}"
    return f"game {record.number}: {record.opening}  {who}  {result}  {how}"


def format_progress(score: MatchScore, sprt: Sprt | None = None) -> str:
    """Return the state of a match as a short text: wins, draws, losses, Elo, and the test's LLR.

    >>> score = MatchScore()
    >>> score.pairs[3] += 1
    >>> format_progress(score, Sprt(0, 10))
    '+0 =0 -0  LLR 0.03 (-2.94, 2.94)'
    """
    parts = [f"+{score.wins} ={score.draws} -{score.losses}"]
    if score.games:
        parts.append(format_elo(score))
    if sprt is not None:
        low, high = sprt.bounds
        parts.append(f"LLR {sprt.llr(score.pairs):.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)


def format_score(score: MatchScore, names: Sequence[str], sprt: Sprt | None = None) -> str:
    """Return the total of a match as text; at least one game has been played."""
    points = score.wins + score.draws / 2
    won = f"A: +{score.wins} ={score.draws} -{score.losses}"
    lines = [f"{letter}: {name}" for letter, name in zip(LETTERS, names, strict=True)]
    lines.append(f"{won} ({100 * points / score.games:.1f} %)")
    if score.discs is not None:
        lines[-1] += f", {score.discs:+.2f} discs a game"
    lines[-1] += f", {format_elo(score)}"
    if score.repeated:
        lines.append(
            f"{counted(score.repeated, 'game')} played before, move by move: counted once in "
            "Elo and in what follows"
        )
    lines += format_pairs(score.pairs, sprt)
    if score.unpaired:
        lines.append(f"{counted(score.unpaired, 'game')} in no pair: not in these figures")
    for player, letter in enumerate(LETTERS):
        thinking, faults = score.thinking[player], score.faults[player]
        lag = f", {thinking.lag:.3f} s of lag subtracted" if thinking.lag else ""
        lost = ", ".join(f"{faults[fault]} {fault}" for fault in FAULTS)
        lines.append(
            f"{letter}: {thinking.seconds:.2f} s for {counted(thinking.moves, 'move')}, at most "
            f"{thinking.slowest:.3f} s for one, {thinking.processor:.2f} s of processor time"
            f"{lag}; lost by fault: {lost}"
        )
    return "\n".join(lines)


def format_elo(score: MatchScore) -> str:
    """Return the difference in Elo as text; at least one game has been played."""
    if score.elo is None:
        why = "all openings ended even" if any(score.pairs) else "no pair of games is complete"
        return f"no information about Elo: {why}"
    return f"Elo {score.elo.difference:+.0f} ± {score.elo.error:.0f}"


def format_pairs(counts: Sequence[int], sprt: Sprt | None) -> list[str]:
    """Return the statistics of the pairs as lines of text; none without pairs.

    >>> print(*format_pairs((1, 2, 10, 5, 2), Sprt(0, 10)), sep="\\n")
    pairs by A's points: 1 with 0, 2 with 0.5, 10 with 1, 5 with 1.5, 2 with 2
    normalised Elo +65.2 ± 107.7, LOS 86.9 %, even pairs 50.0 %, won for each lost 2.33
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
    lines = [f"pairs by A's points: {table}"]
    if statistics.draw_ratio < 1:  # else there is no Elo, which says why
        lines.append(", ".join(parts))
    if sprt is not None:
        llr = sprt.llr(counts)
        low, high = sprt.bounds
        lines.append(
            f"SPRT {sprt.elo0:g},{sprt.elo1:g}: LLR {llr:.2f} ({low:.2f}, {high:.2f}): "
            f"{sprt.verdict(llr)}"
        )
    return lines


# ---------------------------------------------------------------------- tournaments


def describe_table(table: CrossTable, names: Sequence[str]) -> dict[str, object]:
    """Return the table as a JSON object.

    `players` lists the highest rating first. `cross` has the same order: in row i, column j the
    points of player i against player j, null if they have not met.
    """
    scores = table.scores()
    return {
        "games": sum(score.games for score in scores) // 2,
        "repeated": table.repeated,
        "players": [
            {
                "name": names[score.player],
                "elo": round(score.rating.elo, 1),
                "elo_error": round(score.rating.error, 1),
                "points": score.points,
                "games": score.games,
                "black": score.blacks,
                "white": score.games - score.blacks,
                "faults": score.faults,
                "reason": score.reason,
                "seconds": round(score.thinking.seconds, 6),
                "processor": round(score.thinking.processor, 6),
            }
            for score in scores
        ],
        "cross": [
            [
                table.points[a.player][b.player] if table.games(a.player, b.player) else None
                for b in scores
            ]
            for a in scores
        ],
    }


def format_table(table: CrossTable, names: Sequence[str]) -> str:
    """Return the table as text: ratings, then points by opponent, then faults."""
    scores = table.scores()
    width = max(map(len, names))
    lines = [f"  #  {'player':{width}}    Elo  error  points  games  black"]
    columns = "".join(f"{place:>7}" for place in range(1, len(scores) + 1))
    cross = [f"  #  {'player':{width}}{columns}"]
    for place, score in enumerate(scores, 1):
        name = names[score.player]
        lines.append(
            f"{place:>3}  {name:{width}}  {score.rating.elo:+5.0f}  {score.rating.error:5.0f}  "
            f"{score.points:6g}  {score.games:5}  {score.blacks:5}"
        )
        cells = "".join(f"{cell_text(table, score.player, other.player):>7}" for other in scores)
        cross.append(f"{place:>3}  {name:{width}}{cells}")
    faults = [
        f"{names[score.player]}: lost by fault: "
        + ", ".join(f"{count} {fault}" for fault, count in score.faults.items() if count)
        + f"; the last: {score.reason}"
        for score in scores
        if any(score.faults.values())
    ]
    if table.repeated:
        lines.append(
            f"{counted(table.repeated, 'game')} played before, move by move: counted once in Elo"
        )
    return "\n".join([*lines, "", *cross, *([""] if faults else []), *faults])


def cell_text(table: CrossTable, player: int, other: int) -> str:
    """Return the text of a cell of the cross table: points, or a dash if they have not met."""
    return f"{table.points[player][other]:g}" if table.games(player, other) else "–"


def tournament_page(table: CrossTable, records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Return the HTML of a page with the results and the games; it needs no network or server."""
    from othello.analysis.page import games_page  # a match has no page

    games = [describe_record(record) for record in sorted(records, key=lambda r: r.number)]
    note = f"Ratings by maximum likelihood, 95 % intervals. Played by othello {__version__}."
    return games_page("Tournament", games, note, cross_table(table, names))


def describe_record(record: GameRecord) -> dict[str, object]:
    """Return a game as the JSON object that the page's script reads."""
    from othello.analysis.page import played_record

    described = played_record(record.game, [note.evaluation for note in record.notes])
    return described | {
        "title": f"{record.number}. {described['title']}",
        "event": f"Game {record.number}, opening {record.opening}",
        "comments": [record.reason or ""],
    }


def cross_table(table: CrossTable, names: Sequence[str]) -> str:
    """Return the ratings and the cross table as one HTML table."""
    from othello.analysis.page import html_table

    scores = table.scores()
    heads = ["#", "Player", "Elo", "±", "Points", "Games", "Black", "Faults"]
    rows = []
    for place, score in enumerate(scores, 1):
        rating = (f"{score.rating.elo:+.0f}", f"{score.rating.error:.0f}", f"{score.points:g}")
        counts = (score.games, score.blacks, sum(score.faults.values()))
        points = (cell_text(table, score.player, other.player) for other in scores)
        rows.append((place, names[score.player], *rating, *counts, *points))
    return html_table("Results", [*heads, *range(1, len(scores) + 1)], rows, heading=1)
