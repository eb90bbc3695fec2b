"""``othello people``."""

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from othello.analysis.page import title_of
from othello.analysis.suite import JudgedSearch
from othello.board import Board
from othello.commands.arguments import MACHINE, add_fields, add_shared, add_verb
from othello.commands.catalogue import summary_of
from othello.commands.game_source import GameSource, heading
from othello.commands.operating import add_operations, print_as_json, value_of
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, show, show_text
from othello.commands.searching import Working, describe_search
from othello.commands.values import FILE, file_name, number
from othello.engine import Engine
from othello.errors import OthelloError, printable, quote
from othello.fields import JSON_ONLY, fields_of
from othello.files.writing import replacing, writable
from othello.formats.obf import ScoredPosition
from othello.limits import asked_limits
from othello.operation import json_of
from othello.operations.search import Found
from othello.people.fitting import FitSettings, Scored, fit_model
from othello.people.games import (
    FIRST_COUNTED,
    TEST,
    TRAINING,
    games_of,
    of_years,
    read_moves,
    read_years,
    unseen,
)
from othello.people.inputs import Scores
from othello.people.measure import measured, of_players, rated_players, tables
from othello.people.model import Model, shipped_model
from othello.people.operations.people_rating import ratings_of
from othello.people.operations.people_tempt import PeopleTempt
from othello.people.ratings import rated_years

EXAMPLE = (
    "othello people moves f5d6c3d3c4 --rating 1700\n"
    "  othello people train wthor/ --scores scores/ --out people.npz\n"
    "  othello people measure wthor/ --scores scores/ --model people.npz"
)

TEMPT_FIELDS = [field for field in fields_of(PeopleTempt) if JSON_ONLY not in field.marks]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be done"
    )
    rater = add_verb(kinds, "ratings", "rate the players of a base by their results, year by year")
    rater.add_argument("folder", metavar="FOLDER", help="WTHOR's files of games and of names")
    rater.add_argument("--year", **number(0, 9999), help="only this year (default: the last)")
    add_shared(rater, "json")
    trainer = add_verb(kinds, "train", "fit the model to the moves of people")
    _add_base(trainer)
    add_fields(trainer, FitSettings)
    trainer.add_argument("--out", **FILE, required=True, help="the file of the model to write")
    measurer = add_verb(kinds, "measure", "print how well the model predicts moves, as Markdown")
    _add_base(measurer)
    measurer.add_argument("--model", **FILE, help="the model (default: the shipped one)")
    estimator = add_verb(kinds, "rating", "estimate both players' ratings from a game's moves")
    estimator.add_argument(
        "games",
        metavar="GAME",
        nargs="+",
        help="files of games, - for stdin, or moves such as f5d6c3, as othello analyse reads them",
    )
    add_shared(estimator, "json")
    tempter = add_verb(kinds, "tempt", summary_of(PeopleTempt), PeopleTempt.example)
    add_fields(tempter, PeopleTempt, *(field.name for field in TEMPT_FIELDS))
    add_shared(tempter, *MACHINE, "json")
    for act, one in (
        (rate, rater),
        (train, trainer),
        (measure, measurer),
        (estimate_games, estimator),
        (tempt, tempter),
    ):
        one.set_defaults(run=act)
    add_operations(kinds, "people")


def _add_base(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="WTHOR's files of games and of names")
    parser.add_argument(
        "--scores",
        type=file_name,
        metavar="FOLDER",
        required=True,
        help="where the engine's scores of the moves are kept; a run that was ended goes on there",
    )
    parser.add_argument(
        "--moves", **number(1), help="only so many moves, drawn at random (default: all)"
    )
    add_shared(parser, "threads")


def rate(arguments: argparse.Namespace) -> int:
    """Print the players of a year with their ratings, the best first."""
    names, files = read_years(arguments.folder)
    rated = {year: ratings for year, _, ratings in rated_years(games_of(files))}
    year = arguments.year if arguments.year is not None else max(rated)
    best = sorted(rated.get(year, {}).items(), key=lambda item: -item[1].rating)
    for who, rating in best:
        entry = {
            "player": names.players.name(who),
            "year": year,
            "rating": round(rating.rating),
            "deviation": round(rating.deviation),
        }
        text = f"{rating.rating:5.0f} ± {rating.deviation:3.0f}  {entry['player']}"
        show(arguments.json, entry, text)
    if not best:
        raise OthelloError(f"{year}: expected a year with games, {min(rated)} to {max(rated)}")
    return 0


def estimate_games(arguments: argparse.Namespace) -> int:
    """Print what both players of each game played like."""
    source = GameSource(arguments.games)
    for name, game, _, _ in source:
        found = ratings_of(game)
        text = printable(f"{heading(name)}: {title_of(game)}: {found.text}")
        show(arguments.json, {"id": name, **json_of(found)}, text)
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def tempt(arguments: argparse.Namespace) -> int:
    """Print a move that leads into errors, as `othello search` prints the best one."""
    given = {field.name: value_of(field, arguments) for field in TEMPT_FIELDS}
    asked = PeopleTempt(**{name: value for name, value in given.items() if value is not None})
    board = Board.parse(asked.position)
    with Engine(threads=arguments.threads, hash_mb=arguments.hash) as engine, Progress(1) as shown:
        shown.watch(Working(engine).text)
        result = asked.choice().search(engine, board, asked_limits(asked))
    if arguments.json:
        print_as_json(Found(result))
        return 0
    found = JudgedSearch(ScoredPosition("position", board, {}), result, None)
    show_text(describe_search(found, True, is_solve=False, wld=False, from_book=False))
    return 0


def train(arguments: argparse.Namespace) -> int:
    """Fit the model to the moves of the years for training."""
    writable(arguments.out)
    scored = scored_moves(arguments, of_years(read_moves(arguments.folder), TRAINING))
    moves, scores = (np.concatenate(column) for column in zip(*watched(scored), strict=True))
    settings = FitSettings(passes=arguments.passes)

    def told(number: int, loss: float, model: Model) -> None:
        show_text(f"pass {number}: log-loss {loss:.4f}, model {model.checksum}")

    model = fit_model(moves, scores, settings, told)
    model.about = {"moves": len(moves), "passes": settings.passes, "years": TRAINING}
    with replacing(arguments.out, "wb") as file:
        model.write(file)
    return 0


def measure(arguments: argparse.Namespace) -> int:
    """Print the tables of the moves of the test years in positions that were not in training.

    Of the first moves all are measured, in a column of their own.
    """
    model = Model.read(arguments.model) if arguments.model else shipped_model()
    moves = read_moves(arguments.folder)
    training, test = of_years(moves, TRAINING), of_years(moves, TEST)
    new = test[unseen(test, training) | (test["ply"] < FIRST_COUNTED)]
    scored = scored_moves(arguments, new)
    found = measured(model, watched(scored))
    show_text(
        f"{len(found.counted.moves):,} moves of {TEST[0]} and later, in positions that are in no "
        f"game of {TRAINING[1]} or before; model {model.checksum}.\n\n{tables(found)}\n\n"
        f"{of_players(rated_players(found))}"
    )
    return 0


def scored_moves(arguments: argparse.Namespace, moves: npt.NDArray[np.void]) -> Scored:
    """Return the first `--moves` of some moves, with their scores."""
    if not len(moves):
        raise OthelloError(f"{quote(arguments.folder)}: no moves of people to learn, or to measure")
    return Scored(moves[: arguments.moves], arguments.scores, arguments.threads)


def watched(scored: Scored) -> Iterator[tuple[npt.NDArray[np.void], Scores]]:
    """Yield the parts of some moves, with a progress bar."""
    with Progress(len(scored)) as progress:
        for part in scored:
            yield part
            progress.step()
