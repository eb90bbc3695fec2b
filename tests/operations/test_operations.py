"""Operations: declared once, found in the command line, in both JSON faces and in the reference."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli_process import answer, json_lines, refused
from support.rooms import needs
from support.scripts import output_of
from support.source import SOURCE, text_of

from othello.commands.catalogue import summaries
from othello.errors import InvalidOption
from othello.fields import fields_of
from othello.operations import has_command, load_operation, operations

DECLARATION = '''
from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.fields import ARGUMENT, Range
from othello.operation import ASIDE, operation
from othello.operations import DEVELOP


@dataclass(frozen=True)
class Sum:
    """A sum."""

    total: int

    @property
    def text(self) -> str:
        return f"together {self.total}"


@operation(ASIDE, DEVELOP)
class Addup:
    """Add numbers up."""

    example: ClassVar[str] = "othello addup 1 --second 2"

    first: Annotated[int, ARGUMENT, Range(0, 50), "the first number"]
    second: Annotated[int, Range(0, 50), "the second number"] = 1
    negative: Annotated[bool, "change the sign"] = False

    def run(self) -> Sum:
        return Sum((self.first + self.second) * (-1 if self.negative else 1))
'''

LEVELS = '''
from typing import Annotated, ClassVar, Literal

from othello.engine import Engine
from othello.fields import Length, Range
from othello.operation import LONG, Progress, operation
from othello.operations import DEVELOP


@operation(LONG, DEVELOP)
class ScoresBy:
    """Search by several levels."""

    example: ClassVar[str] = '{"do": "scores.by", "levels": [1, 2]}'

    levels: Annotated[tuple[int, ...], Range(0, 9), Length(1, 3), "the levels"]
    most: Annotated[int | Literal["all"], Range(1, 5), "lines"] = 1

    def run(self, engine: Engine, progress: Progress) -> dict[str, list[float]]:
        """Return the scores."""
        found = []
        for level in self.levels:
            found.append(engine.search("startpos", level=level, multipv=self.most).score)
            progress({"done": len(found)})
        return {"scores": found}
'''

START = """
import sys
import othello.operations
othello.operations.__path__.append(sys.argv.pop(1))
sys.path.append(sys.argv.pop(1))
from othello.cli import main
if sys.argv[1] == "reference":
    from reference import operations_page
    print(operations_page())
elif sys.argv[1] == "openapi":
    import json
    from othello.serving.requests import openapi, parse_request
    print(json.dumps(openapi()))
else:
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def declared(tmp_path: Path):
    """Return a function that runs othello with one more operation, declared in one file."""
    (tmp_path / "addup.py").write_text(DECLARATION, encoding="utf-8")
    (tmp_path / "scores_by.py").write_text(LEVELS, encoding="utf-8")

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", START, str(tmp_path), str(SOURCE / "tools"), *words]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)

    return run


@needs("serving")
def test_one_declaration_has_all_faces(declared) -> None:
    assert "addup      add numbers up" in declared("--help").stdout
    assert "--second N" in declared("addup", "--help").stdout
    assert declared("addup", "3", "--second", "4", "--negative").stdout == "together -7\n"
    as_json = declared("addup", "3", "--json").stdout.splitlines()
    assert json.loads(as_json[0]) == {"total": 4}
    asked = {"id": 1, "do": "addup", "first": 3}
    told = declared("serve", "--stdio", stdin=json.dumps(asked) + "\n").stdout
    assert json.loads(told) == {"id": 1, "result": json.loads(as_json[0])}
    schema = json.loads(declared("openapi").stdout)["components"]["schemas"]["addup"]
    assert schema["required"] == ["do", "first"]
    assert schema["properties"]["second"]["maximum"] == 50
    assert "| `second` | `--second` | whole number, 0 to 50; 1 |" in declared("reference").stdout


@needs("serving")
@pytest.mark.parametrize(
    ("words", "field", "expected"),
    [
        (["3", "--second", "51"], {"first": 3, "second": 51}, "50"),
        (["x"], {"first": "x"}, "'x': expected"),
        ([], {}, "first"),
    ],
)
def test_values_are_checked_in_each_face(declared, words, field, expected) -> None:
    refused = declared("addup", *words)
    assert refused.returncode == 2 and expected in refused.stderr.lower()
    asked = {"id": 1, "do": "addup", **field}
    told = declared("serve", "--stdio", stdin=json.dumps(asked) + "\n").stdout
    assert expected in json.loads(told)["error"]["message"]


@needs("serving")
def test_an_operation_without_a_command_tells_how_far_it_is(declared) -> None:
    assert "is no command" in declared("scores.by").stderr
    lines = [
        {"id": 1, "do": "scores.by", "levels": [1, 2], "most": "all"},
        {"id": 2, "do": "scores.by", "levels": [1, 10]},
        {"id": 3, "do": "scores.by", "levels": [1, 2, 3, 4]},
        {"id": 4, "do": "scores.by", "levels": [1], "most": "few"},
    ]
    told = declared("serve", "--stdio", stdin="".join(json.dumps(each) + "\n" for each in lines))
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [each["info"]["done"] for each in answers if "info" in each] == [1, 2]
    last = {each["id"]: each for each in answers}
    assert len(last[1]["result"]["scores"]) == 2
    for id, expected in ((2, "9"), (3, "at most 3 items"), (4, "'all'")):
        assert expected in last[id]["error"]["message"]


def test_values_are_checked_in_python() -> None:
    with pytest.raises(InvalidOption, match="invalid level 61: expected 0 to 60"):
        load_operation("analyse")(moves="f5", level=61)


@needs("serving")
def test_every_operation_is_described() -> None:
    from othello.serving.requests import openapi, parse_request

    assert len(operations()) > 3
    schemas = openapi()["components"]["schemas"]
    for name in operations():
        cls = load_operation(name)
        assert cls.__doc__.endswith(".")
        if has_command(name):
            assert cls.example.startswith(f"othello {name.replace('.', ' ')}")
        else:
            assert parse_request(cls.example, "example").do == name
        fields = fields_of(cls)
        assert all(field.help for field in fields)
        assert {field.name for field in fields} == schemas[name]["properties"].keys() - {"id", "do"}


def test_the_reference_has_every_operation_and_command() -> None:
    code = "import reference; print(reference.operations_page(), reference.commands_page())"
    pages = output_of(code, cwd=SOURCE / "tools")
    assert [name for name in operations() if f"\n## {name}\n" not in pages] == []
    commands = [name for names in summaries().values() for name in names]
    assert [name for name in commands if f"\n### {name}\n" not in pages] == []


def test_the_stub_of_keywords_is_up_to_date() -> None:
    code = "import reference; print(reference.limit_keywords(), end='')"
    stub = text_of("othello/_limit_keywords.pyi")
    assert output_of(code, cwd=SOURCE / "tools") == stub, "run python tools/reference.py"


@needs("bookmaking")
def test_the_line_of_the_book() -> None:
    steps = json_lines("book", "line", "f5d6c3", "--plies", "4", "--json")
    assert steps[-1] == {"total": {"line": 4}}
    position = "f5d6c3"
    for step in steps[:-1]:
        best = json_lines("book", "show", "shipped", position, "--json")[0]["moves"][0]
        assert (step["move"], step["score"]) == (best["move"], best["score"])
        position += step["move"]
    assert "Tiger" in answer("book", "line", "f5d6c3d3")
    assert "the book does not have this position" in refused(
        "book", "line", "X" * 40 + "O" * 4 + "-" * 20, "X"
    )
