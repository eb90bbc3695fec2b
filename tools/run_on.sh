#!/usr/bin/env bash
# Run a Python command with this project on another machine, which QEMU, Wine or Node stands in for:
#
#     tools/run_on.sh arm64 -m othello bench
#     tools/run_on.sh windows -m pytest tests/rules tests/search
#
# Python for that machine is unpacked below build/MACHINE, with numpy and what tests need from PyPI's
# wheels; the core is compiled here by a cross compiler, into the folder othello/, where it does not
# get in the way of another machine's. All of that is made once; the core is compiled again when its
# sources have changed. Needs Debian or Ubuntu, and the packages that it names if they are missing:
# without ARGUMENT… it does nothing else. $PYTHON names the Python that compiles (default python3).
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ] || [ ! -e "tools/run_on/$1.sh" ]; then
    echo "usage: tools/run_on.sh arm64|windows|wasm [ARGUMENT...], the arguments of Python" >&2
    exit 2
fi
here=$PWD/build/$1
python=$(command -v "${PYTHON-python3}")
debians_keys=/usr/share/keyrings/debian-archive-keyring.gpg
tests_need=(numpy psutil pytest pytest-timeout hypothesis msgspec starlette uvicorn websockets pydantic)

# What is needed, as program:package. Only what is missing is named: of what is there the package may
# be another one, which would be in the way (Node with npm is one package elsewhere).
case $1 in
    arm64) needs=(qemu-aarch64:qemu-user aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu "$debians_keys":debian-archive-keyring) ;;
    windows) needs=(wine:wine x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64 "$debians_keys":debian-archive-keyring) ;;
    wasm) needs=(emcc:emscripten node:nodejs npm:npm) ;;
esac
for need in "${needs[@]}"; do
    command -v "${need%:*}" >/dev/null || [ -e "${need%:*}" ] || missing="${missing-} ${need#*:}"
done
if [ -n "${missing-}" ]; then
    echo "tools/run_on.sh $1 needs what is not installed: apt-get install$missing" >&2
    exit 2
fi
[ $# -gt 1 ] || exit 0
mkdir -p "$here/bin"
requires=$here/requires
source tools/build_requires.sh

# Some images forbid Python to keep what it has compiled. Emulated, that would take seconds each time.
unset PYTHONDONTWRITEBYTECODE

# apt-get for Debian 12, whatever release this is and without being root: one Python for all. What it
# says is not what the command prints.
debian() {
    mkdir -p "$here/apt/lists/partial"
    for kind in deb deb-src; do
        echo "$kind [signed-by=$debians_keys] http://deb.debian.org/debian bookworm main"
    done >"$here/apt/sources.list"
    apt-get -q -oDir::State::Lists="$here/apt/lists" -oDir::Etc::SourceList="$here/apt/sources.list" \
        -oDir::Etc::SourceParts=/dev/null -oDir::Cache="$here/apt" -oAPT::Sandbox::User= "$@" >&2
}

# Install what tests need into a folder; the arguments name the machine to pip. Tests of what is
# missing there are skipped or cannot run.
install_wheels() {
    "$python" -m pip install -q --target "$1" --only-binary :all: --implementation cp \
        --python-version 3.11 "${@:2}" "${tests_need[@]}"
}

# Compile the core with the compiler and the headers in the environment. setuptools takes the machine
# of $_PYTHON_HOST_PLATFORM for the one to compile for.
compile() {
    PYTHONPATH=$requires "$python" -c 'import tools.backend, setuptools; setuptools.setup()' \
        -q build_ext --inplace --build-temp "$here/temp" >&2
}

machine=$1
shift
# Unpacks Python unless that was done, compiles, and makes the command build/MACHINE/bin/python.
source "tools/run_on/$machine.sh"
exec "$here/bin/python" "$@"
