"""A tournament as a web page: the tables, and every game to step through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from othello._version import __version__
from othello.analysis.page import games_page, title_of
from othello.formats.ggf import GgfMove
from othello.game import Game
from othello.matches.crosstable import CrossTable, cell_text
from othello.matches.standing import GameRecord
from othello.notation import SIDE_NAMES

__all__ = ["tournament_page"]

TITLE = "Tournament"


def tournament_page(table: CrossTable, records: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Return the HTML of a page with the results and the games; it needs no network or server.

    Parameters
    ----------
    table : CrossTable
        The results.
    records : sequence of GameRecord
        The games; at least one.
    names : sequence of str
        The names of all players.
    """
    games = [describe_record(record, names) for record in sorted(records, key=by_number)]
    return games_page(
        TITLE,
        games,
        f"Ratings by maximum likelihood, 95 % intervals. Played by othello {__version__}.",
        html_table(table, names),
    )


def by_number(record: GameRecord) -> int:
    """Return the game's number, the key by which games are sorted."""
    return record.number


def describe_record(record: GameRecord, names: Sequence[str]) -> dict[str, object]:
    """Return a game as the JSON object that the page's script reads."""
    black, white = record.sides(names)
    game = record.game
    titled = Game(game.moves, start=game.start, headers={"Black": black, "White": white})
    notes = record.notes or tuple(map(GgfMove, game.moves))
    sides = [SIDE_NAMES[board.turn] for board in game.positions()[:-1]]
    return {
        "title": f"{record.number}. {title_of(titled)}",
        "black": black,
        "white": white,
        "event": f"Game {record.number}, opening {record.opening}",
        "comments": [record.reason or ""],
        "start": game.start.to_obf(),
        "moves": [
            {
                "ply": ply,
                "side": side,
                "move": str(note.move),
                "score": note.evaluation,
                "verdict": None,
            }
            for ply, (note, side) in enumerate(zip(notes, sides, strict=True), 1)
        ],
        "accuracy": None,
    }


def html_table(table: CrossTable, names: Sequence[str]) -> str:
    """Return the ratings and the cross table as one HTML table."""
    scores = table.scores()
    heads = ["#", "Player", "Elo", "±", "Points", "Games", "Black", "Faults"]
    heads += [str(place) for place in range(1, len(scores) + 1)]
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rows = []
    for place, score in enumerate(scores, 1):
        cells = [
            f"{score.rating.elo:+.0f}",
            f"{score.rating.error:.0f}",
            f"{score.points:g}",
            str(score.games),
            str(score.blacks),
            str(sum(score.faults.values())),
        ]
        cells += [cell_text(table, score.player, other.player) for other in scores]
        row = "".join(f"<td>{escape(text)}</td>" for text in cells)
        name = escape(names[score.player])
        rows.append(f'<tr><td>{place}</td><th scope="row">{name}</th>{row}</tr>')
    body = "\n".join(rows)
    return (
        '<section aria-label="Table"><div class="table"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div></section>\n"
    )
