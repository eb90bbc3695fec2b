"""Plug-ins: each hook works, and a broken one is named in one line and costs nothing else."""

import json
import re
from pathlib import Path

import pytest
from support.cli_process import answer, othello, written
from support.plugins import declared, path_with, placed
from support.rooms import needs
from support.scripts import output_of
from support.watched import unwatched

from othello import plugins as plugins  # the room, which may not be there


@pytest.fixture
def example(tmp_path: Path) -> dict[str, str]:
    """The environment of a process with the plug-in of the docs."""
    return path_with(placed(tmp_path / "path", "example"))


@pytest.fixture
def hooks(tmp_path: Path) -> dict[str, str]:
    """The environment of a process with a plug-in that has all the other hooks."""
    return path_with(placed(tmp_path / "path", "hooks"))


# ---------------------------------------------------------------------- the example of the docs


def test_an_operation_is_a_command_and_a_request(example: dict[str, str]) -> None:
    assert answer("corners", "f5d6", **example) == "black 0, white 0\n"
    told = answer("corners", f"{'X' + 62 * '-' + 'O'} X", "--json", **example)
    assert json.loads(told.splitlines()[0]) == {"black": 1, "white": 1}
    assert "  corners    count the corners of each side\n" in answer("--help", **example)


@needs("serving")
def test_an_operation_is_checked_and_described_as_ours_are(example: dict[str, str]) -> None:
    pytest.importorskip("pydantic")
    lines = [{"id": 1, "do": "corners"}, {"id": 2, "do": "corners", "position": 3}]
    stdin = "".join(f"{json.dumps(line)}\n" for line in lines)
    right, wrong = map(json.loads, answer("serve", "--stdio", stdin=stdin, **example).splitlines())
    assert right == {"id": 1, "result": {"black": 0, "white": 0}}
    assert wrong["error"]["message"] == "invalid position 3: expected a valid string"
    script = (
        "import json; from othello.serving.requests import openapi; print(json.dumps(openapi()))"
    )
    schema = json.loads(output_of(script, **example))["components"]["schemas"]["corners"]
    assert schema["properties"]["position"]["maxLength"] > 64


def test_a_format_is_read_recognised_and_written(example: dict[str, str], tmp_path: Path) -> None:
    for name in ("games.dashed", "games.unknown"):  # by its ending, and by what is in it
        file = written(tmp_path / name, "f5-d6-c3\nf5-f6-e6\n")
        assert answer("convert", file, tmp_path / f"{name}.txt", **example).startswith("2 read")
    written(tmp_path / "a.txt", "f5d6c3\nf5f6e6\n")
    back = answer("convert", tmp_path / "a.txt", "-", "--to", "dashed", **example)
    assert back == "f5-d6-c3\nf5-f6-e6\n"
    script = (
        "import othello; game = othello.Game.from_dashed('f5-d6'); print(game, game.to_dashed())"
    )
    assert output_of(script, **example) == "Game('f5d6') f5-d6\n"


def test_plug_ins_are_listed(example: dict[str, str], hooks: dict[str, str]) -> None:
    first, second = sorted(answer("plugins", **hooks).splitlines())
    assert first == "corners     othello-corners 1.0: operations corners; formats dashed"
    assert second.startswith("hooks       othello-hooks 2.0: commands greet; provides protocol,")
    assert json.loads(answer("plugins", "--json").splitlines()[-1]) == {"total": {"plugins": 0}}


# ---------------------------------------------------------------------- the other hooks


def test_a_command_written_by_hand(hooks: dict[str, str]) -> None:
    assert answer("greet", "Ann", **hooks) == "Hello, Ann\n"
    assert "Greetings:\n  greet      say hello\n" in answer("--help", **hooks)


def test_a_protocol_is_chosen_by_its_first_line(hooks: dict[str, str]) -> None:
    assert answer(stdin="greetings\nisready\n", **hooks) == "you said greetings\nyou said isready\n"
    assert answer(stdin="isready\ngreetings\n", **hooks).startswith("readyok\ninfo string error")


def test_an_evaluation_has_a_name(hooks: dict[str, str]) -> None:
    script = (
        "from othello import Engine\n"
        "with Engine(evaluation='discs', hash_mb=1) as engine:\n"
        "    print(engine.evaluate('f5'), engine.search('f5', depth=1).score)"
    )
    assert output_of(script, **hooks) == "-3.0 0.0\n"
    lines = ["setoption name Evaluation value discs", "position startpos", "go depth 1"]
    assert " score cp 300 " in answer("ugi", stdin="\n".join(lines), **hooks)
    lines[0] = "setoption name Evaluation value corners"
    assert "expected pattern, classic\n" in answer("ugi", stdin="\n".join(lines), **hooks)


@needs("practice")
def test_a_kind_of_exercise(hooks: dict[str, str]) -> None:
    assert answer("practise", "corners", "h8", **hooks) == "right\n"


@needs("server")
def test_a_tab_of_the_page(hooks: dict[str, str]) -> None:
    script = (
        "from othello.server.assets import asset, bundled_script, page_assets, translations\n"
        "print('id=\"tab-greeting\"' in asset('index.html'), 'greeting.js' in page_assets())\n"
        "print('const module_greeting = ' in bundled_script())\n"
        "print(translations()['fr']['texts']['Greeting'])"
    )
    assert output_of(script, **hooks) == "True True\nTrue\nBonjour\n"


# ---------------------------------------------------------------------- what is wrong with one

ROOM = """
from othello.operation import ASIDE, READ, operation
from othello.rooms import Room

@operation(ASIDE, "")
class CornersOdd:
    example = ""
    number: complex = 1j
    def run(self) -> dict[str, int]: ...

@operation(READ, "")
class CornersSlow:
    example = "othello corners slow"
    def run(self, progress: object) -> dict[str, int]: ...

@operation("slow", "")
class CornersLane:
    example = ""
    def run(self) -> dict[str, int]: ...

ROOM = Room({})
"""


def room_with(declared: str) -> str:
    """Return a module that declares something in its room."""
    return ROOM.replace("{}", declared)


BROKEN = {
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module'",
    "1 +": "SyntaxError: invalid syntax (bad.py, line 1)",
    "raise SystemExit(3)": "SystemExit: 3",
    "x = 1": "AttributeError: module 'bad' has no attribute 'ROOM'",
    "ROOM = 3": "bad:ROOM is 3: expected a Room",
    room_with("formats=['a']"): "AttributeError: 'list' object has no attribute 'items'",
    room_with("provides={'cluster': 'bad'}"): (
        "it provides cluster: expected protocol, evaluator, practise"
    ),
}
"""Plug-ins that are left out whole, and why."""

ANOTHER = "expected another name"

BROKEN_PARTS = {
    "formats={'transcript': 'bad'}": (
        "transcript (formats)",
        f"there is another transcript: {ANOTHER}",
    ),
    "formats={'a': 'bad'}": (
        "a (formats)",
        "AttributeError: module 'bad' has no attribute 'FORMAT'",
    ),
    "operations={'solve': 'bad'}": ("solve (operations)", f"there is another solve: {ANOTHER}"),
    "operations={'room': 'othello.rooms'}": (
        "room (operations)",
        "<class 'othello.rooms.Room'> has no lane, heading, example",
    ),
    "operations={'corners.odd': 'bad'}": (
        "corners.odd (operations)",
        "the type of number is <class 'complex'>: expected int, float, str, bool, or a Literal, "
        "dict or tuple of them",
    ),
    "operations={'corners.slow': 'bad'}": (
        "corners.slow (operations)",
        "its run takes progress: expected engine, evaluator, book",
    ),
    "operations={'corners.lane': 'bad'}": (
        "corners.lane (operations)",
        "its lane is 'slow': expected aside, read, short, search, long",
    ),
    "commands={'A': {'greet': 'b'}}": (
        "greet (commands)",
        "ModuleNotFoundError: No module named 'bad.commands'; 'bad' is not a package",
    ),
    "commands={'A': {'search': 'b'}}": ("search (commands)", f"there is another search: {ANOTHER}"),
    "provides={'protocol': 'bad'}": ("protocol", "bad has no handler_for"),
    "provides={'evaluator': 'none'}": (
        "evaluator",
        "ModuleNotFoundError: No module named 'none'",
    ),
}
"""Plug-ins of which a part is left out: which, and why."""

ALL_KINDS = """
from othello.commands.catalogue import summaries
from othello.convert import FORMATS
from othello.rooms import providers
print(len(summaries()), len(FORMATS), *providers("protocol"))
"""


def warnings_of(script: str, folder: Path) -> list[str]:
    """Return the texts of the warnings of a script."""
    script = f"import warnings\nwarnings.showwarning = lambda told, *_: print('!', told)\n{script}"
    return re.findall("^! left out (.*)$", output_of(script, **path_with(folder)), re.M)


CASES = [
    *((text, f"plug-in bad of bad 0.1: {why}") for text, why in BROKEN.items()),
    *(
        (room_with(room), f"{what} of plug-in bad: {why}")
        for room, (what, why) in BROKEN_PARTS.items()
    ),
]


@pytest.mark.parametrize(("text", "told"), CASES, ids=[told for _, told in CASES])
def test_a_broken_plug_in_is_named_in_one_line(text: str, told: str, tmp_path: Path) -> None:
    folder = declared(placed(tmp_path / "path", "example"), "bad", "0.1", "bad = bad:ROOM")
    written(folder / "bad.py", text)
    assert warnings_of(ALL_KINDS, folder) == [told]
    result = othello("corners", "f5", **path_with(folder))
    assert (result.returncode, result.stdout) == (0, "black 0, white 0\n")
    assert result.stderr in ("", f"othello: warning: left out {told}\n")


@needs("server")
@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("board.js", "", f"there is another board.js: {ANOTHER}"),
        ("tab.html", '<button id="tab-new">\n<section>', "KeyError: 'new.js'"),
        ("tab.html", "<button>", "IndexError: list index out of range"),
        ("words/fr.json", "{", "JSONDecodeError: Expecting property name"),
    ],
)
def test_a_broken_page_is_left_out(file: str, text: str, why: str, tmp_path: Path) -> None:
    folder = placed(tmp_path / "path", "hooks")
    page = folder / "othello_hooks" / "page"
    written(page / file, text)
    script = "from othello.server.assets import page_assets; print('greeting.js' in page_assets())"
    (told,) = warnings_of(script, folder)
    assert told.startswith(f"{page} (page) of plug-in hooks: {why}")
    assert (
        output_of(
            f"import warnings; warnings.simplefilter('ignore'); {script}", **path_with(folder)
        )
        == "False\n"
    )


def test_names_of_rooms_and_of_other_plug_ins_are_taken(tmp_path: Path) -> None:
    folder = placed(tmp_path / "path", "example")
    declared(folder, "other", "0.1", "corners = othello_corners:ROOM")
    declared(folder, "third", "0.1", "plugins = othello_corners:ROOM")
    first, second = sorted(warnings_of(ALL_KINDS, folder))
    assert re.fullmatch(rf"plug-in corners of .*: there is another corners: {ANOTHER}", first)
    assert second == f"plug-in plugins of third 0.1: there is another plugins: {ANOTHER}"


def test_a_damaged_file_of_any_distribution_costs_the_plug_ins_alone(tmp_path: Path) -> None:
    folder = declared(placed(tmp_path / "path", "example"), "other", "0.1", "no equals sign")
    (told,) = warnings_of(ALL_KINDS, folder)
    assert told.startswith("all plug-ins: ")


@unwatched
@pytest.mark.parametrize("words", [["ugi"], ["names", "tiger"], ["search", "f5", "--depth", "1"]])
def test_what_is_ours_is_done_without_looking_for_plug_ins(
    words: list[str], tmp_path: Path
) -> None:
    folder = declared(tmp_path / "path", "bad", "0.1", "bad = no_such_module:ROOM")
    result = othello(*words, stdin="isready\n", PYTHONPROFILEIMPORTTIME="1", **path_with(folder))
    assert result.returncode == 0 and "othello.rooms" in result.stderr
    assert "othello.plugins.finding" not in result.stderr
