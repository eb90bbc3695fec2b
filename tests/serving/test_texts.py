"""The served files: how large they are, and that every text has its translations."""

from __future__ import annotations

import re

from othello.analysis.moves import ALL, FORCED, PHASES, VERDICTS
from othello.web.assets import asset, site_assets

MOST_BYTES = 150_000

#: What the scripts translate that is no literal in a call of `t`.
OTHER_TEXTS = {*VERDICTS, FORCED, *PHASES, ALL, "Moves", "Link"}


def test_all_files_together_are_small() -> None:
    assert sum(map(len, site_assets().values())) <= MOST_BYTES


def used_texts() -> set[str]:
    page = asset("index.html")
    texts = set(re.findall(r'data-t(?:-label)?="([^"]+)"', page)) | OTHER_TEXTS
    for name in site_assets():
        if name.endswith(".js"):
            texts |= set(re.findall(r'\bt\((?:[^"()]*\? )?"([^"]+)"', asset(name)))
    play = asset("play.js")
    texts |= set(re.findall(r'^  \["([^"]+)", \{', play, re.M))
    for table in ("COLOURS", "CLOCKS"):
        (row,) = re.findall(rf"^const {table} = \[(.*)\];$", play, re.M)
        texts |= set(re.findall(r'\["([^"]+)"', row))
    return texts


def test_every_text_is_translated() -> None:
    rows = re.findall(r'^  "([^"]+)": \["([^"]+)", "([^"]+)"\],$', asset("languages.js"), re.M)
    known = {text for text, *_ in rows}
    assert len(rows) == len(known) > 100
    assert used_texts() - known == set()
    for text, *others in rows:
        for other in others:
            assert sorted(re.findall(r"\{\w+\}", other)) == sorted(re.findall(r"\{\w+\}", text))


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = asset("index.html")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*src=)|https?:", page)
