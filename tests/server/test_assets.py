"""The scripts of the served page: modules that fit together, and one script of them all."""

import re

import pytest

from othello.server import assets
from othello.server.assets import SCRIPT, asset, bundled_script, page_assets
from othello.web.assets import IMPORT, STYLE, modules_of

SCRIPTS = sorted(name for name in page_assets() if name.endswith(".js"))


def imported(script: str) -> list[tuple[str, str]]:
    """Return the names that a script imports, and from which one."""
    return [
        (name.strip(), f"{source}.js")
        for names, source in IMPORT.findall(asset(script))
        for name in names.strip("{}").split(",")
        if name.strip()
    ]


def test_what_is_imported_is_exported_and_used() -> None:
    n_imports = 0
    for script in SCRIPTS:
        text = IMPORT.sub("", asset(script))
        for name, source in imported(script):
            export = rf"^export (?:(?:async )?function|const|class) {name}\b"
            assert re.search(export, asset(source), re.M), name
            assert re.search(rf"\b{name}\b", text), f"{name} in {script}"
            n_imports += 1
    assert n_imports > 300


def test_the_served_page_is_one_script_with_each_module_once() -> None:
    """A module stands behind those that it imports: none may need itself, by way of others."""
    script = bundled_script()
    assert not re.search(r"^(?:import|export)\b", script, re.M)
    begun = re.findall(r"^const module_(\w+) = \(\(\) => \{$", script, re.M)
    assert sorted(f"{name}.js" for name in begun) == sorted(modules_of(SCRIPT, asset))
    places = {f"{name}.js": place for place, name in enumerate(begun)}
    for name in places:
        for _, source in imported(name):
            assert places[source] < places[name], f"{name} imports {source}, which imports it"


def test_nothing_is_loaded_from_elsewhere() -> None:
    for name in (*SCRIPTS, STYLE):
        assert not re.search(r"@import|url\(|fetch\((?!.\./)|innerHTML =|eval\(", asset(name)), name


@pytest.mark.parametrize("rooms", [True, False])
def test_scripts_name_elements_of_their_page(rooms: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no room adds anything to it: then none of their scripts is there."""
    if not rooms:
        using = re.compile(r"(practice|lessons)\Wpage$")
        own = [each for each in assets.FOLDERS if not using.search(str(each))]
        monkeypatch.setattr(assets, "page_folders", lambda: own)
        monkeypatch.setattr(assets, "_sources", assets._sources.__wrapped__)
    page, script = asset("index.html"), bundled_script()
    known = set(re.findall(r' id="([\w-]+)"', page)) | {"loading"}  # a bar that the script makes
    used = set(re.findall(r'\b(?:byId|on)\("([\w-]+)"', script))
    assert len(used) > 80 and used - known == set()
    assert re.findall(r"^\$\w+$", page, re.M) == []
    assert ('id="tab-play"' in page, 'role="tabpanel"' in page) == (True, True)
