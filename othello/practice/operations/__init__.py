"""The operations of exercises, one in each module: see `othello.operation`.

Of each kind of exercises there are ``next``, which asks something, ``answer``, which judges a move,
and ``show``, which gives the answer away. Nothing is kept between two requests, but in a profile:
an answer names its exercise, of which a round of one is made (`othello.practice.rounds`).
"""
