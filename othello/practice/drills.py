"""Opening drills: the moves of chosen lines, asked again and again until they are known.

Each position of the lines in which the side that is drilled is to move is a card; the lines' moves
there are the answers. A position is one card, whichever moves lead to it and however the board is
turned. FSRS, of the library fsrs, says when a card comes again: a right answer is rated "good", a
wrong one "again". Its fuzz is off: the same answers at the same times give the same schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timezone
from typing import Any, NamedTuple

from othello.board import Board
from othello.book import Book
from othello.book.lines import text_of_line
from othello.errors import OthelloError, check_kind, check_kinds, quote, warn
from othello.game import Game
from othello.limits import in_range
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move
from othello.practice.exercises import exercise_key, legal_answer
from othello.practice.hardness import MOST, WITHIN, hardness
from othello.practice.profile import Answer, Card, Profile, time_text
from othello.practice.rounds import Queue
from othello.result import rounded, score_text

__all__ = [
    "DECK",
    "NEW",
    "Drill",
    "DrillCard",
    "DrillJudgement",
    "DrillLine",
    "anki_rows",
    "book_lines",
    "cards_of",
]

DECK = "drill"
"""The profile's deck. A position is one card of it, whichever lines it was drilled with."""

NEW = 10
"""So many new cards come in a round, unless another number is asked for."""


class DrillLine(NamedTuple):
    """Moves to drill: where they are from, the game, and the sides whose moves are asked."""

    source: str
    game: Game
    sides: str = BLACK + WHITE


class DrillCard(NamedTuple):
    """A position of the lines, and their moves there.

    Attributes
    ----------
    key : str
        The position, the same for its eight images.
    board : Board
        The position as it is shown.
    moves : tuple of Move
        The moves that lead to it.
    answers : tuple of Move
        The right answers: moves of the lines, and those that a symmetry makes one of them.
    source : str
        Where it is from.
    """

    key: str
    board: Board
    moves: tuple[Move, ...]
    answers: tuple[Move, ...]
    source: str

    def to_dict(self) -> dict[str, object]:
        """Return the card as a JSON object, with its answers."""
        return {
            "position": self.board.to_obf(),
            "side": SIDE_NAMES[self.board.turn],
            "kind": DECK,
            "source": self.source,
            "moves": text_of_line(self.moves),
            "best": [str(move) for move in self.answers],
        }


def cards_of(lines: Iterable[DrillLine]) -> list[DrillCard]:
    """Return the cards of lines, in the order of their moves.

    >>> [card.to_dict()["best"] for card in cards_of([DrillLine("", Game("f5d6c3"), BLACK)])]
    [['f5', 'd3', 'c4', 'e6'], ['c3']]
    """
    found: dict[str, tuple[DrillLine, int, dict[str, None]]] = {}
    for line in check_kinds("lines", lines, DrillLine, "a list of DrillLine"):
        boards, moves = line.game.positions(), line.game.moves
        for ply, (board, move) in enumerate(zip(boards, moves, strict=False)):
            if move is not PASS and board.turn in line.sides:
                place = found.setdefault(exercise_key(board), (line, ply, {}))
                place[2][exercise_key(board.after(move))] = None
    return [_card(key, *place) for key, place in found.items()]


def _card(key: str, line: DrillLine, ply: int, after: dict[str, None]) -> DrillCard:
    board, moves = line.game.positions()[ply], line.game.moves
    rank = {known: number for number, known in enumerate(after)}
    keys = {move: exercise_key(board.after(move)) for move in board.legal_moves()}
    right = [move for move in keys if keys[move] in rank]
    # The line's own move first, not one that is as good by symmetry.
    right.sort(key=lambda move: (rank[keys[move]], move != moves[ply]))
    return DrillCard(key, board, tuple(moves[:ply]), tuple(right), line.source)


def book_lines(
    book: Book, line: DrillLine, *, within: float = WITHIN, plies: int = 60, most: int = MOST
) -> Iterator[DrillLine]:
    """Yield what the book plays after a line, for each of its sides.

    They are the positions that `othello.practice.hardness` counts: the side that is drilled plays
    the book's best move, the other any that gives away at most `within` discs. A warning says that
    there are too many, of which `most` were looked at.
    """
    game = line.game
    before = (*game.moves, PASS) if game.board.must_pass else tuple(game.moves)
    for side in line.sides:
        found = hardness(book, game.board, side, within=within, plies=plies, most=most)
        if not found.is_whole:
            kept = f"{len(found.known)} positions for {SIDE_NAMES[side]}"
            warn(
                f"{line.source}: the book goes on with more than {kept}: they are left out",
                UserWarning,
            )
        for known in found.known:
            moves = (*before, *known.moves, known.best)
            yield DrillLine(line.source, Game(moves, start=game.start), side)


def anki_rows(cards: Iterable[DrillCard]) -> Iterator[str]:
    """Yield a line of text for each card, as Anki imports them: the front, a tab, the back.

    >>> for row in anki_rows(cards_of([DrillLine("", Game("f5d6"), WHITE)])):
    ...     print(row.replace("\\t", " | "))
    ---------------------------OX------XXX-------------------------- O; f5 | d6
    """
    for card in cards:
        front = "; ".join(filter(None, [card.board.to_obf(), text_of_line(card.moves)]))
        yield f"{front}\t{' '.join(map(str, card.answers))}"


class DrillJudgement(NamedTuple):
    """What an answer to a card is worth.

    Attributes
    ----------
    card : DrillCard
        The card.
    move : Move
        The answer.
    is_right : bool
        Whether it is a move of the lines.
    loss : float or None
        Discs that it gives away by the book; None if the book does not know it.
    due : datetime
        When the card comes again.
    """

    card: DrillCard
    move: Move
    is_right: bool
    loss: float | None
    due: datetime

    @property
    def text(self) -> str:
        """The judgement in words."""
        if self.is_right:
            return f"{self.move} is in your lines"
        if self.loss is None:
            cost = "the book does not know it"
        elif self.loss:
            cost = f"it costs {score_text(self.loss).lstrip('+')} by the book"
        else:
            cost = "it is best by the book"
        return f"{self.move} is not in your lines, which play {self.card.answers[0]}; {cost}"

    def to_dict(self) -> dict[str, object]:
        """Return the judgement as a JSON object."""
        return {
            "answer": str(self.move),
            "right": self.is_right,
            "cost": None if self.loss is None else rounded(self.loss),
            "text": self.text,
            "due": self.due.isoformat(timespec="milliseconds"),
        }


class Drill(Queue[DrillCard]):
    """Cards that are asked one after the other: those due, the earliest first, then new ones.

    A card that is answered wrongly, or given up, comes once more at the end.

    Parameters
    ----------
    cards : iterable of DrillCard
        What may be asked.
    profile : Profile, optional
        Knows when cards are due, and keeps each answer as soon as it is judged. Without one, all
        cards are new.
    new : int
        So many new cards at most.
    book : Book, optional
        Says what a deviation costs.
    clock : callable
        The present time, with its time zone.

    Attributes
    ----------
    n_due, n_new : int
        How many cards were due, and how many new ones are asked.

    Raises
    ------
    OthelloError
        If the library fsrs is not installed.
    """

    def __init__(
        self,
        cards: Iterable[DrillCard],
        profile: Profile | None = None,
        *,
        new: int = NEW,
        book: Book | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        by_key = {each.key: each for each in check_kinds("cards", cards, DrillCard, "DrillCards")}
        check_kind("profile", profile, (Profile, type(None)), "a Profile, or None")
        check_kind("book", book, (Book, type(None)), "a Book, or None")
        in_range("new", new, 0, 10**9)
        self._scheduler = _Scheduler()
        self._profile, self._book, self._clock = profile, book, clock
        known = [] if profile is None else profile.cards(DECK)
        time = time_text(clock())
        due = [by_key[each.key] for each in known if each.key in by_key and each.due <= time]
        for each in known:
            by_key.pop(each.key, None)
        fresh = list(by_key.values())[:new]
        self.n_due, self.n_new = len(due), len(fresh)
        super().__init__([*due, *fresh])

    def answer(self, move: Move | int | str, seconds: float | None = None) -> DrillJudgement:
        """Judge an answer, keep it, and go on to the next card.

        `seconds` is how long it took. Raises IllegalMove or InvalidMove if the move cannot be
        played; then nothing changes.
        """
        card = self._asked()
        chosen = legal_answer(card.board, move)
        is_right = chosen in card.answers
        loss = self._loss(card.board, chosen)
        given = Answer(
            *(DECK, "", card.key, card.board.to_obf(), str(chosen), is_right, loss, seconds)
        )
        due = self._keep(card, is_right, given)
        self._go_on(is_right, comes_again=not is_right)
        return DrillJudgement(card, chosen, is_right, loss, due)

    def give_up(self) -> DrillCard:
        """Go on to the next card; return this one, which is rated as a wrong answer is."""
        self._keep(self._asked(), False)
        return super().give_up()

    def _keep(self, card: DrillCard, is_right: bool, answer: Answer | None = None) -> datetime:
        """Keep an answer and the card's new state, as one change; return when the card is due."""
        time = self._clock()
        if self._profile is None:
            return self._scheduler.reviewed(None, is_right, time)[1]
        with self._profile.changing():
            before = self._profile.card(DECK, card.key)
            state, due = self._scheduler.reviewed(before, is_right, time)
            self._profile.keep_card(Card(DECK, card.key, state, time_text(due)))
            if answer is not None:
                self._profile.add_answer(answer._replace(time=time_text(time)))
        return due

    def _loss(self, board: Board, move: Move) -> float | None:
        """Return the discs that a move gives away by the book; None if that is not known."""
        moves = [] if self._book is None else self._book.moves(board)
        scores = [each.score for each in moves if each.move == move]
        return moves[0].score - scores[0] if scores else None


class _Scheduler:
    """FSRS as the library has it."""

    def __init__(self) -> None:
        try:
            import fsrs
        except ImportError:
            raise OthelloError("drills need fsrs: pip install 'othello-engine[practice]'") from None
        self._fsrs = fsrs
        self._scheduler = fsrs.Scheduler(enable_fuzzing=False)

    def reviewed(
        self, before: Card | None, is_right: bool, time: datetime
    ) -> tuple[dict[str, Any], datetime]:
        """Return the state of a card after an answer, and when it is due."""
        try:
            card = self._fsrs.Card() if before is None else self._fsrs.Card.from_dict(before.state)
        except (KeyError, TypeError, ValueError):
            raise OthelloError(
                f"card {quote(before.key if before else '')}: its state cannot be read: "
                "expected what the library fsrs writes"
            ) from None
        rating = self._fsrs.Rating.Good if is_right else self._fsrs.Rating.Again
        card, _ = self._scheduler.review_card(card, rating, time.astimezone(timezone.utc))
        return dict(card.to_dict()), card.due
