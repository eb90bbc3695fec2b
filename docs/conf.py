"""How Sphinx builds the site: ``tox -e docs``, or ``sphinx-build -n -W docs docs/_build/html``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from docutils.nodes import Element, TextElement
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode

import othello

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import reference

reference.write_pages()

project = "othello"
author = copyright = "the othello authors"
version = release = othello.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"othello {release}"

myst_heading_anchors = 4
# The README has its pictures as HTML, with a width: they are pictures of the site too.
myst_enable_extensions = ["html_image"]

# The tutorial is run by every build: what it shows is what this version answers.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_in_temp = True
nb_merge_streams = True

default_role = "py:obj"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_preprocess_types = True

# Names that other sites explain are not linked, so that the site can be built without the network.
# What is left are our own: one of them that does not exist is an error.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!othello\.).*"),
    ("py:class", r".*\.(Item|Choice|Label|Outcome|Output|Solution|T|Verdict)"),
    ("py:obj", r".*\.T"),  # a type variable
    # Internal ones, which the reference leaves out.
    ("py:obj", r"othello\.operation(\..*)?"),
    ("py:class", r"othello\.fields\.Field"),
    (
        "py:class",
        r"othello\.(_patterns\..*|formats\.dropped_headers\.Places|gamebase\.(file\.GameTable|rows\.Rows)"
        r"|matches\.games\.PlayingEngine)|.*\.Packed",
    ),
]
# Two modules may have a class of the same name: what says no more than that is not linked to both.
suppress_warnings = ["ref.python"]


def described_by_its_class(
    app: Sphinx, what: str, name: str, value: object, skip: bool, options: Any
) -> bool | None:
    """Leave out the fields of named tuples whose class has them in its docstring."""
    if type(value).__name__ != "_tuplegetter":
        return None
    module, owner = (app.env.temp_data.get(f"autodoc:{each}") for each in ("module", "class"))
    comments = ModuleAnalyzer.for_module(module).find_attr_docs()
    return True if (owner, name) not in comments else None


def find_short_name(
    app: Sphinx, env: BuildEnvironment, node: Element, text: TextElement
) -> Element | None:
    """Link `Board` and `Board.after` as docstrings write them, if only one thing is called so."""
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or not target[:1].isupper():
        return None
    found = {
        (place.docname, place.node_id)
        for name, place in env.domains["py"].objects.items()
        if name.endswith(f".{target}")
    }
    if len(found) != 1:
        return None
    ((page, anchor),) = found
    return make_refnode(app.builder, node["refdoc"], page, anchor, text)


def find_pictures(app: Sphinx, path: object, page: str, text: list[str]) -> None:
    """Name the README's pictures as seen from this folder."""
    text[0] = text[0].replace('src="docs/', 'src="')


def setup(app: Sphinx) -> None:
    """Connect what is above."""
    app.connect("include-read", find_pictures)
    app.connect("autodoc-skip-member", described_by_its_class)
    app.connect("missing-reference", find_short_name)
