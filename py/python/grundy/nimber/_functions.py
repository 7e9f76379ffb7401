"""Functions of nimbers: of integers of any size, and of whole arrays."""

# ruff: noqa: A001
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from .. import _core
from ._elements import (
    Array,
    ArrayLike,
    Scalar,
    as_array,
    bits_of,
    dtype_of,
    fits,
    scalar,
    uint128,
    widened,
)
from ._errors import DivisionByZero
from ._scalar import Nimber, degree_of, power

__all__ = [
    "add",
    "artin_schreier",
    "cumprod",
    "degree",
    "div",
    "dot",
    "frobenius",
    "generator",
    "inv",
    "log",
    "mul",
    "norm",
    "order",
    "pow",
    "root",
    "solve_quadratic",
    "sqrt",
    "square",
    "table",
    "trace",
]


def _apply(
    op: str,
    whole: Callable[..., int],
    operands: tuple[Any, ...],
    names: tuple[str, ...],
    out: Array | None,
    *,
    parameter: int = 0,
    may_fail: bool = False,
) -> Any:
    """Return a function of single nimbers by ``whole``, of arrays element by element."""
    if out is None and all(isinstance(x, (int, Nimber)) for x in operands):
        value = whole(*map(int, operands))
        return Nimber._of(value) if any(isinstance(x, Nimber) for x in operands) else value
    return _each(op, operands, names, out, parameter=parameter, may_fail=may_fail)


def _each(
    op: str,
    operands: tuple[Any, ...],
    names: tuple[str, ...],
    out: Array | None,
    *,
    parameter: int = 0,
    may_fail: bool = False,
) -> Any:
    """Return a function of arrays, as a universal function of numpy does."""
    given: list[int | Array] = []
    bits = 0
    for x, name in zip(operands, names, strict=True):
        if isinstance(x, (int, Nimber)):
            given.append(int(x))
        else:
            array = as_array(x, name)
            bits = max(bits, bits_of(array, name))
            given.append(array)
    if out is not None:
        own = _bits_of_out(out)
        if own < bits:
            raise TypeError(f"out: elements of {own} bits cannot hold results of {bits} bits")
        bits = own
    arrays = [
        scalar(x, bits, name) if isinstance(x, int) else widened(x, bits, name)
        for x, name in zip(given, names, strict=True)
    ]
    shape = _common_shape(arrays, names)
    if out is None:
        result = np.empty(shape, dtype_of(bits), order=_order(arrays))
    else:
        if out.shape != shape:
            shape = _shape_of_out(shape, out)
        if not out.flags.writeable:
            raise ValueError("out: the array is read-only")
        native = out.dtype.isnative
        if may_fail or not native:
            # Nothing is written to `out` unless everything could be computed.
            result = np.empty(shape, dtype_of(bits))
        else:
            result = out
            arrays = [_apart(array, out) for array in arrays]
    _core.nim_each(op, bits, arrays, result, parameter)
    if out is None:
        return result if shape else result[()]
    if result is not out:
        out[...] = result
    return out


def _common_shape(arrays: list[Array], names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the shape to which arrays are broadcast together."""
    shapes = {array.shape for array in arrays if array.shape}
    if len(shapes) < 2:
        return next(iter(shapes), ())
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        given = " and ".join(str(array.shape) for array in arrays)
        what = ", ".join(names)
        raise ValueError(f"{what}: shapes {given} cannot be broadcast together") from None


def _bits_of_out(out: Any) -> int:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: an array is expected, not {type(out).__name__}")
    return bits_of(out, "out")


def _order(arrays: list[Array]) -> Any:
    """Return the order in memory that a result should have."""
    flat = [a.flags for a in arrays if a.ndim > 1]
    return "F" if flat and all(f.f_contiguous and not f.c_contiguous for f in flat) else "C"


def _shape_of_out(shape: tuple[int, ...], out: Array) -> tuple[int, ...]:
    try:
        fits_in = np.broadcast_shapes(shape, out.shape) == out.shape
    except ValueError:
        fits_in = False
    if not fits_in:
        raise ValueError(f"out: the shape is {out.shape}, that of the result is {shape}")
    return tuple(out.shape)


def _apart(array: Array, out: Array) -> Array:
    """Return the array, copied if writing to ``out`` would change what is still to be read."""
    if not np.may_share_memory(array, out):
        return array
    same = (
        array.shape == out.shape
        and array.strides == out.strides
        and array.__array_interface__["data"] == out.__array_interface__["data"]
    )
    return array if same else array.copy()


def _is_zero(array: Array) -> Any:
    if array.dtype == uint128:
        return (array["low"] | array["high"]) == 0
    return array == 0


@overload
def add(a: int, b: int) -> int: ...
@overload
def add(a: Nimber, b: Scalar) -> Nimber: ...
@overload
def add(a: int, b: Nimber) -> Nimber: ...
@overload
def add(a: ArrayLike, b: ArrayLike | Scalar, *, out: Array | None = None) -> Array: ...
@overload
def add(a: Scalar, b: ArrayLike, *, out: Array | None = None) -> Array: ...
def add(a: Any, b: Any, *, out: Array | None = None) -> Any:
    """Return the nim sum a ⊕ b, which is exclusive or; the difference is the same.

    >>> from grundy import nimber
    >>> nimber.add(5, 3)
    6
    """
    if out is None and isinstance(a, int) and isinstance(b, int):
        fits(a, a.bit_length(), "a")
        fits(b, b.bit_length(), "b")
    return _apply("add", operator.xor, (a, b), ("a", "b"), out)


@overload
def mul(a: int, b: int) -> int: ...
@overload
def mul(a: Nimber, b: Scalar) -> Nimber: ...
@overload
def mul(a: int, b: Nimber) -> Nimber: ...
@overload
def mul(a: ArrayLike, b: ArrayLike | Scalar, *, out: Array | None = None) -> Array: ...
@overload
def mul(a: Scalar, b: ArrayLike, *, out: Array | None = None) -> Array: ...
def mul(a: Any, b: Any, *, out: Array | None = None) -> Any:
    """Return the nim product a ⊗ b.

    Both are integers of any size, or at least one is an array (or list) and they are broadcast
    together. ``out`` is an array to write to, as for numpy's own functions; it may be an operand.

    >>> import numpy as np
    >>> from grundy import nimber
    >>> nimber.mul(24, 17), nimber.mul(2**64, 2**64) == 2**64 + 2**63
    (128, True)
    >>> a = np.array([1, 2, 3], np.uint8)
    >>> nimber.mul(a[:, None], a)
    array([[1, 2, 3],
           [2, 3, 1],
           [3, 1, 2]], dtype=uint8)
    >>> nimber.mul(a, 2, out=a)
    array([2, 3, 1], dtype=uint8)
    """
    if out is None and type(a) is int and type(b) is int:
        return _core.nim_mul(a, b)
    return _apply("mul", _core.nim_mul, (a, b), ("a", "b"), out)


@overload
def div(a: int, b: int) -> int: ...
@overload
def div(a: Nimber, b: Scalar) -> Nimber: ...
@overload
def div(a: int, b: Nimber) -> Nimber: ...
@overload
def div(a: ArrayLike, b: ArrayLike | Scalar, *, out: Array | None = None) -> Array: ...
@overload
def div(a: Scalar, b: ArrayLike, *, out: Array | None = None) -> Array: ...
def div(a: Any, b: Any, *, out: Array | None = None) -> Any:
    """Return the nim quotient a / b.

    >>> from grundy import nimber
    >>> nimber.div(128, 17)
    24
    >>> nimber.div([1, 2, 3], 2)
    array([3, 1, 2], dtype=uint64)
    """
    return _apply("div", _core.nim_div, (a, b), ("a", "b"), out, may_fail=True)


@overload
def square(a: int) -> int: ...
@overload
def square(a: Nimber) -> Nimber: ...
@overload
def square(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def square(a: Any, *, out: Array | None = None) -> Any:
    """Return a ⊗ a.

    >>> from grundy import nimber
    >>> nimber.square([2, 4, 16, 256])
    array([  3,   6,  24, 384], dtype=uint64)
    """
    return _apply("square", _core.nim_square, (a,), ("a",), out)


@overload
def sqrt(a: int) -> int: ...
@overload
def sqrt(a: Nimber) -> Nimber: ...
@overload
def sqrt(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def sqrt(a: Any, *, out: Array | None = None) -> Any:
    """Return the one y with y ⊗ y = a.

    >>> from grundy import nimber
    >>> nimber.sqrt([3, 6, 24])
    array([ 2,  4, 16], dtype=uint64)
    """
    return _apply("sqrt", _core.nim_sqrt, (a,), ("a",), out)


@overload
def inv(a: int) -> int: ...
@overload
def inv(a: Nimber) -> Nimber: ...
@overload
def inv(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def inv(a: Any, *, out: Array | None = None) -> Any:
    """Return 1/a.

    >>> from grundy import nimber
    >>> nimber.inv(8), nimber.inv([1, 2, 3])
    (10, array([1, 3, 2], dtype=uint64))
    """
    return _apply("inv", _core.nim_inv, (a,), ("a",), out, may_fail=True)


@overload
def artin_schreier(a: int) -> int: ...
@overload
def artin_schreier(a: Nimber) -> Nimber: ...
@overload
def artin_schreier(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def artin_schreier(a: Any, *, out: Array | None = None) -> Any:
    """Return the even y with y² ⊕ y = a; the other solution is y ⊕ 1.

    For an integer there always is one, perhaps in a wider field. For an array it must lie in the
    field of the elements, which is so where their top bit is 0.

    >>> from grundy import nimber
    >>> nimber.artin_schreier([1, 2, 3])
    array([2, 4, 6], dtype=uint64)
    """
    return _apply("artin_schreier", _core.nim_artin_schreier, (a,), ("a",), out, may_fail=True)


@overload
def order(a: Scalar) -> int: ...
@overload
def order(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def order(a: Any, *, out: Array | None = None) -> Any:
    """Return the least n > 0 with aⁿ = 1 (an ordinary integer).

    >>> from grundy import nimber
    >>> nimber.order([1, 2, 4, 16])
    array([ 1,  3, 15, 85], dtype=uint64)
    """
    if isinstance(a, Nimber):
        a = int(a)
    return _apply("order", _core.nim_order, (a,), ("a",), out, may_fail=True)


@overload
def degree(a: Scalar) -> int: ...
@overload
def degree(a: ArrayLike, *, out: Array | None = None) -> Array: ...
def degree(a: Any, *, out: Array | None = None) -> Any:
    """Return the degree over GF(2): the width in bits of the smallest field that contains a.

    >>> from grundy import nimber
    >>> nimber.degree([1, 2, 4, 255])
    array([1, 2, 4, 8], dtype=uint64)
    """
    if isinstance(a, (int, Nimber)) and out is None:
        return Nimber(a).degree()
    return _each("degree", (a,), ("a",), out)


@overload
def pow(a: int, n: int) -> int: ...
@overload
def pow(a: Nimber, n: int) -> Nimber: ...
@overload
def pow(a: ArrayLike, n: ArrayLike | int, *, out: Array | None = None) -> Array: ...
@overload
def pow(a: Scalar, n: ArrayLike, *, out: Array | None = None) -> Array: ...
def pow(a: Any, n: Any, *, out: Array | None = None) -> Any:
    """Return the nim power aⁿ; n is an ordinary integer of either sign, or an array of them.

    0⁰ is 1. Where a is an integer and n an array, the elements have 64 bits (or those of ``out``).

    >>> import numpy as np
    >>> from grundy import nimber
    >>> nimber.pow(2, 2), nimber.pow(8, -1), nimber.pow([2, 3], 2**64 - 2)
    (3, 10, array([3, 2], dtype=uint64))
    >>> nimber.pow(4, np.arange(6))
    array([ 1,  4,  6, 14,  5,  2], dtype=uint64)
    """
    if isinstance(n, Nimber):
        raise TypeError("n: an exponent is an ordinary integer, not a Nimber")
    whole = isinstance(n, (int, np.integer))
    if whole and out is None and isinstance(a, (int, Nimber)):
        fits(int(a), int(a).bit_length(), "a")
        value = power(int(a), int(n))
        return Nimber._of(value) if isinstance(a, Nimber) else value
    bits = 0 if out is None else _bits_of_out(out)
    if isinstance(a, (int, Nimber)):
        a = scalar(int(a), bits or (64 if int(a).bit_length() <= 64 else 128), "a")
    a = as_array(a, "a")
    bits = max(bits, bits_of(a, "a"))
    if whole:
        number, negative = int(n), np.array(int(n) < 0)
        reduced = number % ((1 << bits) - 1)
        exponents = scalar(reduced or ((1 << bits) - 1 if number else 0), bits, "n")
    else:
        exponents, negative = _exponents(n, bits)
    if negative.any():
        try:
            bad = bool(np.any(_is_zero(a) & negative))
        except ValueError:
            bad = False  # shapes that do not fit: said below
        if bad:
            raise DivisionByZero("division of 1 by zero: 0 to a negative power")
    return _each("pow", (a, exponents), ("a", "n"), out)


def _exponents(n: Any, bits: int) -> tuple[Array, Array]:
    """Return exponents from 0 to the order of the group, and which were negative.

    An exponent that is not 0 stays so, since 0⁰ is 1 and no other power of 0 is.
    """
    if isinstance(n, (list, tuple)):
        objects = np.array(n, dtype=object)
        for x in objects.flat:
            if not isinstance(x, (int, np.integer)):
                raise TypeError(f"n: ints are expected, not {type(x).__name__}")
        order = (1 << bits) - 1
        reduced = np.array(
            [int(x) % order or (order if x else 0) for x in objects.flat], dtype=object
        ).reshape(objects.shape)
        negative = np.array([x < 0 for x in objects.flat], dtype=bool).reshape(objects.shape)
        if bits < 128:
            return reduced.astype(dtype_of(bits)), negative
        pairs = np.empty(reduced.shape, uint128)
        pairs["low"] = (reduced & (2**64 - 1)).astype(np.uint64)
        pairs["high"] = (reduced >> 64).astype(np.uint64)
        return pairs, negative
    if not isinstance(n, (np.ndarray, np.generic)) or np.asarray(n).dtype.kind not in "iu":
        kind = np.asarray(n).dtype if isinstance(n, np.ndarray) else type(n).__name__
        raise TypeError(f"n: an int or an array of integers is expected, not {kind}")
    array = np.asarray(n)
    array = array.astype(np.int64 if array.dtype.kind == "i" else np.uint64, copy=False)
    negative = array < 0
    if bits < 64:
        order_of_group = array.dtype.type((1 << bits) - 1)
        rest = array % order_of_group
        rest = np.where((rest == 0) & (array != 0), order_of_group, rest)
        return rest.astype(dtype_of(bits)), negative
    # Modulo 2^64 the order of the group is -1, and so are the upper 64 bits of that of 128.
    words = array.astype(np.uint64)
    words = words - negative.astype(np.uint64)
    if bits == 64:
        return words, negative
    pairs = np.empty(array.shape, uint128)
    pairs["low"] = words
    pairs["high"] = np.where(negative, np.uint64(2**64 - 1), np.uint64(0))
    return pairs, negative


@overload
def log(a: Scalar, base: Scalar | None = None) -> int: ...
@overload
def log(
    a: ArrayLike, base: ArrayLike | Scalar | None = None, *, out: Array | None = None
) -> Array: ...
@overload
def log(a: Scalar, base: ArrayLike, *, out: Array | None = None) -> Array: ...
def log(a: Any, base: Any = None, *, out: Array | None = None) -> Any:
    """Return the least n ≥ 0 with baseⁿ = a, an ordinary integer, for up to 128 bits.

    Without a base it is the :func:`generator` of the field: for an array that of its elements,
    for an integer the smallest of 8, 16, 32, 64 or 128 bits that holds it. Up to 64 bits a
    logarithm takes some microseconds, for 128 bits about a third of a second.

    >>> from grundy import nimber
    >>> nimber.log(3, 2), nimber.log([1, 2, 3], 2)
    (2, array([0, 1, 2], dtype=uint64))
    >>> nimber.log(4, 2)
    Traceback (most recent call last):
    grundy.nimber._errors.NoSolution: 4 is not a power of 2
    """
    if out is None and isinstance(a, (int, Nimber)) and isinstance(base, (int, Nimber, type(None))):
        return _core.nim_log(int(a)) if base is None else _core.nim_log(int(a), int(base))
    if base is None:
        bits = bits_of(as_array(a, "a"), "a") if out is None else _bits_of_out(out)
        base = generator(bits)
    return _each("log", (a, base), ("a", "base"), out, may_fail=True)


def generator(bits: int) -> int:
    """Return the generator to which logarithms are taken in the field of that many bits.

    It is the smallest one that is at least 2^(bits/2), for 8, 16, 32, 64 or 128 bits.

    >>> from grundy import nimber
    >>> nimber.generator(8), nimber.order(nimber.generator(64)) == 2**64 - 1
    (18, True)
    """
    if bits not in (8, 16, 32, 64, 128):
        raise ValueError(f"bits: 8, 16, 32, 64 or 128 is expected, not {bits!r}")
    return _core.nim_generator(bits)


def _natural(x: Any, name: str, limit: int = 2**64) -> int:
    try:
        number = operator.index(x)
    except TypeError:
        raise TypeError(f"{name}: an int is expected, not {type(x).__name__}") from None
    if not 0 <= number < limit:
        raise ValueError(f"{name}: a natural number below {limit} is expected")
    return number


@overload
def root(a: int, n: int) -> int: ...
@overload
def root(a: Nimber, n: int) -> Nimber: ...
@overload
def root(a: ArrayLike, n: int, *, out: Array | None = None) -> Array: ...
def root(a: Any, n: int, *, out: Array | None = None) -> Any:
    """Return a y with yⁿ = a in the field of a, if there is one.

    The field is that of the elements of an array, and the smallest one that contains an integer.
    Among the ordinals there always is one: see :meth:`Ordinal.root`.

    >>> from grundy import nimber
    >>> nimber.root(8, 7), nimber.pow(nimber.root(8, 7), 7)
    (14, 8)
    """
    n = _natural(n, "n")
    return _apply(
        "root", lambda x: _core.nim_root(x, n), (a,), ("a",), out, parameter=n, may_fail=True
    )


@overload
def frobenius(a: int, k: int = 1) -> int: ...
@overload
def frobenius(a: Nimber, k: int = 1) -> Nimber: ...
@overload
def frobenius(a: ArrayLike, k: int = 1, *, out: Array | None = None) -> Array: ...
def frobenius(a: Any, k: int = 1, *, out: Array | None = None) -> Any:
    """Return a to the power 2ᵏ, which is a linear map over GF(2).

    >>> from grundy import nimber
    >>> nimber.frobenius([4, 5], 2)
    array([5, 4], dtype=uint64)
    """
    k = _natural(k, "k")
    return _apply("frobenius", lambda x: _frobenius(x, k), (a,), ("a",), out, parameter=k)


def _frobenius(a: int, k: int) -> int:
    fits(a, a.bit_length(), "a")
    for _ in range(k % degree_of(a)):
        a = _core.nim_square(a)
    return a


@overload
def trace(a: int, bits: int = 1) -> int: ...
@overload
def trace(a: Nimber, bits: int = 1) -> Nimber: ...
@overload
def trace(a: ArrayLike, bits: int = 1, *, out: Array | None = None) -> Array: ...
def trace(a: Any, bits: int = 1, *, out: Array | None = None) -> Any:
    """Return the trace to the subfield of ``bits`` bits.

    It is taken from the field of the elements of an array, and from the smallest field that
    contains an integer.

    >>> import numpy as np
    >>> from grundy import nimber
    >>> nimber.trace(2), nimber.trace(8)
    (1, 1)
    >>> nimber.trace(np.array([127, 128, 255], np.uint8))
    array([0, 1, 1], dtype=uint8)
    """
    bits = _natural(bits, "bits", 2**32)
    return _apply("trace", lambda x: _core.nim_trace(x, bits), (a,), ("a",), out, parameter=bits)


@overload
def norm(a: int, bits: int = 1) -> int: ...
@overload
def norm(a: Nimber, bits: int = 1) -> Nimber: ...
@overload
def norm(a: ArrayLike, bits: int = 1, *, out: Array | None = None) -> Array: ...
def norm(a: Any, bits: int = 1, *, out: Array | None = None) -> Any:
    """Return the norm to the subfield of ``bits`` bits, from the same field as the trace.

    >>> from grundy import nimber
    >>> nimber.norm(7, 2)
    3
    """
    bits = _natural(bits, "bits", 2**32)
    return _apply("norm", lambda x: _core.nim_norm(x, bits), (a,), ("a",), out, parameter=bits)


@overload
def solve_quadratic(a: int, b: int, c: int) -> tuple[int, ...]: ...
@overload
def solve_quadratic(a: Scalar, b: Scalar, c: Scalar) -> tuple[Scalar, ...]: ...
@overload
def solve_quadratic(
    a: ArrayLike | Scalar, b: ArrayLike | Scalar, c: ArrayLike | Scalar
) -> tuple[Array, Array] | tuple[Scalar, ...]: ...
def solve_quadratic(a: Any, b: Any, c: Any) -> Any:
    """Return the solutions x of a ⊗ x² ⊕ b ⊗ x = c, the smaller first.

    For integers there are one or two, perhaps in a wider field. For arrays the solutions in the
    field of the elements are returned as two arrays, which agree where there is but one; an
    element without a solution there is an error.

    >>> from grundy import nimber
    >>> nimber.solve_quadratic(1, 1, 2), nimber.solve_quadratic(1, 0, 2)
    ((4, 5), (3,))
    >>> nimber.solve_quadratic(1, [0, 1], 2)
    (array([3, 4], dtype=uint64), array([3, 5], dtype=uint64))
    """
    operands, names = (a, b, c), ("a", "b", "c")
    if all(isinstance(x, (int, Nimber)) for x in operands):
        solutions = tuple(_core.nim_solve_quadratic(int(a), int(b), int(c)))
        if any(isinstance(x, Nimber) for x in operands):
            return tuple(Nimber._of(x) for x in solutions)
        return solutions
    low = _each("quadratic_low", operands, names, None)
    return low, _each("quadratic_high", operands, names, None)


def dot(a: ArrayLike, b: ArrayLike) -> Nimber:
    """Return the nim sum of all a[i] ⊗ b[i], for two arrays with one axis.

    >>> from grundy import nimber
    >>> nimber.dot([24, 8, 2], [17, 8, 3])
    Nimber(140)
    """
    x, y = _row(a, "a"), _row(b, "b")
    if x.shape != y.shape:
        raise ValueError(f"a, b: the lengths {len(x)} and {len(y)} differ")
    bits = max(bits_of(x, "a"), bits_of(y, "b"))
    return Nimber._of(_core.nim_dot(bits, widened(x, bits, "a"), widened(y, bits, "b")))


def cumprod(a: ArrayLike) -> Array:
    """Return the products of the first 1, 2, 3, … elements of an array with one axis.

    >>> from grundy import nimber
    >>> nimber.cumprod([2, 2, 2, 5])
    array([2, 3, 1, 5], dtype=uint64)
    """
    x = _row(a, "a")
    bits = bits_of(x, "a")
    return _core.nim_prefix_product(bits, widened(x, bits, "a")).view(dtype_of(bits))


def _row(a: ArrayLike, name: str) -> Array:
    array = as_array(a, name)
    if array.ndim != 1:
        raise ValueError(f"{name}: an array with one axis is expected, not with {array.ndim}")
    return array


def table(op: str, n: int) -> Array:
    """Return the table of a function of two nimbers below n, as an array of n × n.

    ``op`` is ``"add"`` or ``"mul"``. Elements have as many bits as are needed: 8 up to n = 256,
    then 16, then 32.

    >>> from grundy import nimber
    >>> nimber.table("mul", 5)
    array([[ 0,  0,  0,  0,  0],
           [ 0,  1,  2,  3,  4],
           [ 0,  2,  3,  1,  8],
           [ 0,  3,  1,  2, 12],
           [ 0,  4,  8, 12,  6]], dtype=uint8)
    """
    functions: dict[str, Callable[..., Array]] = {"add": add, "mul": mul}
    if op not in functions:
        raise ValueError(f'op: "add" or "mul" is expected, not {op!r}')
    size = _natural(n, "n", 2**32)
    bits = next(b for b in (8, 16, 32) if size <= 1 << b)
    all_below = np.arange(size, dtype=dtype_of(bits))
    return functions[op](all_below[:, None], all_below)
