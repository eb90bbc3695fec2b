# Sourced by the scripts that compile without pip: installs what pyproject.toml's build needs, and what
# $build_needs_too names, into the folder $requires. As with pip, it does not matter what is installed
# for $python. It is done again when another list is asked for.
list=$(grep -m1 '^requires = ' pyproject.toml | grep -o '"[^"]*"' | tr -d '"')${build_needs_too+ $build_needs_too}
if [ "$(cat "$requires/list" 2>/dev/null)" != "$list" ]; then
    rm -rf "$requires"
    # shellcheck disable=SC2086
    if ! "$python" -m pip install -q --target "$requires" $list; then
        echo "$0: pip of $python installs no $list" >&2
        exit 2
    fi
    echo "$list" >"$requires/list"
fi
