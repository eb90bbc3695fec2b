from othello._core_generic import *  # noqa: F403
