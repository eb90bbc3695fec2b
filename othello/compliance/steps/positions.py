"""Positions: by moves and as text, with passes, and when the game is over."""

import re

from othello.compliance import cases
from othello.compliance.session import ANYTHING, Session
from othello.compliance.sessions.gtp import GtpSession
from othello.compliance.sessions.nboard import NBoardSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession
from othello.compliance.step import must, should
from othello.game import Game
from othello.notation import BLACK, PASS, SIDE_NAMES

SEVERAL = 5
"""How many positions are tried, where one could be right by chance."""


@must()
def moves_are_played(session: Session) -> None:
    """The moves of a position are played one after the other, the side to move first."""
    for seed in range(SEVERAL):
        game = cases.forced_move(seed)
        session.place(game)
        session.legal(session.go())


@must("ugi", "xboard")
def a_position_as_text(session: Session) -> None:
    """A position may be given as text, and moves may follow it."""
    for seed in range(SEVERAL):
        moves = cases.forced_move(seed).moves
        start = Game(moves[:-2]).board
        game = Game(moves[-2:], start=start)
        session.place(game)
        session.legal(session.go())


@should("ugi")
def a_position_as_obf(session: UgiSession) -> None:
    """The 64 characters of an OBF board, and the side to move, may stand for a FEN."""
    game = cases.forced_move(0)
    session.place_by(game, f"position fen {game.board.to_obf()}")
    session.legal(session.go())


@should("ugi")
def capital_letters_are_read(session: UgiSession) -> None:
    """An engine reads capital letters too."""
    game = cases.forced_move(0)
    session.place_by(game, f"position startpos moves {' '.join(map(str, game.moves)).upper()}")
    session.legal(session.go())


@must("ugi", "nboard", "xboard")
def a_pass_among_the_moves(session: Session) -> None:
    """A pass stands among the moves like any other."""
    told_passes(session)


def told_passes(session: Session) -> None:
    """Check positions that a pass has led to, which is told."""
    for seed in range(SEVERAL):
        game = cases.forced_move(seed, with_pass=True)
        session.place(game, passes=True)
        session.legal(session.go())


@should("ugi", "gtp", "nboard")
def a_pass_may_be_left_out(session: Session) -> None:
    """A forced pass may be left out of the moves."""
    game = cases.forced_move(0, with_pass=True)
    session.place(game, passes=False)
    session.legal(session.go())


@must()
def a_forced_pass_is_answered(session: Session) -> None:
    """Where the side to move must pass, the answer is a pass."""
    session.place(cases.forced_pass())
    passes(session)


@should("ugi", "gtp", "nboard")
def the_end_is_answered(session: Session) -> None:
    """When the game is over, the answer is a pass."""
    for game in (cases.whole_game(), cases.early_end()):
        session.place(game)
        passes(session)


def passes(session: Session) -> None:
    """Check that a pass is answered."""
    reply = session.go()
    session.check(reply.move is PASS, f"the move {session.PASS}", reply.line)


@must("ugi")
def query_gameover(session: UgiSession) -> None:
    """`query gameover` is answered by `response true` when neither side has a move, else by
    `response false`."""
    games = (Game(), cases.forced_pass(), cases.whole_game(), cases.early_end())
    answers(session, "gameover", [(game, str(game.is_over).lower()) for game in games])


@must("ugi")
def query_p1turn(session: UgiSession) -> None:
    """`query p1turn` is answered by `response true` if black is to move, else by `response
    false`."""
    games = (Game(), Game("f5"), cases.forced_pass(), cases.after_pass())
    answers(session, "p1turn", [(game, str(game.board.turn == BLACK).lower()) for game in games])


@must("ugi")
def query_result(session: UgiSession) -> None:
    """`query result` is answered by `response p1win` if black has won, `p2win`, `draw`, or `none`
    before the end."""
    going_on = [(Game(), "none"), (cases.forced_pass(), "none")]
    ended = [(cases.ended(1), "p1win"), (cases.ended(-1), "p2win"), (cases.ended(0), "draw")]
    answers(session, "result", going_on + ended)


def answers(session: UgiSession, query: str, expected: list[tuple[Game, str]]) -> None:
    """Check the answers to a query after some games."""
    for game, answer in expected:
        session.place(game)
        session.send(f"query {query}")
        session.expect(f"response {answer}")


@should("ugi")
def an_illegal_move_changes_nothing(session: UgiSession) -> None:
    """A `position` with an illegal move changes nothing."""
    game = cases.forced_move(0)
    session.place(game)
    for moves in ("f5 a1", f"f5 {session.PASS}"):
        session.send(f"position startpos moves {moves}")
        session.ready()
        session.legal(session.go())


# ---------------------------------------------------------------------- what other protocols have


@must("gtp")
def genmove_plays_its_move(session: GtpSession) -> None:
    """`genmove COLOUR` plays the move that it answers, so the other colour is next."""
    for _ in range(4):
        session.place(session.known)
        session.legal(session.go())


@should("gtp")
def a_pass_is_played(session: GtpSession) -> None:
    """`play COLOUR PASS` is accepted where the colour must pass."""
    told_passes(session)


@should("gtp")
def reg_genmove_plays_nothing(session: GtpSession) -> None:
    """`reg_genmove COLOUR` answers a move and does not play it."""
    session.needs("reg_genmove")
    game = cases.forced_move(0)
    session.place(game)
    session.ask(f"reg_genmove {SIDE_NAMES[game.board.turn]}")
    session.legal(session.go())


@must("gtp")
def an_illegal_play_is_refused(session: GtpSession) -> None:
    """`play` with an illegal move is answered by `?`, and changes nothing."""
    game = cases.forced_move(0)
    session.place(game)
    succeeds, _ = session.result(f"play {SIDE_NAMES[game.board.turn]} D4")
    session.check(not succeeds, "?, as there is a disc on D4", "=")
    session.legal(session.go())


@should("gtp")
def undo_takes_moves_back(session: GtpSession) -> None:
    """`undo` takes one move back, and may be repeated."""
    session.needs("undo")
    game = cases.forced_move(0)
    session.place(game)
    session.go()
    session.ask("undo")
    session.known = game.copy()
    session.legal(session.go())
    for _ in range(3):
        session.ask("undo")
    session.known = game[:-2]
    session.place(game)
    session.legal(session.go())


@should("gtp")
def final_score_counts_discs(session: GtpSession) -> None:
    """After a game `final_score` is `B+N`, `W+N` or `0`, and empty squares are the winner's."""
    session.needs("final_score")
    for game in (cases.whole_game(), cases.early_end(), cases.ended(0)):
        session.place(game)
        discs = game.result() or 0
        expected = f"{'B' if discs > 0 else 'W'}+{abs(discs)}" if discs else "0"
        answer = session.ask("final_score").split()
        session.check(answer[:1] == [expected], expected, " ".join(answer))


@must("nboard")
def go_does_not_play(session: NBoardSession) -> None:
    """`go` answers a move and does not play it."""
    game = cases.forced_move(0)
    session.place(game)
    session.legal(session.go())
    session.legal(session.go())


@must("nboard")
def move_plays(session: NBoardSession) -> None:
    """`move M/EVAL/SECONDS` plays a move; what follows the move may be missing."""
    game = cases.forced_move(0)
    session.place(game[:-2])
    last, very_last = (str(move).upper() for move in game.moves[-2:])
    session.place_by(game, f"move {last}", f"move {very_last}/-1.30/0.5")
    session.legal(session.go())


@should("nboard")
def an_answer_has_its_form(session: NBoardSession) -> None:
    """The answer to `go` is `=== M`, `=== M/EVAL` or `=== M/EVAL/SECONDS`."""
    session.place(Game())
    reply = session.go()
    form = r"=== [A-Ha-h][1-8](/(-?[0-9.]+)?(/[0-9.]+)?)?"
    session.check(re.fullmatch(form, reply.line), "=== M/EVAL/SECONDS", reply.line)


@must("nboard")
def hint_reports(session: NBoardSession) -> None:
    """`hint N` reports lines `search PV EVAL 0 DEPTH`, or `book …`, until the next command."""
    session.place(Game("f5d6"))
    session.send("set depth 6", "hint 2")
    session.expect(r"(search|book)\s+\S+\s+[-+]?[0-9.]+\s+\d+\s+\S.*", among=ANYTHING)
    session.ready()
    session.silence()


@should("nboard")
def learn_is_answered(session: NBoardSession) -> None:
    """`learn` is answered by `learned`, in old engines by `learn`."""
    session.place(Game("f5d6"))
    session.send("set depth 1", "learn")
    session.expect("learn(ed)?", among=ANYTHING)


@must("xboard")
def the_engine_replies_to_a_move(session: XBoardSession) -> None:
    """After `new` the engine plays the second side, and replies to each `usermove`."""
    sent = session.place_by(Game("f5"), "sd 1", session.move_line("f5"))
    session.legal(session.answer(sent))


@must("xboard")
def force_is_silent(session: XBoardSession) -> None:
    """In force mode the engine makes no moves."""
    session.send("sd 1", "force", *map(session.move_line, Game("f5d6c3").moves))
    session.silence()


@must("xboard")
def an_illegal_move_is_refused(session: XBoardSession) -> None:
    """An illegal `usermove` is answered by `Illegal move`, and changes nothing."""
    game = cases.forced_move(0)
    session.place(game)
    session.send(session.move_line("d4"))
    session.expect(r"Illegal move.*")
    session.legal(session.go())


@should("xboard")
def the_result_is_said(session: XBoardSession) -> None:
    """After the last move the engine says `1-0`, `0-1` or `1/2-1/2`, and may give the reason."""
    for winner, name in ((1, "1-0"), (-1, "0-1"), (0, "1/2-1/2")):
        session.place(cases.ended(winner))
        session.expect(rf"{name}(\s+\{{.*\}})?", among=ANYTHING)


@should("xboard")
def undo_takes_one_move_back(session: XBoardSession) -> None:
    """`undo` takes one move back."""
    game = cases.forced_move(0)
    session.place(game)
    session.send(session.move_line(game.board.legal_moves()[0]), "undo")
    session.legal(session.go())
