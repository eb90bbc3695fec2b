"""The operations of exercises, those of a kind in one module: see `othello.operation`.

Of each kind there are ``next``, which asks something, ``answer``, which judges a move, and
``show``, which gives the answer away. Nothing is kept between two requests, but in a profile: an
answer names its exercise, of which a round of one is made (`othello.practice.rounds`).
"""

TOGETHER = {
    "puzzle": ("kinds", "next", "answer", "hint", "show"),
    "mistakes": ("next", "answer", "hint", "show"),
    "drill": ("next", "answer", "show"),
    "endgame": ("next", "answer", "hint", "show"),
    "profile": ("keep", "list", "progress"),
}
"""The operations in each module, without its name."""
