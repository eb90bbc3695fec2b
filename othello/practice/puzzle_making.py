"""Making puzzles: positions of games with one right move, proven, and rated for difficulty.

``othello puzzles make`` and ``check`` use it, for the set that comes with the package too.

A position is a puzzle if the solver proves that one move alone wins, or alone holds the draw, or is
better than every other by `LEAST_MARGIN` discs, and if it is of one of the kinds
(`othello.practice.kinds`). What cannot be solved is not proven: two searches have to agree on the
move, and that it is better than every other by `LEAST_MARGIN` discs.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from math import exp
from random import Random
from typing import NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.errors import counted
from othello.game import Game
from othello.levels import NO_PRUNING, level_settings
from othello.limits import MAX_MULTIPV
from othello.notation import PASS, Move
from othello.practice.kinds import OPENING_EMPTIES, Seen, kind_of
from othello.practice.puzzles import (
    EASIEST,
    HARDEST,
    LEAST_MARGIN,
    MOST_MOVES,
    Puzzle,
    goal_of,
)
from othello.result import Info, Line
from othello.rooms import is_there

LEAST_MOVES = 3
"""Legal moves of a puzzle: of two moves, one is found by chance too often."""

PROVEN_EMPTIES = (8, 16)
"""Empty squares of puzzles that are proven, unless others are asked for: solved in milliseconds."""

OPENING_LEVELS = (10, 14)
"""The searches that have to agree on an opening's move."""

PLIES_APART = 8
"""Two puzzles whose games end alike are at least so far apart, and of different kinds."""

LEVELS = range(1, 13)
"""Whose share that finds the move counts for the difficulty."""

DEPTHS = 8
"""Plies up to which a search may settle on the move."""

TEMPERATURE = 6.0
"""Discs: a move that looks so much worse is e times less likely, about as at strength 20."""

LEVELS_SHARE, DEPTH_SHARE, CHOICE_SHARE = 0.2, 0.1, 0.7
"""Weights of the three measures of `rate`.

With these, difficulty and the share of players of `Strength` that fail had a rank correlation of
0.85 in 250 puzzles, and 0.90 with the share of levels.
"""

FULL = (-64.0, 64.0)
"""The window of all scores."""


class Scores(NamedTuple):
    """The best move of a position, and by how much it is better than the second best."""

    best: Move
    score: float
    margin: float


# ---------------------------------------------------------------------- finding


def puzzles_of_game(
    kinds: Collection[str],
    empties: tuple[int, int],
    engine: Engine,
    item: tuple[Game, str],
    goal: str | None = None,
    traps: int | None = None,
) -> list[Puzzle]:
    """Return the puzzles of `kinds` in a game, not yet rated; what a worker calls.

    The item is the game, and what its puzzles name as their source. `empties` are the fewest and
    the most empty squares. With a `goal`, only those that have it; with `traps`, a rating, only
    those after whose right move most players of it err, see `is_trap`.
    """
    game, source = item
    found = []
    for ply, board in enumerate(game.positions()):
        if not empties[0] <= board.n_empties <= empties[1] or board.must_pass:
            continue
        if len(board.legal_moves()) < LEAST_MOVES:
            continue
        is_opening = board.n_empties >= OPENING_EMPTIES
        scores = _searched(board, engine) if is_opening else _proven(board, engine)
        if scores is None:
            continue
        kind = kind_of(Seen(board, *scores, engine))
        if kind is not None and kind in kinds:
            found.append(Puzzle(board, *scores, kind, 0, f"{source}, ply {ply}"))
    found = [each for each in found if goal in (None, each.goal)]
    if traps is None:
        return found
    from othello.practice.with_people import is_trap

    return [p for p in found if p.is_proven and is_trap(p.board, p.best, p.score, traps)]


def _proven(board: Board, engine: Engine) -> Scores | None:
    """Return the best move and its margin if the solver proves that it alone is right."""
    scores = _scores_of(engine.solve(board, multipv=2).lines)
    return scores if goal_of(scores.score, scores.score - scores.margin) else None


def _searched(board: Board, engine: Engine) -> Scores | None:
    """Return the best move and its margin if all `OPENING_LEVELS` agree that it stands out."""
    found = []
    for level in OPENING_LEVELS:
        engine.clear()
        found.append(_scores_of(engine.search(board, level=level, multipv=2).lines))
        if found[-1].margin < LEAST_MARGIN or found[-1].best != found[0].best:
            return None
    best, score, margin = found[-1]
    return Scores(best, round(score, 1), round(margin, 1))


def _scores_of(lines: tuple[Line, ...]) -> Scores:
    best, second = lines
    assert best.move is not None
    return Scores(best.move, best.score, best.score - second.score)


# ---------------------------------------------------------------------- several moves


def continued(engine: Engine, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the moves that follow the right one.

    The defender makes the reply that costs him least; of equal ones that after which the puzzle
    goes on longest, then the right move's margin is smallest. It goes on while one move alone
    reaches the puzzle's goal again, and there is another move.
    """
    then = _then(puzzle.board.after(puzzle.best), puzzle.goal, MOST_MOVES - 1, engine)
    return puzzle._replace(then=then if puzzle.is_proven else ())


def _then(board: Board, goal: str, left: int, engine: Engine) -> tuple[Move, ...]:
    """Return a reply, the right move after it and so on, `left` times at most."""
    if not left or board.is_over:
        return ()
    lines = engine.solve(board, multipv=MAX_MULTIPV).lines
    found: list[tuple[int, float, tuple[Move, ...]]] = [(0, 0, ())]
    for reply in (line.pv[0] for line in lines if line.score == lines[0].score):
        after = board.after(reply)
        if len(after.legal_moves()) > 1:
            best, score, margin = _scores_of(engine.solve(after, multipv=2).lines)
            if goal_of(score, score - margin) in (goal, "win" if goal == "discs" else goal):
                then = (reply, best, *_then(after.after(best), goal, left - 1, engine))
                found.append((len(then), -margin, then))
    return max(found)[-1]


def renewed(engine: Engine, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with kind, moves and difficulty as they are by today's definitions."""
    seen = Seen(puzzle.board, puzzle.best, puzzle.score, puzzle.margin, engine)
    return complete(engine, puzzle._replace(kind=kind_of(seen, puzzle.kind) or puzzle.kind))


# ---------------------------------------------------------------------- choosing


class Selection:
    """Puzzles chosen out of games so that no two are alike and all kinds are about as frequent.

    Two puzzles are alike if one is the other, however the board is turned; or if their games end
    alike, unless they are `PLIES_APART` and of different kinds. So a game gives few.

    Attributes
    ----------
    puzzles : list of Puzzle
        Those chosen so far, not yet rated.
    kinds : Counter
        How many there are of each kind.
    """

    def __init__(self, count: int | None = None, seed: int = 1) -> None:
        self.puzzles: list[Puzzle] = []
        self.kinds: Counter[str] = Counter()
        self._count = count
        self._chance = Random(seed)
        self._ends: dict[Board, list[Puzzle]] = {}

    @property
    def is_full(self) -> bool:
        """Whether there are as many as wanted."""
        return self._count is not None and len(self.puzzles) >= self._count

    def add(self, game: Game, found: Iterable[Puzzle]) -> None:
        """Choose from the puzzles of a game: the rarest kinds first."""
        candidates = list(found)
        self._chance.shuffle(candidates)
        candidates.sort(key=lambda puzzle: self.kinds[puzzle.kind])
        positions = [board.canonical() for board in game.positions() if not board.is_over]
        for puzzle in candidates:
            start = positions.index(puzzle.board.canonical())
            if not self.is_full and not any(
                _are_alike(puzzle, other)
                for board in positions[start:]
                for other in self._ends.get(board, ())
            ):
                self.puzzles.append(puzzle)
                self.kinds[puzzle.kind] += 1
                for board in positions[start:]:
                    self._ends.setdefault(board, []).append(puzzle)


def _are_alike(puzzle: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles whose games end alike are too much alike."""
    apart = abs(puzzle.board.n_empties - other.board.n_empties)
    return apart < PLIES_APART or puzzle.kind == other.kind


# ---------------------------------------------------------------------- rating


def complete(engine: Engine, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its difficulty and the moves that follow; what a worker calls.

    The difficulty is by what people play, or, without the room `people`, that of `rate`.
    """
    puzzle = continued(engine, puzzle)
    if not is_there("people"):
        return rate(engine, puzzle)
    from othello.practice.with_people import difficulty_of

    difficulty = round(difficulty_of(puzzle.board, puzzle.line))
    return puzzle._replace(difficulty=min(max(difficulty, EASIEST), HARDEST))


def rate(engine: Engine, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the difficulty of its first move for searches, 800 to 2400.

    Three measures, each 0 for the easiest puzzles and 1 for the hardest: the share of the levels 1
    to 12 that do not find the move; the depth from which on a search, one ply deeper at a time,
    keeps to it; and how likely a player misses it who looks so far ahead, and prefers moves by
    how good they then seem.
    """
    board, best = puzzle.board, puzzle.best
    missed = sum(not _is_found(board, best, level, engine) for level in LEVELS) / len(LEVELS)
    looks = _looks(board, engine)
    settled = len(looks)
    while settled and max(looks[settled - 1], key=looks[settled - 1].__getitem__) == best:
        settled -= 1
    strayed = sum(1 - _chance(scores, best) for scores in looks) / len(looks)
    share = LEVELS_SHARE * missed + DEPTH_SHARE * settled / len(looks) + CHOICE_SHARE * strayed
    return puzzle._replace(difficulty=round(EASIEST + (HARDEST - EASIEST) * share))


def _is_found(board: Board, best: Move, level: int, engine: Engine) -> bool:
    """Return whether a level plays the best move. One that solves the position does."""
    if level_settings(level).at(board.n_empties) == (board.n_empties, NO_PRUNING):
        return True
    engine.clear()
    return engine.search(board, level=level).move == best


def _looks(board: Board, engine: Engine) -> list[dict[Move, float]]:
    """Return the scores of the moves at each depth up to `DEPTHS`, less than a solve."""
    looks: dict[int, dict[Move, float]] = {}

    def note(info: Info) -> None:
        if info.move is not None:
            looks.setdefault(info.depth, {})[info.move] = info.score

    engine.clear()
    depth = max(min(DEPTHS, board.n_empties - 1), 1)
    engine.search(board, depth=depth, multipv=MAX_MULTIPV, on_info=note)
    return [looks[depth] for depth in sorted(looks)]


def _chance(scores: dict[Move, float], best: Move) -> float:
    """Return how likely a player chooses the best move who sees these scores."""
    most = max(scores.values())
    likely = {move: exp((score - most) / TEMPERATURE) for move, score in scores.items()}
    return likely.get(best, 0.0) / sum(likely.values())


# ---------------------------------------------------------------------- checking


def check_puzzle(engine: Engine, puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle, an empty text if nothing; what a worker calls.

    Every move is solved on its own, with the classic evaluation and in the full window: by another
    search than that of `puzzles_of_game`. Of an opening, which nobody can solve, only the move is
    searched again. A puzzle must also be of its kind, and of several moves each must be right.
    """
    moves = [move for move in puzzle.board.legal_moves() if move is not PASS]
    if len(moves) < LEAST_MOVES:
        return f"{counted(len(moves), 'legal move')}: expected at least {LEAST_MOVES}"
    seen = Seen(puzzle.board, puzzle.best, puzzle.score, puzzle.margin, engine)
    kind = kind_of(seen, puzzle.kind)
    if wrong := _wrong_score(engine, puzzle, moves):
        return wrong
    if puzzle.then and (then := continued(engine, puzzle).then) != puzzle.then:
        found, told = ("".join(map(str, moves)) for moves in (then, puzzle.then))
        return f"then {found or 'nothing'}, not {told}"
    return "" if kind == puzzle.kind else f"kind {kind or 'none'}, not {puzzle.kind}"


def _wrong_score(engine: Engine, puzzle: Puzzle, moves: list[Move]) -> str:
    engine.evaluation = "classic"
    board = puzzle.board
    if not puzzle.is_proven:
        engine.clear()
        found = engine.search(board, level=OPENING_LEVELS[-1]).move
        return "" if found == puzzle.best else f"best move {found}, not {puzzle.best}"
    scores = {move: -engine.solve(board.after(move), window=FULL).score for move in moves}
    best, second = sorted(scores, key=lambda move: -scores[move])[:2]
    margin = scores[best] - scores[second]
    if (best, margin) != (puzzle.best, puzzle.margin):
        return f"best move {best} by {margin:g}, not {puzzle.best} by {puzzle.margin:g}"
    if scores[best] != puzzle.score:
        return f"score {scores[best]:+g}, not {puzzle.score:+g}"
    return ""
