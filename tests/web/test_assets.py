"""The shared scripts: modules for a server, one script for a page that is a file."""

import re

import pytest

from othello.web import assets
from othello.web.assets import STYLE, asset, bundled_script, inlined_script, site_assets

SCRIPTS = sorted(name for name in site_assets() if name.endswith(".js"))

IMPORT = re.compile(r"^import \{([^}]*)\} from \"\./(.+)\";$", re.M)
DECLARATION = re.compile(
    r"^(?:export )?(?:async )?(?:function|const|let|class) "
    r"(?:(\w+)|[\[{]([^\]}]*)[\]}])",
    re.M,
)


def needed_by(script: str) -> set[str]:
    """Return a script's name and those of all that it imports."""
    found = {script}
    for _, source in IMPORT.findall(asset(script)):
        found |= needed_by(source)
    return found


INLINED = needed_by("analysis.js")
"""The scripts of the page that is one file; the others are for the served page only."""


def declared(script: str) -> list[str]:
    """Return the names that a script declares at its top."""
    names = []
    for one, several in DECLARATION.findall(script):
        names += [one] if one else re.findall(r"\w+", several)
    return names


def test_modules_declare_no_name_twice() -> None:
    """One script could not hold them otherwise."""
    names = [name for script in INLINED for name in declared(asset(script))]
    assert len(names) > 30 and len(names) == len(set(names))


def test_what_is_imported_is_exported() -> None:
    n_imports = 0
    for script in SCRIPTS:
        for names, source in IMPORT.findall(asset(script)):
            for name in map(str.strip, names.split(",")):
                export = rf"^export (?:(?:async )?function|const|class) {name}\b"
                assert re.search(export, asset(source), re.M), name
                n_imports += 1
    assert n_imports > 15


def test_what_is_imported_is_used() -> None:
    for script in SCRIPTS:
        text = IMPORT.sub("", asset(script))
        for names, _ in IMPORT.findall(asset(script)):
            for name in map(str.strip, names.split(",")):
                assert re.search(rf"\b{name}\b", text) or not name, f"{name} in {script}"


def test_the_inlined_script_holds_each_module_once() -> None:
    script = inlined_script("analysis.js")
    assert not re.search(r"^(?:import|export)\b", script, re.M)
    names = declared(script)
    assert len(names) == len(set(names))
    assert set(names) == {name for used in INLINED for name in declared(asset(used))}
    assert script.index("function after(") < script.index("function drawPieces(")


def test_the_served_page_is_one_script_with_each_module_once() -> None:
    """A module stands behind those that it imports: none may need itself, by way of others."""
    script = bundled_script("serve.js")
    assert not re.search(r"^(?:import|export)\b", script, re.M)
    begun = re.findall(r"^const module_(\w+) = \(\(\) => \{$", script, re.M)
    assert sorted(f"{name}.js" for name in begun) == sorted(needed_by("serve.js"))
    places = {f"{name}.js": place for place, name in enumerate(begun)}
    for name in places:
        for _, source in IMPORT.findall(asset(name)):
            assert places[source] < places[name], f"{name} imports {source}, which imports it"


def test_nothing_is_loaded_from_elsewhere() -> None:
    for name in (*SCRIPTS, STYLE):
        assert not re.search(r"@import|url\(|fetch\(|innerHTML|eval\(", asset(name)), name


@pytest.mark.parametrize("rooms", [True, False])
def test_scripts_name_elements_of_their_page(rooms: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no room adds anything to it: then none of their scripts is there."""
    if not rooms:
        monkeypatch.setattr(assets, "FOLDERS", assets.FOLDERS[:1])
        monkeypatch.setattr(assets, "_sources", assets._sources.__wrapped__)
    page, script = asset("index.html"), bundled_script("serve.js")
    known = set(re.findall(r' id="([\w-]+)"', page)) | {"loading"}  # a bar that the script makes
    used = set(re.findall(r'\b(?:byId|on)\("([\w-]+)"', script))
    assert len(used) > 80 and used - known == set()
    assert re.findall(r"^\$\w+$", page, re.M) == []
    assert ('id="tab-play"' in page, 'role="tabpanel"' in page) == (True, True)
