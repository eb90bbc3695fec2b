"""What strengths, or levels, are worth: a table and a picture from a tournament of them.

    othello tournament strength=0 strength=10 … --ladder --games 200 --log DIR --json > ladder.json
    python tools/rating_curve.py ladder.json --judged DIR/games.jsonl --plot strength.svg

    othello tournament level=0 level=1 … --ladder --games 100 --json > levels.json
    python tools/rating_curve.py levels.json --by level --plot levels.svg

Elo is that of the tournament. With ``--judged`` the table also has what the players' moves lost, in
searches of fixed depth of the best move and the one played, over some of each player's games.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, NamedTuple

from othello import Board, Engine, Game, Limits
from othello.files.figures import new_figure, save_figure
from othello.matches.openings import parse_opening
from othello.notation import BLACK, PASS

DEPTH = 14
"""Deeper than any strength looks: what looks as far sees no fault in its own moves."""
SELECTIVITY = 73
EMPTIES = (4, 54)
"""The fewest and the most empty squares of a position whose move is judged."""


class Row(NamedTuple):
    """A player: rating and its error, games, losses of its moves in discs."""

    name: str
    elo: float
    error: float
    games: int
    losses: list[float]

    def __str__(self) -> str:
        cells = [self.name, f"{self.elo:+.0f} ± {self.error:.0f}", str(self.games)]
        if self.losses:
            most = quantiles(self.losses * 2 if len(self.losses) < 2 else self.losses, n=100)[94]
            cells += [f"{mean(self.losses):.2f}", f"{most:.1f}", f"{max(self.losses):.1f}"]
        return f"| {' | '.join(cells)} |"


def games_of(path: Path, name: str, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield up to `number` games of a player."""
    found = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        if name in (game["black"], game["white"]) and found < number:
            found += 1
            yield game


def losses_of(engine: Engine, record: Mapping[str, Any], name: str) -> Iterator[float]:
    """Yield what each of a player's moves lost; those of the opening are not its own."""
    opening = parse_opening(record["opening"])
    game = Game(record["moves"], opening.start)
    limits = Limits(depth=DEPTH, selectivity=SELECTIVITY)
    moves: list[tuple[Board, Any]] = list(zip(game.positions()[:-1], game.moves, strict=True))
    for board, move in moves[len(opening.moves) :]:
        side = record["black" if board.turn == BLACK else "white"]
        is_free = move is not PASS and len(board.legal_moves()) > 1
        if side == name and is_free and EMPTIES[0] <= board.n_empties <= EMPTIES[1]:
            best = engine.search(board, limits).score
            played = engine.search(board, limits._replace(moves=[move])).score
            yield max(best - played, 0.0)


def draw(rows: Sequence[Row], option: str, file: Path) -> None:
    """Draw the rating by the option's value; players with other names are left out."""
    prefix = f"{option}="
    known = sorted(
        (int(row.name.removeprefix(prefix)), row.elo, row.error)
        for row in rows
        if row.name.startswith(prefix)
    )
    values, elo, errors = zip(*known, strict=True)
    figure = new_figure()
    axes = figure.subplots()
    axes.errorbar(values, elo, yerr=errors, color="black", marker="o", markersize=4, capsize=3)
    axes.set(xlabel=option, ylabel="Elo")
    axes.grid(color="0.85")
    save_figure(figure, file)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("total", type=Path, help="what the tournament printed with --json")
    parser.add_argument("--by", default="strength", metavar="OPTION", help="what the players set")
    parser.add_argument("--judged", type=Path, metavar="FILE", help="games.jsonl of its --log")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="judged of each player")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    chosen = parser.parse_args(arguments)
    total = json.loads(chosen.total.read_text(encoding="utf-8").splitlines()[-1])["total"]
    players = [player for player in total["players"] if player["games"]]
    lowest = min(player["elo"] for player in players)
    rows = []
    columns = ["player", "Elo", "games"]
    if chosen.judged is not None:
        columns += ["mean loss", "95 % lose less than", "greatest loss"]
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    with Engine(hash_mb=16) as engine:
        for player in sorted(players, key=lambda player: player["elo"]):
            name = player["name"]
            losses: list[float] = []
            if chosen.judged is not None:
                for game in games_of(chosen.judged, name, chosen.games):
                    losses += losses_of(engine, game, name)
            elo = player["elo"] - lowest
            rows.append(Row(name, elo, player["elo_error"], player["games"], losses))
            print(rows[-1], flush=True)
    if chosen.plot is not None:
        draw(rows, chosen.by, chosen.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
