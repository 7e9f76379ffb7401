"""Which arrays hold nimbers: unsigned integers of 8 to 64 bits, and pairs for 128."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from ._scalar import Nimber

__all__ = ["Array", "from_uint128", "to_uint128", "uint128"]

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
#: What is taken as an array: one, or a list of integers, perhaps nested.
ArrayLike: TypeAlias = Array | Sequence[Any] | np.generic
Scalar: TypeAlias = int | Nimber

_HALVES = [("low", np.dtype(np.uint64)), ("high", np.dtype(np.uint64))]

#: The type of elements of 128 bits: a record of the halves ``low`` and ``high``, 64 bits each.
#:
#: >>> import numpy as np
#: >>> from grundy import nimber
#: >>> a = np.zeros(3, nimber.uint128)
#: >>> a["high"] = 1
#: >>> nimber.from_uint128(nimber.mul(a, a))[0] == 2**64 + 2**63
#: True
uint128: np.dtype[Any] = np.dtype(_HALVES if sys.byteorder == "little" else _HALVES[::-1])

_WORDS: dict[int, np.dtype[Any]] = {
    8: np.dtype(np.uint8),
    16: np.dtype(np.uint16),
    32: np.dtype(np.uint32),
    64: np.dtype(np.uint64),
    128: uint128,
}
_MASK = 2**64 - 1


def dtype_of(bits: int) -> np.dtype[Any]:
    """Return the type of elements of that many bits."""
    return _WORDS[bits]


def bits_of(array: Array, name: str) -> int:
    """Return how many bits the elements of an array have."""
    dtype = array.dtype
    if dtype.kind == "u":
        return 8 * dtype.itemsize
    if dtype.names == uint128.names and dtype.newbyteorder("=") == uint128:
        return 128
    hint = "; use .astype(np.uint64) if no element is negative" if dtype.kind == "i" else ""
    raise TypeError(
        f"{name}: elements must be unsigned integers of 8, 16, 32 or 64 bits or nimber.uint128, "
        f"not {dtype}{hint}"
    )


def as_array(x: object, name: str) -> Array:
    """Return an array of nimbers: an array as it is, a list as one of 64 or 128 bits."""
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"{name}: a masked array has no values where it is masked")
    if isinstance(x, (np.ndarray, np.generic)):
        array = np.asarray(x)
        bits_of(array, name)
        return array
    if isinstance(x, (list, tuple)):
        return _of_integers(x, name)
    raise TypeError(
        f"{name}: an int, a Nimber, an array or a list of ints is expected, not {_kind(x)}"
    )


def _kind(x: object) -> str:
    return type(x).__name__


def _of_integers(values: object, name: str, bits: int | None = None) -> Array:
    """Return an array of integers of Python; without ``bits``, of 64 or 128 as needed."""
    try:
        objects = np.array(values, dtype=object)
    except ValueError:
        raise ValueError(f"{name}: the lists in it have different lengths") from None
    largest = 0
    for i, x in enumerate(objects.flat):
        if isinstance(x, Nimber):
            objects.flat[i] = x = int(x)
        elif not isinstance(x, (int, np.unsignedinteger)):
            what = "lists of different lengths" if isinstance(x, (list, tuple)) else _kind(x)
            raise TypeError(f"{name}: ints are expected, not {what}")
        else:
            objects.flat[i] = x = int(x)
        if x < 0:
            raise ValueError(f"{name}: nimbers are 0, 1, 2, …; {x} is negative")
        largest = max(largest, x)
    if bits is None:
        bits = 64 if largest.bit_length() <= 64 else 128
    fits(largest, bits, name)
    if bits < 128:
        return objects.astype(dtype_of(bits))
    array = np.empty(objects.shape, uint128)
    array["low"] = (objects & _MASK).astype(np.uint64)
    array["high"] = (objects >> 64).astype(np.uint64)
    return array


def fits(x: int, bits: int, name: str) -> None:
    """Raise an exception unless a natural number has at most that many bits."""
    if x < 0:
        raise ValueError(f"{name}: nimbers are 0, 1, 2, …; this is a negative number")
    if x.bit_length() > bits:
        raise ValueError(
            f"{name}: a number of {x.bit_length()} bits among elements of {bits} bits; "
            "widen the array first"
        )


def scalar(x: int, bits: int, name: str) -> Array:
    """Return an array without axes that holds a number."""
    fits(x, bits, name)
    if bits < 128:
        return np.array(x, dtype_of(bits))
    array = np.empty((), uint128)
    array["low"], array["high"] = x & _MASK, x >> 64
    return array


def widened(array: Array, bits: int, name: str) -> Array:
    """Return the same nimbers as elements of that many bits, in the machine's order of bytes."""
    own = bits_of(array, name)
    if own == bits:
        return array.astype(dtype_of(bits), copy=False)
    if own > bits:
        raise TypeError(f"{name}: elements of {own} bits do not fit into {bits}")
    if bits < 128:
        return array.astype(dtype_of(bits))
    wide = np.zeros(array.shape, uint128)
    wide["low"] = array
    return wide


def element(array: Array, index: Any) -> int:
    """Return one element as an integer of Python."""
    x = array[index]
    if array.dtype == uint128:
        return int(x["low"]) | int(x["high"]) << 64
    return int(x)


def integers(array: Array) -> list[int]:
    """Return the elements of an array with one axis as integers of Python."""
    if array.dtype == uint128:
        low, high = array["low"].tolist(), array["high"].tolist()
        return [x | y << 64 for x, y in zip(low, high, strict=True)]
    return [int(x) for x in array.tolist()]


def frozen(array: Array) -> Array:
    """Return the array after forbidding to write to it."""
    array.flags.writeable = False
    return array


def to_uint128(values: ArrayLike) -> Array:
    """Return integers below 2^128 as an array of elements of 128 bits.

    ``values`` is a list of ints, perhaps nested, or an array of unsigned integers.

    >>> from grundy import nimber
    >>> nimber.to_uint128([1, 2**64 + 5])["high"]
    array([0, 1], dtype=uint64)
    """
    if isinstance(values, np.ndarray) and values.dtype.kind == "O":
        return _of_integers(values, "values", 128)
    if isinstance(values, (np.ndarray, np.generic)):
        return widened(as_array(values, "values"), 128, "values")
    return _of_integers(values, "values", 128)


def from_uint128(array: Array) -> Array:
    """Return elements of 128 bits as an array of integers of Python.

    >>> from grundy import nimber
    >>> nimber.from_uint128(nimber.to_uint128([1, 2**100])).tolist() == [1, 2**100]
    True
    """
    if not isinstance(array, np.ndarray) or array.dtype.newbyteorder("=") != uint128:
        raise TypeError("array: an array of nimber.uint128 is expected")
    low, high = array["low"].astype(object), array["high"].astype(object)
    wide: Array = np.asarray(low | (high << 64), dtype=object)
    return wide
