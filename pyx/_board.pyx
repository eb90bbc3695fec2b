# cython: language_level=3, binding=False, embedsignature=True, embedsignature.format=clinic
"""`Board` and `Position`: the rules of Othello for Python, at the speed of C.

Compiled once, for any processor, and apart from the engine: a program that only plays loads
neither its tables nor its threads. What a move or a text means is left to `othello.notation`.
"""

include "moving.pxi"
include "board.pxi"
include "walking.pxi"
