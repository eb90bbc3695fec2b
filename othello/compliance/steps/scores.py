"""Scores, whose sign and unit matter, and of solved positions all."""

from othello.compliance import cases
from othello.compliance.session import LeftOut, Reply, Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.engine import Engine
from othello.game import Game

EMPTIES = 8
"""Empty squares of the positions that are solved: any engine does that at once."""

SEVERAL = 6


def solved(game: Game) -> int:
    """Return the score of a position for the side to move."""
    with Engine(hash_mb=1) as engine:
        return int(engine.solve(game.board).score)


def endgames() -> list[Game]:
    return [cases.endgame(10 * seed, EMPTIES) for seed in range(SEVERAL)]


@must("ugi", "nboard", "xboard")
def scores_are_of_the_side_to_move(session: Session) -> None:
    """A score is for the side to move: above 0 if that side is ahead."""
    session.greet()
    for game in cases.clear_wins():
        session.place(game)
        reply = session.go(game.board.n_empties)
        if reply.best is None:
            raise LeftOut("it reports no score")
        expected = solved(game)
        session.check(
            reply.best.score * expected > 0 and abs(reply.best.score) < 100,
            f"about {session.score_text(expected)}",
            f"{session.score_text(reply.best.score)} on {game.board.to_obf()}",
        )


@should("ugi", "nboard", "xboard")
def depth_to_the_end_is_exact(session: Session) -> None:
    """A search to the end finds the exact score: the difference of discs, where empty squares
    count for the winner."""
    session.greet()
    for game in (*endgames(), cases.before_early_end()):
        session.place(game)
        check_score(session, game, session.go(game.board.n_empties), solved(game))


@should("ugi")
def exact_is_exact(session: UgiSession) -> None:
    """`go exact` finds the exact score, and a move that reaches it."""
    session.greet()
    for game in endgames():
        session.place(game)
        reply = session.ask("go exact")
        check_score(session, game, reply, solved(game))
        after = game.copy()
        after.play(session.legal(game, reply))
        value = -solved(after) if after.board.turn != game.board.turn else solved(after)
        session.check(value == solved(game), "a move that reaches the score", reply.line)


@should("ugi")
def wld_says_who_wins(session: UgiSession) -> None:
    """`go wld` finds who wins: it says `score cp 100`, `-100` or `0`."""
    session.greet()
    for game in endgames():
        session.place(game)
        score = solved(game)
        check_score(session, game, session.ask("go wld"), (score > 0) - (score < 0))


@must("ugi")
def one_bestmove_and_nothing_after_it(session: UgiSession) -> None:
    """A `go` is answered by `info` lines and then by one `bestmove`; nothing follows it."""
    session.greet()
    session.place(Game())
    session.go(3)
    session.silence()


@should("ugi")
def two_words_are_a_bestmove(session: UgiSession) -> None:
    """While the option `Ponder` is off, or is not there, `bestmove` and the move are all."""
    session.greet()
    session.place(Game())
    reply = session.go(4)
    session.check(len(reply.line.split()) == 2, "two words", reply.line)


def check_score(session: Session, game: Game, reply: Reply, score: int) -> None:
    """Check the score that was reported last; a forced move need not have one."""
    best = reply.best
    if best is None:
        if len(game.board.legal_moves()) == 1:
            return
        raise LeftOut("it reports no score")
    session.check(
        round(best.score, 2) == score,
        session.score_text(score),
        f"{session.score_text(best.score)} on {game.board.to_obf()}",
    )
