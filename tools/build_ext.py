"""The `build_ext` command: how the core is compiled, as far as pyproject.toml cannot say it.

It runs Cython on each extension and compiles it with the flags of its instruction set, and with
OpenMP if the compiler has it. Variables of the environment change what is built:

    OTHELLO_VARIANTS=LIST       build these variants of the core (generic always), such as v2,v4; or
                                "all" for the machine that is compiled for. They must compile
    OTHELLO_VARIANTS=native     build generic and the best one for this processor: so does, without
                                the variable, an editable install; others build all that compile
    OTHELLO_NO_OPENMP=1         without OpenMP: one thread
    OTHELLO_DEBUG=1             with C asserts, -fsanitize=bounds and Cython's own checks
    OTHELLO_TUNING=1            with the constants of the search as options, for `othello tune`
    OTHELLO_SANITIZE=LIST       -fsanitize=LIST, for example address,undefined or thread
"""

import copy
import hashlib
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import Cython
from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, CompileError, PlatformError

# By name. The package itself is not imported: its compiled modules are not there yet.
ISAS = {isa.name: isa for isa in runpy.run_path("othello/_isas.py")["TABLE"]}

# Compiled files are kept here between builds, in a folder for each configuration.
CACHE = Path("build", "core")

MISSING_COMPILER = (
    "othello needs a C compiler to build its core, and {compiler!r} does not work: install one "
    "(Debian, Ubuntu: apt-get install gcc libc6-dev; Fedora: dnf install gcc; macOS: xcode-select "
    "--install; Windows: Visual Studio Build Tools) and try again"
)
MISSING_HEADERS = (
    "othello needs the C headers of Python {version} to build its core, and Python.h was not "
    "found: install them (Debian, Ubuntu: apt-get install python3-dev; Fedora: dnf install "
    "python3-devel) and try again"
)

# Cython gets its directives here and not from comments at the top of the .pyx files: these would
# not hold for the .pxd files that the .pyx cimports, and would override those of the debug build.
RELEASE_DIRECTIVES = {
    "language_level": "3",
    "boundscheck": "False",
    "wraparound": "False",
    "cdivision": "True",
    "initializedcheck": "False",
    # Nothing relies on the interpreter's lock: a free-threaded CPython keeps it off.
    "freethreading_compatible": "True",
}
# Not overflowcheck: hashing and bit operations overflow on purpose. Not cdivision=False: // and %
# of negative numbers would give other results, and searches other values.
DEBUG_DIRECTIVES = RELEASE_DIRECTIVES | {
    "boundscheck": "True",
    "initializedcheck": "True",
    "nonecheck": "True",
}

RELEASE_MACRO = ("CYTHON_WITHOUT_ASSERTIONS", "1")
DEBUG_MACRO = ("OTHELLO_DEBUG", "1")

# The rooms of pyx/ that every module sees, of its kernels the plain ones.
ROOMS = [".", *(f"pyx/{room}" for room in ("base", "rules", "evaluation", "search", "python"))]

# What every module with arrays needs, Cython's typed memoryviews, is compiled once in this one.
SHARED = "othello._memoryviews"

# Knows what the processor can run.
CPU = "othello._cpu"

# GCC stops to inline when a file has grown by 40 %. The smaller the file, the sooner that is: moves
# and flips were no longer inlined into the endgame solvers (4 % more instructions with 60 %), nor
# updates of patterns into the midgame search (0.8 % more with 120 %). With 200 %, searches of the
# plain variants take 3 % fewer, and all variants a third longer to compile.
INLINE_MORE = ("--param", "inline-unit-growth=145")

# Modules that run one thread: they are not linked with OpenMP's library.
ONE_THREAD = ("othello._board", CPU, "othello._tree", SHARED)

# Modules whose time goes into what they call are as fast with less than -O3, and compiled sooner.
OPTIMISATION = {
    SHARED: "-O1",
    CPU: "-O1",
    "othello._common": "-O2",
    "othello._board": "-O2",
    "othello._tree": "-O2",
}


class BuildExt(build_ext):
    """Compile the modules of pyproject.toml, `SHARED` and the variants of the core."""

    # Without this name, options from setup.cfg are lost when pip initialises the command again.
    command_name = "build_ext"

    plain_stands_by = False

    def finalize_options(self) -> None:
        made = [Extension(SHARED, []), *cores()]
        names = {ext.name for ext in made}  # of the same, if pip initialises the command again
        listed = [ext for ext in self.distribution.ext_modules if ext.name not in names]
        self.distribution.ext_modules = [*listed, *made]
        super().finalize_options()
        for ext in self.extensions:
            kernels = ISAS[isa(ext) or "generic"].kernels
            ext.include_dirs = [*ROOMS, *(f"pyx/kernels/{kernel}" for kernel in kernels)]
            # This also puts the files into the sdist.
            ext.depends = sources()

    def build_extensions(self) -> None:
        self.check_compiler()
        self.openmp = ([], []) if flag("OTHELLO_NO_OPENMP") else self.find_openmp()
        self.inlines_more = self.compiler.compiler_type != "msvc" and self.links(
            "int x;", ["-Werror", *INLINE_MORE]
        )
        self.extensions = self.select(self.extensions)
        super().build_extensions()

    def select(self, extensions: list[Extension]) -> list[Extension]:
        """Return the extensions to build; remove what an earlier build left in their places."""
        wanted = requested_variants()
        native = wanted == ["native"] or (not wanted and self.editable_mode)
        names = self.best_here() if native else wanted or ISAS
        # Beside a better variant, the plain one only stands by.
        self.plain_stands_by = native and names != ["generic"]
        chosen = []
        for ext in extensions:
            name = isa(ext)
            if name in (None, "generic") or (name in names and self.can_build(name)):
                ext.optional = ext.optional and (native or not wanted)
                chosen.append(ext)
            Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
        return chosen

    def best_here(self) -> list[str]:
        """Return the best variant that this processor can run and the compiler has flags for.

        `_cpu` is compiled first, to ask it as is done at import. If it cannot be loaded, as it is
        for another machine or has sanitizers, all variants are returned.
        """
        (cpu,) = (ext for ext in self.extensions if ext.name == CPU)
        self.build_extension(cpu)
        script = (
            "import sys; sys.path += sys.argv[1:]; import _cpu; print(_cpu.level(), _cpu.machine())"
        )
        folder = Path(self.get_ext_fullpath(CPU)).parent
        asked = subprocess.run([sys.executable, "-Ic", script, folder], capture_output=True)
        if asked.returncode:
            return list(ISAS)
        level, *machine = asked.stdout.decode().split()
        for ext in reversed([*filter(isa, self.extensions)]):
            row = ISAS[isa(ext)]
            runs = row.machine in (None, *machine) and row.level <= int(level)
            if runs and self.links("int x;", self.flags(ext)[0]):
                return [row.name]
        return []

    def copy_extensions_to_source(self) -> None:
        """For an editable install: copy the variants built, and remove those not built."""
        super().copy_extensions_to_source()
        for name in ISAS:
            inplace = self.get_ext_filename(f"othello._core_{name}")
            if not Path(self.build_lib, inplace).exists():
                Path(inplace).unlink(missing_ok=True)

    def build_extension(self, ext: Extension) -> None:
        """Compile `ext`, or copy it from the cache if it is newer than all its sources."""
        ext = copy.copy(ext)
        compile_args, link_args = self.flags(ext)
        macro = DEBUG_MACRO if flag("OTHELLO_DEBUG") else RELEASE_MACRO
        tuning = [("OTHELLO_TUNING", "1")] if flag("OTHELLO_TUNING") else []
        ext.define_macros = [*ext.define_macros, macro, *tuning]
        ext.extra_compile_args = [*ext.extra_compile_args, *compile_args]
        ext.extra_link_args = [*ext.extra_link_args, *link_args]

        target = Path(self.get_ext_fullpath(ext.name))
        folder = CACHE / self.configuration(ext)
        cached = folder / target.name
        if self.force or not is_newer(cached, [*ext.sources, *ext.depends]):
            started = time.time()
            ext.sources = [str(self.cythonize(ext, folder))]
            super().build_extension(ext)
            # As old as the start of the build: a source may have been edited since then.
            os.utime(target, (started, started))
            replace(target, cached)
            print("compiled", ext.name, flush=True)  # `othello site` counts these lines
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(cached, target)

    def cythonize(self, ext: Extension, folder: Path) -> Path:
        """Translate the extension's .pyx to C in `folder`.

        Cython runs in a process of its own because it is not safe in threads. Its `cythonize()` is
        not used because it has one dependency tree for all extensions, which is wrong where their
        include paths differ.
        """
        (source,) = ext.sources or [f"{SHARED}.pyx"]
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / Path(source).with_suffix(".c").name
        partial = target.with_suffix(f".{os.getpid()}.c")
        output = ["--generate-shared", str(partial)]
        if ext.name != SHARED:
            # `_cpu` has no arrays, and is loaded alone while the others are being built.
            shared = [] if ext.name == CPU else ["--shared", SHARED]
            output = [*shared, "-o", str(partial), source]
        directives = DEBUG_DIRECTIVES if flag("OTHELLO_DEBUG") else RELEASE_DIRECTIVES
        command = [sys.executable, "-m", "cython", "--module-name", ext.name]
        command += [arg for item in directives.items() for arg in ("-X", "=".join(item))]
        command += [arg for path in ext.include_dirs for arg in ("-I", path)]
        subprocess.run([*command, *output], check=True)
        return partial.replace(target)

    def flags(self, ext: Extension) -> tuple[list[str], list[str]]:
        """Return the arguments for the compiler and for the linker."""
        msvc = self.compiler.compiler_type == "msvc"
        compile_args, link_args = msvc_flags() if msvc else unix_flags(ext)
        if isa(ext) == "generic" and self.plain_stands_by and "-O3" in compile_args:
            compile_args[compile_args.index("-O3")] = "-O2"
        row = ISAS[isa(ext) or "generic"]
        if msvc:
            compile_args += row.msvc_flags
        elif row.machine and len(self.machines()) > 1:
            # On macOS: for this machine alone, in place of both.
            arch = ["-arch", {"aarch64": "arm64"}.get(row.machine, row.machine)]
            compile_args += [*arch, *row.flags]
            link_args += arch
        elif self.machines() == ["x86_64"]:
            # Without a flag CFLAGS or Python's own flags might ask for more.
            compile_args += row.flags or ["-march=x86-64"]
            if self.plat_name.startswith("win"):
                # GCC takes the stack for aligned, which it is not there (its bug 54412).
                compile_args.append("-Wa,-muse-unaligned-vector-move")
        else:
            compile_args += row.flags
        if isa(ext) and self.inlines_more:
            compile_args += INLINE_MORE
        if ext.name not in ONE_THREAD:
            compile_openmp, link_openmp = self.openmp
            compile_args += compile_openmp
            link_args += link_openmp
        return compile_args, link_args

    def configuration(self, ext: Extension) -> str:
        """Return a short hash of all that the compiled file depends on, without its sources."""
        parts = [ext.name, sys.version, Cython.__version__, self.compiler.compiler_type]
        parts += [getattr(self.compiler, name, None) for name in ("compiler_so", "linker_so")]
        parts += [ext.define_macros, ext.extra_compile_args, ext.extra_link_args]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]

    def can_build(self, name: str) -> bool:
        """Whether the compiler's target is, or has, a machine for this instruction set."""
        return ISAS[name].machine in (None, *self.machines())

    def machines(self) -> list[str]:
        """Return the machines of the compiler's target, by their usual names.

        They are two for a Python from python.org on macOS. pyodide-build names its one
        emscripten_5_0_3_wasm32.
        """
        name = self.plat_name.rpartition("-")[2]
        if name.endswith("_wasm32"):
            return ["wasm32"]
        if name == "universal2":
            return ["aarch64", "x86_64"]
        return [{"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)]

    def check_compiler(self) -> None:
        """Raise an error that says what is missing if C, or C with Python.h, cannot be compiled."""
        if not self.links("int main(void) { return 0; }"):
            command = getattr(self.compiler, "compiler_so", None) or ["cl.exe"]
            raise PlatformError(MISSING_COMPILER.format(compiler=command[0]))
        if not self.links("#include <Python.h>\nint main(void) { return 0; }"):
            version = ".".join(map(str, sys.version_info[:2]))
            raise PlatformError(MISSING_HEADERS.format(version=version))

    def find_openmp(self) -> tuple[list[str], list[str]]:
        """Return the compiler and linker arguments for OpenMP, empty if the compiler has none."""
        if self.compiler.compiler_type == "msvc":
            candidates = [(["/openmp:llvm"], []), (["/openmp"], [])]
        else:
            apple = (["-Xpreprocessor", "-fopenmp"], ["-lomp"])
            candidates = [(["-fopenmp"], ["-fopenmp"]), apple]
        program = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }"
        for compile_args, link_args in candidates:
            if self.links(program, compile_args, link_args):
                return compile_args, link_args
        self.warn("the compiler has no OpenMP: the core is built for one thread")
        return [], []

    def links(
        self, program: str, compile_args: Sequence[str] = (), link_args: Sequence[str] = ()
    ) -> bool:
        """Whether `program` can be compiled and linked."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text(program)
            try:
                objects = self.compiler.compile(
                    [str(source)], output_dir=folder, extra_postargs=list(compile_args)
                )
                self.compiler.link_shared_object(
                    objects, str(Path(folder, "probe.so")), extra_postargs=list(link_args)
                )
            except (CCompilerError, CompileError):
                return False
        return True


def sources() -> list[str]:
    """Return all files that the compiled modules depend on, with this one, which sets the flags."""
    files = [
        path
        for folder in ("pyx", "othello")
        for path in Path(folder).rglob("*")
        if path.suffix in (".pyx", ".pxd", ".pxi")
    ]
    return [path.as_posix() for path in sorted(files)] + ["tools/build_ext.py"]


def msvc_flags() -> tuple[list[str], list[str]]:
    """Return the flags of MSVC for the compiler and for the linker."""
    sanitizers = [f"/fsanitize={name}" for name in sanitize()]
    if flag("OTHELLO_DEBUG"):
        return ["/Od", "/Zi", "/UNDEBUG", *sanitizers], []
    return ["/O2", "/DNDEBUG", *sanitizers], []


def unix_flags(ext: Extension) -> tuple[list[str], list[str]]:
    """Return the flags of GCC, Clang and compatible compilers and linkers."""
    if flag("OTHELLO_DEBUG"):
        # A failed check traps: reports would need a runtime library, preloaded into Python.
        checks = "-fsanitize=bounds,integer-divide-by-zero,shift,unreachable"
        compile_args = ["-O1", "-g", "-UNDEBUG", checks, "-fsanitize-undefined-trap-on-error"]
    else:
        compile_args = [OPTIMISATION.get(ext.name, "-O3"), "-g0", "-DNDEBUG"]
    compile_args.append("-Wno-unused-function")
    if not sanitize():
        return compile_args, []
    sanitizers = "-fsanitize=" + ",".join(sanitize())
    return [*compile_args, "-g", "-fno-omit-frame-pointer", sanitizers], [sanitizers]


def cores() -> list[Extension]:
    """Return the variants of the core: one source with the kernels of an instruction set each."""
    return [
        Extension(
            f"othello._core_{isa.name}",
            ["pyx/_core.pyx"],
            optional=isa.name != "generic",
        )
        for isa in ISAS.values()
    ]


def isa(ext: Extension) -> str | None:
    """Return the instruction set of a variant of the core; None for another extension."""
    _, core, name = ext.name.partition("._core_")
    return name if core else None


def requested_variants() -> list[str]:
    """Return the names in `$OTHELLO_VARIANTS`, ["native"], or those of all variants for ``all``.

    Its name was `$OTHELLO_ISAS`, which is still read.
    """
    text = os.environ.get("OTHELLO_VARIANTS") or os.environ.get("OTHELLO_ISAS", "")
    if text == "all":
        return list(ISAS)
    names = text.replace(",", " ").split()
    for name in names:
        if name not in ISAS and text != "native":
            expected = ", ".join(["all", "native", *ISAS])
            raise PlatformError(f"OTHELLO_VARIANTS={text!r}: {name!r} is none of {expected}")
    return names


def sanitize() -> list[str]:
    """Return the sanitizers in `$OTHELLO_SANITIZE`."""
    return os.environ.get("OTHELLO_SANITIZE", "").replace(",", " ").split()


def flag(name: str) -> bool:
    """Return whether a variable of the environment is set, and not to 0."""
    return os.environ.get(name, "0") not in ("", "0")


def is_newer(target: Path, sources: list[str]) -> bool:
    """Return whether `target` exists and is newer than all sources."""
    if not target.exists():
        return False
    built = target.stat().st_mtime
    return all(Path(source).stat().st_mtime < built for source in sources)


def replace(source: Path, target: Path) -> None:
    """Copy `source` to `target` atomically, as another build may be reading `target`."""
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.copy2(source, partial)
    partial.replace(target)
