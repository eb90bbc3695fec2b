#!/usr/bin/env bash
# Compile and link the core for another system, with zig's Clang and headers of that system:
#
#     tools/compile_for.sh aarch64-macos
#
# Nothing is run: build/SYSTEM/lib then holds all modules, every variant for that machine among them.
# They have one thread, as zig has no OpenMP. The headers of $PYTHON (default python3) stand in for
# those of Python there. PyPI's ziglang is fetched once.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1-} in
    aarch64-macos) platform=macosx-11.0-arm64 suffix=darwin.so ;;
    x86_64-macos) platform=macosx-11.0-x86_64 suffix=darwin.so ;;
    aarch64-linux-musl) platform=linux-aarch64 suffix=aarch64-linux-musl.so ;;
    x86_64-linux-musl) platform=linux-x86_64 suffix=x86_64-linux-musl.so ;;
    *)
        echo "usage: tools/compile_for.sh aarch64-macos|x86_64-macos|aarch64-linux-musl|x86_64-linux-musl" >&2
        exit 2
        ;;
esac
here=$PWD/build/$1
python=$(command -v "${PYTHON-python3}")
# Python's own names are found when a module is loaded.
case $1 in *-macos) shared="-shared -undefined dynamic_lookup" ;; *) shared=-shared ;; esac

requires=$PWD/build/requires-zig build_needs_too=ziglang
source tools/build_requires.sh

# zig writes the names of processors with _ in place of -.
mkdir -p "$here"
cat >"$here/cc" <<END
#!/bin/sh
for each; do
    shift
    case \$each in -march=*) each=-march=\$(echo "\${each#-march=}" | tr - _) ;; esac
    set -- "\$@" "\$each"
done
PYTHONPATH=$requires exec "$python" -m ziglang cc -target $1 "\$@"
END
chmod +x "$here/cc"

rm -rf "$here/lib"
_PYTHON_HOST_PLATFORM=$platform SETUPTOOLS_EXT_SUFFIX=.cpython-$suffix OTHELLO_NO_OPENMP=1 \
    CC=$here/cc CFLAGS="-fPIC -fwrapv" LDSHARED="$here/cc $shared" \
    PYTHONPATH=$requires "$python" -c 'import tools.backend, setuptools; setuptools.setup()' \
    -q build_ext --build-lib "$here/lib" --build-temp "$here/temp"
