"""Carrying out requests: a function for each, from checked values to a JSON object."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.book_entry import book_entry
from othello.analysis.games import EXACT_FROM, analyse_game
from othello.analysis.games import LEVEL as ANALYSIS_LEVEL
from othello.analysis.openings import opening_of
from othello.analysis.page import game_record
from othello.board import Board
from othello.convert import FORMATS, Item, doubts_of
from othello.engine import Engine
from othello.engine.strength import FULL_STRENGTH, Strength
from othello.errors import IllegalMove, InvalidBoard, InvalidMove, InvalidOption
from othello.formats.losses import without_headers
from othello.limits import Limits
from othello.operation import needs_of, to_json
from othello.operations import load_operation, operations
from othello.practice.exercises import Exercise
from othello.practice.partner import Near
from othello.practice.played import keep_once, played_game
from othello.practice.progress import progress_of
from othello.practice.serving.drills import drill
from othello.practice.serving.endgames import PLAYING, endgame, judged_move
from othello.practice.serving.practice import ASKING, exercises, games_to_practise, judged, told
from othello.practice.serving.puzzles import puzzle
from othello.result import Line, Result, rounded
from othello.serving.game_texts import format_as, game_at, game_of, read_texts
from othello.serving.scheduler import Report, Scheduler

if TYPE_CHECKING:
    from othello.book import Book

__all__ = ["carry_out", "result_to_dict"]

T = TypeVar("T")

Values = dict[str, Any]
Answer = dict[str, object]

FIELDS_OF_TEXTS = ("text", "file", "wthor", "players", "tournaments", "name")
"""Of `games`; its others ask a base."""

FORMS_WITH_HEADERS = {"ggf": "ggf", "sgf": "sgf", "text": "pasted"}
"""Those of `format` that state players and result, with their names in `FORMATS`."""

LIMIT_NAMES = ("depth", "level", "seconds", "nodes", "selectivity")


async def carry_out(do: str, values: Values, scheduler: Scheduler, report: Report) -> Answer:
    """Return the result of the request `do`; cancelling this ends its search.

    Raises
    ------
    OthelloError
        If a value cannot be used.
    """
    if "profile" in values:
        scheduler.profiles.path(values["profile"])  # before any work: it may be no name
    if do in operations():
        return await _operation(load_operation(do)(**values), values, scheduler, report)
    if do in SEARCHES:
        return await SEARCHES[do](values, scheduler, report)
    if do in ANALYSES:
        return await _analysed(ANALYSES[do], values, scheduler, report, long=do == "analyse")
    return await scheduler.aside(OTHERS[do], values)


async def _operation(asked: Any, values: Values, scheduler: Scheduler, report: Report) -> Answer:
    """Carry out an operation; what it needs is lent to it."""
    lent: dict[str, object] = {}
    needs = needs_of(asked)
    if "book" in needs:
        lent["book"] = _book_of(scheduler)
    if "evaluator" in needs:
        lent["evaluator"] = Engine()
    if "engine" not in needs:
        answer: Answer = to_json(await scheduler.aside(asked.run, **lent))
        return answer

    def work(_: Values, engine: Engine, __: Report) -> Answer:
        answer: Answer = to_json(asked.run(engine=engine, **lent))
        return answer

    return await _analysed(work, values, scheduler, report)


def _book_of(scheduler: Scheduler) -> Book:
    if scheduler.book is None:
        raise InvalidOption("no book is in use: expected othello serve without --no-book")
    return scheduler.book


async def _search(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    board = Board.parse(values["position"])
    limits = _limits(values)
    strength = Strength(values.get("strength", FULL_STRENGTH), values.get("seed", 0))
    player: Strength | Near = strength
    if "near" in values:
        low, high = values["near"]
        player = Near(low, high, strength)
    asks_book = strength.is_full and not {"moves", "near"} & values.keys()
    if scheduler.book is not None and asks_book:
        known = await scheduler.aside(_from_book, scheduler.book, board, values)
        if known is not None:
            return result_to_dict(known) | {"book": True}
    result = await _reported(board, player.limits(board, limits), scheduler, report)
    return result_to_dict(player.pick(board, result, limits.multipv))


def _from_book(book: Book, board: Board, values: Values) -> Result | None:
    """Return a move that the book knows, if the request wants one."""
    if "book" not in values:
        return None
    chance = Random(f"{values['seed']} {board.to_obf()}" if "seed" in values else None)
    known = book.choose(board, values["book"], chance)
    return None if known is None else Result((book.line_of(board, known),), 0, 0.0, False)


async def _solve(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    limits = Limits(
        exact=not values.get("wld", False),
        wld=values.get("wld", False),
        multipv=values.get("multipv", 1),
        seconds=values.get("seconds"),
    )
    board = Board.parse(values["position"])
    return result_to_dict(await _reported(board, limits, scheduler, report))


async def _reported(board: Board, limits: Limits, scheduler: Scheduler, report: Report) -> Result:
    """Search, and report the result of each iteration."""
    found = scheduler.submit(board, limits, on_result=lambda each: report(result_to_dict(each)))
    return await asyncio.wrap_future(found)


async def _batch(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    boards = [_board_of_batch(*each) for each in enumerate(values["positions"], 1)]
    results = []
    for n_done, board in enumerate(boards, 1):
        result = await asyncio.wrap_future(scheduler.submit(board, _limits(values)))
        results.append(result_to_dict(result))
        report({"done": n_done, "of": len(boards)})
    return {"results": results}


def _board_of_batch(number: int, text: str) -> Board:
    try:
        return Board.parse(text)
    except (InvalidBoard, InvalidMove, IllegalMove) as error:
        raise type(error)(f"position {number}: {error}") from None


async def _book(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    board = Board.parse(values["position"])
    return await scheduler.aside(book_entry, _book_of(scheduler), board)


async def _games(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    from_text = [name for name in FIELDS_OF_TEXTS if name in values]
    of_base = [name for name in values if name not in FIELDS_OF_TEXTS]
    if not of_base:
        return await scheduler.slowly(read_texts, **values)
    if from_text:
        raise InvalidOption(f"{from_text[0]} and {of_base[0]}: expected one of them")
    return await scheduler.slowly(scheduler.bases.ask, values)


async def _bases(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    return await scheduler.aside(scheduler.bases.names)


async def _upload(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    return await scheduler.aside(scheduler.bases.upload, **values)


async def _add(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    return await scheduler.cancellable(
        partial(scheduler.bases.add, batch=values.get("batch", "")), values["files"], report
    )


async def _practise(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    if values.keys() & {*ASKING}:
        judging = partial(judged, scheduler.profiles)
        return await _analysed(judging, values, scheduler, report)
    profiles = scheduler.profiles
    practised = await scheduler.slowly(games_to_practise, values, scheduler.bases, profiles)
    found: list[Exercise] = []
    n_before = 0
    for each in practised.games:  # a game at a time, as `OneThread` begins work again and again
        work = partial(exercises, each, profiles, n_before, practised.n_moves)
        found += await _analysed(work, values, scheduler, report, long=True)
        n_before += each.n_moves
    return await scheduler.aside(told, practised, found, profiles, values)


async def _played(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    result = {"Result": values["result"]} if "result" in values else {}
    played = played_game(game_of({**values, "headers": result}), values["side"], values["opponent"])
    keep = partial(keep_once, played=played, replaces=values.get("replaces"))
    number = await scheduler.aside(scheduler.profiles.change, values["profile"], keep)
    return {"game": number, "result": played.result, "kept": True}


async def _progress(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    def read() -> Answer:
        return scheduler.profiles.read(values["profile"], progress_of).to_dict()

    return await scheduler.aside(read)


async def _profiles(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    return await scheduler.aside(scheduler.profiles.names)


async def _endgame(values: Values, scheduler: Scheduler, report: Report) -> Answer:
    if values.keys() & {"position", *PLAYING}:
        work = partial(judged_move, scheduler.profiles)
        return await _analysed(work, values, scheduler, report)
    return await scheduler.aside(endgame, values, scheduler.profiles)


SEARCHES = {
    "search": _search,
    "solve": _solve,
    "batch": _batch,
    "puzzle": puzzle,
    "book": _book,
    "games": _games,
    "bases": _bases,
    "upload": _upload,
    "add": _add,
    "practise": _practise,
    "endgame": _endgame,
    "drill": drill,
    "played": _played,
    "progress": _progress,
    "profiles": _profiles,
}
"""What needs the scheduler: its engines, its book, its bases or its profiles."""


async def _analysed(
    work: Callable[[Values, Engine, Report], T],
    values: Values,
    scheduler: Scheduler,
    report: Report,
    *,
    long: bool = False,
) -> T:
    """Do `work` with an engine of its own, which says what the terminal's does.

    Whatever was searched before, its table is empty, and as large as there. Up to the level of
    analyses none of its searches is interrupted: they take seconds, with many empty squares ten.
    """
    whole = values.get("level", ANALYSIS_LEVEL) <= ANALYSIS_LEVEL
    return await scheduler.with_engine(
        partial(work, values), report, whole=whole, long=long, endgame_depth=EXACT_FROM
    )


def _analyse(values: Values, engine: Engine, report: Report) -> Answer:
    game = game_of(values)
    if not game.moves:
        raise InvalidOption("a game without moves: expected some")
    n_done = 0

    def count(ply: int) -> None:
        nonlocal n_done
        n_done += 1
        report({"done": n_done, "of": len(game.moves)})

    limits = Limits(level=values.get("level", ANALYSIS_LEVEL))
    return game_record(analyse_game(game, engine, limits, on_move=count))


ANALYSES = {"analyse": _analyse}


def _position(values: Values) -> Answer:
    game = game_at(values["position"])
    opening = opening_of(game)
    return {
        "obf": game.board.to_obf(),
        "fen": game.board.to_fen(),
        "legal": [str(move) for move in game.board.legal_moves()],
        "over": game.is_over,
        "start": game.start.to_obf(),
        "played": [str(move) for move in game.moves],
        "opening": None if opening is None else opening.name,
    }


def _format(values: Values) -> Answer:
    game, form = game_of(values), values["form"]
    doubts: list[str] = []
    if form in FORMS_WITH_HEADERS:
        places = FORMATS[FORMS_WITH_HEADERS[form]].places
        doubts = [*doubts_of(Item(None, game), places), *without_headers(places.lost(game))]
    return {"text": format_as(game, form), "doubts": doubts}


OTHERS: dict[str, Callable[[Values], Answer]] = {
    "position": _position,
    "format": _format,
}


def result_to_dict(result: Result) -> Answer:
    """Return a search's result as a JSON object; its first fields are those of the best line."""
    lines = [_line_to_dict(line) for line in result.lines]
    return {
        **lines[0],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "stopped": result.stopped,
        "lines": lines,
    }


def _line_to_dict(line: Line) -> Answer:
    return {
        "move": None if line.move is None else str(line.move),
        "score": rounded(line.score),
        "error": rounded(line.error),
        "exact": line.exact,
        "bound": line.bound,
        "depth": line.depth,
        "selectivity": line.selectivity,
        "pv": [str(move) for move in line.pv],
    }


def _limits(values: Values) -> Limits:
    given = {name: values[name] for name in LIMIT_NAMES if name in values}
    return Limits(**given, multipv=values.get("multipv", 1), moves=values.get("moves"))
