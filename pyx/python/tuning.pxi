# For Python: the constants of the search that can be tuned; a tuning build can change them.

from tuning cimport N_TUNABLES, OTHELLO_TUNING, tunables

TUNING = bool(OTHELLO_TUNING)
# By name: default, least and largest value.
TUNABLES = {tunables[i].name.decode("ascii"):
            (tunables[i].value, tunables[i].least, tunables[i].most) for i in range(N_TUNABLES)}


def tune(str name, int value):
    """Give a constant of the search another value, in the whole process.

    Raises
    ------
    ValueError
        If this build's constants are fixed, none has the name, or the value is out of range.
    """
    cdef int i
    for i in range(N_TUNABLES):
        if tunables[i].name.decode("ascii") == name and tunables[i].place != NULL:
            if not tunables[i].least <= value <= tunables[i].most:
                raise ValueError(f"{name} {value}: expected {tunables[i].least} to "
                                 f"{tunables[i].most}")
            tunables[i].place[0] = value
            return
    raise ValueError(f"no constant {name!r} that can be tuned: expected one of "
                     f"{', '.join(TUNABLES) if TUNING else 'a build with OTHELLO_TUNING=1'}")
