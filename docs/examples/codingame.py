"""A bot in the format of CodinGame's "Othello", on stdin and stdout.

At the start come two lines: the player's number, 0 for black or 1 for white, and the board's
size, 8. For each turn come eight rows from the top, with 0 and 1 for the players' discs and . for
an empty square, the number of legal moves, and each of them in a line of its own. The answer is
one of them, such as d3. Who must pass is not asked. An EXPERT before the move, and a MSG behind
it, are extras that are not used here. SECONDS is to be less than the referee's limit: a search
may take some hundredths of a second longer.
"""

import othello

SECONDS = 0.1

engine = othello.Engine(hash_mb=16)
engine.search("startpos", depth=1)  # loads the weights, before a clock runs
mine = "XO"[int(input())]
size = int(input())
while True:
    try:
        rows = [input() for _ in range(size)]
        legal = [input() for _ in range(int(input()))]
    except EOFError:
        break
    squares = "".join(rows).translate(str.maketrans("01.", "XO-"))
    move = engine.search(f"{squares} {mine}", seconds=SECONDS).move
    assert str(move) in legal, f"{move} is not among {legal}"
    print(move, flush=True)
