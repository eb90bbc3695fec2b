"""The commands by heading, as ``othello --help`` lists them."""

from __future__ import annotations

from othello.operations import ANALYSE, BOOKS, DEVELOP, PLAY, PROTOCOLS, load_operation, operations

#: Names and summaries of the commands with a module in `othello.commands`, by heading. The
#: operations come after them.
COMMANDS = {
    PLAY: {
        "play": "play a game in the terminal",
        "serve": "play, explore and analyse in the browser; the same engine for programs, in JSON",
        "practise": "learn from the mistakes in your games, and learn openings by heart",
        "puzzles": "make puzzles with one right move out of games, prove them again, list them",
        "ggs": "play on GGS, the Generic Game Server, or on a referee of your own",
    },
    ANALYSE: {
        "analyse": "show what each move of a game was worth: table, graph, web page",
        "search": "find the best moves of a position",
        "solve": "solve positions exactly and check the scores against the file's",
        "board": "draw a position",
    },
    BOOKS: {
        "book": "make, mend and ask opening books",
        "games": "make a base of games, and ask it for moves, games and a player's mistakes",
        "convert": "turn files of games and positions into other formats",
    },
    PROTOCOLS: {
        "ugi": "speak the Universal Game Interface on stdin and stdout",
        "nboard": "speak the protocol of the interface NBoard",
        "gtp": "speak the Go Text Protocol, as Quarry and GoGui do",
        "xboard": "speak the protocol of XBoard and WinBoard, variant reversi",
        "cassio": "speak the protocol of Cassio, for its searches",
    },
    DEVELOP: {
        "test": "search a position suite to a fixed depth: right moves, score error",
        "match": "let two engines play each other: score, Elo, time, faults",
        "tournament": "let many engines play each other: ratings, cross table, a page of the games",
        "compare": "compare with another installation or revision: signature, speed, strength",
        "bench": "measure speed on fixed positions; the node count identifies the search",
        "scaling": "measure what more threads gain: speed-up, efficiency, nodes, balance",
        "perft": "count the leaves of the game tree",
        "selfplay": "make labelled positions for training, or balanced openings",
        "train": "fit the weights of the evaluation to labelled positions",
        "tune": "tune an engine's options by playing its settings against each other",
        "mpi": "search a position on all ranks of an MPI job",
        "verify": "check the proof of an endgame that was solved in parts",
        "referee": "a match server in the protocol of GGS: clocks, ratings, observers",
        "site": "write the page of serve as a folder for any web server, the engine in the browser",
    },
}

ALIASES = {"analyze": "analyse", "practice": "practise"}
"""American spellings of commands."""


def summaries() -> dict[str, dict[str, str]]:
    """Return the names and summaries of all commands, operations among them, by heading."""
    found = {heading: {**commands} for heading, commands in COMMANDS.items()}
    for name in operations():
        if "." not in name:  # which the command of its group lists
            cls = load_operation(name)
            summary = cls.__doc__ or ""
            found[cls.heading][name] = (summary[0].lower() + summary[1:]).removesuffix(".")
    return found


def sentence(summary: str) -> str:
    """Return a summary with a capital and a full stop."""
    return f"{summary[0].upper()}{summary[1:]}."
