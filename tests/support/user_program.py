"""A user's program, as type checkers see it."""

import asyncio
from pathlib import Path

import othello
from othello import Board, Engine, Game, Move, Position, Result


def best(board: Board, engine: Engine) -> Move | None:
    result: Result = engine.search(board, depth=4)
    return result.move


def count(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(child, depth - 1) for child in board.children()) or 1


class Named(Board):
    """A subclass stays what it is."""

    def name(self) -> str:
        return self.fen()


def main(path: Path) -> None:
    position = Position("f5d6")
    position.push(position.legal_moves()[0])
    move: Move = position.pop()
    disc: str | None = position.board["f5"]
    name: str = Named("f5").after("d6").name()
    boards: list[Board] = [
        Board(),
        Board("f5"),
        Board(1, 2, "O"),
        Board(["GGGGGGGG"] * 8, turn="O"),
    ]
    outcome = boards[0].outcome()
    winner = outcome.winner if outcome is not None else None
    game = Game("f5d6", start=boards[0])
    first: Move = game[0]
    part: Game = game[:1]
    with Engine(threads=1, hash_mb=1) as engine:
        score: float = engine.search("f5d6", level=1).score
        exact = engine.solve("X" * 57 + "OOOOO-- X").exact
        depths: list[int] = [info.depth for info in engine.analyse(game, depth=2)]
    games: list[Game] = list(othello.read_games(path))
    written: int = othello.write_games(path, [*games, "f5d6"], format="ggf")
    print(move, disc, name, winner, first, part, score, exact, depths, written)


async def wait() -> float:
    async with othello.AsyncEngine(hash_mb=1) as engine:
        return (await engine.search("f5", depth=1)).score


if __name__ == "__main__":
    main(Path("games.ggf"))
    asyncio.run(wait())
