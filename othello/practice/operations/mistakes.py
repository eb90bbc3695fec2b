"""The operations ``mistakes.…``: exercises from the mistakes in games."""

from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from othello.analysis.book_entry import by_book
from othello.analysis.game_texts import game_of as read_game
from othello.analysis.game_texts import read_text
from othello.analysis.games import LEVEL, analyse_game
from othello.analysis.moves import MISTAKE, GameAnalysis
from othello.board import Board
from othello.book import Book
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.explaining.explanation import Explanation
from othello.fields import JSON_ONLY, Length, Range
from othello.game import Game
from othello.gamebase.player_names import who_played
from othello.gamebase.serving.bases import Bases
from othello.levels import MAX_LEVEL
from othello.limits import MAX_SCORE
from othello.notation import BLACK, SIDES, WHITE, Move, split_moves
from othello.operation import (
    LONG,
    SHORT,
    Engines,
    MoveText,
    PositionText,
    Progress,
    StartText,
    operation,
)
from othello.operations import PLAY
from othello.operations.analyse import ByBook
from othello.practice import mistakes
from othello.practice.exercises import BY_NAME, Exercise, Hint, Judgement, legal_answer
from othello.practice.played import game_of, keep_analysis, known_analysis, side_of
from othello.practice.profile import PlayedGame
from othello.practice.profiles import Kept, Profiles, ProfileText, SideText
from othello.practice.rounds import ExerciseRound, known_last
from othello.result import rounded

GAMES_OF_BASE = 10
"""Games of a base or a profile that are analysed, unless the request says how many."""

MOST_GAMES = 100
"""Games that are analysed, at most."""


class GameToPractise(NamedTuple):
    """A game, what it is called, and the sides whose mistakes count."""

    name: str
    game: Game
    sides: str
    played: PlayedGame | None  #: as a profile keeps it, if it is of one
    analysis: GameAnalysis | None  #: if that is kept too

    @property
    def n_moves(self) -> int:
        """How many of its moves are to be analysed."""
        return len(self.game.moves) if self.analysis is None else 0


@dataclass(frozen=True)
class Mistakes:
    """The exercises, those answered rightly before last; and all mistakes, counted."""

    games: int
    found: tuple[Exercise, ...]  #: an exercise for each mistake
    asked: tuple[Exercise, ...]  #: each position once
    solutions: bool  #: whether the right moves are told
    faults: tuple[str, ...]  #: what cannot be read of a text

    def to_dict(self) -> dict[str, object]:
        """Return them as a JSON object."""
        return {
            "games": self.games,
            "mistakes": len(self.found),
            "lost": rounded(sum(each.loss for each in self.found)),
            "exercises": [each.to_dict(solution=self.solutions) for each in self.asked],
            "groups": [group.to_dict() for group in mistakes.grouped(self.found)],
            "faults": [*self.faults],
        }


@operation(LONG, PLAY)
class MistakesNext:
    """Find the mistakes in games: those given, a player's in a base, or those of the profile."""

    example: ClassVar[str] = '{"do": "mistakes.next", "text": "f5d6c3d3c4", "side": "black"}'

    start: Annotated[StartText, JSON_ONLY] = None
    moves: Annotated[str | None, JSON_ONLY, Length(0, 1000), "the moves of a game"] = None
    text: Annotated[str | None, JSON_ONLY, Length(0, 1 << 20), "games as text, in its place"] = None
    base: Annotated[
        str | None, JSON_ONLY, Length(1, 300), "with a player: games of this base, or the first one"
    ] = None
    player: Annotated[
        str | None,
        Length(1, 300),
        "only the mistakes of this player: words of it begin words of the name",
    ] = None
    side: Annotated[SideText, "only this side's mistakes (default: both)"] = None
    least: Annotated[float, Range(0, MAX_SCORE, "discs"), "the least loss of a mistake"] = MISTAKE
    decisive: Annotated[
        bool,
        "only mistakes that changed the result: a win was not won after them, or a draw lost",
    ] = False
    level: Annotated[int, Range(0, MAX_LEVEL), "how hard to analyse the games"] = LEVEL
    limit: Annotated[
        int | None,
        JSON_ONLY,
        Range(1, MOST_GAMES),
        f"games to analyse at most; of a base or a profile {GAMES_OF_BASE}",
    ] = None
    solutions: Annotated[bool, JSON_ONLY, "tell the right moves too"] = False
    profile: Annotated[ProfileText, "keeps the analyses of its games, and knows the answers"] = None
    book: ByBook = False

    async def run(
        self,
        engines: Engines,
        bases: Bases,
        profiles: Profiles,
        progress: Progress,
        book: Book | None = None,
    ) -> Mistakes:
        """Analyse a game after the other, unless the profile keeps its analysis."""
        games, faults = await engines.aside(partial(self._games, bases, profiles))
        n_before, n_moves = 0, sum(each.n_moves for each in games)
        found: list[Exercise] = []
        asked_book = book if self.book else None
        for each in games:  # each lent an engine: work that is begun again is short
            work = partial(self._exercises, each, profiles, n_before, n_moves, asked_book)
            found += await engines.lend(work, progress, self.level)
            n_before += each.n_moves
        ordered = partial(known_last, mistakes.once_each(found))
        asked = await engines.aside(lambda: profiles.read(self.profile, ordered))
        return Mistakes(len(games), tuple(found), tuple(asked), self.solutions, faults)

    @property
    def sides(self) -> str:
        """The sides whose mistakes count."""
        return SIDES.get(self.side or "", BLACK + WHITE)

    def sides_of(self, game: Game) -> str:
        """Return the sides whose mistakes count in a game: those of the player, if one is named."""
        return mistakes.sides_of(game, self.sides, self.player)

    def of_kept(self, kept: list[PlayedGame]) -> list[PlayedGame]:
        """Return those of the games of a profile in which the person had the side, latest first."""
        return [each for each in reversed(kept) if side_of(each) in self.sides]

    def mistakes_in(
        self, analysis: GameAnalysis, engine: Engine, name: str, sides: str
    ) -> list[Exercise]:
        """Return an exercise for each mistake of some sides in a game that was analysed."""
        return mistakes.exercises_of(
            analysis, engine, name, sides=sides, least=self.least, decisive=self.decisive
        )

    def _exercises(
        self,
        each: GameToPractise,
        profiles: Profiles,
        n_before: int,
        n_moves: int,
        book: Book | None,
        engine: Engine,
        progress: Progress,
    ) -> list[Exercise]:
        """Return an exercise for each mistake in a game; `n_before` moves are analysed."""
        analysis = each.analysis
        if analysis is None:
            numbers = count(n_before + 1)
            analysis = analyse_game(
                each.game,
                engine,
                level=self.level,
                on_move=lambda ply: progress({"done": next(numbers), "of": n_moves}),
            )
            if each.played is not None and self.profile is not None:
                with profiles.opened(self.profile) as profile:
                    keep_analysis(profile, each.played, analysis, self.level, book)
        return self.mistakes_in(by_book(analysis, book), engine, each.name, each.sides)

    def _games(
        self, bases: Bases, profiles: Profiles
    ) -> tuple[list[GameToPractise], tuple[str, ...]]:
        """Return the games, and what cannot be read of a text."""
        kept = profiles.read(self.profile, lambda profile: profile and profile.games()) or []
        given, faults = self._given(bases)
        if given is None:
            own = self.of_kept(kept)[: self.limit or GAMES_OF_BASE]
            found = [self._to_practise(game_of(e), e.number, side_of(e), e) for e in own]
        else:
            known = {(each.moves, each.start): each for each in kept}
            found = [
                self._to_practise(
                    game, number if len(given) > 1 else None, sides, known.get(key_of(game))
                )
                for number, game in enumerate(given, 1)
                if (sides := self.sides_of(game)) and game.moves
            ][: self.limit]
        if len(found) > MOST_GAMES:
            reason = f"expected at most {MOST_GAMES}, or a limit"
            raise InvalidOption(f"{counted(len(found), 'game')} to analyse: {reason}")
        return found, faults

    def _to_practise(
        self, game: Game, number: int | None, sides: str, played: PlayedGame | None
    ) -> GameToPractise:
        analysis = None if played is None else known_analysis(played, self.level)
        return GameToPractise(name_of(game, number), game, sides, played, analysis)

    def _given(self, bases: Bases) -> tuple[list[Game] | None, tuple[str, ...]]:
        """Return the games of the text, or of the player in a base; None for the profile's."""
        if self.moves is not None or self.text is not None:
            if self.text is None:
                games, faults = [read_game(self.moves or "", self.start)], ()
            else:
                read: Any = read_text(self.text)
                games = [
                    Game(split_moves(each["moves"]), Board.parse(each["start"]), each["headers"])
                    for each in read.games
                ]
                faults = tuple(read.faults)
            if not any(game.moves for game in games):
                raise InvalidOption("a game without moves: expected some")
            return games, faults
        if self.player is not None:
            _, base = bases.named(self.base)
            found = base.games(player=self.player, limit=self.limit or GAMES_OF_BASE)
            return [stored.game() for stored in found], ()
        if self.profile is None:
            expected = "expected moves, a text, a player of a base, or a profile"
            raise InvalidOption(f"no games: {expected}")
        return None, ()


def key_of(game: Game) -> tuple[str, str | None]:
    """Return by what a game is found among those that a profile keeps: its moves and start."""
    return game.transcript(), None if game.start == Board() else game.start.to_obf()


def name_of(game: Game, number: int | None) -> str:
    """Return what a game is called: by its number, if it has one, and its players, if known.

    >>> name_of(Game("f5", headers={"Black": "Ann"}), 3), name_of(Game("f5"), None)
    ('game 3 (Ann – ?)', 'game')
    """
    told = "game" if number is None else f"game {number}"
    names = who_played(game.headers)
    return f"{told} ({names})" if names else told


# ---------------------------------------------------------------------- an exercise

IDEAS = tuple(sorted(BY_NAME))


@dataclass(frozen=True, kw_only=True)
class AskedMistake(Kept):
    """Which position is asked, and how hard it is searched."""

    position: PositionText
    level: Annotated[int, Range(0, MAX_LEVEL), "how hard to think"] = LEVEL
    idea: Annotated[Literal[IDEAS], "the exercise's idea, for the profile"] = ""  # type: ignore[valid-type]
    book: ByBook = False

    @property
    def board(self) -> Board:
        """The position."""
        return Board.parse(self.position)

    def round(self, engine: Engine, profiles: Profiles, book: Book | None) -> ExerciseRound:
        """Return a round of this position."""
        keeper = profiles.keeper(self.profile)
        asked = book if self.book else None
        exercise = mistakes.mistake_at(self.board, self.level, self.idea, engine, asked)
        return ExerciseRound([exercise], engine, keeper)


@dataclass(frozen=True)
class JudgedMistake:
    """The score of a move, whether it is right, and what refutes it."""

    judgement: Judgement
    kept: bool

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {**self.judgement.to_dict(), "kept": self.kept}


@operation(SHORT, PLAY)
class MistakesAnswer(AskedMistake):
    """Judge a move in a position, and keep the answer."""

    example: ClassVar[str] = '{"do": "mistakes.answer", "position": "f5d6c3", "move": "d3"}'

    move: Annotated[MoveText, "a legal move of the position"]

    def run(self, engine: Engine, profiles: Profiles, book: Book | None = None) -> JudgedMistake:
        """Judge it in a round of this position."""
        move = legal_answer(self.board, self.move)  # before the search
        asked = self.round(engine, profiles, book)
        return JudgedMistake(asked.judge(move, self.seconds, self.once), asked.is_kept)


@operation(SHORT, PLAY)
class MistakesHint(AskedMistake):
    """Say what is to be thought of in a position, without the move."""

    example: ClassVar[str] = '{"do": "mistakes.hint", "position": "f5d6c3"}'

    def run(self, engine: Engine, profiles: Profiles, book: Book | None = None) -> Hint:
        """Ask the round of this position."""
        return Hint.of(self.round(engine, profiles, book).hint())


@dataclass(frozen=True)
class SolvedMistake:
    """The best move, and what the move in `played` costs."""

    best: Move
    score: float
    exact: bool
    line: tuple[Move, ...]
    explanation: Explanation | None
    kept: bool


@operation(SHORT, PLAY)
class MistakesShow(AskedMistake):
    """Show the best move in a position, which is kept as an answer that is not right."""

    example: ClassVar[str] = '{"do": "mistakes.show", "position": "f5d6c3", "played": "f6"}'

    played: Annotated[str | None, Length(0, 4), "the mistake, to be explained"] = None

    def run(self, engine: Engine, profiles: Profiles, book: Book | None = None) -> SolvedMistake:
        """Reveal it in a round of this position."""
        asked = self.round(engine, profiles, book)
        explanation = None
        if self.played is not None:
            one = ExerciseRound(asked.left, engine)
            explanation = one.judge(self.played).explanation
        best = asked.reveal(self.seconds, self.once)
        line = tuple(best.pv)
        return SolvedMistake(
            best.pv[0], best.score, best.exact, line, explanation, kept=asked.is_kept
        )
