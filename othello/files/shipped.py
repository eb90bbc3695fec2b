"""Read the files that come with the package, in its folder ``data``."""


def shipped(name: str) -> bytes:
    """Return the contents of a file in the package's folder ``data``.

    >>> shipped("weights.bin")[:8]
    b'OTHELLOW'
    """
    # It asks whatever the package was loaded by, which may be a zip file. `importlib.resources`
    # would do so too, but its imports take as long as reading the weights.
    from pkgutil import get_data

    return get_data("othello", f"data/{name}") or b""  # None is of loaders that read no data
