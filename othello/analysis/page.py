"""A web page of analysed games: one file, which needs neither a network nor a server.

It holds the games as JSON and a script that shows them: a board to step through, the score after
each move, the moves with their verdicts and the best lines. The HTML is ``data/analysis.html``;
style and script are files of `othello.web`, which a server can send as they are. No text from a
file of games becomes markup: it stays within the JSON until the script inserts it as text, and the
page's content security policy allows only this script and this style, and no connection.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from othello._version import __version__
from othello.analysis.book_entry import BookPath, book_path, known_move
from othello.analysis.moves import MISTAKE, VERDICTS, GameAnalysis, accuracy_by_phase
from othello.analysis.openings import opening_of
from othello.board import Board
from othello.errors import InvalidOption
from othello.game import Game
from othello.notation import BLACK, SIDE_NAMES, WHITE
from othello.svg import draw
from othello.web.assets import STYLE, asset, inlined_script

if TYPE_CHECKING:
    from othello.book import Book

UNKNOWN_PLAYERS = {"Black": "Black", "White": "White"}
EVENT_HEADERS = ("Event", "Place", "Date", "Round")


def analysis_page(analyses: GameAnalysis | Iterable[GameAnalysis], book: Book | None = None) -> str:
    """Return the HTML of a page that shows `analyses`: one, or a list of one or more.

    Players and event are taken from the games' headers. With `book` the page has the book's scores
    too, and says where each game leaves it.

    >>> from othello.analysis.games import Limits, analyse_game
    >>> page = analysis_page([analyse_game(Game("f5d6"), limits=Limits(depth=2))])
    >>> page.startswith("<!DOCTYPE html>"), "Black – White" in page
    (True, True)

    Raises InvalidOption if there are none.
    """
    listed = [analyses] if isinstance(analyses, GameAnalysis) else analyses
    listed = list(listed)
    if not listed:
        raise InvalidOption(
            "invalid analyses []: expected one or more of what analyse_game returns"
        )
    games = [game_record(analysis, book) for analysis in listed]
    return games_page(
        str(games[0]["title"]), games, f"{_legend()} Analysed by othello {__version__}."
    )


def games_page(
    title: str, games: Sequence[Mapping[str, object]], legend: str, tables: str = ""
) -> str:
    """Return the HTML of a page on which games can be stepped through.

    `games` are JSON objects for the script, at least one: those of `game_record` and of
    `played_record`. `legend` is the last line, as plain text; `tables` is HTML to show above the
    board, such as `html_table` makes.
    """
    script, style = inlined_script("analysis.js"), asset(STYLE)
    html = files("othello.analysis").joinpath("data", "analysis.html").read_text(encoding="utf-8")
    page = Template(html)
    return page.substitute(
        title=escape(title),
        board=draw(Board(0, 0)),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        # A script element can be ended only by a text that begins with <.
        games=json.dumps(list(games)).replace("<", "\\u003c"),
        accurate=f"{MISTAKE:g}",
        legend=escape(legend),
        tables=tables,
    )


def title_of(game: Game) -> str:
    """Return the players' names, and the result if it is known.

    >>> title_of(Game("f5", headers={"Black": "Ada"}))
    'Ada – White'
    """
    black, white = (game.headers.get(name) or UNKNOWN_PLAYERS[name] for name in UNKNOWN_PLAYERS)
    return f"{black} – {white} {result_of(game)}".rstrip()


def result_of(game: Game) -> str:
    """Return a finished game's discs, black's first; of any other what its result states.

    >>> result_of(Game("f5")), result_of(Game("f5", headers={"Result": "W+R"}))
    ('', 'W+R')
    """
    result = game.result()
    if result is None:
        return game.headers.get("Result", "").strip(" ?")
    return f"{(64 + result) // 2}–{(64 - result) // 2}"


def html_table(
    label: str, heads: Iterable[object], rows: Iterable[Sequence[object]], *, heading: int = 0
) -> str:
    """Return a table as HTML for a page's `tables`, under a `label`; all texts are plain.

    `heading` is the column that names the rows.
    """
    head = "".join(f'<th scope="col">{escape(str(text))}</th>' for text in heads)
    lines = []
    for row in rows:
        cells = [f"<td>{escape(str(text))}</td>" for text in row]
        cells[heading] = f'<th scope="row">{escape(str(row[heading]))}</th>'
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body, label = "\n".join(lines), escape(label)
    return (
        f'<section aria-label="{label}"><h2>{label}</h2><div class="table"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div></section>\n"
    )


def played_record(game: Game, scores: Sequence[float | None] = ()) -> dict[str, object]:
    """Return a game that was not analysed as the JSON object that the page's script reads.

    `scores` are what the players thought of their moves, in discs, None where that is not known.
    """
    sides = [SIDE_NAMES[board.turn] for board in game.positions()[:-1]]
    return {
        **_about(game),
        "comments": [],
        "moves": [
            {"ply": ply, "side": side, "move": str(move), "score": score, "verdict": None}
            for ply, (move, side, score) in enumerate(
                zip(game.moves, sides, scores or [None] * len(sides), strict=True), 1
            )
        ],
        "accuracy": None,
    }


def _about(game: Game) -> dict[str, object]:
    """Return what a page says of a game whether it was analysed or not."""
    known = [game.headers[name] for name in EVENT_HEADERS if game.headers.get(name)]
    opening = opening_of(game)
    return {
        "title": title_of(game),
        "event": ", ".join(known),
        "black": game.headers.get("Black", ""),
        "white": game.headers.get("White", ""),
        "opening": "" if opening is None else opening.name,
        "start": game.start.to_obf(),
    }


def game_record(analysis: GameAnalysis, book: Book | None = None) -> dict[str, object]:
    """Return a game as the JSON object that the page's script reads.

    Scores are not rounded: the script does that once, where it shows them. With `book`, ``book``
    says where the game leaves it, and ``book`` of a move is what it has of that move; where it is
    left, its best move instead; null elsewhere.
    """
    path = None if book is None else book_path(book, analysis)
    return {
        **_about(analysis.game),
        **({} if path is None else {"book": path.text}),
        "comments": list(analysis.comments),
        # If only a part of a game was analysed, its moves are numbered from 1 here.
        "moves": [
            move.to_dict()
            | {"ply": ply, "score": move.played.score, "best": move.best.score}
            | {"loss": move.loss, "error": move.error}
            | ({} if path is None else {"book": _known(path, ply - 1, move.board)})
            for ply, move in enumerate(analysis.moves, 1)
        ],
        "accuracy": {
            SIDE_NAMES[side]: {
                phase: {
                    "moves": accuracy.moves,
                    "percent": accuracy.whole_percent,
                    "mean_loss": accuracy.tenths_lost,
                }
                for phase, accuracy in accuracy_by_phase(analysis.moves, side).items()
            }
            for side in (BLACK, WHITE)
        },
    }


def _known(path: BookPath, number: int, board: Board) -> dict[str, object] | None:
    known = path.instead if number == path.left else path.moves[number]
    return None if known is None else known_move(board, known)._asdict() | {"move": str(known.move)}


def _hash(text: str) -> str:
    """Return the hash by which a content security policy allows `text`."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _legend() -> str:
    """Return a text that explains the verdicts."""
    *limited, (worst, _) = VERDICTS.items()
    words = [f"{word}: lost less than {limit:g}" for word, limit in limited]
    verdicts = f"Verdicts, by discs lost – {', '.join(words)}, {worst}: more."
    return (
        f"{verdicts} Very likely scores are searched to the end but for lines that looked hopeless."
    )
