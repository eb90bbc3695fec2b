"""The operation `analyse`: what each move of a game was worth."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from othello.analysis.game_texts import game_of
from othello.analysis.games import LEVEL, analyse_game
from othello.analysis.page import game_record
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.fields import JSON_ONLY
from othello.limits import Level, Limits
from othello.operation import LONG, GameMoves, Progress, StartText, operation
from othello.operations import ANALYSE


@operation(LONG, ANALYSE)
class Analyse:
    """Show what each move of a game was worth."""

    example: ClassVar[str] = "othello analyse f5d6c3d3c4f4f6 --level 10 --html game.html"

    moves: Annotated[GameMoves, JSON_ONLY] = ""
    start: Annotated[StartText, JSON_ONLY] = None
    level: Annotated[Level, "how hard to think, and from where to solve"] = LEVEL

    def run(self, engine: Engine, progress: Progress) -> dict[str, Any]:
        """Return the game with the scores, best lines and verdicts of its moves."""
        game = game_of(self.moves, self.start)
        if not game.moves:
            raise InvalidOption("a game without moves: expected some")
        done = 0

        def count(_: int) -> None:
            nonlocal done
            done += 1
            progress({"done": done, "of": len(game.moves)})

        return game_record(analyse_game(game, engine, Limits(level=self.level), on_move=count))
