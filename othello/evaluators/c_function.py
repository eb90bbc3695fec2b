"""A function in C as an evaluation, called at the leaves without the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from othello.errors import EngineError, InvalidOption, quote

if TYPE_CHECKING:
    from typing_extensions import Self


class CFunction:
    """An evaluation in C: ``double evaluate(uint64_t player, uint64_t opponent, void *context)``.

    It gets the discs of the side to move, which has a move, and those of the other; bit 0 is a1,
    bit 63 h8. It returns what the position is worth to the side to move, in discs. An engine of
    several threads calls it in all of them at once, and none holds the interpreter's lock.

    Parameters
    ----------
    function : ctypes function, cffi pointer, capsule or int
        The function, or its address. A function of `ctypes` needs no `argtypes` here. A capsule
        of any name holds the pointer.
    context : ctypes pointer, cffi pointer or int
        What the function is handed as its third argument; it must outlive the engine's searches.

    Raises
    ------
    InvalidOption
        If `function` is none of these, or NULL.
    EngineError
        If it is pickled: an address holds in one process only.

    Examples
    --------
    >>> import ctypes
    >>> SIGNATURE = ctypes.CFUNCTYPE(
    ...     ctypes.c_double, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p)
    >>> @SIGNATURE  # in earnest, a function of a library: ctypes.CDLL("./my.so").evaluate
    ... def discs(player, opponent, context):
    ...     return player.bit_count() - opponent.bit_count()
    >>> import othello
    >>> with othello.Engine(evaluation=CFunction(discs), hash_mb=1) as engine:
    ...     engine.evaluate(othello.Board().after("f5"))
    -3.0
    """

    def __init__(self, function: Any, context: Any = None) -> None:
        self.function = function
        self.context = context
        self.address = address_of("function", function)
        self.context_address = 0 if context is None else address_of("context", context)
        if self.address == 0:
            raise InvalidOption(f"invalid function {quote(function)}: expected one, not NULL")

    def __repr__(self) -> str:
        return f"CFunction({self.function!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        raise EngineError(f"{self!r} cannot be pickled: its address holds in one process only")

    def __copy__(self) -> Self:
        return self

    def value(self, player: int, opponent: int) -> float:
        """Return what the function returns for a position."""
        import ctypes

        signature = ctypes.CFUNCTYPE(
            ctypes.c_double, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p
        )
        discs: float = signature(self.address)(player, opponent, self.context_address or None)
        return discs


def address_of(what: str, pointer: Any) -> int:
    """Return the address that a pointer of any of the kinds above holds.

    >>> import ctypes
    >>> address_of("context", ctypes.c_void_p(16)), address_of("context", 16)
    (16, 16)
    """
    import ctypes  # not above: the engine imports this module, and starts at once

    if isinstance(pointer, int) and not isinstance(pointer, bool) and 0 <= pointer < 1 << 64:
        return pointer
    if type(pointer).__name__ == "PyCapsule":
        return _in_capsule(pointer)
    try:
        if type(pointer).__module__ == "_cffi_backend":
            return _of_cffi(pointer)
        if pointer is None or isinstance(pointer, (str, bytes, int)):  # `cast` would take them
            raise TypeError
        return ctypes.cast(pointer, ctypes.c_void_p).value or 0
    except (ctypes.ArgumentError, TypeError, ImportError):
        raise InvalidOption(
            f"invalid {what} {quote(pointer)}: expected a pointer of ctypes or cffi, a capsule or "
            "an address"
        ) from None


def _of_cffi(pointer: Any) -> int:
    from cffi import FFI  # type: ignore[import-untyped,unused-ignore]

    return int(FFI().cast("uintptr_t", pointer))


def _in_capsule(capsule: Any) -> int:
    import ctypes

    name_of = ctypes.pythonapi.PyCapsule_GetName
    name_of.restype = ctypes.c_char_p
    name_of.argtypes = [ctypes.py_object]
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype = ctypes.c_void_p
    pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return int(pointer_of(capsule, name_of(capsule)) or 0)
