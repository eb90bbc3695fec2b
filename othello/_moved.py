"""Older names of modules that have moved: they work until the next major version."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MOVED = {
    "analysis.course": "explaining.line_statistics",
    "analysis.explanation": "explaining.explanation",
    "analysis.facts": "explaining.reasons",
    "analysis.line_statistics": "explaining.line_statistics",
    "analysis.phrases": "explaining.wording",
    "analysis.reasons": "explaining.reasons",
    "analysis.wording": "explaining.wording",
    "async_engine": "engine.asynchronous",
    "book.check": "bookmaking.check",
    "book.edax": "bookmaking.edax",
    "book.egaroucid": "bookmaking.egaroucid",
    "book.exchange": "bookmaking.exchange",
    "book.formats": "bookmaking.formats",
    "book.graph": "bookmaking.graph",
    "book.growth": "bookmaking.growth",
    "book.lines": "bookmaking.lines",
    "book.links": "bookmaking.links",
    "book.searching": "bookmaking.searching",
    "book.selection": "bookmaking.selection",
    "formats.ggf": "ggf.games",
    "formats.headers": "pasted.headers",
    "formats.move_text": "pasted.move_text",
    "formats.pasted": "pasted.move_text",
    "formats.sgf": "sgf.games",
    "formats.sgf_charset": "sgf.charset",
    "formats.sgf_tree": "sgf.tree",
    "formats.table": "pasted.table",
    "formats.wthor": "wthor.games",
    "formats.wthor_names": "wthor.names",
    "matches.arena": "matches.games",
    "matches.crosstable": "matches.tournament",
    "matches.distributed": "matches.with_cluster",
    "matches.elo": "matches.statistics",
    "matches.glicko": "ratings.glicko",
    "matches.pentanomial": "matches.statistics",
    "matches.ratings": "matches.tournament",
    "matches.sprt": "matches.statistics",
    "matches.spsa": "matches.tuning",
    "matches.standing": "matches.score",
    "measuring.estimate": "analysis.estimate",
    "measuring.interrupt": "analysis.interrupt",
    "measuring.suite": "analysis.suite",
    "operations.batch": "serving.operations.batch",
    "operations.explain": "explaining.operations.explain",
    "operations.format": "serving.operations.format",
    "operations.games_file": "serving.operations.games_file",
    "operations.games_text": "serving.operations.games_text",
    "practice.hardness": "practice.repertoire",
    "practice.imports": "practice.card_files",
    "practice.making": "practice.puzzle_making",
    "practice.human_moves": "practice.drills",
    "practice.plots": "practice.progress",
    "practice.people": "practice.drills",
    "probcut": "weights.probcut",
    "protocol.bench": "measuring.bench",
    "protocol.bot": "client.bot",
    "serving.bases": "gamebase.serving.bases",
    "serving.tasks": "serving.scheduler",
    "training.finishing": "training.train",
    "weights.coarse": "site.coarse",
}
"""For the older name of each module that was documented, the one that now has its names."""


class OlderNames:
    """Imports the module that has moved when it is asked for by its older name."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return a specification for an older name, else None."""
        if name.removeprefix("othello.") not in MOVED:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, OlderNames)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Put the module that has moved in the place of the empty `module`."""
        from importlib import import_module

        from othello.errors import warn

        older = module.__name__
        newer = f"othello.{MOVED[older.removeprefix('othello.')]}"
        warn(f"{older}: expected {newer}", DeprecationWarning)
        sys.modules[older] = import_module(newer)


# Behind all others: it is asked only for what nobody else has found.
sys.meta_path.append(OlderNames)
