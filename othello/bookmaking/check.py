"""Checks of a book: links are legal, values those of the positions after, nothing is cut off."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from othello.book.file import BookFile
from othello.book.position import (
    HIGHEST,
    HIGHEST_DEPTH,
    MOST_GAMES,
    StoredMove,
    StoredPosition,
    board_of,
)
from othello.bookmaking.graph import below
from othello.bookmaking.links import links_of, positions_of
from othello.errors import OthelloError
from othello.notation import MOVES

Report = Callable[[str], object]


def problems_of(book: BookFile) -> Iterator[str]:
    """Yield what is wrong with a book, one text for each fault."""
    found: list[str] = []
    with book.reading():
        positions, roots = book.load(found.append), book.roots()
    sound = sound_positions(positions, found.append)
    yield from found
    by_id = {position.id: position for position in sound}
    yield from _problems_of_values(by_id)
    reached = below(by_id, roots)
    for id_, position in by_id.items():
        if id_ not in reached:
            yield f"{_name(position)} cannot be reached"


def sound_positions(positions: Iterable[StoredPosition], report: Report) -> list[StoredPosition]:
    """Return the positions that can be, with the moves that can be; report what is wrong.

    What is wrong with a move's value is not looked for.
    """
    possible = []
    for position in positions:
        reason = _reason_against(position.key)
        if reason:
            report(f"position {position.id}: {reason}")
        else:
            possible.append(position)
    numbers = {position.key: position.id for position in possible}
    links = links_of(positions_of(position.key for position in possible))
    ways: list[dict[int, tuple[int | None, bool]]] = [{} for _ in possible]
    for row, square, key, same in links.each():
        ways[row][square] = (None if key is None else numbers.get(key), same)
    sound = []
    for position, legal in zip(possible, ways, strict=True):
        if not legal:
            report(f"{_name(position)}: no move can be made")
            continue
        if not 0 <= position.games <= MOST_GAMES:
            report(f"{_name(position)}: {position.games} games, expected 0 to {MOST_GAMES}")
            position.games = 0
        _keep_sound_moves(position, legal, report)
        sound.append(position)
    return sound


def _reason_against(key: bytes) -> str:
    """Return why a key stands for no position; an empty text if it does."""
    if len(key) != 16:
        return f"expected a key of 16 bytes, not {len(key)}"
    try:
        board = board_of(key)
    except OthelloError as error:
        return str(error)
    return "" if board.canonical() == board else "not the image that stands for the others"


def _keep_sound_moves(
    position: StoredPosition, legal: Mapping[int, tuple[int | None, bool]], report: Report
) -> None:
    """Remove the moves of a position that cannot be, and report them and those that are missing.

    `legal` has for each move where it leads: to a position of the book, or to none, and whether the
    same side is to move there.
    """
    for square, move in list(position.moves.items()):
        name = f"{_name(position)}: move {_move_name(square)}"
        depth, selectivity, _ = move.grade
        if square not in legal:
            report(f"{name} is illegal, or leads where an earlier one does")
        elif (child := legal[square][0]) != move.child:
            report(f"{name} leads to position {child}, not {move.child}")
        elif child is not None and move.same != legal[square][1]:
            report(f"{name} is followed by {'a' if legal[square][1] else 'no'} pass")
        elif abs(move.value) > HIGHEST or not (
            0 <= depth <= HIGHEST_DEPTH and 0 <= selectivity <= 100
        ):
            report(f"{name} has a value that cannot be")
        else:
            continue
        del position.moves[square]
    outside = [square for square, (child, _) in legal.items() if child is None]
    missing = [
        square
        for square, (child, _) in legal.items()
        if child is not None and square not in position.moves
    ]
    for square in missing:
        report(f"{_name(position)}: move {_move_name(square)} leads into the book, but is missing")
    if outside and not any(square in position.moves for square in outside):
        report(f"{_name(position)}: the best move that leads out of the book is missing")


def _problems_of_values(by_id: Mapping[int, StoredPosition]) -> Iterator[str]:
    for position in by_id.values():
        for square, move in position.moves.items():
            child = None if move.child is None else by_id.get(move.child)
            if child is not None and child.moves:
                expected = position.move_to(child, move.same)
                if move != expected:
                    name = f"{_name(position)}: move {_move_name(square)}"
                    yield f"{name} is {_worth(move)}, but after it {_worth(expected)}"


def _worth(move: StoredMove) -> str:
    depth, selectivity, source = move.grade
    return f"{move.value / 128:+.2f} ({depth}@{selectivity}%, {source})"


def _name(position: StoredPosition) -> str:
    return f"position {position.id} ({board_of(position.key).to_obf()})"


def _move_name(square: int) -> str:
    return str(MOVES[square]) if 0 <= square < 64 else str(square)
