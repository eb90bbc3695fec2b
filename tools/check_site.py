"""Check every link and picture of a built site: ``python tools/check_site.py docs/_build/html``.

Sphinx checks the references that it makes itself. Raw HTML, and what a page's template adds, it
passes on as it is. Links to other sites are not followed.
"""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src"}
"""The elements that name another file, and the attribute that does."""


class Page(HTMLParser):
    """The links of a page, each with its line, and the places on it that links can name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[tuple[int, str]] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element's link and the places that it names."""
        found = dict(attrs)
        self.places |= {name for key in ("id", "name") if (name := found.get(key))}
        link = found.get(LINKS.get(tag, ""))
        if link:
            self.links.append((self.getpos()[0], link))


def faults(site: Path) -> Iterator[str]:
    """Yield a line for each link of the site that leads nowhere."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for line, link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(site.resolve())}:{line}: no file for {link!r}"
            elif place and target in pages and place not in pages[target].places:
                yield f"{path.relative_to(site.resolve())}:{line}: no place for {link!r}"


def main(folder: str) -> int:
    """Print what is wrong on stderr; return 1 if anything is."""
    site = Path(folder)
    found = list(faults(site))
    for fault in found:
        print(fault, file=sys.stderr)
    if not any(site.rglob("*.html")):
        print(f"{folder}: no pages", file=sys.stderr)
        return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
