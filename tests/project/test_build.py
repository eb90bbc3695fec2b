"""Build, installation and import: versions, instruction sets, old processors, missing parts."""

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

import pytest
from support.patience import SECONDS
from support.watched import unwatched

import othello
from othello import _cpu
from othello._core import ISAS, core, isas, supported
from othello._isas import TABLE

SOURCE = Path(__file__).parents[2]
PACKAGE = Path(othello.__file__).parent
IS_X86_64 = platform.machine().lower() in ("x86_64", "amd64")
QEMU = shutil.which("qemu-x86_64")

# Files that a build or a test run leaves behind; the sdist has none of them.
LEFTOVERS = shutil.ignore_patterns(
    ".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", "htmlcov", "_build"
)

# Scripts for subprocesses, which print the variant of the core that they use.
PRINT_ISA = "from othello._core import core; print(core.ISA)"
PRINT_PERFT = (
    "from othello._core import core, isas;"
    "print(*isas(), core.ISA, core.perft(0x810000000, 0x1008000000, 7))"
)


def python(
    *arguments: object, cwd: Path, prefix: tuple[str, ...] = (), **env: str
) -> subprocess.CompletedProcess[str]:
    """Run this Python in `cwd`, with `env` added to an environment free of our own variables.

    The argument -S hides the installed package, which an editable install would otherwise offer for
    every module that another copy of the package lacks.
    """
    others = {name: value for name, value in os.environ.items() if not name.startswith("OTHELLO_")}
    return subprocess.run(
        [*prefix, sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=others | env,
        capture_output=True,
        text=True,
        timeout=4 * SECONDS,
    )


def build(target: str, source: Path, output: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Build `target` ("sdist" or "wheel") as pip does, but with what is installed here."""
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("Cython")
    script = f"import sys, setuptools.build_meta as b; b.build_{target}(sys.argv[1])"
    return python("-c", script, output, cwd=source, **env)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree in which nothing was built."""
    if not (SOURCE / "pyproject.toml").exists():
        pytest.skip("the tests are not in their source tree")
    return Path(
        shutil.copytree(SOURCE, tmp_path_factory.mktemp("source") / "othello", ignore=LEFTOVERS)
    )


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("sdist")
    result = build("sdist", source, output)
    assert result.returncode == 0, result.stderr
    (archive,) = output.glob("othello_engine-*.tar.gz")
    return archive


@pytest.fixture
def read_only_copy(tmp_path: Path) -> Iterator[Path]:
    """A folder with a copy of the installed package that cannot be written to."""
    site = tmp_path / "site"
    shutil.copytree(PACKAGE, site / "othello", ignore=shutil.ignore_patterns("__pycache__"))
    folders = [path for path in (site, *site.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    yield site
    for folder in folders:
        folder.chmod(0o755)


def test_version() -> None:
    assert othello.__version__ == version("othello-engine")
    assert re.fullmatch(r"\d+\.\d+\.\d+", othello.__version__)


def test_core_says_how_it_was_built() -> None:
    assert core.ISA in isas()
    assert re.match(r"(GCC|Clang|MSVC) \d+", core.COMPILER)
    assert core.max_threads() == (256 if core.OPENMP else 1)


VARIANTS = os.environ.get("OTHELLO_VARIANTS")


@pytest.mark.skipif(VARIANTS not in (None, "all"), reason="OTHELLO_VARIANTS asked for less")
def test_the_best_variant_was_built_and_all_if_they_were_asked_for() -> None:
    built = {isa for isa in ISAS if built_file(f"_core_{isa}")}
    every = {isa.name for isa in TABLE if isa.machine in (None, _cpu.machine())}
    wanted = every if VARIANTS == "all" else {"generic", supported()[-1]}
    assert wanted <= built <= every


def built_file(module: str) -> list[Path]:
    return [path for suffix in EXTENSION_SUFFIXES if (path := PACKAGE / (module + suffix)).exists()]


@pytest.mark.parametrize("isa", [*ISAS, "", "AVX2"])
def test_the_isa_is_that_asked_for_or_the_best_one_below(isa: str, tmp_path: Path) -> None:
    allowed = [name for name in isas() if not isa or isa in ISAS[ISAS.index(name) :]]
    result = python("-c", PRINT_ISA, cwd=tmp_path, OTHELLO_ISA=isa)
    error = f"InvalidOption: OTHELLO_ISA is 'AVX2': expected one of {', '.join(ISAS)}\n"
    assert result.stdout.split() == allowed[-1:], result.stderr
    assert result.stderr.endswith("" if allowed else error)


@pytest.mark.parametrize(
    ("uses", "spared"),
    [
        ("othello.Board(); import othello._core", "numpy"),
        # Whoever only plays waits neither for the engine's tables nor for its threads.
        ("othello.Game('f5d6').board.children(); othello.Position().push('f5')", "othello._core"),
    ],
)
def test_what_is_not_used_is_not_imported(uses: str, spared: str, tmp_path: Path) -> None:
    script = f"import sys, othello; {uses}; print([n for n in sys.modules if {spared!r} in n])"
    result = python("-c", script, cwd=tmp_path)
    assert result.stdout == "[]\n", result.stderr


def test_read_only_install_from_another_folder(read_only_copy: Path, tmp_path: Path) -> None:
    def state() -> dict[str, tuple[int, int]]:
        files = {str(path): path.stat() for path in read_only_copy.rglob("*")}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in files.items()}

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    before = state()
    # Compiled Python files are left out, as a superuser could write them even here.
    env = {"PYTHONPATH": str(read_only_copy), "PYTHONDONTWRITEBYTECODE": "1"}
    where = python("-S", "-c", "import othello; print(othello.__file__)", cwd=elsewhere, **env)
    assert where.stdout.startswith(str(read_only_copy)), where.stderr
    result = python("-S", "-m", "othello", "perft", "5", cwd=elsewhere, **env)
    assert result.returncode == 0, result.stderr
    assert "1396" in result.stdout
    assert state() == before
    assert list(elsewhere.iterdir()) == []


def test_zipped_install(tmp_path: Path) -> None:
    """Python and data come from the archive; compiled modules cannot, and lie beside it."""
    archive = tmp_path / "othello.zip"
    compiled = tmp_path / "compiled"
    compiled.mkdir()
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in PACKAGE.rglob("*"):
            if path.suffix in (".so", ".pyd"):
                shutil.copy(path, compiled)
            elif path.suffix in (".py", ".bin", ".txt"):
                zipped.write(path, Path("othello", path.relative_to(PACKAGE)))
    script = (
        f"import othello; othello.__path__.append({str(compiled)!r});"
        "from othello.matches.openings import shipped_openings; print(othello.__file__);"
        "print(othello.Engine(hash_mb=1).search(othello.Board(), depth=4).depth);"
        "print(len(list(shipped_openings())))"
    )
    result = python("-S", "-c", script, cwd=tmp_path, PYTHONPATH=str(archive))
    assert result.stderr == ""
    file, depth, openings = result.stdout.splitlines()
    assert file.startswith(str(archive)) and depth == "4" and int(openings) > 1000


def test_missing_core_is_told_in_few_lines(source: Path) -> None:
    """The command says it in one line; Python shows the line that asked and none of our imports."""
    command = python("-S", "-m", "othello", "names", "tiger", cwd=source)
    assert command.returncode == 2 and command.stderr.count("\n") == 1
    for script, n_frames in (("import othello._core", 3), ("import othello; othello.Board()", 2)):
        library = python("-S", "-c", script, cwd=source)
        assert library.stderr.count("\n  File ") == n_frames, library.stderr
        for told in (command.stderr, library.stderr.splitlines()[-1]):
            assert ": the compiled core of othello is not in " in told
            assert "pip install -e ." in told


def test_sdist_has_every_source(source: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ["LICENSE", "README.md", "pyproject.toml", "setup.cfg", "tools/build_ext.py"]
    for folder in ("pyx", "othello", "tests", "tools", "docs"):
        wanted += [
            path.relative_to(source).as_posix()
            for path in source.joinpath(folder).rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        ]
    assert set(wanted) - packed == set()
    assert [name for name in packed if name.endswith((".c", ".so", ".pyd", ".pyc"))] == []


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist, in a folder named as a clone is. What is compiled in it is kept there."""
    folder = tmp_path_factory.mktemp("beside")
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not in every 3.10
        archive.extractall(folder)
    (there,) = folder.iterdir()
    return there.rename(folder / "othello")


# The generic core alone, unoptimised, which is compiled soon.
QUICK = {"OTHELLO_VARIANTS": "generic", "OTHELLO_DEBUG": "1"}


@pytest.mark.timeout(1800)  # it compiles
def test_wheel_from_sdist(sdist: Path, unpacked: Path, tmp_path: Path) -> None:
    result = build("wheel", unpacked, tmp_path, **QUICK)
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*.whl")
    check_with_twine(sdist, wheel)
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    names = {path.name for path in site.iterdir()}
    assert names == {"othello", f"othello_engine-{othello.__version__}.dist-info"}
    assert (site / "othello" / "py.typed").exists()

    script = (
        "from othello._core import core, isas; print(core.__file__);"
        "print(*isas(), core.DEBUG, core.perft(0x810000000, 0x1008000000, 5))"
    )
    result = python("-S", "-c", script, cwd=tmp_path, PYTHONPATH=str(site))
    file, facts = result.stdout.splitlines()
    assert file.startswith(str(site))
    assert facts == "generic True 1396"


@pytest.mark.timeout(1800)  # it compiles
def test_an_editable_install_is_found_from_anywhere(unpacked: Path, tmp_path: Path) -> None:
    """Also beside the clone, where a folder of the package's name lies that is no package."""
    result = build("editable", unpacked, tmp_path, **QUICK)
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*.whl")
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    program = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([program, "-c", where], capture_output=True, text=True, check=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site.stdout.strip())

    script = "import othello; othello.Board(); print(othello.__file__)"
    for folder in (unpacked, unpacked.parent, tmp_path):
        file = folder / "script_of_a_user.py"
        file.write_text(script)
        for words in (["-c", script], [file]):
            found = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
            assert found.stdout.strip() == str(unpacked / "othello" / "__init__.py"), found.stderr
        file.unlink()


def test_an_editable_install_has_the_best_variant_for_this_processor(source: Path) -> None:
    """The choice alone: nothing but `_cpu` is compiled."""
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("Cython")
    script = """
import sys
from setuptools import setup
from tools import build_ext
chosen = build_ext.BuildExt.select
def select(self, extensions):
    self.editable_mode = "editable" in sys.argv
    print("chosen:", *filter(None, map(build_ext.isa, chosen(self, extensions))))
    return []
build_ext.BuildExt.select = select
setup(script_args=["-q", "build_ext", "--build-lib", "build/lib"])
"""
    chosen = []
    for mode, wanted in [("editable", ""), ("editable", "all"), ("", ""), ("", "native")]:
        done = python("-c", script, mode, cwd=source, OTHELLO_VARIANTS=wanted)
        chosen += re.findall("^chosen: (.*)$", done.stdout, re.M) or [done.stderr]
    every = " ".join(isa.name for isa in TABLE if isa.machine in (None, _cpu.machine()))
    native = " ".join(dict.fromkeys(["generic", supported()[-1]]))
    assert chosen == [native, every, every, native]


def check_with_twine(*files: Path) -> None:
    """Have what would be uploaded checked as PyPI does."""
    pytest.importorskip("twine", reason="twine is not installed")
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("PASSED") == len(files)


@pytest.mark.parametrize(
    ("variable", "value", "error"),
    [
        pytest.param(
            "CC",
            "/nonexistent/cc",
            "othello needs a C compiler to build its core, and '/nonexistent/cc' does not work: "
            "install one (Debian, Ubuntu: apt-get install gcc libc6-dev;",
            marks=pytest.mark.skipif(os.name == "nt", reason="CC names no compiler on Windows"),
        ),
        (
            "OTHELLO_VARIANTS",
            "generic,avx2",
            "OTHELLO_VARIANTS='generic,avx2': 'avx2' is none of all, native, generic",
        ),
    ],
)
def test_what_cannot_be_built(
    source: Path, variable: str, value: str, error: str, tmp_path: Path
) -> None:
    result = build("wheel", source, tmp_path, **{variable: value})
    assert result.returncode != 0
    assert result.stderr.splitlines()[-1].startswith(f"error: {error}")


def test_setuptools_that_is_too_old_is_named_in_a_line(tmp_path: Path) -> None:
    """By pip's build, and by the scripts that compile for other machines."""
    shutil.copytree(SOURCE / "tools", tmp_path / "tools")
    project = shutil.copy(SOURCE / "pyproject.toml", tmp_path)
    (needed,) = re.findall("^requires = (.*)$", Path(project).read_text(), re.M)
    installed = tmp_path / "build" / "requires-zig"
    package = installed / "setuptools"
    package.mkdir(parents=True)
    package.joinpath("__init__.py").write_text('__version__ = "66.1.1"\n')
    package.joinpath("build_meta.py").touch()
    listed = "\n".join(re.findall('"([^"]*)"', needed))
    installed.joinpath("list").write_text(f"{listed} ziglang\n")
    told = [python("-c", "import tools.backend", cwd=tmp_path, PYTHONPATH=str(installed))]
    if os.name != "nt":
        script = tmp_path / "tools" / "compile_for.sh"
        words, env = [script, "x86_64-linux-musl"], os.environ | {"PYTHON": sys.executable}
        told.append(subprocess.run(words, env=env, capture_output=True, text=True))
    (least,) = re.findall(r'"setuptools>=(\d+)"', needed)
    for done in told:
        assert done.returncode == 1
        assert re.fullmatch(
            f"othello needs setuptools {least} or later .* is 66.1.1: .*\n", done.stderr
        )


def test_python_for_two_machines_gets_the_variants_of_both() -> None:
    """python.org's for macOS: what is for one machine is compiled for that alone."""
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("Cython")
    script = """
from setuptools import Distribution
from tools.build_ext import ISAS, BuildExt, cores
command = BuildExt(Distribution())
command.plat_name, command.openmp, command.inlines_more = "macosx-11.0-universal2", ([], []), False
command.compiler = type("Compiler", (), {"compiler_type": "unix"})
for name, ext in zip(ISAS, cores()):
    compile_args, link_args = command.flags(ext)
    first = compile_args.index("-arch") if "-arch" in compile_args else len(compile_args)
    print(name, command.can_build(name), *compile_args[first:], *link_args)
"""
    found = python("-c", script, cwd=SOURCE)
    assert found.stdout.splitlines() == [
        "generic True",
        "v2 True -arch x86_64 -march=x86-64-v2 -arch x86_64",
        "v3 True -arch x86_64 -march=x86-64-v3 -arch x86_64",
        "v4 True -arch x86_64 -march=x86-64-v4 -arch x86_64",
        "neon True -arch arm64 -arch arm64",
        "simd128 False -arch wasm32 -msimd128 -arch wasm32",
    ], found.stderr


@pytest.mark.parametrize(
    ("platform", "machines"),
    [
        ("linux-x86_64", "x86_64"),
        ("win-amd64", "x86_64"),
        ("macosx-15.0-arm64", "aarch64"),
        ("macosx-11.0-universal2", "aarch64 x86_64"),
        ("emscripten-wasm32", "wasm32"),
        ("emscripten_5_0_3_wasm32", "wasm32"),
    ],
)
def test_the_machine_that_is_compiled_for(platform: str, machines: str) -> None:
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("Cython")
    script = (
        "import sys; from setuptools import Distribution; from tools.build_ext import BuildExt;"
        "command = BuildExt(Distribution()); command.plat_name = sys.argv[1];"
        "print(*command.machines())"
    )
    found = python("-c", script, platform, cwd=SOURCE)
    assert found.stdout == f"{machines}\n", found.stderr


@pytest.mark.skipif(QEMU is None, reason="qemu-x86_64 is not installed (Debian: qemu-user)")
@pytest.mark.skipif(not IS_X86_64, reason="the compiled core is not for x86-64")
@unwatched
class TestOldProcessor:
    """An x86-64 of 2006, emulated: no popcnt, no SSE4."""

    PREFIX = (str(QEMU), "-cpu", "Conroe")

    @pytest.mark.parametrize("isa", ["", "v4"])
    def test_the_generic_core_is_chosen_and_right(self, isa: str, tmp_path: Path) -> None:
        result = python("-c", PRINT_PERFT, cwd=tmp_path, prefix=self.PREFIX, OTHELLO_ISA=isa)
        assert result.stdout == "generic generic 55092\n", result.stderr

    @pytest.mark.skipif(not built_file("_core_v2"), reason="the v2 core was not built")
    def test_the_v2_core_would_crash(self, tmp_path: Path) -> None:
        """The emulated processor lacks popcnt: forced to run the v2 core, the process crashes."""
        script = "from othello._core_v2 import perft; perft(0x810000000, 0x1008000000, 7)"
        result = python("-c", script, cwd=tmp_path, prefix=self.PREFIX)
        assert result.returncode == -signal.SIGILL
