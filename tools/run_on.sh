#!/usr/bin/env bash
# Run a Python command with this project on another machine's processor, which QEMU emulates:
#
#     tools/run_on.sh arm64 -m othello bench
#     tools/run_on.sh arm64 -m pytest tests/rules tests/search
#
# Python for that machine is unpacked below build/arm64 from Debian's packages, numpy and what tests
# need from PyPI's wheels; the core is compiled here by a cross compiler, into the folder othello/,
# where it does not get in the way of another machine's. All of that is made once; the core is
# compiled again when its sources have changed. Needs Debian or Ubuntu, Cython and setuptools, and
#
#     apt-get install qemu-user-static gcc-aarch64-linux-gnu debian-archive-keyring
#
# It does not need to be root. $PYTHON names the Python that compiles (default python3).
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1-}" != arm64 ] || [ $# = 1 ]; then
    echo "usage: tools/run_on.sh arm64 ARGUMENT..., the arguments of Python" >&2
    exit 2
fi
shift
here=$PWD/build/arm64
root=$here/root
suffix=.cpython-311-aarch64-linux-gnu.so
mkdir -p "$here"

# Debian 12's packages, whatever release this is: one Python for all.
unpack_python() {
    local lists=$here/lists
    mkdir -p "$lists/partial" "$here/deb" "$here/etc"
    echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main' >"$here/etc/sources.list"
    local options=(-q -oAPT::Architecture=arm64 -oAPT::Architectures=arm64 -oDir::State::Lists="$lists"
        -oDir::Etc::SourceList="$here/etc/sources.list" -oDir::Etc::SourceParts=/dev/null
        -oDir::Cache="$here" -oAPT::Sandbox::User=)
    apt-get "${options[@]}" update
    (cd "$here/deb" && apt-get "${options[@]}" download \
        python3.11 python3.11-minimal libpython3.11{,-minimal,-stdlib,-dev} libc6 libgomp1 libgcc-s1 \
        libstdc++6 libexpat1 zlib1g libssl3 libffi8 libbz2-1.0 liblzma5 libsqlite3-0 libuuid1 \
        libncursesw6 libtinfo6 libreadline8 libcrypt1 libnsl2 libtirpc3)
    for package in "$here"/deb/*.deb; do dpkg -x "$package" "$root.new"; done
    mv "$root.new" "$root"
}

# numpy, and what nearly all tests need. Tests of what is missing here are skipped or cannot run.
unpack_wheels() {
    local site=$root/usr/lib/python3/dist-packages
    "${PYTHON-python3}" -m pip install -q --target "$site" --only-binary :all: \
        --implementation cp --python-version 3.11 --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
        --platform manylinux2014_aarch64 numpy pytest pytest-timeout hypothesis msgspec starlette uvicorn
    # Python takes itself for the program that a child of it can start, and knows this folder.
    printf '%s\nimport sys; sys.executable = "%s"\n' "$PWD" "$here/bin/python" >"$site/run_on.pth"
}

[ -d "$root" ] || unpack_python
[ -e "$root/usr/lib/python3/dist-packages/run_on.pth" ] || unpack_wheels

mkdir -p "$here/bin"
printf '#!/bin/sh\nexec qemu-aarch64-static -L %s %s/usr/bin/python3.11 "$@"\n' "$root" "$root" >"$here/bin/python"
printf '#!/bin/sh\nexec %s/bin/python -m othello "$@"\n' "$here" >"$here/bin/othello"
chmod +x "$here"/bin/*

# setuptools compiles for the machine of _PYTHON_HOST_PLATFORM; that one's headers come first.
include=$root/usr/include
_PYTHON_HOST_PLATFORM=linux-aarch64 SETUPTOOLS_EXT_SUFFIX=$suffix \
    CC=aarch64-linux-gnu-gcc LDSHARED='aarch64-linux-gnu-gcc -shared' \
    CFLAGS="-fPIC -fwrapv -Wno-psabi -I$include/python3.11 -I$include" \
    "${PYTHON-python3}" -c 'from setuptools import setup; setup()' \
    -q build_ext --inplace --build-temp "$here/temp" >&2

exec "$here/bin/python" "$@"
