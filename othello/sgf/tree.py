"""Trees of SGF: nodes with properties, for any game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from othello.formats.reading import Record, escaped

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)((?:\s*\[[^\]\\]*(?:\\.[^\]\\]*)*\])+))", re.S)
VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.S)
ESCAPED = re.compile(r"\\(?:\n|(.))")
"""A letter behind its backslash, or the end of a line that goes on."""


class SgfNode:
    """A node of the tree.

    `properties` has the values of each as in the file, with ``\\]`` still escaped; `children` are
    the next nodes, that of the main line first. It begins at `place` in the text that it was read
    from.
    """

    __slots__ = ("children", "place", "properties")

    def __init__(self, properties: Mapping[str, list[str]] | None = None, place: int = 0) -> None:
        self.properties: dict[str, list[str]] = dict(properties or {})
        self.children: list[SgfNode] = []
        self.place = place

    def text(self, name: str) -> str | None:
        """Return the text of a property, unescaped; None if the node lacks it.

        >>> SgfNode({"C": ["odd [but\\\\] usual"]}).text("C")
        'odd [but] usual'
        """
        values = self.properties.get(name)
        return None if values is None else ESCAPED.sub(r"\1", values[0])

    def set_text(self, name: str, text: str) -> None:
        """Set a property to a text, escaping it."""
        self.properties[name] = [escaped(text)]

    def main_line(self) -> Iterator[SgfNode]:
        """Yield this node and, from node to node, the first child of each."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


def parse_tree(record: Record, source: str) -> SgfNode:
    """Read a game in parentheses; return its first node.

    Raises FormatError if the text is not a tree of SGF.
    """
    above = SgfNode()
    node = above
    branches: list[SgfNode] = []
    place = 0
    while match := TOKEN.match(record.text, place):
        if match[1] == "(":
            branches.append(node)
        elif match[1] == ")":
            node = branches.pop()
            if not branches:
                return above.children[0]
        elif match[1] == ";":
            child = SgfNode(place=match.start(1))
            node.children.append(child)
            node = child
        else:
            values = VALUE.findall(match[3])
            node.properties.setdefault(_short(match[2]), []).extend(values)
        place = match.end()
    found = record.rest(place)
    raise record.error(source, place, f"expected an SGF game (;...), got {found}")


def _short(name: str) -> str:
    """Return a property's name without the small letters that old versions of SGF allow in it.

    >>> _short("PlayerBlack"), _short("PB"), _short("pb")
    ('PB', 'PB', 'PB')
    """
    return "".join(filter(str.isupper, name)) or name.upper()


def format_tree(root: SgfNode) -> str:
    """Return the tree below `root` as SGF text."""
    parts = ["("]
    # The nodes and parentheses still to write. A stack rather than recursion, as a game may be
    # nested deeper than Python allows.
    waiting: list[SgfNode | str] = [")", root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(";")
        for name, values in node.properties.items():
            parts.append(name + "".join(f"[{value}]" for value in values))
        for child in reversed(node.children):
            waiting += [child] if len(node.children) == 1 else [")", child, "("]
    return "".join(parts)
