"""Opening drills: the moves of chosen lines, asked again and again until they are known.

Each position of the lines in which the side that is drilled is to move is a card; the lines' moves
there are the answers. A position is one card, whichever moves lead to it and however the board is
turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.analysis.openings import opening_of
from othello.board import Board
from othello.book import Book
from othello.errors import FormatError, InvalidOption, OthelloError, warn
from othello.fields import in_range
from othello.game import Game
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move
from othello.notation.moves import text_of_line
from othello.practice import repertoire
from othello.practice.exercises import exercise_key, legal_answer
from othello.practice.profile import ImportedCard, Profile, RecordedAnswer
from othello.practice.reviews import Clock, Reviews, present, sorted_by_due
from othello.practice.rounds import Keeper, Queue, given_up
from othello.result import rounded, score_text

if TYPE_CHECKING:
    from othello.gamebase import GameBase

DECK = "drill"
"""The profile's deck. A position is one card of it, whichever lines it was drilled with."""

NEW = 10
"""New cards in a round, unless another number is asked for."""


class DrillLine(NamedTuple):
    """Moves to drill: where they are from, the game, and the sides whose moves are asked."""

    source: str
    game: Game
    sides: str = BLACK + WHITE


def lines_of_text(
    text: str,
    sides: str = BLACK + WHITE,
    source: str = "lines",
    report: Callable[[FormatError], object] | None = None,
) -> list[DrillLine]:
    """Return the lines of a text: in each moves, or the name of an opening; ``#`` begins comments.

    >>> [(line.source, str(line.game.moves[2])) for line in lines_of_text("Tiger\\n\\nf5f6e6\\n")]
    [('Tiger', 'c3'), ('Diagonal Opening', 'e6')]

    Raises
    ------
    FormatError
        If one is neither; `source` is what the text is called. `report`, if it is given, gets the
        error instead, and the line is left out.
    """
    found = []
    for number, row in enumerate(text.splitlines(), 1):
        if row.strip() and not row.lstrip().startswith("#"):
            try:
                game = Game.parse(row.strip())
            except FormatError as error:
                fault = FormatError(source, number, error.reason)
                if report is None:
                    raise fault from None
                report(fault)
                continue
            found.append(DrillLine(name_of_line(game, f"line {number}"), game, sides))
    return found


def name_of_line(game: Game, otherwise: str) -> str:
    """Return the name of the opening of a line; if it has none, another one."""
    opening = opening_of(game)
    return otherwise if opening is None else opening.name


class DrillCard(NamedTuple):
    """A position of the lines, and their moves there."""

    key: str  #: the position, the same for its eight images
    board: Board  #: the position as it is shown
    moves: tuple[Move, ...]  #: the moves that lead to it
    #: The right answers: moves of the lines, and those that a symmetry makes one of them.
    answers: tuple[Move, ...]
    source: str  #: its source

    @property
    def kind(self) -> str:
        """The kind of exercise."""
        return DECK

    def to_dict(self, *, solution: bool = False) -> dict[str, object]:
        """Return the card as a JSON object, with its answers if asked to."""
        known: dict[str, object] = {
            "position": self.board.to_obf(),
            "side": SIDE_NAMES[self.board.turn],
            "kind": DECK,
            "source": self.source,
            "moves": text_of_line(self.moves),
        }
        return {**known, "best": [str(move) for move in self.answers]} if solution else known


def cards_of(lines: Iterable[DrillLine]) -> list[DrillCard]:
    """Return the cards of lines, in the order of their moves.

    >>> for card in cards_of([DrillLine("", Game("f5d6c3"), BLACK)]):
    ...     print(*card.answers)
    f5 d3 c4 e6
    c3
    """
    found: dict[str, tuple[DrillLine, int, dict[str, None]]] = {}
    for line in lines:
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


def joined(card: DrillCard, *others: DrillCard) -> DrillCard:
    """Return a card with the answers of others of its position, and those the same by symmetry."""
    after = {
        exercise_key(each.board.after(move)): None
        for each in (card, *others)
        for move in each.answers
    }
    same = [
        move for move in card.board.legal_moves() if exercise_key(card.board.after(move)) in after
    ]
    return card._replace(answers=tuple(dict.fromkeys([*card.answers, *same])))


def kept_card(card: DrillCard) -> ImportedCard:
    """Return a card as a profile keeps it."""
    moves, answers = (" ".join(map(str, each)) for each in (card.moves, card.answers))
    return ImportedCard(DECK, card.key, card.board.to_obf(), moves, answers, card.source)


def read_card(kept: ImportedCard) -> DrillCard:
    """Return a card that a profile kept."""
    moves, answers = (tuple(map(Move, text.split())) for text in (kept.moves, kept.answers))
    return DrillCard(kept.key, Board.from_obf(kept.position), moves, answers, kept.source)


def keep_drilled(card: DrillCard, profile: Profile) -> None:
    """Keep a card of lines in a profile, with the answers that were right in earlier drills."""
    with profile.changing():
        before = profile.drilled(DECK, card.key)
        profile.keep_drilled(kept_card(joined(card, *map(read_card, before))))


def book_lines(
    book: Book, line: DrillLine, *, within: float = repertoire.WITHIN, **how: Any
) -> Iterator[DrillLine]:
    """Yield what the book plays after a line: see `book_choice` and `lines_after`."""
    return lines_after(line, repertoire.book_choice(book, within), "the book goes on", **how)


def human_lines(
    base: GameBase,
    line: DrillLine,
    book: Book | None = None,
    *,
    percent: float = repertoire.PERCENT,
    **how: Any,
) -> Iterator[DrillLine]:
    """Yield how people play on after a line: see `human_choice` and `lines_after`."""
    return lines_after(line, repertoire.human_choice(base, book, percent), "people go on", **how)


def lines_after(
    line: DrillLine,
    choose: repertoire.Choice,
    told: str,
    *,
    plies: int = 60,
    most: int = repertoire.MOST,
    on_cut: Callable[[str], object] = warn,
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[DrillLine]:
    """Yield how a line goes on by a choice of moves, for each of its sides.

    They are the positions that `othello.practice.repertoire` counts, up to so many `plies` on. If
    there are too many, of which `most` were looked at, `on_cut` is told so; by default it warns.
    `is_over`, which is asked before each position, returns whether to stop before.
    """
    game = line.game
    before = (*game.moves, PASS) if game.board.must_pass else tuple(game.moves)
    for side in line.sides:
        found = repertoire.positions_to_know(
            choose, game.board, side, plies=plies, most=most, is_over=is_over
        )
        if not found.is_whole:
            kept = f"{len(found.known)} positions for {SIDE_NAMES[side]}"
            on_cut(f"{line.source}: {told} with more than {kept}: they are left out")
        for known in found.known:
            moves = (*before, *known.moves, known.best)
            yield DrillLine(line.source, Game(moves, start=game.start), side)


class AfterLines(NamedTuple):
    """How lines go on: by the book, or as people play in a base of so many games."""

    plies: int | None = None
    book: Book | None = None
    within: float | None = None  #: see `book_choice`
    base: GameBase | None = None
    percent: float | None = None  #: see `human_choice`
    games: int = 0

    def lines(self, line: DrillLine, **how: Any) -> Iterator[DrillLine]:
        """Yield what follows a line; `how` are keywords of `lines_after`."""
        if self.plies is not None:
            how["plies"] = self.plies
        if self.base is not None:
            percent = repertoire.PERCENT if self.percent is None else self.percent
            return human_lines(self.base, line, self.book, percent=percent, **how)
        if self.book is None:
            raise InvalidOption("no book is in use: expected one")
        within = repertoire.WITHIN if self.within is None else self.within
        return book_lines(self.book, line, within=within, **how)


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
    """The worth of an answer to a card."""

    card: DrillCard  #: the card
    move: Move  #: the answer
    is_right: bool  #: whether it is a move of the lines
    loss: float | None  #: discs that it gives away by the book; None if the book does not know it

    @property
    def text(self) -> str:
        """The judgement in words; a wrong answer's does not give the right moves away."""
        if self.is_right:
            return f"{self.move} is in your lines"
        if self.loss is None:
            cost = "the book does not know it"
        elif self.loss:
            cost = f"it costs {score_text(self.loss).lstrip('+')} by the book"
        else:
            cost = "it is best by the book"
        return f"{self.move} is not in your lines; {cost}"

    def to_dict(self) -> dict[str, object]:
        """Return the judgement as a JSON object."""
        return {
            "answer": str(self.move),
            "right": self.is_right,
            "cost": None if self.loss is None else rounded(self.loss),
            "text": self.text,
        }


class CardRound(Queue[DrillCard, DrillJudgement, tuple[Move, ...]]):
    """Cards that are asked one after the other.

    >>> CardRound(cards_of([DrillLine("", Game("f5"))])).judge("c4").is_right
    True

    Parameters
    ----------
    cards : iterable of DrillCard
        In the order in which they are asked.
    keeper : Keeper, optional
        The profile that keeps each answer as soon as it is judged; this needs the library fsrs.
    book : Book, optional
        Says what a deviation costs.
    keeps : bool
        Whether the profile keeps the cards that were answered, not only when they are due.
    clock : callable
        The present time, with its time zone.
    """

    def __init__(
        self,
        cards: Iterable[DrillCard],
        keeper: Keeper | None = None,
        *,
        book: Book | None = None,
        keeps: bool = True,
        clock: Clock = present,
    ) -> None:
        super().__init__(cards, keeper)
        self._book, self._keeps = book, keeps
        self._reviews = None if keeper is None else Reviews(DECK, clock)
        self.due: str | None = None
        """When the card that was answered last comes again, in UTC; None without a profile."""

    def hint(self) -> None:
        """Refuse: there is nothing to think of, but to remember."""
        raise OthelloError("a drill has no hints: expected a move, or show for the answer")

    def _judged(
        self, item: DrillCard, move: Move | int | str
    ) -> tuple[DrillJudgement, RecordedAnswer]:
        chosen = legal_answer(item.board, move)
        known = [] if self._book is None else self._book.moves(item.board)
        scores = [each.score for each in known if each.move == chosen]
        loss = known[0].score - scores[0] if scores else None
        is_right = chosen in item.answers
        answer = given_up(item)._replace(move=str(chosen), is_right=is_right, loss=loss)
        return DrillJudgement(item, chosen, is_right, loss), answer

    def _solved(self, item: DrillCard) -> tuple[tuple[Move, ...], RecordedAnswer]:
        return item.answers, given_up(item)

    def _keep(self, profile: Profile, answer: RecordedAnswer, once: str | None) -> None:
        """Keep an answer, the card with it, and when that is due."""
        assert self._reviews is not None
        if self._keeps:
            keep_drilled(self.current(), profile)
        self._reviews.keep(profile, answer, once)
        kept = profile.card(DECK, answer.key)
        self.due = None if kept is None else kept.due


class Drill(CardRound):
    """Cards by a profile: those due, the earliest first, then new ones; see `CardRound`.

    Parameters
    ----------
    cards : iterable of DrillCard
        What may be asked.
    profile : Profile, optional
        Knows when cards are due. Without one, all cards are new.
    new : int
        So many new cards at most.

    Attributes
    ----------
    n_cards, n_due, n_new : int
        How many cards there are, how many were due, and how many new ones are asked.
    next_due : str or None
        When the first of the cards that were not due is, in UTC; None without one.
    """

    def __init__(
        self,
        cards: Iterable[DrillCard],
        profile: Profile | None = None,
        *,
        new: int = NEW,
        book: Book | None = None,
        keeps: bool = True,
        clock: Clock = present,
    ) -> None:
        by_key = {each.key: each for each in list(cards)}
        in_range("new", new, 0, 10**9)
        self.n_cards = len(by_key)
        found = sorted_by_due(by_key, DECK, profile, clock())
        fresh = found.new[:new]
        self.n_due, self.n_new, self.next_due = len(found.due), len(fresh), found.next
        asked = [*found.due, *fresh]
        super().__init__(asked, profile, book=book, keeps=keeps, clock=clock)
        if profile is not None and keeps:
            with profile.changing():
                for card in (*found.due, *found.later):
                    keep_drilled(card, profile)
