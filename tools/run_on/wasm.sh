# WebAssembly: Pyodide's CPython under Node.
#
# The modules are compiled for CPython's stable ABI, against the headers of the Python that compiles
# (3.11 or later): those of Pyodide's own version are in no package. Debian's Emscripten is older
# than the one that made Pyodide, which matters only for time_t (pyx/base/clock.pxd).
pyodide=314.0.7
platform=(--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp)

# From npm: Pyodide. From PyPI: pydantic, whose compiled part there is for this platform too.
unpack_pyodide() {
    (cd "$here" && npm pack --silent "pyodide@$pyodide" >/dev/null && tar xzf "pyodide-$pyodide.tgz")
    mv "$here/package" "$here/pyodide"
}

unpack_wheels() {
    "$python" -m pip install -q --target "$here/packages.new" --only-binary :all: --no-compile "${platform[@]}" pydantic
    mv "$here/packages.new" "$here/packages"
}

# Python's headers, with the sizes of types of a processor with 32 bits.
copy_headers() {
    cp -RL "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')" "$here/include.new"
    cp tools/run_on/wasm/pyconfig.h "$here/include.new/"
    mv "$here/include.new" "$here/include"
}

[ -d "$here/pyodide" ] || unpack_pyodide
[ -d "$here/packages" ] || unpack_wheels
[ -d "$here/include" ] || copy_headers

printf '#!/bin/sh\nexec node %s/tools/run_on/wasm/python.mjs "$@"\n' "$PWD" >"$here/bin/python"
printf '#!/bin/sh\nexec %s/bin/python -m othello "$@"\n' "$here" >"$here/bin/othello"
chmod +x "$here"/bin/*

_PYTHON_HOST_PLATFORM=emscripten-wasm32 SETUPTOOLS_EXT_SUFFIX=.cpython-314-wasm32-emscripten.so \
    OTHELLO_NO_OPENMP=1 CC=emcc LDSHARED='emcc -O2 -sSIDE_MODULE=1 -sWASM_BIGINT' \
    CFLAGS="-fPIC -DPy_LIMITED_API=0x030B0000 -DCYTHON_LIMITED_API=1 -I$here/include" compile
mkdir -p "$here/modules"
cp othello/*.cpython-314-wasm32-emscripten.so "$here/modules/"
