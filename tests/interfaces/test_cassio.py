"""A search in Cassio's protocol that is stopped. ``recorded.jsonl`` has every command."""

import re

from support.engine_process import CassioProcess

POSITION = "--------------------------XXX------OXX-----O--------------------O"


def test_a_stopped_search() -> None:
    """While it runs, an empty line is answered by ``ok.``; ``stop`` ends it, once."""
    with CassioProcess("--hash", "1") as engine:
        engine.command("init")
        engine.send(f"ENGINE-PROTOCOL midgame-search {POSITION} -64 64 57 100")
        engine.expect(f"{POSITION}, ")
        engine.send("")
        assert engine.expect("ok.")
        engine.send("ENGINE-PROTOCOL get-search-infos")
        assert re.fullmatch(r"node \d+, time \d+\.\d{3}", engine.expect("node ")[-1])
        engine.command("stop")
        assert engine.command("stop") == []  # nothing runs
        assert engine.command("get-search-infos") == []
