"""Carrying out requests: a function for each, from checked values to a JSON object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from othello.analysis.explanation import LEVEL as EXPLAINING_LEVEL
from othello.analysis.explanation import explain_lines, explain_move
from othello.analysis.games import EXACT_FROM, analyse_game, default_engine
from othello.analysis.games import LEVEL as ANALYSIS_LEVEL
from othello.analysis.openings import find_openings, opening_of
from othello.analysis.page import game_record
from othello.board import Board
from othello.engine.strength import FULL_STRENGTH, Strength
from othello.errors import InvalidOption, quote
from othello.game import Game
from othello.levels import NO_PRUNING
from othello.limits import MAX_MULTIPV, Limits
from othello.notation import Move, parse_position, split_moves
from othello.result import Line, Result, rounded
from othello.serving.game_texts import format_as, game_of, read_texts
from othello.serving.shared import SharedEngine
from othello.serving.tickets import Ticket
from othello.serving.turns import Turns

__all__ = ["Report", "Tasks", "result_to_dict"]

Report = Callable[[dict[str, object]], object]
"""Takes what a request has to tell on the way."""

KNOWN_OF_MOVE = ("score", "best", "line", "played")
"""What an analysis knows of a move, and what an explanation can start from: all of them or none."""

LIMIT_NAMES = ("depth", "level", "seconds", "nodes", "selectivity")


class Tasks:
    """Carries out requests with engines that others use as well.

    Parameters
    ----------
    turns : Turns
        The engines.
    most_seconds : float
        Time that one search may take.
    """

    def __init__(self, turns: Turns, most_seconds: float) -> None:
        self._turns = turns
        self._most_seconds = most_seconds

    def run(
        self, do: str, values: dict[str, Any], ticket: Ticket, report: Report
    ) -> dict[str, object]:
        """Return the result of the request `do`.

        Raises
        ------
        OthelloError
            If a value cannot be used.
        Cancelled
            If the ticket was cancelled.
        """
        work: Callable[[dict[str, Any], Ticket, Report], dict[str, object]]
        work = getattr(self, f"_{do}")
        return work(values, ticket, report)

    def _engine(self, ticket: Ticket, report: Report | None = None) -> SharedEngine:
        on_result = None
        if report is not None:

            def on_result(result: Result) -> object:
                return report(result_to_dict(result))

        return SharedEngine(self._turns, ticket, self._most_seconds, on_result)

    @contextmanager
    def _judge(self, ticket: Ticket, level: int) -> Iterator[SharedEngine]:
        """Give an engine that says what the terminal's does, whatever was searched before.

        Its table is empty, and as large as there. Up to the level of analyses its searches take a
        second at most, and are not interrupted.
        """
        with self._turns.place(ticket), default_engine() as own:
            whole = level <= ANALYSIS_LEVEL
            engine = SharedEngine(self._turns, ticket, self._most_seconds, own=own, whole=whole)
            engine.endgame_depth = EXACT_FROM
            yield engine

    def _search(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        board = Board.parse(values["position"])
        limits = _limits(values)
        strength = Strength(values.get("strength", FULL_STRENGTH), values.get("seed", 0))
        engine = self._engine(ticket, report)
        result = engine.search(board, strength.limits(board, limits))
        return result_to_dict(strength.pick(board, result, limits.multipv))

    def _solve(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        board = Board.parse(values["position"])
        limits = Limits(
            exact=True,
            wld=values.get("wld", False),
            multipv=_multipv(values),
            seconds=values.get("seconds"),
        )
        return result_to_dict(self._engine(ticket, report).search(board, limits))

    def _batch(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        boards = [Board.parse(text) for text in values["positions"]]
        engine = self._engine(ticket)
        results = []
        for n_done, board in enumerate(boards, 1):
            results.append(result_to_dict(engine.search(board, _limits(values))))
            report({"done": n_done, "of": len(boards)})
        return {"results": results}

    def _explain(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        board, move = Board.parse(values["position"]), Move(values["move"])
        level = values.get("level", EXPLAINING_LEVEL)
        with self._judge(ticket, level) as engine:
            if any(name in values for name in KNOWN_OF_MOVE):
                played, best = _known_lines(board, move, values)
                return explain_lines(board, played, best, engine).to_dict()
            return explain_move(board, move, engine, Limits(level=level)).to_dict()

    def _analyse(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        game = game_of(values)
        if not game.moves:
            raise InvalidOption("a game without moves: expected some")
        n_done = 0

        def count(ply: int) -> None:
            nonlocal n_done
            n_done += 1
            report({"done": n_done, "of": len(game.moves)})

        level = values.get("level", ANALYSIS_LEVEL)
        with self._judge(ticket, level) as engine:
            return game_record(analyse_game(game, engine, Limits(level=level), on_move=count))

    def _position(
        self, values: dict[str, Any], ticket: Ticket, report: Report
    ) -> dict[str, object]:
        parsed = parse_position(values["position"])
        game = Game(parsed) if isinstance(parsed, list) else Game(start=Board(*parsed))
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

    def _games(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        return read_texts(**values)

    def _format(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        return {"text": format_as(game_of(values), values["as"])}

    def _names(self, values: dict[str, Any], ticket: Ticket, report: Report) -> dict[str, object]:
        lines = find_openings(values.get("text", ""))
        return {"openings": [{"name": line.name, "moves": line.moves} for line in lines]}


def result_to_dict(result: Result) -> dict[str, object]:
    """Return a search's result as a JSON object; its first fields are those of the best line."""
    lines = [_line_to_dict(line) for line in result.lines]
    return {
        **lines[0],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "stopped": result.stopped,
        "lines": lines,
    }


def _line_to_dict(line: Line) -> dict[str, object]:
    return {
        "move": None if line.move is None else str(line.move),
        "score": rounded(line.score),
        "exact": line.exact,
        "bound": line.bound,
        "depth": line.depth,
        "selectivity": line.selectivity,
        "pv": [str(move) for move in line.pv],
    }


def _known_lines(board: Board, move: Move, values: dict[str, Any]) -> tuple[Line, Line]:
    """Return the line of a move and the best line, with their scores, from a request's fields."""
    missing = [name for name in KNOWN_OF_MOVE if name not in values]
    if missing:
        raise InvalidOption(f"no {missing[0]}: expected all of {', '.join(KNOWN_OF_MOVE)}, or none")
    exact = values.get("exact", False)
    found = []
    for score, name in ((values["score"], "played"), (values["best"], "line")):
        line = tuple(Game(split_moves(values[name]), board).moves)
        if not line or (name == "played" and line[0] != move):
            expected = f"a line that begins with {move}" if name == "played" else "some moves"
            raise InvalidOption(f"invalid {name} {quote(values[name])}: expected {expected}")
        found.append(Line(0, NO_PRUNING, int(score) if exact else float(score), None, exact, line))
    return found[0], found[1]


def _limits(values: dict[str, Any]) -> Limits:
    given = {name: values[name] for name in LIMIT_NAMES if name in values}
    return Limits(**given, multipv=_multipv(values), moves=values.get("moves"))


def _multipv(values: dict[str, Any]) -> int:
    lines = values.get("multipv", 1)
    return MAX_MULTIPV if lines == "all" else int(lines)
