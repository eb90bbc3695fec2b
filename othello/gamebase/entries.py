"""A base's entries of a position and of a game, as JSON objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from othello.analysis.openings import name_text
from othello.board import Board
from othello.formats.dropped_headers import contradiction
from othello.gamebase.base import CONDITIONS, GameBase, PlayedMove, StoredGame

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello.gamebase.base import Conditions


def conditions_of(asked: Any) -> Conditions:
    """Return the conditions of games that a request, or a command, has as attributes."""
    found = {name: getattr(asked, name) for name in CONDITIONS if name != "years"}
    return cast("Conditions", {**found, "years": asked.year})


def position_entry(
    base: GameBase, board: Board, limit: int, **conditions: Unpack[Conditions]
) -> dict[str, Any]:
    """Return the moves that were played in a position, and the latest `limit` games of it.

    ``count`` is how many games came to the position; `conditions` are those of `GameBase`.
    """
    return {
        "position": board.to_obf(),
        "name": name_text(board),
        "count": base.count(board, **conditions),
        "moves": [move_entry(board, each) for each in base.moves(board, **conditions)],
        "games": [game_entry(each) for each in base.games(board, limit=limit, **conditions)],
    }


def move_entry(board: Board, played: PlayedMove) -> dict[str, Any]:
    """Return a move that was played in a position."""
    return {
        **played._asdict(),
        "move": str(played.move),
        "share": round(played.share, 4),
        "score": None if played.score is None else round(played.score, 2),
        "name": name_text(board.after(played.move)),
    }


def game_entry(stored: StoredGame) -> dict[str, object]:
    """Return a game; what is not known is None, and its headers are as they were stated.

    If the moves contradict the stated result, ``doubt`` says so.
    """
    game = stored.game()
    doubt = contradiction(game)
    return {
        "black": stored.black or None,
        "white": stored.white or None,
        "year": stored.year,
        "event": stored.event or None,
        "result": stored.result or None if stored.score is None else stored.score,
        "moves": game.transcript(),
        "start": stored.start,
        "headers": game.headers,
        **({} if doubt is None else {"doubt": doubt}),
    }


def unknown_entries(base: GameBase, conditions: Conditions) -> list[dict[str, Any]]:
    """Return which names and years no game of the base has at all, and what may have been meant.

    An entry has the ``condition``, what was ``asked``, and as ``known`` names like it, or the years
    that there are.
    """
    found: list[dict[str, Any]] = []
    for condition in ("player", "black", "white", "event", "years"):
        asked: Any = conditions.get(condition)
        if asked is not None and not base.count(**cast("Conditions", {condition: asked})):
            known = _spans(base.years())
            if condition != "years":
                known = base.names_like(asked, condition=condition)
            found.append({"condition": condition.rstrip("s"), "asked": asked, "known": known})
    return found


def _spans(years: Sequence[int]) -> list[str]:
    """Return years, each once and in order, as texts.

    >>> _spans([1986, 2001, 2002, 2003])
    ['1986', '2001-2003']
    """
    runs: list[list[int]] = []
    for year in years:
        if runs and year == runs[-1][-1] + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return [f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs]
