"""Pictures of boards as SVG, which browsers, notebooks and word processors show.

A picture has no style sheets, ids or scripts, so it can be put into any page without conflicts. It
has a frame of its own, so it can be read on any background.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import hypot
from typing import TYPE_CHECKING

from othello.board import check_board
from othello.errors import InvalidMove, printable, quote
from othello.fields import Range, number_in
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move, each_move, is_number

if TYPE_CHECKING:
    from othello.board import Board, BoardLike

__all__ = ["SvgPicture", "draw"]

SQUARE = 45
FRAME = 20
SIZE = 8 * SQUARE + 2 * FRAME
"""Width and height of the drawing, in its own units."""

DISC_RADIUS = 18.5
HINT_RADIUS = 5
DEFAULT_PIXELS = 360

FRAME_COLOUR = "#1d2b24"
LABEL_COLOUR = "#cfdcd4"
BOARD_COLOUR = "#2f8a5a"
LINE_COLOUR = "#1b5c3a"
DISC_COLOURS = {BLACK: ("#16191c", "#000000"), WHITE: ("#f8f6f0", "#a9ada8")}
HINT_COLOUR = "#0d3a23"
LAST_MOVE_COLOUR = "#e5484d"
ARROW_COLOUR = "#f2a93b"
SCORE_COLOUR, BEST_SCORE_COLOUR = "#ffffff", "#ffe066"


class SvgPicture(str):
    """The text of an SVG file, which Jupyter shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    board: BoardLike,
    *,
    last_move: Move | int | str | None = None,
    legal_moves: bool = True,
    scores: Mapping[Move, float] | None = None,
    arrows: Iterable[tuple[Move | int | str, Move | int | str]] = (),
    size: int = DEFAULT_PIXELS,
    title: str | None = None,
) -> SvgPicture:
    """Return a picture of `board`.

    Parameters
    ----------
    board : Board or text
        The board to draw, in any form that `Board` reads.
    last_move : move, optional
        The last move, marked by a dot; a pass is not marked.
    legal_moves : bool
        Whether to mark the squares the side to move may play on.
    scores : mapping from Move to number, optional
        Scores to write on squares, the best in another colour; for example
        ``{line.move: line.score for line in result.lines if line.pv}``.
    arrows : iterable of pairs of moves
        Arrows to draw, each from one square to another; a square with itself is circled.
    size : int
        Width and height in pixels.
    title : str, optional
        Text for screen readers and tooltips; by default the side to move and the disc counts.

    Examples
    --------
    >>> from othello import Board
    >>> picture = draw(Board().after("f5"), last_move="f5")
    >>> picture.startswith("<svg ") and "white to move, black 4, white 1" in picture
    True

    Raises
    ------
    InvalidBoard
        If `board` is no position.
    InvalidMove
        If `last_move` or one of `arrows` is no move.
    """
    board = check_board(board)
    number_in("size", size, Range(0, unit="pixels", is_open=True))
    last = PASS if last_move is None else Move(last_move)
    parts = [*_frame(), *_discs(board)]
    if last is not PASS:
        x, y = _centre(last)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{HINT_RADIUS}" fill="{LAST_MOVE_COLOUR}"/>')
    scores = {Move(square): score for square, score in (scores or {}).items()}
    if legal_moves:
        hints = [move for move in board.legal_moves() if move is not PASS and move not in scores]
        parts += _hints(hints)
    parts += _scores(scores)
    parts += map(_arrow, arrows)
    return _picture(parts, _describe(board) if title is None else title, size)


def _picture(parts: Iterable[str], title: str, size: int) -> SvgPicture:
    """Return a picture of `size` by `size` pixels made of `parts`, the first at the bottom."""
    label = escape(printable(title))
    return SvgPicture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" '
        f'width="{size}" height="{size}" role="img" aria-label="{label}" '
        f'font-family="system-ui, sans-serif" text-anchor="middle">'
        f"<title>{label}</title>{''.join(parts)}</svg>"
    )


def _describe(board: Board) -> str:
    black, white = board.disc_counts()
    state = "game over" if board.is_over else f"{SIDE_NAMES[board.turn]} to move"
    return f"Othello board: {state}, black {black}, white {white}"


def _centre(square: Move) -> tuple[float, float]:
    if square is PASS:
        raise InvalidMove(f"invalid square {quote(str(square))}: expected a1 ... h8")
    rank, file = divmod(square, 8)
    return FRAME + (file + 0.5) * SQUARE, FRAME + (rank + 0.5) * SQUARE


def _frame() -> Iterator[str]:
    """Yield the empty board with its lines, its four dots and the names of files and ranks."""
    yield f'<rect width="{SIZE}" height="{SIZE}" rx="6" fill="{FRAME_COLOUR}"/>'
    board = 8 * SQUARE
    yield f'<rect x="{FRAME}" y="{FRAME}" width="{board}" height="{board}" fill="{BOARD_COLOUR}"/>'
    steps = "".join(
        f"M{FRAME} {FRAME + line * SQUARE}h{board}M{FRAME + line * SQUARE} {FRAME}v{board}"
        for line in range(9)
    )
    yield f'<path d="{steps}" stroke="{LINE_COLOUR}" stroke-width="1.5"/>'
    for x in (2, 6):
        for y in (2, 6):
            yield (
                f'<circle cx="{FRAME + x * SQUARE}" cy="{FRAME + y * SQUARE}" r="3.5" '
                f'fill="{LINE_COLOUR}"/>'
            )
    yield f'<g fill="{LABEL_COLOUR}" font-size="12">'
    for number in range(8):
        place = FRAME + (number + 0.5) * SQUARE
        yield f'<text x="{place}" y="{FRAME - 6}">{"abcdefgh"[number]}</text>'
        yield f'<text x="{FRAME / 2}" y="{place + 4}">{number + 1}</text>'
    yield "</g>"


def _discs(board: Board) -> Iterator[str]:
    for square, content in enumerate(board.to_obf()[:64]):
        if content in DISC_COLOURS:
            fill, stroke = DISC_COLOURS[content]
            x, y = _centre(Move(square))
            yield (
                f'<circle cx="{x}" cy="{y}" r="{DISC_RADIUS}" fill="{fill}" '
                f'stroke="{stroke}" stroke-width="1.5"/>'
            )


def _hints(squares: Iterable[Move]) -> Iterator[str]:
    for square in squares:
        x, y = _centre(square)
        yield (
            f'<circle cx="{x}" cy="{y}" r="{HINT_RADIUS}" fill="{HINT_COLOUR}" fill-opacity="0.6"/>'
        )


def _scores(scores: Mapping[Move, float]) -> Iterator[str]:
    for square, score in scores.items():
        number_in(f"score of {square}", score, Range(-64, 64, "discs"))
    best = max(scores.values(), default=0)
    for square, score in scores.items():
        if square is PASS:
            continue
        x, y = _centre(square)
        fill = BEST_SCORE_COLOUR if score == best else SCORE_COLOUR
        text = f"{score:+d}" if is_number(score) else f"{score:+.1f}"
        yield (
            f'<text x="{x}" y="{y + 5.5}" font-size="15" font-weight="600" fill="{fill}" '
            f'stroke="{FRAME_COLOUR}" stroke-width="3" paint-order="stroke">{text}</text>'
        )


def _arrow(squares: Iterable[Move | int | str]) -> str:
    """Return an arrow from the centre of one square to that of another, where its tip is."""
    ends = list(each_move(squares))
    if len(ends) != 2:
        raise InvalidMove(f"invalid arrow {quote(squares)}: expected two squares")
    (x, y), (tip_x, tip_y) = map(_centre, ends)
    length = hypot(tip_x - x, tip_y - y)
    if not length:  # a square by itself is circled
        return (
            f'<circle cx="{x}" cy="{y}" r="{DISC_RADIUS}" fill="none" stroke="{ARROW_COLOUR}" '
            'stroke-width="4"/>'
        )
    along_x, along_y = (tip_x - x) / length, (tip_y - y) / length
    head, half = 16.0, 8.0
    base_x, base_y = tip_x - head * along_x, tip_y - head * along_y
    points = (
        (tip_x, tip_y),
        (base_x - half * along_y, base_y + half * along_x),
        (base_x + half * along_y, base_y - half * along_x),
    )
    corners = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    return (
        f'<g fill="{ARROW_COLOUR}" stroke="{ARROW_COLOUR}" opacity="0.9">'
        f'<path d="M{x} {y}L{base_x:.1f} {base_y:.1f}" stroke-width="5" stroke-linecap="round"/>'
        f'<polygon points="{corners}" stroke="none"/></g>'
    )
