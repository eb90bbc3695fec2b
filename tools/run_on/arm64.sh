# 64-bit Arm, which QEMU emulates.
root=$here/root
site=$root/usr/lib/python3/dist-packages

unpack_python() {
    local arm64=(-oAPT::Architecture=arm64 -oAPT::Architectures=arm64)
    debian "${arm64[@]}" update
    mkdir -p "$here/deb"
    (cd "$here/deb" && debian "${arm64[@]}" download \
        python3.11 python3.11-minimal libpython3.11{,-minimal,-stdlib,-dev} libc6 libgomp1 libgcc-s1 \
        libstdc++6 libexpat1 zlib1g libssl3 libffi8 libbz2-1.0 liblzma5 libsqlite3-0 libuuid1 \
        libncursesw6 libtinfo6 libreadline8 libcrypt1 libnsl2 libtirpc3)
    for package in "$here"/deb/*.deb; do dpkg -x "$package" "$root.new"; done
    mv "$root.new" "$root"
}

unpack_wheels() {
    install_wheels "$site" --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64
    # Python takes itself for the program that a child of it can start, and knows this folder.
    printf '%s\nimport sys; sys.executable = "%s"\n' "$PWD" "$here/bin/python" >"$site/run_on.pth"
}

[ -d "$root" ] || unpack_python
[ -e "$site/run_on.pth" ] || unpack_wheels

# Tests compile libraries of their own.
ln -sf "$(command -v aarch64-linux-gnu-gcc)" "$here/bin/cc"
ln -sf cc "$here/bin/gcc"
cat >"$here/bin/python" <<END
#!/bin/sh
export QEMU_LD_PREFIX=$root PATH=$here/bin:\$PATH
exec qemu-aarch64 $root/usr/bin/python3.11 "\$@"
END
printf '#!/bin/sh\nexec %s/bin/python -m othello "$@"\n' "$here" >"$here/bin/othello"
chmod +x "$here"/bin/*

# That machine's headers come first.
include=$root/usr/include
_PYTHON_HOST_PLATFORM=linux-aarch64 SETUPTOOLS_EXT_SUFFIX=.cpython-311-aarch64-linux-gnu.so \
    CC=aarch64-linux-gnu-gcc LDSHARED='aarch64-linux-gnu-gcc -shared' \
    CFLAGS="-fPIC -fwrapv -Wno-psabi -I$include/python3.11 -I$include" compile
