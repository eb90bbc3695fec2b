"""Why a move is worse than another: its cost, its refutation, and reasons that were counted."""
