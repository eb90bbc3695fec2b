"""SGF's trees: nodes with properties, of any game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from othello.errors import quote
from othello.formats import Record

__all__ = ["SgfNode", "format_tree", "parse_tree"]

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)((?:\s*\[[^\]\\]*(?:\\.[^\]\\]*)*\])+))", re.S)
VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.S)


class SgfNode:
    """A node of the tree.

    Attributes
    ----------
    properties : dict of str to list of str
        The values of each property as the file has them, ``\\]`` still escaped.
    children : list of SgfNode
        What may follow, the main line first.
    """

    __slots__ = ("children", "properties")

    def __init__(self, properties: Mapping[str, list[str]] | None = None) -> None:
        self.properties: dict[str, list[str]] = dict(properties or {})
        self.children: list[SgfNode] = []

    def text(self, name: str) -> str | None:
        """Return the value of a property that is a text, unescaped; None if it has none.

        >>> SgfNode({"C": ["odd [but\\\\] usual"]}).text("C")
        'odd [but] usual'
        """
        values = self.properties.get(name)
        return None if values is None else re.sub(r"\\(\n?)(.?)", r"\2", values[0], flags=re.S)

    def set_text(self, name: str, text: str) -> None:
        """Set a property that is a text."""
        self.properties[name] = [re.sub(r"([\]\\])", r"\\\1", text)]

    def main_line(self) -> Iterator[SgfNode]:
        """Yield this node and the ones that follow along the first variations."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


def parse_tree(record: Record, source: str) -> SgfNode:
    """Return the first node of a game in parentheses.

    Raises
    ------
    FormatError
        If it is no such thing.
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
            child = SgfNode()
            node.children.append(child)
            node = child
        else:
            values = VALUE.findall(match[3])
            node.properties.setdefault(match[2].upper(), []).extend(values)
        place = match.end()
    found = quote(record.text[place : place + 20].strip())
    raise record.error(source, place, f"expected an SGF game (;...), got {found}")


def format_tree(root: SgfNode) -> str:
    """Return the text that `parse_tree` reads as the tree below `root`."""
    parts = ["("]
    # A stack, as a game may be nested deeper than Python's: nodes, and what stands between them.
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
