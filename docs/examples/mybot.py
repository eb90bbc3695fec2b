"""A bot that takes corners and leaves the opponent few moves: a function behind UGI."""

import othello

CORNERS = {"a1", "a8", "h1", "h8"}


def choose(board, seconds):
    def danger(move):
        return str(move) not in CORNERS, len(board.after(move).legal_moves())

    best = min(board.legal_moves(), key=danger)
    print(best, "of", seconds, "seconds")  # goes to stderr, not into the protocol
    return best


othello.serve_bot(choose, name="mybot")
