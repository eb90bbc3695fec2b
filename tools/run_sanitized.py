"""Run a Python command on a core that was compiled with sanitizers, and fail on any report.

    python tools/run_sanitized.py thread -m pytest tests/search/test_threads.py
    python tools/run_sanitized.py address,undefined -m pytest tests

The core must have been built with the same list in $OTHELLO_SANITIZE and with the same compiler,
$CC (default clang-14). A sanitizer's runtime must be in the process from its start, so Python is
started by a small program that is linked with it. Reports are collected from the command's process
and all that it starts; the exit code is 1 if there are any. See docs/building.md.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROGRAM = "#include <Python.h>\nint main(int n, char **args) { return Py_BytesMain(n, args); }\n"

OPTIONS = {
    # Code that is not compiled with it (Python, the OpenMP runtime) is left out of the reports; the
    # library `archer` tells it of OpenMP's forks, joins and barriers.
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1",
    # Python itself never frees some memory; tests/search/test_leaks.py looks for leaks instead.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}

#: The name of a function that each sanitizer lets compiled code call.
MARKS = {"thread": b"__tsan_read8", "address": b"__asan_report_load8"}


def main() -> int:
    """Run the command; return 1 if it failed or a sanitizer reported anything, else 0."""
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
    """Compile, into `folder`, a Python linked with the sanitizers' runtime; return its path."""
    python = folder / f"python-{sanitizers.replace(',', '-')}"
    library = sysconfig.get_config_var("LIBDIR")
    version = sysconfig.get_config_var("LDVERSION")
    with tempfile.TemporaryDirectory() as build:
        source = Path(build, "python.c")
        source.write_text(PROGRAM)
        # -rdynamic: extensions find Python's symbols, and the core the runtime's, in the program.
        flags = [f"-fsanitize={sanitizers}", "-rdynamic", f"-I{sysconfig.get_path('include')}"]
        libraries = [f"-L{library}", f"-Wl,-rpath,{library}", f"-lpython{version}", "-lm", "-ldl"]
        libraries += (sysconfig.get_config_var("LIBS") or "").split()
        # AddressSanitizer looks up the function that throws C++ exceptions when it starts; without
        # libstdc++ it would miss it, and matplotlib throws some.
        libraries += ["-Wl,--no-as-needed", "-lstdc++"]
        subprocess.run([compiler(), *flags, str(source), "-o", str(python), *libraries], check=True)
    return python


def options(reports: Path) -> dict[str, str]:
    """Return variables of the environment that let the sanitizers report into a folder."""
    environment = {
        name: f"{text}:log_path={reports / name.lower()}:{os.environ.get(name, '')}"
        for name, text in OPTIONS.items()
    }
    # Python's own allocator would hide faults in the use of the memory that it hands out.
    return environment | {"OMP_TOOL_LIBRARIES": str(archer()), "PYTHONMALLOC": "malloc"}


def archer() -> Path:
    """Return the library that tells ThreadSanitizer what OpenMP does; LLVM's OpenMP has it."""
    clang = shutil.which(compiler())
    if clang is None:
        sys.exit(f"no compiler {compiler()!r}: expected $CC or Debian's clang-14")
    library = Path(clang).resolve().parent.parent / "lib" / "libarcher.so"
    if not library.exists():
        sys.exit(f"no {library}: expected that of Debian's libomp-14-dev")
    return library


def check_core(python: Path, sanitizers: str, environment: dict[str, str]) -> None:
    """Exit with a message if the core was not compiled with these sanitizers."""
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
    """Return the name of the C compiler."""
    return os.environ.get("CC", "clang-14")


if __name__ == "__main__":
    sys.exit(main())
