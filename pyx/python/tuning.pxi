# For Python: the constants of the search that can be tuned; a tuning build can change them.

from tuning cimport N_TUNABLES, OTHELLO_TUNING, set_tunable, tunables

TUNING = bool(OTHELLO_TUNING)
# By name: default, least and largest value.
TUNABLES = {tunables[i].name.decode("ascii"):
            (tunables[i].value, tunables[i].least, tunables[i].most) for i in range(N_TUNABLES)}


def tune(str name, int value):
    """Give a constant another value here; `tune` of a variant sets it for the whole search."""
    if not TUNING or name not in TUNABLES:
        raise ValueError(f"no constant {name!r} that can be tuned: expected one of "
                         f"{', '.join(TUNABLES) if TUNING else 'a build with OTHELLO_TUNING=1'}")
    _, least, most = TUNABLES[name]
    if not least <= value <= most:
        raise ValueError(f"{name} {value}: expected {least} to {most}")
    set_tunable(name.encode(), value)
