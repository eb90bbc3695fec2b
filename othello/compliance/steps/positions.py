"""Positions: by moves and as text, with passes, and when the game is over."""

from othello.compliance import cases
from othello.compliance.session import Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should
from othello.game import Game
from othello.notation import BLACK

SEVERAL = 5
"""How many positions are tried, where one could be right by chance."""


def answers_with(session: Session, game: Game) -> None:
    """Check that the answer is the only move there is."""
    reply = session.go()
    session.check(
        reply.move in game.board.legal_moves(),
        f"{game.board.legal_moves()[0]}, the only move",
        reply.line,
    )


@must("ugi", "nboard", "xboard")
def a_position_is_silent(session: Session) -> None:
    """Setting a position has no answer."""
    session.greet()
    session.place(cases.random_start(1, 20))
    session.silence()


@must()
def moves_are_played(session: Session) -> None:
    """The moves of a position are played one after the other, black's first."""
    session.greet()
    for seed in range(SEVERAL):
        game = cases.forced_move(seed)
        session.place(game)
        answers_with(session, game)


@must("ugi", "xboard")
def a_position_as_text(session: Session) -> None:
    """A position may be given as text, and moves may follow it."""
    session.greet()
    for seed in range(SEVERAL):
        moves = cases.forced_move(seed).moves
        start = Game(moves[:-2]).board
        game = Game(moves[-2:], start=start)
        session.place(game)
        answers_with(session, game)


@should("ugi")
def a_position_as_obf(session: UgiSession) -> None:
    """The 64 characters of an OBF board, and the side to move, may stand for a FEN."""
    session.greet()
    game = cases.forced_move(0)
    session.send(f"position fen {game.board.to_obf()}")
    answers_with(session, game)


@should("ugi")
def capital_letters_are_read(session: UgiSession) -> None:
    """Moves may be written in capital letters."""
    session.greet()
    game = cases.forced_move(0)
    session.send(f"position startpos moves {' '.join(map(str, game.moves)).upper()}")
    answers_with(session, game)


@must()
def a_pass_among_the_moves(session: Session) -> None:
    """A pass stands among the moves like any other."""
    session.greet()
    for seed in range(SEVERAL):
        game = cases.forced_move(seed, with_pass=True)
        session.place(game)
        answers_with(session, game)


@should()
def a_pass_may_be_left_out(session: Session) -> None:
    """A forced pass may be left out of the moves."""
    session.greet()
    game = cases.forced_move(0, with_pass=True)
    session.place_without_passes(game)
    answers_with(session, game)


@must()
def a_forced_pass_is_answered(session: Session) -> None:
    """Where the side to move must pass, the answer is a pass."""
    session.greet()
    session.place(cases.forced_pass())
    reply = session.go()
    session.check(reply.word == session.PASS, f"the move {session.PASS}", reply.line)


@must("ugi", "gtp", "nboard")
def the_end_is_answered(session: Session) -> None:
    """When the game is over, the answer is a pass."""
    session.greet()
    for game in (cases.whole_game(), cases.early_end()):
        session.place(game)
        reply = session.go()
        session.check(reply.word == session.PASS, f"the move {session.PASS}", reply.line)


@must("ugi")
def query_gameover(session: UgiSession) -> None:
    """`query gameover` is answered by `response true` when neither side has a move, else by
    `response false`."""
    session.greet()
    for game, answer in (
        (Game(), "false"),
        (cases.forced_pass(), "false"),
        (cases.whole_game(), "true"),
        (cases.early_end(), "true"),
    ):
        session.place(game)
        session.send("query gameover")
        session.expect(f"response {answer}", among="(?!)")


@must("ugi")
def query_p1turn(session: UgiSession) -> None:
    """`query p1turn` is answered by `response true` if black is to move, else by `response
    false`."""
    session.greet()
    for game in (Game(), Game("f5"), cases.forced_pass(), cases.after_pass()):
        session.place(game)
        session.send("query p1turn")
        answer = str(game.board.turn == BLACK).lower()
        session.expect(f"response {answer}", among="(?!)")


@must("ugi")
def query_result(session: UgiSession) -> None:
    """`query result` is answered by `response p1win` if black has won, `p2win`, `draw`, or `none`
    before the end."""
    session.greet()
    names = {1: "p1win", -1: "p2win", 0: "draw"}
    games = [(Game(), "none"), (cases.forced_pass(), "none")]
    games += [(cases.ended(outcome), name) for outcome, name in names.items()]
    for game, answer in games:
        session.place(game)
        session.send("query result")
        session.expect(f"response {answer}", among="(?!)")


@should("ugi")
def an_illegal_move_changes_nothing(session: UgiSession) -> None:
    """A `position` with an illegal move changes nothing."""
    session.greet()
    game = cases.forced_move(0)
    session.place(game)
    session.send("position startpos moves f5 a1")
    session.ready()
    answers_with(session, game)


@should("ugi")
def a_position_while_thinking(session: UgiSession) -> None:
    """A `position` that comes while the engine thinks is for the next `go`."""
    session.greet()
    game = cases.forced_move(0)
    session.place(Game())
    session.think()
    session.place(game)
    sent = session.send("stop")
    session.legal(Game(), session.answer(sent))
    answers_with(session, game)
