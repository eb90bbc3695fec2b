"""Scores, whose sign and unit matter, and of solved positions all."""

from othello.compliance import cases
from othello.compliance.session import LeftOut, Reply, Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.engine import Engine
from othello.game import Game
from othello.notation import Move

EMPTIES = 8
"""Empty squares of the positions that are solved: any engine does that at once."""

SEVERAL = 6


def solved(game: Game, *moves: Move) -> int:
    """Return the score of a position for the side to move, by one of `moves` if there are any."""
    with Engine(hash_mb=1) as engine:
        return int(engine.solve(game.board, moves=moves or None).score)


def endgames() -> list[Game]:
    return [cases.endgame(10 * seed, EMPTIES) for seed in range(SEVERAL)]


@must("ugi", "nboard", "xboard")
def scores_are_of_the_side_to_move(session: Session) -> None:
    """A score is for the side to move: above 0 if that side is ahead."""
    for game in cases.clear_wins():
        session.place(game)
        reply = session.go(game.board.n_empties)
        if reply.best is None:
            raise LeftOut("it reports no score")
        expected = solved(game)
        session.check(
            reply.best.score * expected > 0 and abs(reply.best.score) < 100,
            f"about {session.score_text(expected)}",
            session.score_text(reply.best.score),
        )


@should("ugi", "nboard", "xboard")
def depth_to_the_end_is_exact(session: Session) -> None:
    """A search to the end finds the exact score: the difference of discs, where empty squares
    count for the winner."""
    for game in (*endgames(), cases.before_early_end()):
        session.place(game)
        check_score(session, session.go(game.board.n_empties), solved(game))


@should("ugi")
def exact_is_exact(session: UgiSession) -> None:
    """`go exact` finds the exact score, and a move that reaches it."""
    for game in endgames():
        session.place(game)
        reply = session.ask("go exact")
        score = solved(game)
        best = [str(move) for move in game.board.legal_moves() if solved(game, move) == score]
        by = f" by {' or '.join(best)}"
        check_score(session, reply, score, by)
        session.check(str(reply.move) in best, session.score_text(score) + by, reply.line)


@should("ugi")
def wld_says_who_wins(session: UgiSession) -> None:
    """`go wld` finds who wins: it says `score cp 100`, `-100` or `0`."""
    for game in endgames():
        session.place(game)
        check_score(session, session.ask("go wld"), cases.sign(solved(game)))


@should("ugi")
def two_words_are_a_bestmove(session: UgiSession) -> None:
    """While the option `Ponder` is off, or is not there, `bestmove` and the move are all."""
    session.place(Game())
    reply = session.go(4)
    session.check(len(reply.line.split()) == 2, "two words", reply.line)


def check_score(session: Session, reply: Reply, score: int, by: str = "") -> None:
    """Check the score that was reported last, which a forced move need not have.

    `by` names in reports the moves that reach it.
    """
    if reply.best is None:
        if len(session.game.board.legal_moves()) == 1:
            return
        raise LeftOut("it reports no score")
    came = reply.best.score
    expected = session.score_text(score) + by
    session.check(round(came, 2) == score, expected, session.score_text(came))
