"""Run a Python command on a core that was compiled with sanitizers, and fail on any report.

    python tools/run_sanitized.py thread -m pytest tests/search/test_threads.py
    python tools/run_sanitized.py address,undefined -m pytest tests

The core must have been built with the same list in $OTHELLO_SANITIZE and with the same compiler,
$CC (default clang-14). A sanitizer's runtime has to be in the process from its start, so Python is
started by a program of three lines that is linked with it. Reports are collected from this process
and from all it starts; the exit code is 1 if there are any. docs/sanitizers.md says how it is used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROGRAM = "#include <Python.h>\nint main(int n, char **args) { return Py_BytesMain(n, args); }\n"

OPTIONS = {
    # What is not compiled with it, Python and the OpenMP runtime, is left out of the reports; the
    # library below tells it of OpenMP's forks, joins and barriers.
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1",
    # Python itself keeps memory to its end: tests/search/test_leaks.py looks for leaks instead.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}

#: A call that each sanitizer puts into the code it watches.
MARKS = {"thread": b"__tsan_read8", "address": b"__asan_report_load8"}


def main() -> int:
    """Run the command; 1 if it failed or anything was reported."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sanitizers, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder, "reports")
        reports.mkdir()
        python = build_python(sanitizers, Path(sys.executable).parent)
        environment = os.environ | options(reports)
        check_core(python, sanitizers, environment)
        status = subprocess.run([python, *command], env=environment).returncode
        found = [path.read_text(errors="replace") for path in sorted(reports.iterdir())]
    print(*found, sep="\n")
    print(f"{len(found)} processes with reports of {sanitizers}, exit code {status}")
    return 1 if found or status else 0


def build_python(sanitizers: str, folder: Path) -> Path:
    """Compile a Python with the sanitizers' runtime, in the environment's own folder."""
    python = folder / f"python-{sanitizers.replace(',', '-')}"
    library = sysconfig.get_config_var("LIBDIR")
    version = sysconfig.get_config_var("LDVERSION")
    with tempfile.TemporaryDirectory() as build:
        source = Path(build, "python.c")
        source.write_text(PROGRAM)
        # Exported symbols: Python's extensions, and the core the runtime's, find them here.
        flags = [f"-fsanitize={sanitizers}", "-rdynamic", f"-I{sysconfig.get_path('include')}"]
        libraries = [f"-L{library}", f"-Wl,-rpath,{library}", f"-lpython{version}", "-lm", "-ldl"]
        libraries += (sysconfig.get_config_var("LIBS") or "").split()
        # At its start AddressSanitizer looks for what throws C++ exceptions; matplotlib's do.
        libraries += ["-Wl,--no-as-needed", "-lstdc++"]
        subprocess.run([compiler(), *flags, str(source), "-o", str(python), *libraries], check=True)
    return python


def options(reports: Path) -> dict[str, str]:
    """Return the environment in which the sanitizers report into a folder."""
    environment = {
        name: f"{text}:log_path={reports / name.lower()}:{os.environ.get(name, '')}"
        for name, text in OPTIONS.items()
    }
    # Python's own allocator would hide what is wrong with memory it hands out.
    return environment | {"OMP_TOOL_LIBRARIES": str(archer()), "PYTHONMALLOC": "malloc"}


def archer() -> Path:
    """Return the library that tells ThreadSanitizer what OpenMP does: it comes with Clang's."""
    clang = shutil.which(compiler())
    if clang is None:
        sys.exit(f"no compiler {compiler()!r}: expected $CC or Debian's clang-14")
    library = Path(clang).resolve().parent.parent / "lib" / "libarcher.so"
    if not library.exists():
        sys.exit(f"no {library}: expected that of Debian's libomp-14-dev")
    return library


def check_core(python: Path, sanitizers: str, environment: dict[str, str]) -> None:
    """Leave with a message if what is to be run is not watched."""
    script = "import othello._core as c; print(c.core.__file__, c.core.COMPILER, c.core.OPENMP)"
    shown = subprocess.run(
        [python, "-c", script], env=environment, capture_output=True, text=True, check=True
    ).stdout
    print(shown, end="", flush=True)
    code = Path(shown.split()[0]).read_bytes()
    for sanitizer in sanitizers.split(","):
        if MARKS.get(sanitizer, b"") not in code:
            sys.exit(f"{shown.split()[0]} was not built with OTHELLO_SANITIZE={sanitizers}")


def compiler() -> str:
    return os.environ.get("CC", "clang-14")


if __name__ == "__main__":
    sys.exit(main())
