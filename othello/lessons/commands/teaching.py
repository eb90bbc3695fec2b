"""``othello practise lessons``: a lesson's texts with their boards, and then its exercises."""

import argparse
import textwrap
from collections.abc import Iterator

from othello.board import Board
from othello.commands.output import print_json, show, show_text
from othello.engine import Engine
from othello.errors import counted
from othello.lessons.asking import LessonRound, LessonVerdict, solved_in
from othello.lessons.course import LESSONS, Marks, lesson
from othello.lessons.exercises import LessonExercise, lesson_exercises
from othello.notation import SIDE_NAMES
from othello.practice.commands import practising
from othello.practice.profile import Profile
from othello.practice.rounds import known_last
from othello.result import rounded

NAME = "lessons"
SUMMARY = "learn the game: eight short lessons with exercises"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", metavar="NUMBER", nargs="?", type=int, help="this lesson (default: list them)"
    )
    practising.add_engine(parser)


@practising.with_engine
def run(arguments: argparse.Namespace, engine: Engine, profile: Profile | None) -> int:
    """Teach a lesson, or list them; return the exit code."""
    number = arguments.number
    if number is None:
        for lesson_number, solved in solved_in(profile).items():
            title = str(LESSONS[lesson_number - 1].title)
            n_all, n_solved = len(lesson_exercises()[lesson_number]), len(solved)
            told = {"lesson": lesson_number, "title": title}
            record = {**told, "exercises": n_all, "solved": n_solved}
            text = f"{lesson_number}  {title:26}{n_solved} of {n_all} solved"
            show(arguments.json, record, text)
        return 0
    teaching, exercises = lesson(number)
    if arguments.json:
        pages = [
            {"text": str(each.text), "position": each.position.to_obf()} for each in teaching.pages
        ]
        print_json({"lesson": number, "title": str(teaching.title), "pages": pages})
    else:
        show_text(f"{number}. {teaching.title}")
        for each in teaching.pages:
            text = textwrap.fill(str(each.text), 80)
            show_text(f"\n{text}\n{marked(each.position, each.marks)}")
    return LessonDialogue(LessonRound(known_last(exercises, profile), engine, profile)).run(
        arguments, []
    )


def marked(board: Board, marks: Marks) -> str:
    """Return the board as text, with rings as ``*``, crosses as ``x`` and moves as numbers.

    Only empty squares are marked.

    >>> from othello.notation import Move
    >>> marked(Board(), Marks(rings=(Move("c4"), Move("d4")))).splitlines()[4].strip()
    '4 - - * O X - - -'
    """
    rows = [list(row) for row in str(board).splitlines()]
    signs = dict.fromkeys(marks.rings, "*") | dict.fromkeys(marks.crosses, "x")
    signs |= {square: str(number) for number, square in enumerate(marks.moves, 1)}
    for square, sign in signs.items():
        if not board.disc_at(square):
            rows[1 + int(square) // 8][2 + 2 * (int(square) % 8)] = sign
    return "\n".join(map("".join, rows))


class LessonDialogue(practising.Dialogue[LessonExercise, LessonVerdict, LessonExercise]):
    """The exercises of a lesson."""

    TOTAL = (("exercises", "size"), ("answered", "n_asked"), ("right", "n_right"))

    def _told(self, item: LessonExercise) -> str:
        return f"{SIDE_NAMES[item.board.turn]} to move. {item.question.task}"

    def _judged(self, item: LessonExercise, verdict: LessonVerdict) -> Iterator[str]:
        if verdict.is_right:
            yield f"right: {verdict.text}"
            return
        cost = "" if verdict.loss is None else f"{verdict.move} costs {round(verdict.loss)} discs. "
        yield f"wrong: {cost}{verdict.text}"
        if verdict.refutation:
            after, reply = item.board.after(verdict.move), verdict.refutation[0]
            yield f"{practising.reply_text(after, reply)}:"
            self._draw_board(after.after(reply), reply)

    def _solved(self, item: LessonExercise, solution: LessonExercise) -> str:
        return f"{item.choice.best} is right. {item.why}"

    def _summary(self) -> str:
        asked = self._asked
        return (
            f"\n{asked.n_right} of {counted(asked.n_asked, 'exercise')} right at the first answer"
        )

    def _record(
        self, item: LessonExercise, verdict: LessonVerdict | None = None
    ) -> dict[str, object]:
        record = {**item.to_dict(), "best": str(item.choice.best), "why": str(item.why)}
        if verdict is None:
            return {**record, "answer": None, "right": None}
        cost = None if verdict.loss is None else rounded(verdict.loss)
        return {**record, "answer": str(verdict.move), "right": verdict.is_right, "cost": cost}
